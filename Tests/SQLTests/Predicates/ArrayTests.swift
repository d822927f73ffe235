import FlagModel
import TestSupport
import Testing

@testable import Predicates
@testable import SQLText

/// Arrays of every type as wholes and by their elements. The first row is written as flagdb writes
/// it, the second holds the same as another client may write it, the third holds other things, and
/// in the fourth everything is empty.
@Suite("Arrays in predicates") struct ArrayTests {
  private static let text = """
    \(optionSet("Mark", of: "Int8", ["a": "1", "b": "2", "h": "-128"]))
    enum Level: Int { case low = 1, high = 9 }
    enum Word: String { case yes = "y", no = "it's" }
    @Model final class Row {
      var texts: [String]
      var numbers: [Int]
      var reals: [Double]
      var floats: [Float]
      var truths: [Bool]
      @Valid(places: 2) var prices: [Decimal]
      var dates: [Date]
      var keys: [UUID]
      var links: [URL]
      var blobs: [Data]
      var marks: [Mark]
      var levels: [Level]
      var words: [Word]
      var grid: [[Int]]
      var days: [[Date]]
      var maybe: [Int]?
      var names: Set<String>
      var sizes: Set<Int>
      var moments: Set<Date>
    }
    """

  private static let uuid = "00000000-0000-0000-0000-00000000000A"

  private static let rows = [
    [
      #"["a","\u00e9"]"#.replacing(#"\u00e9"#, with: "é"), "[1,2]", "[1.0,2.5]", "[0.1]",
      "[true,false]", #"["1.5","-0.25"]"#,
      #"["2026-11-20T10:00:00Z","2026-11-21T00:00:00.5Z"]"#, "[\"\(uuid)\"]", #"["x:/a"]"#,
      #"["AQI="]"#, "[3,-128]", "[1,9]", #"["y","it's"]"#, "[[1],[2,3]]",
      #"[["2026-11-20T00:00:00Z"],[]]"#, "[7]", #"["a","é"]"#, "[2,10]",
      #"["2026-11-20T10:00:00Z","2026-11-21T00:00:00Z"]"#,
    ],
    [
      #" [ "a" , "\u00e9" ] "#, "[ 1, 2 ]", "[1, 25e-1]", "[1e-1]", "[ true,false ]",
      "[1.50, -0.250]", #"["2026-11-20 10:00:00", "2026-11-21 00:00:00.5"]"#,
      "[ \"\(uuid)\" ]", #"["x:\/a"]"#, #"["AQ\u0049="]"#, "[ 3, -128 ]", "[1, 9.0]",
      #"["\u0079", "it's"]"#, "[ [1], [ 2,3 ] ]", #"[ ["2026-11-20 00:00:00"], [ ] ]"#, "[ 7.0 ]",
      #"["\u00e9","a"]"#, "[ 10.0, 2 ]", #"["2026-11-21 00:00:00", "2026-11-20 10:00:00"]"#,
    ],
    [
      #"["é","a"]"#, "[2,1]", "[1.0]", "[0.2]", "[false]", #"["1.51"]"#,
      #"["2026-11-20T10:00:01Z"]"#, "[]", #"["x:/b"]"#, #"["AQM="]"#, "[1]", "[9]", #"["it's"]"#,
      "[[1,2],[3]]", #"[["2026-11-20T00:00:00Z"]]"#, nil, #"["é"]"#, "[2,11]",
      #"["2026-11-20T10:00:00Z"]"#,
    ],
    Array(repeating: "[]", count: 19),
  ]

  private func database(_ schema: Schema) throws -> MemoryDatabase {
    let database = try MemoryDatabase(schema)
    // Only what begins with a bracket and ends with one may be stored.
    for row in Self.rows {
      let values = row.map { text -> SQLText in
        "\(text.map { Value.text($0.trimmingBlanks) } ?? .null)"
      }
      let list = values.dropFirst().reduce(values[0]) { "\($0), \($1)" }
      try database.run("INSERT INTO Row VALUES (NULL, \(list))" as SQLText)
    }
    return database
  }

  /// The records, all others for the opposite, and the same for what was understood.
  private func check(_ text: String, _ keys: [Int64]) throws {
    let schema = try model(Self.text)
    let entity = try schema.declared("Row")
    let database = try database(schema)
    let predicate = try Predicate(text, of: "Row", in: schema)
    #expect(try database.keys(of: entity, where: predicate) == keys)
    let opposite = try Predicate("not (\(text))", of: "Row", in: schema)
    let others = (1...4).filter { !keys.contains($0) }
    #expect(try database.keys(of: entity, where: opposite) == others)
    let spelled = predicate.spelled(of: entity, in: schema)
    let understood = try Predicate(spelled, of: "Row", in: schema)
    #expect(try database.keys(of: entity, where: understood) == keys, "\(spelled)")
  }

  @Test(
    "the same elements, however they are written",
    arguments: [
      "texts == ['a', 'é']", "texts = {'a', 'é'}", "numbers == [1, 2]", "numbers == [1.0, 0x2]",
      "reals == [1, 2.5]", "floats == [0.1]", "truths == [true, NO]", "prices == [1.50, -0.25]",
      "dates == [2026-11-20T10:00:00Z, '2026-11-21T01:00:00.5+01:00']",
      "keys == ['00000000-0000-0000-0000-00000000000a']", "links == ['x:/a']", "blobs == ['AQI=']",
      "blobs == ['hex:0102']", "marks == [[.a, .b], .h]", "marks == [[a, b], [Mark.h]]",
      "levels == [.low, .high]", "levels = {low, Level.high}", "words == [.yes, .no]",
      "grid == [[1], [2, 3]]", "grid == {{1}, {2, 3}}", "days == [[2026-11-20], []]",
      "maybe == [7]", "maybe?.first == 7", "[7] == maybe", "maybe in [[8], [7]]",
      "names == ['é', 'a', 'a']", "['a', 'é'] == names", "names in [['é', 'a']]",
      "sizes == [10, 2]", "names.contains('a')", "sizes.contains(10)", "moments.count = 2",
      "moments == [2026-11-21, 2026-11-20T10:00:00Z]", "sizes.isSuperset(of: [10, 2])",
    ])
  func same(_ text: String) throws { try check(text, [1, 2]) }

  @Test(
    "other elements, or none",
    arguments: [
      ("texts == []", [4]), ("texts != []", [1, 2, 3]), ("texts == ['a']", []),
      ("texts == ['é', 'a']", [3]), ("texts != ['é', 'a']", [1, 2, 4]), ("texts == ['a', 'É']", []),
      ("numbers == [1]", []), ("numbers == [1, 2.5]", []), ("grid == [[1, 2], [3]]", [3]),
      ("grid == [[1, 2, 3]]", []), ("grid == []", [4]), ("grid == [[]]", []),
      ("grid != [[1], [2, 3]]", [3, 4]), ("days == [[2026-11-20]]", [3]), ("maybe == []", [4]),
      ("maybe != []", [1, 2, 3]), ("maybe != [7]", [3, 4]), ("maybe == nil", [3]),
      ("(maybe ?? [5]) == [5]", [3]), ("prices == [1.51]", [3]),
      ("numbers == maybe", [4]), ("numbers != maybe", [1, 2, 3]),
      ("(truths == [false] ? numbers : []) == [2, 1]", [3]),
      ("maybe?.count == 0", [4]), ("maybe.count == 0", [4]), ("maybe?.count != 0", [1, 2, 3]),
      ("maybe?.count < 1", [4]), ("maybe?.count > 0", [1, 2]), ("(maybe?.count ?? 5) == 5", [3]),
      ("maybe?.count == nil", [3]), ("maybe?.filter { $0 > 9 }.count == 0", [1, 2, 4]),
      ("(maybe?.reduce(0, +) ?? 5) == 5", [3]), ("maybe?.reduce(0, +) == 0", [4]),
      ("maybe.isEmpty", [4]), ("maybe is empty", [4]), ("!maybe.isEmpty", [1, 2, 3]),
      ("maybe is not empty", [1, 2, 3]), ("maybe?.isEmpty == true", [4]),
      ("maybe?.isEmpty != true", [1, 2, 3]), ("maybe?.isEmpty ?? true", [3, 4]),
      ("maybe?.isEmpty == nil", [3]), ("!(maybe.isEmpty || maybe == nil)", [1, 2]),
      ("maybe?.isEmpty == false", [1, 2]), ("(maybe is empty) = false", [1, 2, 3]),
      ("grid.count > 1", [1, 2, 3]), ("blobs.isEmpty", [4]),
      ("names != ['a', 'é']", [3, 4]), ("names == ['é']", [3]), ("names == []", [4]),
      ("names == ['a', 'é', 'b']", []), ("sizes == [2]", []), ("sizes == [2, 11]", [3]),
      ("names.isEmpty", [4]), ("names.isSubset(of: ['é', 'b'])", [3, 4]),
      ("sizes.isDisjoint(with: [10, 11])", [4]), ("names == names", [1, 2, 3, 4]),
      ("sizes.intersection([2, 11]).count == 2", [3]), ("sizes.subtracting([2]).isEmpty", [4]),
      ("sizes.allSatisfy { $0 < 11 }", [1, 2, 4]), ("sizes.max == 11", [3]),
    ] as [(String, [Int64])])
  func other(_ text: String, _ keys: [Int64]) throws { try check(text, keys) }

  @Test(
    "elements of every type",
    arguments: [
      ("prices.contains(1.5)", [1, 2]), ("ANY prices < 0", [1, 2]), ("prices.max > 1.5", [3]),
      ("dates.contains(2026-11-20T10:00:00Z)", [1, 2]),
      ("ANY dates > 2026-11-20T10:00:00Z", [1, 2, 3]),
      ("dates.contains { day($0) == 2026-11-21 }", [1, 2]), ("dates.first < .now", [1, 2, 3]),
      ("truths.contains(true)", [1, 2]), ("truths.allSatisfy { $0 }", [4]),
      ("marks.contains([.a, .b])", [1, 2]), ("marks.contains { $0.contains(.a) }", [1, 2, 3]),
      ("ANY marks has h", [1, 2]), ("marks.contains(.a)", [3]), ("floats.contains(0.1)", [1, 2]),
      ("0.2 in floats", [3]), ("levels.contains(.low)", [1, 2]), ("words.contains(.yes)", [1, 2]),
      ("Set(prices).isSubset(of: [1.5, -0.25])", [1, 2, 4]), ("prices.sum = 1.25", [1, 2]),
    ] as [(String, [Int64])])
  func elements(_ text: String, _ keys: [Int64]) throws { try check(text, keys) }

  /// An array that another client broke has no elements, and is an error of nobody who does not ask
  /// for it.
  @Test func noJSON() throws {
    let schema = try model("@Model final class Row { var numbers: [Int] }")
    let database = try MemoryDatabase(schema)
    try database.run("INSERT INTO Row VALUES (1, '[1'||']'), (2, '[x]')")
    let row = try schema.declared("Row")
    for (text, keys) in [
      ("numbers == [1]", [1]), ("numbers != [1]", [2]), ("numbers == []", []),
      ("numbers != []", [1, 2]),
    ] as [(String, [Int64])] {
      #expect(try database.keys(of: row, where: Predicate(text, of: "Row", in: schema)) == keys)
    }
  }

  @Test(
    "what is no such list",
    arguments: [
      ("blobs.contains('AQI=')", "the elements of 'blobs' ([Data]) cannot be queried"),
      ("grid.max > 1", "the elements of 'grid' ([[Int]]) cannot be queried"),
      ("grid == [1]", "'grid' ([Int]) cannot be compared with a number"),
      ("grid == [[1.2, 'x']]", "'grid' (Int) cannot be compared with a text"),
      (
        "prices == [1.505]",
        "prices: expected at most 2 digits after the point, found '1.505'"
      ),
      ("levels == [.mid]", "'mid' is not a case of levels"),
      ("marks == [.c]", "'c' is not a flag of marks"),
      (
        "dates == ['x']",
        "dates: expected a date such as 2026-11-20 or 2026-11-20T10:30:00Z, found 'x'"
      ),
      ("numbers == [1...2]", "'numbers' (Int) cannot be compared with a range"),
      ("numbers == 1...2", "'numbers' ([Int]) cannot be compared with a range"),
      ("names == ['a', 1]", "'names' (String) cannot be compared with a number"),
      ("names == numbers", "'names' (Set<String>) and 'numbers' ([Int]) cannot be compared"),
      ("numbers == [id]", "expected values in a list beside 'numbers', found 'id'"),
    ])
  func complaints(_ text: String, _ message: String) throws {
    let error = #expect(throws: Diagnostic.self) {
      try Predicate(text, of: "Row", in: model(Self.text))
    }
    #expect(error?.message == message)
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
