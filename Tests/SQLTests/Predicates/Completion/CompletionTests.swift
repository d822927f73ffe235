import FlagModel
import TestSupport
import Testing

@testable import Completing
@testable import Predicates

/// The offers at places of a predicate; `|` marks the place.
@Suite struct CompletionTests {
  private static let text = """
    \(optionSet("BIOMarker", ["RAW": "1", "HRM": "2", "PLX": "4", "vitals": "[.HRM, .PLX]"]))
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
    "id code note taken score isGood status markers author order in readings busy"
  private static let beginnings = "not has lacks any all none"
  private static let anything = "\(names) \(beginnings)"
  private static let flags = "RAW HRM PLX vitals"
  private static let cases = "received measured archived"
  private static let reading = "id value tags sample"
  private static let record = "\(reading) persistentModelID objectID"
  private static let comparisons = "== != < <= > >="
  private static let numeric = "\(comparisons) is not in between + - * / ** ??"
  private static let textual =
    "\(comparisons) is not in between contains beginswith endswith like matches + ??"
  private static let whole = "\(comparisons) is not in between + - * / % ** & | ^ << >> ??"
  private static let date = "\(comparisons) is not in between ??"
  private static let many =
    "count isEmpty first last lazy filter contains allSatisfy map compactMap flatMap"
  private static let values = """
    count isEmpty min max sum avg average median stddev first last filter contains allSatisfy map compactMap \
    flatMap reduce isSubset isSuperset isDisjoint intersection subtracting
    """

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
  private static let places: String = """
    | → \(anything)
    ma| → markers
    max| → max(
    |markers has HRM → \(anything)
    score > 5 and | → \(anything)
    score > 5 && no| → note not none
    noi| → noindex(
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
    { $0.taken > | → .now .distantPast .distantFuture $0
    { $0.readings.contains { | → $0
    { s in s.readings.contains { $0.va| → value
    NO| → not none
    markers has | → \(flags) not all any none exactly
    markers has P| → PLX
    markers has (| → \(flags)
    markers has (HRM, | → \(flags)
    markers has (HRM, P| → PLX
    markers has any (HRM, PLX|) and score > 5 → PLX
    markers has any | → \(flags)
    markers lacks | → \(flags)
    markers lacks .| → \(flags)
    has | → \(flags) not all any none exactly
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
    taken > | → now today taken readings
    score > | → id score author order in readings
    note == | → nil
    markers | → has lacks == != is not in contains + - & | ^ ??
    code | → \(textual)
    code beg| → beginswith
    score | → \(numeric)
    status | → \(date)
    markers has HRM | → and or
    score > 5 a| → and
    score between 1 | → and
    score between 1 and 2 | → and or
    note is | → not nil empty
    markers is | → not nil empty exactly
    code not | → in between contains beginswith endswith like matches
    busy | → and or == != is not in ??
    readings.| → \(reading) \(many)
    readings.value.| → \(values)
    readings.value.max | → \(numeric)
    any readings.v| → value
    readings[| → \(reading) \(beginnings)
    readings[value >= 90 and |].count > 1 → \(reading) \(beginnings)
    readings[value > 1].| → \(reading) \(many)
    readings.sample.status == | →
    any readings.sample.status == | → \(cases)
    { if $0.sc| → score
    { if let n = $0.no| → note
    { guard $0.sc| → score
    { if let n = $0.note { n == $0.co| → code
    { let s = $0.sc| → score
    readings.filter { $0.| → \(record)
    readings.contains { $0.sample.markers has | → \(flags) not all any none exactly
    readings.filter { r in r.| → \(record)
    readings.contains(where: { $0.v| → value
    SUBQUERY(readings, $r, $r.| → \(record)
    SUBQUERY(readings, $r, $| → $r
    readings[sample.status = | → \(cases) nil
    author.| → name age
    author.name | → \(textual)
    `or| → `order`
    `i| → `id` `isGood` `in`
    code == '| →
    code == 'S-1|' →
    score > 5| →
    taken > 2026-11-2| →
    score > 5 ; | →
    nosuch.| →
    (score > 5)| →
    (score > 5) | → and or == != is not in ??
    mon| → month(taken) monthOfYear(taken)
    score > 5 and ye| → year(taken)
    MON| → month(taken) monthOfYear(taken)
    month(| → taken readings
    month(t| → taken
    month(taken) | → \(date)
    year(taken) = 2026 a| → and
    len| → length(
    abs(| → id score author order in readings
    SUB| → SUBQUERY(
    SUBQUERY(| → readings
    SUBQUERY(readings, $r, $r.value > 5).@co| → count
    TERN| → TERNARY(
    TERNARY(score > 5, status|, 2) → status
    TERNARY(| → \(anything)
    max(| → id code note taken score author order in readings
    """

  @Test("offers", arguments: places.split(separator: "\n").map { String($0) })
  func offers(line: String) throws {
    try expect(line, for: .condition)
  }

  private static let plain =
    "id code note taken score isGood status markers author.name author.age order in readings busy"

  /// The offers in the lists of an answer, and in conditions of groups.
  private static let lists: [(ExpressionUse, String)] = [
    (.columns, "| → \(plain) count()"),
    (.columns, "code, | → \(plain.replacing("code ", with: "")) count()"),
    (.columns, "cod| → code"),
    (.columns, "status, ma| → markers"),
    (.columns, "status, max| → max("),
    (.columns, "sum(sc| → score"),
    (.columns, "max(| → \(names.replacing("markers ", with: ""))"),
    (.columns, "count(di| → distinct"),
    (.columns, "count(distinct st| → status"),
    (.columns, "count() | → as \(whole)"),
    (.columns, "count() as | →"),
    (.columns, "max(score), sum(score) / co| → count() count("),
    (.columns, "TERNARY(score > 5, 1, 2), no| → note"),
    (.columns, "'a, b', no| → note"),
    (.groups, "| → \(plain) each("),
    (.groups, "each(| → markers readings"),
    (.groups, "mon| → month(taken) monthOfYear(taken)"),
    (.groups, "status, month(t| → taken"),
    (.groups, "cou| → count(readings)"),
    (.order, "-| → \(plain) count()"),
    (.order, "code,-sc| → score"),
    (.order, "-score, sc| →"),
    (.groupCondition, "cou| → count() count("),
    (.groupCondition, "count() | → \(whole)"),
    (.groupCondition, "count() > 1 and st| → status"),
    (.condition, "cou| → count(readings)"),
  ]
  @Test("offers in lists", arguments: lists)
  func offersInLists(use: ExpressionUse, line: String) throws {
    try expect(line, for: use)
  }

  private func expect(_ line: String, for use: ExpressionUse) throws {
    let arrow = try #require(line.firstRange(of: " →"))
    let offered = try completion(
      at: String(line[..<arrow.lowerBound]), for: use
    ).candidates.map(\.text)
    #expect(
      offered == line[arrow.upperBound...].split(separator: " ").map(String.init), "\(line)")
  }

  private static let classPlaces: [(String, [String])] = [
    ("trip is |", ["Trip", "BusinessTrip", "Fair", "not", "nil"]),
    ("trip is B|", ["BusinessTrip"]), ("trip is not F|", ["Fair"]),
    ("km is |", ["not", "nil"]), ("pay is |", ["cash", "card", "not", "nil"]),
    ("{ $0.trip is B|", ["BusinessTrip"]),
    ("(trip as? |", ["Trip", "BusinessTrip", "Fair"]),
    ("{ ($0.trip as? F|", ["Fair"]), ("(trip as? Fair)?.h|", ["hall"]),
    ("trip.ty|", ["type"]), ("trip.type == |", ["Trip", "BusinessTrip", "Fair", "nil"]),
  ]

  @Test("classes that share a table", arguments: classPlaces)
  func classes(marked: String, offers: [String]) throws {
    let schema = try model(
      """
      @Model class Trip { var name: String }
      @Model class BusinessTrip: Trip { var note: String? }
      @Model final class Fair: BusinessTrip { var hall: String }
      enum Pay: String { case cash, card }
      @Model final class Leg { var km: Int?; var trip: Trip?; var pay: Pay? }
      """)
    let text = String(marked.prefix { $0 != "|" })
    let found = try schema.declared("Leg").completions(of: text, at: text.utf8.count, in: schema)
    #expect(found.candidates.map(\.text).filter { $0 != "exactly" } == offers, "\(marked)")
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
      ("max(|", "in"), ("max(|", "first"), ("size > 5 and |", "in"), ("not |", "any"),
      ("|", "none"),
      ("|", "`true`"), ("|", "`my name`"), ("inner.|", "in"), ("inners[|", "`first`"),
      ("inners[|", "in"), ("`i|", "`in`"), ("s|", "size"), ("|", "größe"), ("size == |", "in"),
    ])
  func backquotes(_ place: String, _ spelled: String) throws {
    let schema = try model(
      """
      @Model final class Thing {
        var size: Int; var `first`: Int; var `any`: Bool; var `none`: Int; var `true`: Int
        var `in`: Int; var `my name`: Int; var größe: Int; var inner: Thing?
        @Relationship(inverse: \\Thing.inner) var inners: [Thing] = []
      }
      """)
    let text = String(place.prefix { $0 != "|" })
    let offered = try schema.declared("Thing").completions(
      of: text, at: text.utf8.count, in: schema, for: text == "max(" ? .columns : .condition)
    #expect(offered.candidates.map(\.text).contains(spelled), "\(offered.candidates.map(\.text))")
  }

  @Test("nested functions, whose further arguments are unknown, are closed in a few ways")
  func nestedFunctions() throws {
    let nested = String(repeating: "max(", count: 40)
    let tokens = try PredicateLexer.lex(SourceText(name: nil, utf8: Array(nested.utf8)))
    #expect(OpenBrackets(tokens).closings.count == 64)
    #expect(try completion(at: "\(nested)sc|").range == nested.utf8.count..<nested.utf8.count + 2)
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
