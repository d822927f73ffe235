import FlagDB
import FlagDBRecordFiles
import Foundation
import Testing

/// An app's use of the library. This module is compiled as a package of its own, so that it sees
/// only what is public.
@Suite("The library of an app")
struct LibraryTests {
  private let folder = TemporaryFolder()

  private static let model = """
    struct BIOMarker: OptionSet {
        let rawValue: Int64
        static let RAW = BIOMarker(rawValue: 1 << 0)
        static let HRM = BIOMarker(rawValue: 1 << 1)
    }
    @Model final class Sample {
        @Attribute(.unique) var code: String
        var note: String?
        @Valid(0...100) var score: Double = 50
        var photo: Data?
        var markers: BIOMarker = []
        @Relationship(deleteRule: .cascade, inverse: \\Reading.sample) var readings: [Reading] = []
    }
    @Model final class Reading {
        var sample: Sample?
        var value: Int
    }
    """

  private func makeZoo(_ place: TestPlace? = nil) throws -> Database {
    let zoo = try (place ?? TestPlace(.file, in: folder, named: "zoo")).create(model: Self.model)
    try zoo.write { change in
      try change.insert(
        into: "Sample",
        ["code": "S-1", "score": "80", "markers": "RAW|HRM", "photo": "AQI=", "note": nil])
      try change.insert(into: "Sample", ["code": "S-2", "note": "limit=9"])
      try change.insert(into: "Reading", ["sample": "S-1", "value": "7"])
    }
    return zoo
  }

  private func codes(_ records: [Record]) -> [String?] { records.map { $0["code"]?.text } }

  /// The words of the error that the body throws.
  private func refusal(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "no error"
    } catch {
      return error is DatabaseError ? "\(error)" : "no DatabaseError but \(error)"
    }
  }

  @Test("a database is made of Swift text, and tells its model")
  func model() throws {
    let made = try makeZoo()
    let opened = try Database(at: folder.path("zoo.db"), for: .reading)
    #expect(try opened.model == made.model)
    #expect(try opened.model.contains("static let HRM"))
    let plain = try Database.create(
      at: folder.path("plain.db"), model: opened.model, usesWAL: false)
    #expect(try plain.model == opened.model)
  }

  @Test("a value is shown in each way that fits it", arguments: Backend.allCases)
  func values(backend: Backend) throws {
    let zoo = try makeZoo(TestPlace(backend, in: folder))
    let record = try #require(
      try zoo.read { try $0.records(of: "Sample", where: "code = 'S-1'") }.first)
    #expect(record.key == 1)
    #expect(record.names == ["id", "code", "note", "score", "photo", "markers"])
    #expect(record["id"]?.text == "1" && record["id"]?.integer == 1)
    #expect(record["score"]?.real == 80 && record["score"]?.integer == nil)
    #expect(record["photo"]?.bytes == [1, 2] && record["photo"]?.text == "AQI=")
    #expect(record["markers"]?.flags == ["RAW", "HRM"] && record["markers"]?.integer == 3)
    #expect(record["markers"].map { "\($0)" } == "RAW|HRM")
    #expect(record["note"]?.isNull == true && record["note"]?.text == nil)
    #expect(record["note"].map { "\($0)" } == "" && record["note"]?.flags == nil)
    #expect(record["nothing"] == nil)
    let reading = try #require(try zoo.read { try $0.records(of: "Reading") }.first)
    #expect(reading["sample"]?.text == "S-1" && reading["value"]?.real == nil)
  }

  @Test(
    "records are those that meet a condition",
    arguments: [
      (.all, ["S-1", "S-2"]),
      ("markers has HRM", ["S-1"]),
      (Condition("note = %@", ["limit=9"]), ["S-2"]),
      (Condition("code = %@ or 1 = 2", ["x' or 1 = 1 --"]), []),
      (Condition("{ $0.score > limit }", named: ["limit": "60"]), ["S-1"]),
      (Condition("{ $0.note == other }", named: ["other": nil]), ["S-1"]),
    ] as [(Condition, [String])])
  func conditions(condition: Condition, expected: [String]) throws {
    let zoo = try makeZoo()
    #expect(try codes(zoo.read { try $0.records(of: "Sample", where: condition) }) == expected)
    #expect(try zoo.read { try $0.count(of: "Sample", where: condition) } == Int64(expected.count))
  }

  @Test(
    "records come in an order, as many as asked for, also one by one", arguments: Backend.allCases)
  func order(backend: Backend) throws {
    let zoo = try makeZoo(TestPlace(backend, in: folder))
    #expect(
      try codes(zoo.read { try $0.records(of: "Sample", sort: "score, -code") }) == ["S-2", "S-1"])
    #expect(
      try codes(zoo.read { try $0.records(of: "Sample", sort: "-code", limit: 1) }) == ["S-2"])
    var seen: [String?] = []
    try zoo.read {
      try $0.forEachRecord(of: "Sample", sort: "-score", limit: 2) {
        seen.append($0["code"]?.text)
      }
    }
    #expect(seen == ["S-1", "S-2"])
  }

  @Test("records are changed and removed", arguments: Backend.allCases)
  func changes(backend: Backend) throws {
    let zoo = try makeZoo(TestPlace(backend, in: folder))
    #expect(
      try zoo.write {
        try $0.update(
          "Sample", where: "code = 'S-1'", set: ["markers-": "RAW", "note": "x", "score": "9"])
      } == 1)
    let record = try #require(
      try zoo.read { try $0.records(of: "Sample", where: "score = 9") }.first)
    #expect(record["markers"]?.flags == ["HRM"] && record["note"]?.text == "x")
    #expect(try zoo.write { try $0.update("Sample", where: .all, set: ["note": nil]) } == 2)
    #expect(
      try zoo.write {
        try $0.update(
          "Sample", where: "code = 'S-1'", set: ["note": "code + code"],
          calculating: ["score": "score * 2", "markers": "markers | 1"])
      } == 1)
    let calculated = try #require(
      try zoo.read { try $0.records(of: "Sample", where: "score = 18") }.first)
    #expect(calculated["note"]?.text == "code + code")
    #expect(calculated["markers"]?.flags == ["RAW", "HRM"])
    #expect(try zoo.write { try $0.delete(from: "Sample", where: "code = 'S-1'") } == 1)
    #expect(try zoo.read { try $0.count(of: "Reading") } == 0)
    #expect(try zoo.write { try $0.delete(from: "Sample", where: .all) } == 1)
  }

  @Test(
    "a transaction is kept whole or not at all, and one within another is undone alone",
    arguments: Backend.shared)
  func transactions(backend: Backend) throws {
    struct Stop: Error {}
    let place = try TestPlace(backend, in: folder)
    let zoo = try makeZoo(place)
    #expect(throws: Stop.self) {
      try zoo.write { _ in
        try zoo.write { try $0.insert(into: "Sample", ["code": "S-3"]) }
        throw Stop()
      }
    }
    #expect(try zoo.read { try $0.count(of: "Sample") } == 2)
    let count = try zoo.write { _ in
      try? zoo.write { _ in
        try zoo.write { try $0.insert(into: "Sample", ["code": "S-4"]) }
        throw Stop()
      }
      try zoo.write { try $0.insert(into: "Sample", ["code": "S-5"]) }
      return try zoo.read { try $0.count(of: "Sample") }
    }
    #expect(count == 3)
    #expect(throws: Stop.self) {
      try zoo.read { try $0.forEachRecord(of: "Sample") { _ in throw Stop() } }
    }
    let reader = try place.open(for: .reading)
    #expect(try codes(reader.read { try $0.records(of: "Sample") }) == ["S-1", "S-2", "S-5"])
    let counts = try reader.read {
      [try $0.count(of: "Sample"), try $0.count(of: "Reading")]
    }
    #expect(counts == [3, 1])
  }

  @Test("nothing is written where it would be undone")
  func writingWithinReading() throws {
    let zoo = try makeZoo()
    let words = refusal {
      try zoo.read { _ in _ = try zoo.write { try $0.insert(into: "Sample", ["code": "S-3"]) } }
    }
    #expect(
      words == """
        a read transaction cannot write
        hint: begin a write transaction
        """)
    #expect(try zoo.read { try $0.count(of: "Sample") } == 2)
  }

  @Test(
    "records are written as files and read from them", arguments: FileFormat.allCases,
    Backend.allCases)
  func files(format: FileFormat, backend: Backend) throws {
    let zoo = try makeZoo(TestPlace(backend, in: folder))
    func exported(_ database: Database) throws -> Data {
      var data = Data()
      try database.read { try $0.export("Sample", sort: "code", as: format) { data += $0 } }
      return data
    }
    let data = try exported(zoo)
    let other = try TestPlace(backend, in: folder, named: "other").create(model: Self.model)
    #expect(
      try other.write { try $0.insert(into: "Sample", from: data, as: format) } == 2)
    #expect(try exported(other) == data)
    if format == .csv {
      #expect(
        String(decoding: data, as: UTF8.self) == """
          id,code,note,score,photo,markers
          1,S-1,,80.0,AQI=,RAW|HRM
          2,S-2,limit=9,50.0,,""

          """)
    }
  }

  @Test("a file with a mistake adds nothing, and the mistake has its line")
  func mistakeInFile() throws {
    let zoo = try makeZoo()
    func message(_ text: String) -> String {
      refusal {
        try zoo.write { _ = try $0.insert(into: "Sample", from: Data(text.utf8), as: .csv) }
      }
    }
    #expect(message("code,score\nS-3,1\nS-4,x\n") == "line 3: score: expected a number, found 'x'")
    #expect(
      message("code,score\nS-3,1\nS-1,2\n")
        == "record 2: 'code' must be unique: Sample 1 has 'S-1' already")
    #expect(message("code,skore\nS-3,1\n") == "the column 'skore' has no attribute")
    #expect(try zoo.read { try $0.count(of: "Sample") } == 2)
  }

  @Test(
    "a database grows to another model, and loses nothing unless told", arguments: Backend.shared)
  func migrating(backend: Backend) throws {
    let place = try TestPlace(backend, in: folder)
    let zoo = try makeZoo(place)
    let other = try place.open()
    try other.migrate(
      to: Self.model.replacing("var note: String?", with: "var note: String?; var remark: String?"))
    // The one that did not migrate goes on with the model that is there now.
    var runs = 0
    try zoo.write { _ in
      runs += 1
      try zoo.write { try $0.insert(into: "Sample", ["code": "S-3", "remark": "x"]) }
    }
    #expect(runs == 1)
    #expect(
      try zoo.read { try $0.records(of: "Sample", limit: 1) }.first?["remark"]?.isNull == true)
    #expect(try zoo.read { try $0.count(of: "Sample", where: "remark = 'x'") } == 1)
    #expect(try zoo.model.contains("var remark"))
    #expect(
      refusal { try zoo.migrate(to: Self.model) }
        == "1 record of Sample has a remark, which is removed")
    let nested =
      "a migration cannot run within 'read' or 'write'\nhint: call 'migrate' outside them"
    #expect(refusal { try zoo.write { _ in try zoo.migrate(to: Self.model) } } == nested)
    #expect(refusal { try zoo.read { _ in try zoo.migrate(to: Self.model) } } == nested)
    try zoo.migrate(to: Self.model, allowingLoss: true)
    #expect(try zoo.read { try $0.count(of: "Sample") } == 3)
    #expect(try !zoo.model.contains("var remark"))
  }

  @Test("an error says what is wrong, where, and what to do")
  func errors() throws {
    let zoo = try makeZoo()
    let cases: [(String, () throws -> Void)] = [
      (
        """
        'HRN' is not a flag of markers
          markers has HRN
                      ^~~
        hint: did you mean 'HRM'?
        """, { _ = try zoo.read { try $0.records(of: "Sample", where: "markers has HRN") } }
      ),
      (
        "the argument '2' has no place in the predicate",
        { _ = try zoo.read { try $0.records(of: "Sample", where: Condition("score > 1", ["2"])) } }
      ),
      (
        "the argument 'a' has no place in the predicate",
        {
          _ = try zoo.read {
            try $0.records(of: "Sample", where: Condition("score > 1", named: ["a": nil]))
          }
        }
      ),
      (
        """
        'scores' is not an attribute of Sample
          scores
          ^~~~~~
        hint: did you mean 'score'?
        """, { _ = try zoo.read { try $0.records(of: "Sample", sort: "scores") } }
      ),
      (
        "expected a limit from 0 on, found '-1'",
        { _ = try zoo.read { try $0.records(of: "Sample", limit: -1) } }
      ),
      (
        """
        'Sampel' is not an entity of the model
        hint: did you mean 'Sample'?
        """, { _ = try zoo.read { try $0.count(of: "Sampel") } }
      ),
      (
        """
        a Sample needs 'code'
        hint: add code=…
        """, { _ = try zoo.write { try $0.insert(into: "Sample", [:]) } }
      ),
      (
        """
        'code' must be unique: Sample 1 has 'S-1' already
          code=S-1
               ^~~
        """, { _ = try zoo.write { try $0.insert(into: "Sample", ["code": "S-1"]) } }
      ),
      (
        """
        score must be in 0...100, found 101
          score=101
                ^~~
        """,
        { _ = try zoo.write { try $0.insert(into: "Sample", ["code": "S-3", "score": "101"]) } }
      ),
      (
        """
        value: expected a whole number, found 'x'
          value=x
                ^
        """,
        { _ = try zoo.write { try $0.insert(into: "Reading", ["sample": "S-9", "value": "x"]) } }
      ),
      (
        """
        sample: there is no Sample with the code or id 'S-9'
          sample=S-9
                 ^~~
        """,
        { _ = try zoo.write { try $0.insert(into: "Reading", ["sample": "S-9", "value": "1"]) } }
      ),
      (
        "'id' is the primary key, which cannot change",
        { _ = try zoo.write { try $0.update("Sample", where: .all, set: ["id": "4"]) } }
      ),
      (
        """
        '{' is never closed
        model:1:10:
          struct A {
                   ^
        """, { _ = try Database.create(at: folder.path("new.db"), model: "struct A {") }
      ),
      (
        "the text declares no model",
        { _ = try Database.create(at: folder.path("new.db"), model: "let a = 1") }
      ),
      (
        """
        expected a name or a value, found the end
          code =
                 ^
        """, { _ = try zoo.write { try $0.delete(from: "Sample", where: "code = ") } }
      ),
      (
        """
        'code' (String) cannot be compared with a number
          code = 1
                 ^
        hint: expected a text in quotes
        """, { try zoo.read { try $0.forEachRecord(of: "Sample", where: "code = 1") { _ in } } }
      ),
    ]
    for (expected, body) in cases { #expect(refusal(body) == expected) }
    #expect(try zoo.read { try $0.count(of: "Sample") } == 2)
  }

  @Test("an error has its message, place and hint apart")
  func partsOfAnError() throws {
    let zoo = try makeZoo()
    let error = #expect(throws: DatabaseError.self) {
      try zoo.read { try $0.count(of: "Sample", where: "markers has HRN") }
    }
    #expect(error?.message == "'HRN' is not a flag of markers")
    #expect(error?.place == "  markers has HRN\n              ^~~")
    #expect(error?.hint == "did you mean 'HRM'?")
    #expect(error?.suggestions == ["HRM"])
    #expect(error?.mayBeKept == false)
    let missing = #expect(throws: DatabaseError.self) {
      try Database(at: folder.path("none.db"), for: .reading)
    }
    #expect(missing?.place == nil)
  }
}
