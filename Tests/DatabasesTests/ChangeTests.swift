import Engines
import FlagModel
import Foundation
import Migrating
import Testing

@testable import Databases

/// Records added, changed and removed, and why that is refused.
@Suite struct ChangeTests {
  private func message(_ body: () throws -> some Any) -> String {
    do {
      return "done: \(try body())"
    } catch let error as DatabaseError {
      return error.message + (error.hint.map { " (\($0.text))" } ?? "")
    } catch let error as Diagnostic {
      return error.message + (error.hint.map { " (\($0.text))" } ?? "")
    } catch {
      return "\(error)"
    }
  }

  @Test func uniqueValues() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    #expect(
      message { try database.insert("Sample", "code=S-2", "taken=now") }
        == "'code' must be unique: Sample 2 has 'S-2' already")
    #expect(
      message { try database.update("Sample", "code=S-2", where: "id = 1") }
        == "'code' must be unique: Sample 2 has 'S-2' already")
    #expect(
      message { try database.update("Sample", "code=new") }
        == "'code' must be unique: several records would have 'new'")
    #expect(
      message { try database.insert("Sample", "id=1", "code=x", "taken=now") }
        == "'id' must be unique: Sample 1 has '1' already")
    #expect(try database.count("Sample", where: "code in {'S-1', 'S-2'}") == 2)
  }

  @Test func uniqueTogether() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase(
      "x.db",
      """
      @Model final class Seat {
        #Unique<Seat>([\\.row, \\.number])
        var row: String
        var number: Int = 1
      }
      """)
    #expect(try database.insert("Seat", "row=A", "number=1") == 1)
    #expect(
      message { try database.insert("Seat", "row=A", "number=1") }
        == "'row' and 'number' must be unique: Seat 1 has 'A' and '1' already")
    #expect(
      message { try database.insert("Seat", "row=A") }
        == "'row' and 'number' must be unique, and several records would have the same")
  }

  @Test func references() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    #expect(try database.insert("Reading", "value=1", "sample=S-2") == 4)
    #expect(try database.insert("Reading", "value=1", "sample=1") == 5)
    #expect(
      message { try database.insert("Reading", "value=1", "sample=S-9") }
        == "sample: there is no Sample with the code or id 'S-9'")
    #expect(
      message { try database.insert("Reading", "value=1", "sample=9") }
        == "sample: there is no Sample with the code or id '9'")
    _ = try database.insert("Sample", "code=2", "taken=now")
    #expect(
      message { try database.insert("Reading", "value=1", "sample=2") }
        == """
        sample: '2' is the id of Sample 2 and the code of Sample 3 \
        (identify the record by another unique value)
        """)
    #expect(try database.update("Reading", "sample:null", where: "id = 4") == 1)
    #expect(try database.count("Reading", where: "sample = nil") == 1)
  }

  @Test func flagsAreChangedInPlace() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    try scratch.plain().run("UPDATE Sample SET markers = markers | 64")
    #expect(try database.update("Sample", "markers+=top", "markers-=RAW", "markers^=HRM") == 2)
    #expect(
      try scratch.plain().texts("SELECT markers FROM Sample_named")
        == ["HRM|top|0x40", "PLX|top|0x40"])
    #expect(try database.count("Sample", where: "markers has top") == 2)
  }

  private static let rules = """
    @Model final class Owner {
      var name: String
      @Relationship(deleteRule: .cascade, inverse: \\Note.owner) var notes: [Note] = []
      @Relationship(deleteRule: .nullify, inverse: \\Photo.owner) var photos: [Photo] = []
      @Relationship(deleteRule: .deny, inverse: \\Pet.owner) var pets: [Pet] = []
    }
    @Model final class Note { var owner: Owner? }
    @Model final class Photo { var owner: Owner? }
    @Model final class Pet { var owner: Owner? }
    """

  /// The pets stand in the way, and neither notes nor photos.
  @Test func deletions() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase("x.db", Self.rules)
    _ = try database.insert("Owner", "name=Ann")
    for name in ["Note", "Photo", "Pet", "Pet"] { _ = try database.insert(name, "owner=1") }
    #expect(
      message { try database.delete("Owner", where: "name = 'Ann'") }
        == """
        Owner cannot be deleted: 2 Pet have it as 'owner' \
        (delete those first, or let them refer to another)
        """)
    #expect(try database.count("Note") == 1)
    #expect(try database.delete("Pet") == 2)
    #expect(try database.delete("Owner") == 1)
    #expect(try database.count("Note") == 0)
    #expect(try database.count("Photo", where: "owner is nil") == 1)
  }

  @Test func growing() throws {
    let scratch = try Scratch()
    for isFilled in [false, true] {
      let name = "grow\(isFilled).db"
      let database = try scratch.makeDatabase(name, isFilled: isFilled)
      func grow(_ part: String, _ other: String) throws {
        let text = Zoo.text.replacingOccurrences(of: part, with: other)
        let schema = try model(text)
        try Migrator(database).grow(to: schema, origin: "define", now: testNow)
        #expect(try scratch.open(name).schema == schema)
      }
      let last = "var markers: BIOMarker = []"
      try grow(last, "\(last)\n var rating: Int?")
      #expect(database.version == 2)
      let refusals = refusal { try grow(last, "\(last)\n var rating: Int?\n var must: Int") }
      #expect(
        isFilled
          ? refusals.count == 1 && refusals[0].hasPrefix("2 records of Sample")
          : refusals == ["done"], "\(refusals)")
      #expect(
        refusal { try grow("var note: String?", "var remark: String?") }.first
          == "did 'Sample.note' become 'remark'?")
      #expect(try database.findings() == [])
      #expect(try database.count("Sample") == (isFilled ? 2 : 0))
      #expect(try database.insert("Reading", "value=1") == (isFilled ? 4 : 1))
    }
  }

  @Test func growthOfANewEntityAndARelationship() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    let text = Zoo.text.replacingOccurrences(
      of: "var tags: [String] = []", with: "var tags: [String] = []\n var keeper: Keeper?")
    let schema = try model(text + "\n@Model final class Keeper { var name: String }")
    try Migrator(database).grow(to: schema, origin: "define", now: testNow)
    #expect(try database.insert("Keeper", "name=Ann") == 1)
    #expect(try database.update("Reading", "keeper=1") == 3)
    #expect(try database.findings() == [])
    #expect(try scratch.plain().texts("SELECT version FROM flagdb_model") == ["1", "2"])
  }
}
