package import FlagModel

/// The environment of a source: other files, and a compiler.
package protocol DefinitionSurroundings {
  /// The text of a file; nil if it is missing or unreadable.
  func source(at path: String) -> SourceText?
  /// The folders for `#include <…>`, in the order of the search.
  var headerFolders: [String] { get }
  /// The headers that were read before.
  var headers: HeaderShelf { get }
  /// True if only the sets of the source itself are needed, and not those of its headers by name.
  var needsOwnSetsOnly: Bool { get }
  /// The output of a C compiler for a program; nil if there is no compiler.
  func compile(_ program: CompilerProgram) -> CompilerAnswer?
}

extension DefinitionSurroundings {
  /// Every reading has headers of its own.
  package var headers: HeaderShelf { HeaderShelf() }
  package var needsOwnSetsOnly: Bool { false }
}

/// The tokens of included headers. Readings of several sources share them, so that each header is
/// split into tokens once.
package final class HeaderShelf {
  let sourceList = SourceList()
  private var lists: [String: TokenList] = [:]
  private var tokens = 0

  /// The limit for kept tokens, about 100 MB.
  private static let mostTokens = 2_000_000

  package init() {}

  /// The tokens of a header; nil if `source` has no text.
  func list(
    at path: String, _ language: DefinitionLanguage, source: () -> SourceText?
  ) -> TokenList? {
    let key = "\(language.rawValue) \(path)"
    if let cached = lists[key] { return cached }
    guard let source = source() else { return nil }
    let list = Tokenizer.read(source.utf8, file: sourceList.add(source), language)
    if tokens + list.tokens.count <= Self.mostTokens {
      tokens += list.tokens.count
      lists[key] = list
    }
    return list
  }
}

/// An environment without other files and without a compiler.
package struct NoSurroundings: DefinitionSurroundings {
  package init() {}
  package func source(at path: String) -> SourceText? { nil }
  package var headerFolders: [String] { [] }
  package func compile(_ program: CompilerProgram) -> CompilerAnswer? { nil }
}

/// The sources of one reading, by the numbers in token places.
final class SourceList {
  private(set) var sources: [SourceText] = []

  func add(_ source: SourceText) -> Int {
    sources.append(source)
    return sources.count - 1
  }

  func place(_ place: TokenPlace) -> SourcePlace {
    SourcePlace(sources[Int(place.file)], place.range)
  }
}

/// Helpers for file paths.
enum PathText {
  /// `/usr/include/` of `/usr/include/stdio.h`.
  static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
  }
}
