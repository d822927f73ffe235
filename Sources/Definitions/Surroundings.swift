package import FlagModel

/// The things that a reading may ask for beside its source: other files, and a compiler.
package protocol DefinitionSurroundings {
  /// The text of a file; nil if there is none that can be read.
  func source(at path: String) -> SourceText?
  /// The folders of headers that `<…>` names, the first first.
  var headerFolders: [String] { get }
  /// The answer of a C compiler to a program; nil if there is no compiler.
  func compile(_ program: CompilerProgram) -> CompilerAnswer?
}

/// No other files and no compiler.
package struct NoSurroundings: DefinitionSurroundings {
  package init() {}
  package func source(at path: String) -> SourceText? { nil }
  package var headerFolders: [String] { [] }
  package func compile(_ program: CompilerProgram) -> CompilerAnswer? { nil }
}

/// The sources of one reading, by the numbers that places have.
final class Shelf {
  private(set) var sources: [SourceText] = []

  func add(_ source: SourceText) -> Int {
    sources.append(source)
    return sources.count - 1
  }

  func place(_ place: TokenPlace) -> SourcePlace {
    SourcePlace(sources[Int(place.file)], place.range)
  }
}

/// Paths of files, as text.
enum PathText {
  /// `/usr/include/` of `/usr/include/stdio.h`.
  static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
  }
}
