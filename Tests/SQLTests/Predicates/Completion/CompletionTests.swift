import FlagModel
import Testing

@testable import Migrations
@testable import Predicates
@testable import Queries
@testable import SQLText
@testable import UserSQL

/// What is offered at places of a predicate; `|` marks the place.
@Suite struct CompletionTests {
  private static let text = """
    struct BIOMarker: OptionSet {
      let rawValue: Int64
      static let RAW = BIOMarker(rawValue: 1)
      static let HRM = BIOMarker(rawValue: 2)
      static let PLX = BIOMarker(rawValue: 4)
      static let vitals: BIOMarker = [.HRM, .PLX]
    }
    enum Status: Int32 { case received, measured, archived }
    struct Person { var name: String; var age: Int }
    @Model final class Sample {
      var code: String
      var note: String?
      var taken: Date
      var score: Double = 50
      var isGood: Bool = true
      var status: Status = .received
      var markers: BIOMarker = []
      var author: Person
      var order: Int = 0
      var `in`: Int = 0
      @Relationship(inverse: \\Reading.sample) var readings: [Reading] = []
      @Expression("readings.count > 2") var busy: Bool
    }
    @Model final class Reading {
      var sample: Sample?
      var value: Double
      var tags: [String] = []
    }
    """

  private static let names =
    "id code note taken score isGood status markers author order `in` readings busy"
  private static let anything = "\(names) not has lacks any all none"
  private static let flags = "RAW HRM PLX vitals"
  private static let cases = "received measured archived"
  private static let reading = "id value tags sample"

  private func completion(
    at marked: String, for use: ExpressionUse = .condition
  ) throws -> PredicateCompletion {
    let schema = try model(Self.text)
    let parts = marked.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let text = parts.joined()
    return try schema.declared("Sample").completions(
      of: text, at: parts[0].utf8.count, in: schema, for: use)
  }

  /// A place a line, and what is offered there.
  private static let places = """
    | → \(anything)
    ma| → markers
    |markers has HRM → \(anything)
    score > 5 and | → \(anything)
    score > 5 && no| → note not none
    not | → \(anything)
    (| → \(anything)
    ( score > 1 and (co| → code
    { | → $0
    { $0.sc| → score
    #Predicate<Sample> { $0.ma| → markers
    { s in s.co| → code
    { s in | → s
    { $0.status == | → .received .measured .archived
    { $0.status == .me| → measured
    { $0.taken > | → .now $0
    { $0.readings.contains { | → $0
    { s in s.readings.contains { $0.va| → value
    NO| → not none
    markers has | → \(flags) all any none exactly
    markers has P| → PLX
    markers has (| → \(flags)
    markers has (HRM, | → \(flags)
    markers has (HRM, P| → PLX
    markers has any (HRM, PLX|) and score > 5 → PLX
    markers has any | → \(flags) all any none exactly
    markers lacks | → \(flags)
    markers lacks .| → \(flags)
    has | → \(flags) all any none exactly
    markers is exactly (| → \(flags)
    markers == [.| → \(flags)
    markers.contains(.| → \(flags)
    markers.isSuperset(of: [.HRM, .| → \(flags)
    (markers & | → \(flags)
    markers = BIOMarker.| → \(flags)
    status == | → \(cases)
    status == me| → measured
    status == .| → \(cases)
    status in {.received, .| → \(cases)
    status in (| → \(cases)
    status != Status.a| → archived
    score > 1 and (status = |) and score < 5 → \(cases)
    isGood == | → true false
    taken > | → now taken author readings
    score > | → id score author order `in` readings
    note == | → nil
    markers | → has lacks is == !=
    code beg| → beginswith
    score | → == != < <= > >= in between
    status | → == != in < <= > >=
    markers has HRM | → and or
    score > 5 a| → and
    score between 1 | → and
    score between 1 and 2 | → and or
    note is | → empty not nil
    markers is | → empty exactly not
    code not | → in contains beginswith endswith like matches
    busy | → and or
    readings.| → \(reading) count isEmpty filter contains allSatisfy map
    readings.value.| → count min max sum avg isEmpty contains
    readings.value.max | → == != < <= > >= in between is
    any readings.v| → value
    readings[| → \(reading) not
    readings[value >= 90 and |].count > 1 → \(reading) not
    readings[value > 1].| → \(reading) count isEmpty filter contains allSatisfy map
    readings.sample.status == | → \(cases)
    readings.filter { $0.| → \(reading)
    readings.contains { $0.sample.markers has | → \(flags) all any none exactly
    readings.filter { r in r.| → \(reading)
    readings.contains(where: { $0.v| → value
    SUBQUERY(readings, $r, $r.| → \(reading)
    SUBQUERY(readings, $r, $| → $r
    readings[sample.status = | → \(cases)
    author.| → name age
    author.name | → == != contains beginswith endswith like matches in not
    `or| → `order`
    `i| → `id` `isGood` `in`
    code == '| →
    code == 'S-1|' →
    score > 5| →
    taken > 2026-11-2| →
    score > 5 ; | →
    nosuch.| →
    (score > 5)| →
    (score > 5) | → == != < <= > >= and or
    mon| → month(taken) monthOfYear(taken)
    score > 5 and ye| → year(taken)
    MON| → month(taken) monthOfYear(taken)
    month(| → taken author readings
    month(t| → taken
    month(taken) | → == != contains beginswith endswith like matches in not
    year(taken) = 2026 a| → and
    len| → length(code) length(note) length(author.name)
    abs(| → id score author order `in` readings
    SUB| → SUBQUERY(
    SUBQUERY(| → readings
    SUBQUERY(readings, $r, $r.value > 5).@co| → count contains
    TERN| → TERNARY(
    TERNARY(score > 5, status|, 2) → status
    TERNARY(| → \(anything)
    max(| → id code note taken score isGood status author order `in` readings busy
    """.split(separator: "\n").map(String.init)

  @Test("offers", arguments: places)
  func offers(line: String) throws {
    try expect(line, for: .condition)
  }

  private static let plain =
    "id code note taken score isGood status markers author.name author.age order in readings busy"

  /// What stands in the lists of an answer, and in conditions of groups.
  private static let lists: [(ExpressionUse, String)] = [
    (.columns, "| → \(plain) count()"),
    (.columns, "code, | → \(plain.replacing("code ", with: "")) count()"),
    (.columns, "cod| → code"),
    (
      .columns,
      """
      status, ma| → markers max(id) max(code) max(note) max(taken) max(score) max(isGood) \
      max(status) max(author.name) max(author.age) max(order) max(`in`)
      """
    ),
    (.columns, "sum(sc| → score"),
    (.columns, "count(di| → distinct"),
    (.columns, "count(distinct st| → status"),
    (.columns, "count() | → as == != < <= > >= in between"),
    (.columns, "count() as | →"),
    (.columns, "max(score), sum(score) / co| → count() \(counts)"),
    (.columns, "TERNARY(score > 5, 1, 2), no| → note"),
    (.columns, "'a, b', no| → note"),
    (.groups, "| → \(plain) each(markers)"),
    (.groups, "each(| → markers author readings"),
    (.groups, "mon| → month(taken) monthOfYear(taken)"),
    (.groups, "status, month(t| → taken"),
    (.groups, "cou| →"),
    (.order, "-| → \(plain) count()"),
    (.order, "code,-sc| → score"),
    (.order, "-score, sc| →"),
    (.groupCondition, "cou| → count() \(counts)"),
    (.groupCondition, "count() | → == != < <= > >= in between"),
    (.groupCondition, "count() > 1 and st| → status"),
    (.condition, "cou| →"),
  ]
  private static let counts = plain.split(separator: " ").filter {
    !["readings", "busy"].contains($0)
  }.map { $0 == "in" ? "count(`\($0)`)" : "count(\($0))" }
    .joined(separator: " ")

  @Test("offers in lists", arguments: lists)
  func offersInLists(use: ExpressionUse, line: String) throws {
    try expect(line, for: use)
  }

  private func expect(_ line: String, for use: ExpressionUse) throws {
    let arrow = try #require(line.firstRange(of: " →"))
    let offered = try completion(
      at: String(line[..<arrow.lowerBound]), for: use
    ).candidates.map(\.text)
    #expect(offered == line[arrow.upperBound...].split(separator: " ").map(String.init))
  }

  @Test(
    "what a candidate takes the place of",
    arguments: [
      ("markers has P|", "P"), ("`or|", "`or"), ("status == .me|", "me"), ("score |", ""),
      ("größe|", "größe"),
    ])
  func range(place: String, typed: String) throws {
    let range = try completion(at: place).range
    let text = Array(place.utf8.filter { $0 != UInt8(ascii: "|") })
    #expect(String(decoding: text[range], as: UTF8.self) == typed)
  }

  @Test("every candidate, put in its place, is understood as far as it goes")
  func candidatesAreRead() throws {
    for place in ["markers has |", "status == |", "code |", "", "readings.|", "score > 5 |"] {
      let text = place.filter { $0 != "|" }
      for candidate in try completion(at: text + "|").candidates {
        #expect((try? PredicateLexer.lex(SourceText(text + candidate.text))) != nil)
      }
    }
  }

  @Test("no place of any text crashes")
  func everyPlace() throws {
    let text =
      "(readings.filter { $0.value >= 90 }[sample.code = 'x'].count > 1) || `a` }}]).. {{ $r %@"
    for place in 0...text.utf8.count {
      let schema = try model(Self.text)
      let entity = try schema.declared("Sample")
      _ = entity.completions(of: text, at: place, in: schema)
      _ = entity.completions(of: String(text.reversed()), at: place, in: schema)
    }
  }

  @Test(
    "goes on in the next line",
    arguments: [
      "markers has", "markers has (HRM,", "(score > 5", "score >", "score > 5 and", "code == 'S",
      "`or", "readings[value > 5",
      "readings.filter {", "#Predicate<Sample> {", "#Predicate { $0.score > 5", "score between 1",
      "not", "status in {.received",
    ])
  func unfinished(text: String) {
    #expect(PredicateSyntax.isUnfinished(text))
  }

  @Test(
    "ends with its line",
    arguments: [
      "score > 5", "markers has (HRM, PLX)", "code == 'S'", "isGood", "score > 5)", "== 5",
      "score > 'it\\q'", "a b",
    ])
  func finished(text: String) {
    #expect(!PredicateSyntax.isUnfinished(text))
  }

  @Test(
    "names stand in backquotes only where the bare name means something else",
    arguments: [
      ("size", "size"), ("place.last", "place.last"), ("first", "first"), ("any", "any"),
      ("none.x", "none.x"), ("true", "`true`"), ("nil", "`nil`"), ("in", "`in`"),
      ("my name", "`my name`"), ("place.my name", "place.`my name`"), ("größe", "größe"),
    ])
  func backquotes(_ path: String, _ spelled: String) throws {
    #expect(CompletedName.spelled(path) == spelled)
    let condition = try PredicateSyntax.parse(SourceText("max(\(spelled)) > 1"))
    let quoted = path.split(separator: ".").map { "`\($0)`" }.joined(separator: ".")
    let meant = try PredicateSyntax.parse(SourceText("max(\(quoted)) > 1"))
    #expect(condition.printed == meant.printed)
  }

  @Test(
    "what closes brackets",
    arguments: [
      ("max(score", ")"), ("code, max(score)", ""), ("readings[value", "]"),
      ("readings.contains { $0.value", " }"), ("count(readings[value", "])"),
      ("code = 'a(b' and score", ""), ("code = 'a(", ""), (")(", ")"), ("", ""),
    ])
  func closing(_ text: String, _ brackets: String) {
    #expect(closingBrackets(of: text) == brackets)
  }
}
