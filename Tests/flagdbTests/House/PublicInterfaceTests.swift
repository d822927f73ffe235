import Testing

/// Everything that an app needs of the library is public and documented, and nothing else is.
@Suite("House: the public interface")
struct PublicInterfaceHouseTests {
  private static let all = [
    "FlagDB", "FlagDBCoreData", "FlagDBPostgreSQL", "FlagDBRecordFiles", "FlagNames",
  ].flatMap {
    Repository.files(under: "Sources/\($0)")
  }.filter { path in
    let text = try? Repository.text(of: path)
    return text?.split(separator: "\n").contains { $0.drop { $0 == " " }.hasPrefix("public ") }
      == true
  }

  /// The types of Swift and Foundation conform without saying more.
  private static let sources = all.filter { !$0.contains("/Storable+") }

  /// The pages that show it.
  private static func document() throws -> String {
    try [
      "Library", "LibraryCoreData", "LibraryErrors", "LibraryFiles", "LibraryPredicates",
      "LibraryServers", "LibraryStructs",
    ].map {
      try Repository.text(of: "Documentation/\($0).md")
    }.joined()
  }

  @Test("is the one that the documentation shows", arguments: sources)
  func documented(path: String) throws {
    let interface = PublicInterface(source: try Repository.text(of: path))
    #expect(!interface.declarations.isEmpty)
    let document = try Self.document()
    #expect(document.contains(interface.block), "copy into the document:\n\(interface.block)")
  }

  @Test("is all that the documentation shows")
  func whole() throws {
    let blocks = try Self.sources.map { try PublicInterface(source: Repository.text(of: $0)).block }
    let document = try Self.document()
    let shown = document.split(separator: "```swift\n").dropFirst(2)
    #expect(shown.count == blocks.count)
  }

  @Test("has a sentence on each symbol", arguments: all)
  func sentences(path: String) throws {
    let interface = PublicInterface(source: try Repository.text(of: path))
    for declaration in interface.declarations {
      #expect(!declaration.documentation.isEmpty, "\(declaration.text)")
    }
  }

  @Test("is read with its cases, documentation and long declarations")
  func reading() {
    let source = """
      extension A {
        /// Ways.
        public enum Way {
          /// Up.
          case up
        }
        /// Moves.
        public protocol Mover {
          /// Where to.
          var way: Way { get }
        }

        /// Not this.
        package var x: Int { 1 }

        /// Goes.
        @discardableResult
        public func go(
          _ way: Way = .up
        ) -> Int {
          let case = 1
        }
        public let y: Int
      }

      /// Writes it.
      @attached(member)
      public macro Going(model: String? = nil) =
        #externalMacro(module: "M", type: "T")
      """
    let read = PublicInterface(source: source).declarations.map { ($0.documentation, $0.text) }
    #expect(
      read.map(\.0) == [
        ["/// Ways."], ["/// Up."], ["/// Moves."], ["/// Where to."], ["/// Goes."], [],
        ["/// Writes it."],
      ])
    #expect(
      read.map(\.1) == [
        "enum Way", "case up", "protocol Mover", "var way: Way", "func go(_ way: Way = .up) -> Int",
        "let y: Int", "macro Going(model: String? = nil)",
      ])
  }
}
