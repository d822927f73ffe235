import FlagModel
import Testing

@testable import Predicates
@testable import Queries

/// The errors of predicates: the words, the place marked with carets, and the hint.
@Suite struct PredicateDiagnosticTests {
  private static let listing =
    "Sample has id, code, note, taken, score, price, status, markers, readings"

  private func check(_ one: WrongPredicate, _ make: (PredicateChecker) throws -> Predicate) throws {
    let zoo = try Zoo.schema()
    let checker = PredicateChecker(try zoo.declared("Sample"), in: zoo, now: testNow)
    let error = #expect(throws: Diagnostic.self) { _ = try make(checker) }
    #expect(error?.message == one.message)
    #expect(error?.hint?.text == one.hint)
    let range = error?.place?.range ?? 0..<0
    let marks =
      String(repeating: " ", count: range.lowerBound)
      + String(repeating: "^", count: max(range.count, 1))
    #expect(marks == one.place)
  }

  @Test(arguments: [
    WrongPredicate(
      "markers has HRN", "            ^^^", "'HRN' is not a flag of markers",
      hint: "did you mean 'HRM'?"),
    WrongPredicate(
      "markers has (RAW, xyzzy)", "                  ^^^^^", "'xyzzy' is not a flag of markers",
      hint: "BIOMarker has RAW, HRM, PLX, vitals"),
    WrongPredicate(
      "markers = HRN", "          ^^^", "'HRN' is not a flag of markers",
      hint: "did you mean 'HRM'?"),
    WrongPredicate(
      "markers has 6x", "            ^^", "'6x' is not a flag of markers",
      hint: "BIOMarker has RAW, HRM, PLX, vitals"),
    WrongPredicate(
      "markers < [.RAW]", "          ^^^^^^", "flags have no order",
      hint: "'has', 'has any', 'lacks' and 'is exactly' compare them"),
    WrongPredicate(
      "markers = 'RAW'", "          ^^^^^",
      "'markers' holds flags: expected a list such as [.RAW]",
      hint: "did you mean 'markers has RAW'?"),
    WrongPredicate(
      "score has HRM", "^^^^^", "'score' (Double) holds no flags", hint: "markers does"),
    WrongPredicate(
      "scroe > 5", "^^^^^", "'scroe' is not an attribute of Sample",
      hint: "did you mean 'score'?"),
    WrongPredicate("xyzzy > 5", "^^^^^", "'xyzzy' is not an attribute of Sample", hint: listing),
    WrongPredicate(
      "id has HRM", "^^", "'id' (key) holds no flags", hint: "markers does"),
    WrongPredicate("id = 'x'", "     ^^^", "'id' is a key: expected a whole number, found a text"),
    WrongPredicate(
      "id in {1, 'x'}", "          ^^^", "'id' is a key: expected a whole number, found a text"),
    WrongPredicate(
      "readings > 5", "^^^^^^^^", "'readings' has many values",
      hint: "write ANY readings, ALL readings or NONE readings, or readings.count"),
    WrongPredicate(
      "readings has HRM", "^^^^^^^^", "'readings' has many values",
      hint: "write ANY readings, ALL readings or NONE readings, or readings.count"),
    WrongPredicate(
      "score > 'x'", "        ^^^", "'score' (Double) cannot be compared with a text",
      hint: "expected a number"),
    WrongPredicate(
      "score > now", "        ^^^", "'score' (Double) cannot be compared with a date",
      hint: "expected a number"),
    WrongPredicate(
      "score > nil", "        ^^^", "nil has no order", hint: "use == nil or != nil"),
    WrongPredicate(
      "code = 5", "       ^", "'code' (String) cannot be compared with a number",
      hint: "expected a text in quotes"),
    WrongPredicate(
      "code = S17", "       ^^^", "'S17' is not an attribute of Sample",
      hint: "put text in quotes: 'S17'"),
    WrongPredicate(
      "code = score", "^^^^^^^^^^^^",
      "'code' (String) and 'score' (Double) cannot be compared"),
    WrongPredicate(
      "status = measurd", "         ^^^^^^^", "'measurd' is not a case of status",
      hint: "did you mean 'measured'?"),
    WrongPredicate(
      "status = .xyzzy", "         ^^^^^^", "'xyzzy' is not a case of status",
      hint: "Status has received, measured, archived"),
    WrongPredicate(
      "status = 7", "         ^",
      "status: expected the raw value of a case of 'Status', found '7'",
      hint: "status.rawValue is compared with any value"),
    WrongPredicate(
      "taken > 2026-02-30", "        ^^^^^^^^^^",
      "taken: expected a day from 1 to 28, found 30 in '2026-02-30'"),
    WrongPredicate(
      "taken = 'soon'", "        ^^^^^^",
      "taken: expected a date such as 2026-11-20 or 2026-11-20T10:30:00Z, found 'soon'"),
    WrongPredicate(
      "price = 1.1234567", "        ^^^^^^^^^",
      "price: expected at most 6 digits after the point, found '1.1234567'"),
    WrongPredicate("score = 12abc", "        ^^^^^", "score: expected a number, found '12abc'"),
    WrongPredicate("score + 12abc = 1", "        ^^^^^", "expected a number, found '12abc'"),
    WrongPredicate("price + 5x = 1", "        ^^", "expected a number, found '5x'"),
    WrongPredicate("score * 0x_ = 1", "        ^^^", "expected a number, found '0x_'"),
    WrongPredicate("score - 1e400 = 1", "        ^^^^^", "expected a number, found '1e400'"),
    WrongPredicate(
      "score = 1e400", "        ^^^^^",
      "score: expected a number that a Double can hold, found '1e400'"),
  ])
  func names(_ one: WrongPredicate) throws {
    try check(one) { try $0.check(.parse(SourceText(one.text))) }
  }

  @Test(arguments: [
    WrongPredicate("", "^", "expected a name or a value, found the end"),
    WrongPredicate(
      "score", "^^^^^", "'score' is an attribute, not a condition",
      hint: "compare it, as in score > 0"),
    WrongPredicate("score >", "       ^", "expected a name or a value, found the end"),
    WrongPredicate("score > 5 6", "          ^", "expected 'and', 'or' or the end, found '6'"),
    WrongPredicate(
      "score 5", "      ^", "expected a comparison, found '5'",
      hint: "comparisons are = != < <= > >=, has, lacks, is, in and between"),
    WrongPredicate("nil = 5", "^^^^^^^", "expected an attribute on one side of '='", hint: listing),
    WrongPredicate("(score > 5", "          ^", "expected ')', found the end"),
    WrongPredicate("score in {1, 2", "              ^", "expected '}', found the end"),
    WrongPredicate(
      "score in 5", "         ^", "expected a list or a range after 'in', found a number"),
    WrongPredicate(
      "score between {1}", "                 ^", "expected two values after 'between', found 1"),
    WrongPredicate(
      "score between 1 or 2", "                ^^",
      "expected 'and' and the upper value, found 'or'"),
    WrongPredicate(
      "note is", "       ^", "expected 'null', 'empty' or 'exactly' after 'is', found the end"),
    WrongPredicate("markers has", "           ^", "expected a name, found the end"),
    WrongPredicate(
      "markers has any", "            ^^^", "'any' is not a flag of markers",
      hint: "BIOMarker has RAW, HRM, PLX, vitals"),
    WrongPredicate("note = 'x", "       ^", "a quote opens here and is not closed"),
    WrongPredicate("`note = 'x'", "^", "a backquote opens here and is not closed"),
    WrongPredicate(
      "note = '\\q'", "        ^^", "expected n, r, t, u{…}, a quote or a backslash after '\\'"),
    WrongPredicate(
      "note = 'x' ; DROP TABLE Sample", "             ^^^^",
      "expected 'and', 'or' or the end, found 'DROP'"),
    WrongPredicate(
      "true and or false", "            ^^^^^", "expected a comparison, found 'false'",
      hint: "comparisons are = != < <= > >=, has, lacks, is, in and between"),
  ])
  func syntax(_ one: WrongPredicate) throws {
    try check(one) { try $0.check(.parse(SourceText(one.text))) }
  }

  @Test(arguments: [
    WrongPredicate(
      "RAW,HRN", "    ^^^", "'HRN' is not a flag of markers", hint: "did you mean 'HRM'?"),
    WrongPredicate("RAW,,HRM", "    ^", "expected a flag between the commas, found nothing"),
    WrongPredicate("RAW,", "    ^", "expected a flag between the commas, found nothing"),
    WrongPredicate(
      "", "^", "expected flags, found nothing",
      hint: "records without any flag are found by --where 'ATTRIBUTE is empty'"),
    WrongPredicate(
      "markers: ", "         ^", "expected flags, found nothing",
      hint: "records without any flag are found by --where 'ATTRIBUTE is empty'"),
    WrongPredicate(
      "marker:RAW", "^^^^^^", "'marker' is not an attribute of Sample",
      hint: "did you mean 'markers'?"),
    WrongPredicate("score:RAW", "^^^^^", "'score' (Double) holds no flags", hint: "markers does"),
  ])
  func options(_ one: WrongPredicate) throws {
    try check(one) { try $0.check(.flagOption(.has, SourceText(one.text))) }
  }

  @Test func severalFlagSets() throws {
    let schema = try Menagerie.schema()
    let checker = PredicateChecker(try schema.declared("Animal"), in: schema, now: testNow)
    func message(_ option: String) throws -> String {
      let error = #expect(throws: Diagnostic.self) {
        _ = try checker.check(.flagOption(.has, SourceText(option)))
      }
      return "\(error?.message ?? "") (\(error?.hint?.text ?? ""))"
    }
    #expect(
      try message("low")
        == "several attributes have these flags: wide, hidden (say which, as in wide:low)")
    #expect(
      try message("lwo") == "'lwo' is not a flag of wide, narrow, hidden (did you mean 'low'?)")
    #expect(
      try message("low,a")
        == "no attribute has all of these flags; there are wide, narrow, hidden ()")
  }
}
