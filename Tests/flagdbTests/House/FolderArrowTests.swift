import Testing

/// The folders of the tool stand on one another: a file names no type of a folder above its own.
@Suite("Arrows between the folders of the tool")
struct FolderArrowTests {
  /// From the ground up.
  private static let folders = [
    "Session", "Options", "Inputs", "Commands", "Completion", "Repl", "Manual", "Tool",
  ]
  private static let start = "Sources/FlagTool/"

  @Test("every file of the tool is in a folder that stands in the order")
  func all() {
    let files = Repository.files(under: "Sources/FlagTool")
    #expect(!files.isEmpty)
    let found = files.map { Self.folder(of: $0) }
    #expect(Set(found) == Set(Self.folders))
  }

  @Test("point downwards")
  func arrows() throws {
    let texts = try Self.texts()
    var places: [Substring: Int] = [:]
    for (path, text) in texts {
      for type in Self.types(in: text) { places[type] = Self.place(of: path) }
    }
    #expect(places.count > 100)
    for (path, text) in texts {
      let place = Self.place(of: path)
      let above = Set(Self.names(in: text).filter { places[$0, default: 0] > place })
      #expect(above.isEmpty, "\(path) names \(above.sorted())")
    }
  }

  @Test("are seen in code alone, and not in words")
  func reading() {
    let text = """
      /// Not of `Above`.
      struct Below: Command {
        let name = "Above" // Above
        private struct Inner {}
        var above: Outer.Above { Outer.Above() }
      }
      fileprivate enum Hidden {}
      """
    let code = Self.code(of: text)
    #expect(Self.types(in: code) == ["Below"])
    #expect(Self.names(in: code) == ["Below", "Command", "Inner", "Outer", "Hidden"])
  }

  /// The table of commands is known by the start of the tool alone.
  @Test("lead from the table of commands to every command, and from nothing to the table")
  func table() throws {
    for (path, text) in try Self.texts() where Self.folder(of: path) != "Tool" {
      #expect(!text.contains("CommandGroup.all") && !text.contains("CommandGroup.only"), "\(path)")
    }
  }

  // MARK: Reading

  private static func texts() throws -> [(path: String, text: String)] {
    try Repository.files(under: "Sources/FlagTool").filter { $0.hasSuffix(".swift") }
      .map { ($0, code(of: try Repository.text(of: $0))) }
  }

  private static func folder(of path: String) -> String {
    String(path.dropFirst(start.count).split(separator: "/")[0])
  }

  private static func place(of path: String) -> Int {
    folders.firstIndex(of: folder(of: path)) ?? 0
  }

  /// A text without comments and literals.
  private static func code(of text: String) -> String {
    text.replacing(#/"""[\s\S]*?"""/#, with: "\"\"")
      .replacing(#/"(?:[^"\\\n]|\\.)*"/#, with: "\"\"").replacing(#/\/\/.*/#, with: "")
  }

  /// The types at the top of a file that other files see.
  private static func types(in code: String) -> [Substring] {
    let form = #/(?m)^(?:package |final |indirect )*(?:struct|class|enum|protocol|typealias) (\w+)/#
    return code.matches(of: form).map(\.output.1)
  }

  /// The names of types in a text, without those of members.
  private static func names(in code: String) -> Set<Substring> {
    Set(code.matches(of: #/(?:^|[^\w.])([A-Z]\w*)/#).map(\.output.1))
  }
}
