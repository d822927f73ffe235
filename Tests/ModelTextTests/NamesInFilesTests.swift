import FlagModel
import ModelText
import Testing

@Suite struct NamesInFilesTests {
  static let comments: [(String, [Name])] = [
    (#"/// - In files: "first name""#, ["first name"]),
    (#"/// - In files: "first name", "firstname""#, ["first name", "firstname"]),
    (#"/// - In files: "a \"b\"\u{1F600}\n""#, ["a \"b\"😀\n"]),
    (#"/// - In files: """#, [""]),
    ("/// The name.\n  /// - In files: \"n\"", ["n"]),
    ("/** - In files: \"n\" */", ["n"]),
    ("/// - In files: name", []), ("/// - In files: \"a\" \"b\"", []),
    ("/// - In files: \"a\",", ["a"]), ("/// - In files: \"a", []), ("/// In files: \"a\"", []),
    ("/// see - In files: \"a\"", []), ("/// - In files: \"\\(a)\"", []), ("", []),
  ]

  @Test(arguments: comments.indices)
  func readsThemFromComments(_ index: Int) throws {
    let (comment, names) = Self.comments[index]
    let text = "@Model final class Pet {\n  \(comment)\n  var name: String\n}"
    let schema = try #require(readModel([SourceText(text)]).schema)
    #expect(schema.entities[0].namesInFiles.map(\.inFiles) == names)
    #expect(schema.entities[0].namesInFiles.allSatisfy { $0.name == "name" })
    #expect(readModel([SourceText(schema.swiftSource)]).schema == schema)
  }

  @Test func leadsThroughTheNamesOfStructs() throws {
    let text = """
      struct Size {
        /// - In files: "w"
        var width: Double
        var height: Double
      }
      /// - Passed over in files: "note", "_links"
      @Model final class Box {
        var size: Size
        /// - In files: "outer size"
        var outer: Size
      }
      """
    let box = try #require(readModel([SourceText(text)]).schema?.entities.first)
    #expect(
      box.namesInFiles.map { "\($0.inFiles) = \($0.name)" } == [
        "size.w = size.width", "outer size.width = outer.width", "outer.w = outer.width",
        "outer size.w = outer.width", "outer size.height = outer.height",
      ])
    #expect(box.passedOverInFiles == ["note", "_links"])
  }

  @Test func namesFlagsAndCases() throws {
    let text = """
      struct Genres: OptionSet {
        let rawValue: Int
        /// - In files: "Sci-Fi"
        static let sciFi = Genres(rawValue: 1)
        /// - In files: "drama"
        static let other = Genres(rawValue: 2)
        static let drama = Genres(rawValue: 4)
      }
      enum Kind: String {
        /// - In files: "Film Noir", "noir"
        case filmNoir
      }
      """
    let schema = try #require(readModel([SourceText(text)]).schema)
    let genres = AttributeType.flags(schema.flagSets[0])
    #expect(try genres.value(from: "Sci-Fi|sciFi, other") == .integer(3))
    // What the model itself says goes first.
    #expect(try genres.value(from: "drama") == .integer(4))
    #expect(genres.calledAsInFiles.text(of: .integer(5)) == "Sci-Fi|drama")
    let kind = AttributeType.enumeration(schema.enumerations[0])
    for name in ["filmNoir", "Film Noir", "noir"] {
      #expect(try kind.value(from: name) == .text("filmNoir"))
    }
    #expect(kind.calledAsInFiles.text(of: .text("filmNoir")) == "Film Noir")
  }
}
