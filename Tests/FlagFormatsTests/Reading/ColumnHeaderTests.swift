import FlagFormats
import FlagModel
import Testing

@Suite struct ColumnHeaderTests {
  private static let lab = """
    struct Person { var name: String; var city: String? }
    @Model final class Sample {
      var code: String
      var note: String?
      var score: Double = 50
      var author: Person
      var readings: [Reading] = []
      @Relationship(inverse: \\Tag.samples) var tags: [Tag] = []
    }
    @Model final class Reading {
      @Relationship(inverse: \\Sample.readings) var sample: Sample
      var other: Sample?
      var value: Double
    }
    @Model final class Tag { var samples: [Sample] = [] }
    """
  private let sample = entity(Self.lab, "Sample")
  private let reading = entity(Self.lab, "Reading")

  private func problems(
    _ header: String, _ mapping: ImportMapping = ImportMapping(), of entity: Entity? = nil,
    supplied: Set<Name> = []
  ) throws -> [String] {
    let reader = try RecordReader(
      MemorySource(Array(header.utf8)), named: nil, InputStyle(format: .csv))
    do throws(InputErrors) {
      _ = try RecordDecoder(
        entity ?? sample, reader, mapping, suppliedElsewhere: supplied, now: .latest)
      return []
    } catch {
      return error.all.flatMap { [shown($0), $0.hint?.text ?? "-"] }
    }
  }

  @Test func takesNamesInAnyOrder() throws {
    let found = try values(
      "author_city,id,note,code,author.name\nUlm,7,n,c,Ann\n", .csv, of: sample)
    #expect(
      found == [
        "author.city": .text("Ulm"), "id": .integer(7), "note": .text("n"), "code": .text("c"),
        "author.name": .text("Ann"), "score": .real(50),
      ])
  }

  private let pet = entity(
    """
    /// - Passed over in files: "note", "geo"
    @Model final class Pet {
      /// - In files: "first name", "user.first"
      var name: String
      /// - In files: "user.legs"
      var legs: Int?
    }
    """)

  @Test func takesTheNamesOfFiles() throws {
    let rex: [Name: Value] = ["name": .text("Rex"), "legs": .integer(4)]
    #expect(try values("first name,user.legs,note\nRex,4,x\n", .csv, of: pet) == rex)
    #expect(try values("name\tlegs\nRex\t4\n", .tsv, of: pet) == rex)
    let json = #"{"user": {"first": "Rex", "legs": 4}, "geo": {"lat": 1}, "note": [1]}"#
    #expect(try values(json, .ndjson, of: pet).filter { $0.value != .null } == rex)
    #expect(
      try problems("name,first name,lat\n", of: pet).filter { $0.contains("(end)") } == [
        "1:6: the column 'first name' appears twice (end)",
        "1:17: the column 'lat' has no attribute (end)",
      ])
    #expect(throws: InputError.self) {
      try values(#"{"user": {"first": "Rex", "arms": 4}}"#, .ndjson, of: pet)
    }
  }

  @Test func refusesWhatItDoesNotKnow() throws {
    #expect(
      try problems("Code,author.name\n") == [
        "1:1: the column 'Code' has no attribute (end)",
        "did you mean 'code'? --map 'Code=code', or leave it out: --skip 'Code'",
      ])
    #expect(
      try problems("code,author_nam,zzzzzz\n").filter { $0.contains("(end)") } == [
        "1:6: the column 'author_nam' has no attribute (end)",
        "1:17: the column 'zzzzzz' has no attribute (end)",
      ])
    #expect(
      try problems("code,author.name,readings\n").first?.contains("is stored in Reading") == true)
  }

  @Test func refusesNamesThatStandTwiceOrNotAtAll() throws {
    #expect(
      try problems("code,code,author.name\n").first == "1:6: the column 'code' appears twice (end)")
    #expect(
      try problems("code,author.name,author_name\n").first
        == "1:18: the column 'author_name' appears twice (end)")
    #expect(
      try problems("code,,author.name\n").first
        == "1:6: expected a name for column 2, found none (end)")
    #expect(try problems("note\n").first == "1:1: a Sample needs 'code', 'author.name' (end)")
    #expect(try problems("code,author.name\n", supplied: ["code"]).first?.contains("twice") == true)
    #expect(try problems("author.name\n", supplied: ["code"]) == [])
  }

  @Test func mapsAndSkips() throws {
    var mapping = ImportMapping()
    mapping.map("Sample Code", to: "code")
    mapping.skip("x")
    mapping.skip("")
    let found = try values(
      "x,Sample Code,,author.name\n1,c,,Ann\n", .csv, of: sample, mapping: mapping)
    #expect(found == ["code": .text("c"), "author.name": .text("Ann"), "score": .real(50)])
    #expect(
      try problems("code,author.name\n", mapping).contains(
        "1:1: the input has no column 'Sample Code' (end)"))
  }

  @Test func leavesRecordsOfTheOtherSideToTheDatabase() throws {
    let found = try values("value,sample,other\n1, S-1 ,\n", .csv, of: reading)
    #expect(found == ["value": .real(1), "sample": .text(" S-1 "), "other": .null])
    #expect(throws: InputError.self) { try values("value,sample\n1,\n", .csv, of: reading) }
    let json = try values(#"{"value": 1, "sample": 17}"#, .json, of: reading)
    #expect(json["sample"] == .text("17"))
    let many = try values("code,author.name,tags\nc,a,\"x, y\"\n", .csv, of: sample)
    #expect(many["tags"] == .text("x\0y\0"))
    let written = try values(
      "code,author.name,tags\nc,a,\"[\"\"x, y\"\",\"\" z\"\"]\"\n", .csv, of: sample)
    #expect(written["tags"] == .text("x, y\0 z\0"))
    let bracket = try values("code,author.name,tags\nc,a,[x\n", .csv, of: sample)
    #expect(bracket["tags"] == .text("[x\0"))
    let list = try values(
      #"{"code": "c", "author": {"name": "a"}, "tags": ["x,y", 3]}"#, .json, of: sample)
    #expect(list["tags"] == .text("x,y\u{0}3\u{0}"))
    let empty = try values(
      #"{"code": "c", "author": {"name": "a"}, "tags": [""]}"#, .json, of: sample)
    #expect(empty["tags"] == .text("\0"))
  }

  @Test func fillsInWhatAnObjectLacks() throws {
    let found = try values(
      #"{"code": "c", "author": {"name": "a", "city": null}}"#, .json, of: sample)
    #expect(found["score"] == .real(50))
    #expect(found["id"] == .null)
    #expect(throws: InputError.self) { try values(#"{"code": "c"}"#, .json, of: sample) }
  }

  @Test func leavesTheRowAsItWasAfterAnError() throws {
    let reader = try RecordReader(
      MemorySource(Array("code,author.name,score\nc,a,1\nd,b,x\ne,f,3\n".utf8)), named: "s.csv")
    var decoder = try RecordDecoder(sample, reader, now: .latest)
    var row = StoredRow()
    var errors: [String] = []
    while try reader.next() {
      do { try decoder.decode(reader, into: &row) } catch { errors.append(error.rendered()) }
    }
    #expect(errors == ["s.csv:3:5: error: score: expected a number, found 'x'\n"])
    #expect(row.cells.count == 6)
    #expect(String(decoding: row.bytes, as: UTF8.self) == "caef")
  }
}
