import Engines
import FlagModel
import Scripting
import Testing
import UserSQL

@testable import Databases

/// A constraint that SQL broke is told in the names of the model, where it can be told apart.
@Suite struct BrokenConstraintTests {
  private static let text = """
    struct Mark: OptionSet { let rawValue: Int; static let a = Mark(rawValue: 1) }
    enum Level: Int { case low, high }
    struct Size { var width: Double; var height: Double }
    struct Point { var x: Int; var y: Int }
    @Model final class Sample {
      @Attribute(.unique) var code: String; var marks: Mark = []; var level: Level = .low
      @Valid(0...100) var score: Int = 5; var select: Int8 = 1; var count: UInt = 1
      @Valid(length: 1...5) var note: String?; var size: Size?; @Attribute(.unique) var at: Point?
      @Relationship(deleteRule: .deny, inverse: \\Reading.sample) var readings: [Reading] = []
    }
    @Model final class Reading { var sample: Sample?; var score: Int8 = 0; var other: Sample? }
    """

  private func refusal(of sql: String) throws -> DatabaseError? {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase("t.db", Self.text)
    for code in ["a", "b"] { _ = try database.insert("Sample", "code=\(code)") }
    _ = try database.insert("Reading", "sample=a")
    let before = try scratch.plain("t.db").texts("SELECT group_concat(code) FROM Sample")
    var found: DatabaseError?
    do {
      let plain = try PlainSQL(SourceText(sql), schema: database.schema, parameters: .none)
      _ = try database.write { try SQLRunner(database).run(plain, mayWrite: true) { _ in } }
    } catch let error as DatabaseError {
      found = error
    }
    #expect(try scratch.plain("t.db").texts("SELECT group_concat(code) FROM Sample") == before)
    return found
  }

  @Test(
    arguments: [
      ("UPDATE Sample SET level = 7", "'level' of Sample must be a case of 'Level'"),
      (
        "UPDATE Sample SET level = 'low'",
        "'level' of Sample must be a case of 'Level', found a text"
      ),
      ("UPDATE Sample SET marks = 'a'", "'marks' of Sample must be flags of 'Mark', found a text"),
      ("UPDATE Sample SET score = 101", "'score' of Sample must be a whole number in 0...100"),
      (
        "UPDATE Sample SET score = 1.5",
        "'score' of Sample must be a whole number in 0...100, found a number"
      ),
      ("UPDATE Reading SET score = 128", "'score' of Reading must be a whole number in -128...127"),
      // Its name is a word of SQL, and so in quotes.
      (
        "UPDATE Sample SET \"select\" = 200",
        "'select' of Sample must be a whole number in -128...127"
      ),
      ("UPDATE Sample SET count = -1", "'count' of Sample must be a whole number in 0..."),
      (
        "UPDATE Sample SET note = 'too long'",
        "'note' of Sample must be a text of 1 to 5 characters"
      ),
      (
        "UPDATE Sample SET size_width = 1",
        "'size' of Sample needs all its required parts, or none"
      ),
      ("UPDATE Sample SET at_x = 1", "'at' of Sample needs all its required parts, or none"),
      (
        "UPDATE Sample SET at_x = 1, at_y = 2",
        "'at.x' and 'at.y' of Sample must be unique together, and several records would have the same"
      ),
      (
        "UPDATE Sample SET code = 'x'",
        "'code' of Sample must be unique, and several records would have the same"
      ),
      (
        "INSERT INTO Sample (id, code) VALUES (1, 'c')",
        "'id' of Sample must be unique, and several records would have the same"
      ),
      ("UPDATE Sample SET code = NULL", "'code' of Sample must have a value"),
      ("UPDATE Reading SET sample = 'a'", "'sample' of Reading must be a key, found a text"),
      (
        "UPDATE Reading SET other = 9",
        "'other' of Reading must be the key of a Sample that is there"
      ),
      ("DELETE FROM Sample", "Sample cannot be deleted: Reading has it as 'sample'"),
      // What cannot be told apart, and what is none of the model's.
      ("INSERT INTO Reading (sample, other) VALUES (1, 9)", "FOREIGN KEY constraint failed"),
      (
        "CREATE TABLE own (x CHECK (x > 1)); INSERT INTO own VALUES (0)",
        "CHECK constraint failed: x > 1"
      ),
      (
        "CREATE TABLE own (x UNIQUE); INSERT INTO own VALUES (0), (0)",
        "UNIQUE constraint failed: own.x"
      ),
    ])
  func words(_ sql: String, _ message: String) throws {
    let error = try refusal(of: sql)
    #expect(error?.message == message)
    #expect(error?.cause?.isConstraintViolation == true)
  }
}
