import Foundation
import Migrating
import Testing

@testable import Databases

/// Every kind of loss: refused with its number, and done when it is allowed, with a copy of what
/// was beside the file.
@Suite struct MigrationLossTests {
  private static let library = """
    struct Mark: OptionSet {
      let rawValue: Int64
      static let a = Mark(rawValue: 1)
      static let b = Mark(rawValue: 2)
    }
    enum Size: Int { case small, large }
    @Model final class Book {
      var title: String
      var note: String?
      var price: Double
      @Valid(0...100) var score: Int = 50
      var size: Size = .small
      var sizes: [Size] = []
      var marks: Mark = []
      var author: Author?
      @Relationship(inverse: \\Tag.books) var tags: [Tag] = []
    }
    @Model final class Author { var name: String }
    @Model final class Tag { var word: String; var books: [Book] = [] }
    """

  private static let records = """
    INSERT INTO Author VALUES (1, 'Ada'), (2, 'Grace');
    INSERT INTO Tag VALUES (1, 'old'), (2, 'new');
    INSERT INTO Book (title, note, price, score, size, sizes, marks, author) VALUES
      ('one', 'x', 1.5, 5, 0, '[0]', 1, 1), ('two', NULL, 2, 90, 1, '[0,1]', 2, 2),
      ('two', 'y', 3, 50, 1, '[]', 67, NULL);
    INSERT INTO Book_tags SELECT Book.id, Tag.id FROM Book, Tag WHERE Book.id <> 3;
    """

  struct Loss: CustomTestStringConvertible {
    let name: String
    let changes: [(String, String)]
    /// The words of the report, and the example.
    let reasons: [String]
    /// The rest of it.
    let question: String
    let answer: [String]

    var testDescription: String { name }

    init(
      _ name: String, _ changes: [(String, String)], _ reasons: String..., left question: String,
      _ answer: String...
    ) {
      self.name = name
      self.changes = changes
      self.reasons = reasons
      self.question = question
      self.answer = answer
    }
  }

  private static let losses = [
    Loss(
      "an entity",
      [("  var author: Author?\n", ""), ("@Model final class Author { var name: String }\n", "")],
      "2 records of Book have an author, which is removed; as Book 1: 1",
      "2 records of Author are deleted, with all values; as Author 1: null",
      left: "SELECT count(*) FROM sqlite_schema WHERE name = 'Author'", "0"),
    Loss(
      "an attribute", [("  var note: String?\n", "")],
      "2 records of Book have a note, which is removed; as Book 1: x",
      left: "SELECT count(*) FROM pragma_table_info('Book') WHERE name = 'note'", "0"),
    Loss(
      "a flag", [("  static let b = Mark(rawValue: 2)\n", "")],
      "2 records of Book have b in marks, which is removed; as Book 2: b",
      left: "SELECT marks FROM Book_named", "a", "0x2", "a|0x42"),
    Loss(
      "flags that share a bit", [("b = Mark(rawValue: 2)", "b = Mark(rawValue: 1)")],
      "2 records of Book have some but not all of a|b in marks, which will share bit 0; "
        + "as Book 1: a", left: "SELECT marks FROM Book", "1", "1", "65"),
    Loss(
      "a case", [("small, large", "small")],
      "2 records of Book have a size that is removed: large; as Book 2: large",
      "1 record of Book has cases in sizes that are removed: large; as Book 2: [\"small\",\"large\"]",
      left: "SELECT size || sizes FROM Book", "0[0]", "0[0]", "0[]"),
    Loss(
      "a narrower type", [("price: Double", "price: Int")],
      "1 record of Book has a price that cannot become an Int without loss; as Book 1: 1.5",
      left: "SELECT price FROM Book", "1", "2", "3"),
    Loss(
      "a narrower range", [("0...100", "0...50")],
      "1 record of Book has a score that the new rules of Book.score refuse; as Book 2: 90",
      left: "SELECT score FROM Book", "5", "50", "50"),
    Loss(
      "a value that must be there, with a default", [("note: String?", "note: String = \"-\"")],
      "1 record of Book has no note, which is no longer optional; as Book 2: null",
      left: "SELECT note FROM Book", "x", "-", "y"),
    Loss(
      "a relationship", [("  var author: Author?\n", "")],
      "2 records of Book have an author, which is removed; as Book 1: 1",
      left: "SELECT count(*) FROM pragma_table_info('Book') WHERE name = 'author'", "0"),
    Loss(
      "a relationship to many",
      [
        ("  @Relationship(inverse: \\Tag.books) var tags: [Tag] = []\n", ""),
        ("; var books: [Book] = []", ""),
      ], "2 records of Book have tags, which are removed; as Book 1: null",
      "2 records of Tag have books, which are removed; as Tag 1: null",
      left: "SELECT count(*) FROM sqlite_schema WHERE name = 'Book_tags'", "0"),
    Loss(
      "one where many were", [("tags: [Tag] = []", "tags: Tag?")],
      "2 records of Book have more than one tags, of which only the first is kept; as Book 1: 2",
      left: "SELECT coalesce(tags, 'none') FROM Book ORDER BY id", "1", "1", "none"),
  ]

  @Test(arguments: losses)
  func everyKind(_ loss: Loss) throws {
    let scratch = try Scratch()
    let database = try makeLibrary(scratch)
    let dump = "SELECT group_concat(quote(title) || quote(note) || price || marks) FROM Book"
    let before = try (scratch.bytes("zoo.db"), scratch.plain().texts(dump))
    let text = loss.changes.reduce(Self.library) { $0.replacing($1.0, $1.1) }
    #expect(refusal { try database.migrate(to: text) } == loss.reasons)
    #expect(try scratch.bytes("zoo.db") == before.0)

    let outcome = try database.migrate(to: text, allowingLoss: true)
    #expect(try scratch.plain().texts(loss.question) == loss.answer)
    #expect(try scratch.plain().texts("PRAGMA foreign_key_check") == [])
    #expect(try database.schema == model(text))
    let copy = try Database(path: #require(outcome.backup), for: .reading)
    #expect(try copy.schema == model(Self.library))
    #expect(try PlainDatabase(copy.path).texts(dump) == before.1)
    #expect(try copy.findings().count == 1, "the undeclared bit")
  }

  /// A loss that no permission lets pass: there is nothing that could be stored.
  @Test(
    arguments: [
      (
        "var title", "@Attribute(.unique) var title",
        "2 records of Book have the title of another record, but it becomes unique; as Book 2: two"
      ),
      (
        "note: String?", "note: String",
        "1 record of Book has no note, which is no longer optional; as Book 2: null"
      ),
      (
        "author: Author?", "author: Author",
        "1 record of Book would have no author; as Book 3: null"
      ),
      (
        "var note", "var pages: Int; var note",
        "3 records of Book would have no pages; as Book 3: null"
      ),
    ])
  func obstacles(_ part: String, _ other: String, _ reason: String) throws {
    let scratch = try Scratch()
    let database = try makeLibrary(scratch)
    let before = try scratch.bytes("zoo.db")
    let text = Self.library.replacing(part, other)
    #expect(refusal { try database.migrate(to: text) } == [reason])
    #expect(refusal { try database.migrate(to: text, allowingLoss: true) } == [reason])
    #expect(try scratch.bytes("zoo.db") == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["zoo.db"])
  }

  private func makeLibrary(_ scratch: Scratch) throws -> Database {
    try scratch.makeDatabase("zoo.db", Self.library)
    try scratch.plain().run(Self.records)
    return try scratch.open(for: .writing)
  }
}
