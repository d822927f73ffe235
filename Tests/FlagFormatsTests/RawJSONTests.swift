import FlagFormats
import FlagModel
import JSON
import Testing

/// Flags and cases within JSON are written and read as they are stored, too.
@Suite struct RawJSONTests {
  private static let model = """
    struct Mark: OptionSet {
      let rawValue: Int64
      static let a = Mark(rawValue: 1), b = Mark(rawValue: 2), top = Mark(rawValue: 1 << 63)
    }
    enum Level: Int, Codable { case low = 1, high = 5 }
    enum Word: String, Codable { case first = "second", second = "third" }
    struct Part: Codable { var text: String; var marks: Mark; var level: Level; var other: Mark? }
    enum Care: Codable { case none, every(days: Int, marks: Mark) }
    @Model final class T {
      var marks: [Mark] = []
      var levels: [Level] = []
      var words: [Word] = []
      var parts: [Part] = []
      var named: [String: Mark] = [:]
      var care: Care = Care.none
      var sets: [Set<Level>] = []
    }
    """

  @Test(arguments: [
    ("marks", #"["a|b","","top"]"#, #"[3,0,-9223372036854775808]"#),
    ("levels", #"["high","low"]"#, "[5,1]"),
    ("words", #"["first","second"]"#, #"["second","third"]"#),
    (
      "parts", #"[{"text":"x","marks":"a|b","level":"high"}]"#,
      #"[{"text":"x","marks":3,"level":5}]"#
    ),
    ("named", #"{"k":"b"}"#, #"{"k":2}"#),
    ("care", #"{"every":{"days":3,"marks":"a"}}"#, #"{"every":{"days":3,"marks":1}}"#),
  ])
  func roundTrip(_ name: String, _ named: String, _ raw: String) throws {
    let type = try #require(entity(Self.model).attribute(named: Name(name))?.type)
    let stored = Value.text(raw)
    #expect(try type.value(from: named) == stored)
    #expect(try type.rawValue(from: raw) == stored)
    #expect(try type.value(from: JSONValue(reading: named.utf8)) == stored)
    #expect(try type.value(from: JSONValue(reading: raw.utf8), isRaw: true) == stored)
  }
  @Test(
    "flags within JSON are lists of names, too",
    arguments: [
      ("marks", #"[["a","b"],[],["top"]]"#, "[3,0,-9223372036854775808]"),
      (
        "parts", #"[{"text":"x","marks":["b"],"level":"low"}]"#,
        #"[{"text":"x","marks":2,"level":1}]"#
      ),
      (
        "parts", #"[{"text":"x","marks":[],"level":"low","other":["a"]}]"#,
        #"[{"text":"x","marks":0,"level":1,"other":1}]"#
      ),
      ("named", #"{"k":["a","b"]}"#, #"{"k":3}"#),
      ("care", #"{"every":{"days":3,"marks":["a"]}}"#, #"{"every":{"days":3,"marks":1}}"#),
      ("sets", #"[["low","high"],["high"]]"#, "[3,2]"),
    ])
  func lists(_ name: String, _ given: String, _ raw: String) throws {
    let type = try #require(entity(Self.model).attribute(named: Name(name))?.type)
    let stored = Value.text(raw)
    #expect(try type.value(from: given) == stored)
    #expect(try type.value(from: JSONValue(reading: given.utf8)) == stored)
  }

  @Test func rawSets() throws {
    let type = try #require(entity(Self.model).attribute(named: "sets")?.type)
    #expect(try type.rawValue(from: "[[1,5],3]") == .text("[3,3]"))
    #expect(throws: ValueError.self) { try type.rawValue(from: "[[2]]") }
    #expect(throws: ValueError.self) { try type.value(from: "[[1]]") }
  }

  @Test(
    "a list that has more than names of flags is refused",
    arguments: [
      #"[["a",1]]"#, #"[["c"]]"#, #"[[["a"]]]"#, "[[null]]",
    ])
  func refused(_ given: String) throws {
    let type = try #require(entity(Self.model).attribute(named: "marks")?.type)
    #expect(throws: ValueError.self) { try type.value(from: given) }
    #expect(throws: ValueError.self) { try type.value(from: JSONValue(reading: given.utf8)) }
  }
}
