import Foundation

/// The code of a page of the documentation, to be compared with code that is compiled.
struct PageCode {
  /// The lines of the code, except the declarations of the library.
  private let lines: [String]

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The paths of the articles of the guide.
  static func guide() throws -> [String] {
    let folder = "Documentation/FlagDB.docc"
    return try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)
      .sorted().map { "\(folder)/\($0)" }
  }

  init(at path: String) throws {
    let page = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    var code: [String] = []
    var block: [String]?
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if let block, block.first?.hasPrefix("///") == false { code += block }
        block = block == nil ? [] : nil
      } else if block != nil {
        block?.append(String(line))
      } else if line.hasPrefix("    ") {
        code.append(String(line))
      }
    }
    lines = code.flatMap(Self.lines)
  }

  /// The lines that a source does not have.
  func missing(in source: String) throws -> [String] {
    let known = Set(Self.lines(try String(contentsOf: URL(filePath: source), encoding: .utf8)))
    return lines.filter { !known.contains($0) }
  }

  /// The lines without spaces around them, and without the comma of an element of a list.
  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { line in
      var line = line.trimmingCharacters(in: .whitespaces).replacing("  //", with: " //")
      if line.hasSuffix("),") { line.removeLast() }
      return line
    }
  }
}
