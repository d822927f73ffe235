import FlagModel
import Testing

@testable import Predicates

/// The errors for predicates that cannot be answered: an unsupported form is told by its name,
/// and what is wrong with the place and the repair.
@Suite struct PredicateMessageTests {
  typealias Complaint = WrongPredicate

  private static let names = """
    id, name.first, name.last, marks, wanted, level, age, weight, isWell, fee, rate, seen, tags, \
    doses, site, token, words, labels, rooms, care, …
    """

  private func check(_ one: Complaint) throws {
    let schema = try Clinic.schema()
    let error = #expect(throws: Diagnostic.self) {
      _ = try Predicate(one.text, of: "Patient", in: schema)
    }
    #expect(error?.message == one.message)
    #expect(error?.hint?.text == one.hint)
    #expect(error?.place.map { $0.source.text($0.range) } == one.place)
  }

  @Test(arguments: [
    Complaint(
      "age UTI-CONFORMS-TO 'x'", "UTI", "'UTI-CONFORMS-TO' and 'UTI-EQUALS' are not supported"),
    Complaint("name.first === 'x'", "===", "'===' is not supported", hint: "write '=='"),
    Complaint(
      "name.first <[l] 'x'", "l", "the option 'l' of a comparison is not supported",
      hint: "use c or d"),
    Complaint("median({1, 2}) = 1", "median({1, 2})", "'median' expects several values"),
    Complaint(
      "length(distinct name.first) = 1", "name.first", "'distinct' is not allowed here",
      hint: "count(distinct name.first) counts different values"),
    Complaint(
      "max(distinct age, 3) = 1", "age", "'distinct' is not allowed here",
      hint: "count(distinct age) counts different values"),
    Complaint(
      "sum(distinct doses) = 1", "sum(distinct doses)",
      "the sum of distinct values is not supported"),
    Complaint(
      #"labels['a"b'] = 1"#, #"'a"b'"#, #"a key with '"' or '\' cannot be queried"#),
    Complaint("FUNCTION(age, 'foo:') = 1", "'foo:'", "the function 'foo:' is not supported"),
    Complaint("CAST(age, 'NSData') = 1", "'NSData'", "a cast to 'NSData' is not supported"),
    Complaint(
      "readings.sorted { $0.value < $1.value }", "$1",
      "'$1' is not supported: a closure has one argument",
      hint: "after map { $0.NAME }, use min(), max() or reduce(0, +)"),
    Complaint(
      "readings.prefix(2).count > 1", "readings.prefix(2)", "'prefix' is not supported",
      hint: "use 'first', 'last' or a condition in brackets"),
    Complaint(
      "tags.suffix(2).count > 1", "tags.suffix(2)", "'suffix' is not supported",
      hint: "use 'first', 'last' or a condition in brackets"),
    Complaint(
      "name.first.prefix(2) == 'An'", "name.first.prefix(2)", "'prefix' is not supported",
      hint: "hasPrefix('…') asks how a text begins"),
    Complaint(
      "age as Int = 1", "as", "'as' is not supported",
      hint: "leave it out: the model declares the type"),
    Complaint(
      "tags.joined('x') = 'y'", "tags.joined('x')", "'joined' is not supported"),
    Complaint(
      "readings[0].value > 5", "0", "an index is not supported",
      hint: "use 'first', 'last' or a condition in brackets"),
    Complaint(
      "readings.@stddev.value > 5", "readings.@stddev.value", "'@stddev' is not supported",
      hint: "@count, @min, @max, @sum, @avg, @distinctUnionOfObjects, @unionOfObjects"),
    Complaint(
      "name.first matches '(?=a)'", "'(?=a)'",
      "in the pattern: look-ahead '(?=' is not supported"),
  ])
  func unsupported(_ one: Complaint) throws { try check(one) }

  @Test(arguments: [
    Complaint(
      "readings.value > 5", "readings.value", "'readings.value' has many values",
      hint: """
        write ANY readings.value, ALL readings.value or NONE readings.value, \
        or readings.value.count
        """),
    Complaint("ANY age > 5", "age", "'ANY' needs several values, and 'age' is one"),
    Complaint(
      "readings.filter { value > 5 }.count > 0", "value",
      "'value' is not an attribute of Patient", hint: "did you mean '$0.value'?"),
    Complaint(
      "readings[valu > 5].count > 0", "valu", "'valu' is not an attribute of Reading",
      hint: "did you mean 'value'?"),
    Complaint(
      "ward.titel = 'x'", "titel", "'titel' is not an attribute of Ward",
      hint: "did you mean 'title'?"),
    Complaint(
      "name.frist = 'x'", "frist", "'name.frist' is not an attribute of Patient",
      hint: "did you mean 'name.first'?"),
    Complaint(
      "ward > 5", "ward", "'ward' is a relationship: it can be equal or not, and nothing else"),
    Complaint(
      "age + name.first = 1", "age + name.first",
      "'+' cannot be applied to 'age' (Int) and 'name.first' (String)"),
    Complaint(
      "marks * 2 = 2", "marks * 2", "'*' cannot be applied to flags",
      hint:
        "'|', '+' and ',' join flags, '-' removes, '&' intersects, '^' toggles; 'marks.rawValue' is "
        + "the number"),
    Complaint(
      "seen + 5 > now", "5", "a time needs a unit, found '5'",
      hint: "write 5d for days, 5s for seconds; others are w, h, min, ms and us"),
    Complaint(
      "now + 5 > seen", "5", "a time needs a unit, found '5'",
      hint: "write 5d for days, 5s for seconds; others are w, h, min, ms and us"),
    Complaint(
      "seen < today - 1.5", "1.5", "a time needs a unit, found '1.5'",
      hint: "write 1.5d for days, 1.5s for seconds; others are w, h, min, ms and us"),
    Complaint(
      "-5 + Date.now > seen", "-5", "a time needs a unit, found '-5'",
      hint: "write 5d for days, 5s for seconds; others are w, h, min, ms and us"),
    Complaint(
      "now - seen < 7", "7", "'now - seen' (duration) cannot be compared with a number",
      hint: "expected a length of time such as 7d"),
    Complaint(
      "now * 2 > seen", "now * 2", "'seen' (Date) cannot be compared with 'now * 2'",
      hint: "expected a date such as 2026-11-20"),
    Complaint(
      "now + foo > seen", "foo", "'foo' is not an attribute of Patient",
      hint: "Patient has \(Self.names)"),
    Complaint(
      "seen.addingTimeInterval(age) > now", "age", "expected a number of seconds, found 'age'"),
    Complaint(
      "seen > Date(timeIntervalSince1970: 1e300)", "1e300",
      "expected a number of seconds, found '1e300'"),
    Complaint(
      "seen > Date(timeIntervalSince1970: 9e11)", "Date(timeIntervalSince1970: 9e11)",
      "expected a date in the years 1 to 9999"),
    Complaint(
      "tags == 'vip'", "'vip'", "'tags' ([String]) cannot be compared with a text",
      hint: "expected a list such as []; 'contains' asks for one element"),
    Complaint(
      "tags == [1]", "1", "'tags' (String) cannot be compared with a number",
      hint: "expected a text in quotes"),
    Complaint("tags == ['a', nil]", "nil", "'tags' cannot contain nil"),
    Complaint(
      "tags == [name.first]", "name.first",
      "expected values in a list beside 'tags', found 'name.first'"),
    Complaint("tags < ['a']", "tags", "'tags' ([String]) has no order"),
    Complaint("tags ==[c] ['a']", "tags", "'[c]' needs a text, and 'tags' is [String]"),
    Complaint(
      "tags == doses", "tags == doses", "'tags' ([String]) and 'doses' ([Int]) cannot be compared"),
    Complaint("age = 1 / 0", "1 / 0", "division by zero"),
    Complaint(
      "age = 9223372036854775807 + 1", "9223372036854775807 + 1",
      "'9223372036854775807 + 1' does not fit in 64 bits"),
    Complaint(
      "1 < age < 5", "<", "comparisons cannot follow one another",
      hint: "join them with 'and', or use brackets"),
    Complaint(
      "$x > 5", "$x", "'$x' has no value",
      hint: "--arg x=VALUE gives it a value (.arg in a session)"),
    Complaint(
      "age > %@", "%@", "there is no argument for '%@'", hint: "--arg VALUE gives one"),
    Complaint("age contains 5", "age", "'contains' expects text, and 'age' is Int"),
    Complaint(
      "age ==[c] 5", "age", "'[c]' needs a text, and 'age' is Int"),
    Complaint(
      "age ? 1 : 2", "age", "'age' is an attribute, not a condition",
      hint: "compare it, as in age > 0"),
    Complaint("foo(age) = 1", "foo(age)", "unknown function 'foo'"),
    Complaint(
      "abs(age, 2) = 1", "abs(age, 2)", "'abs' does not take 2 arguments", hint: "write abs(…)"),
    Complaint(
      "SUBQUERY(readings, r, r.value > 5).@count > 0", "r",
      "expected a variable such as $r, found 'r'"),
    Complaint("readings.filter { $0.value > 5", "", "expected '}', found the end"),
    Complaint("name.first matches '('", "'('", "in the pattern: expected ')' for this '('"),
    Complaint(
      "readings.tags = 1", "tags", "'tags' is not an attribute of Reading",
      hint: "Reading has id, value, count, at, mark, patient"),
  ])
  func wrong(_ one: Complaint) throws { try check(one) }

  // MARK: Variables of the app

  private static let isVariable =
    "is a variable of the app: a closure reads attributes through its parameter"

  @Test(arguments: [
    Complaint(
      "{ $0.age == age }", "age", "'age' \(isVariable)",
      hint: "--arg age=VALUE gives it a value (.arg in a session); the attribute is $0.age"),
    Complaint(
      "{ $0.age == limit }", "limit", "'limit' \(isVariable)",
      hint: "--arg limit=VALUE gives it a value (.arg in a session)"),
    Complaint(
      "{ p in p.age == self.age }", "self.age", "'self.age' \(isVariable)",
      hint: "--arg self.age=VALUE gives it a value (.arg in a session); the attribute is $0.age"),
    Complaint(
      "{ $0.age == viewModel?.limits.least }", "viewModel?.limits.least",
      "'viewModel.limits.least' \(isVariable)",
      hint: "--arg viewModel.limits.least=VALUE gives it a value (.arg in a session)"),
    Complaint(
      "#Predicate<Patient> { $0.level == mid }", "mid", "'mid' \(isVariable)",
      hint: "--arg mid=VALUE gives it a value (.arg in a session); .mid is the one of the model"),
    Complaint(
      "{ $0.seen < now }", "now", "'now' \(isVariable)",
      hint: "--arg now=VALUE gives it a value (.arg in a session)"),
    Complaint(
      "{ $0.isWell == yes }", "yes", "'yes' \(isVariable)",
      hint: "--arg yes=VALUE gives it a value (.arg in a session)"),
    Complaint(
      "{ $0.readings.contains { $0.value > value } }", "value", "'value' \(isVariable)",
      hint: "--arg value=VALUE gives it a value (.arg in a session)"),
    Complaint(
      "{ names.contains($0.name.first) }", "names", "'names' \(isVariable)",
      hint: "--arg names=VALUE gives it a value (.arg in a session)"),
    Complaint(
      "{ $0.readings[value > 3].count > 1 }", "[",
      "brackets with a condition are not valid in Swift", hint: "write .filter { $0.NAME … }"),
    Complaint(
      "{ a, b in a.age == b.age }", "a, b",
      "a closure with several parameters is not supported: a predicate asks one record"),
    Complaint(
      "{ p in $0.age == 3 }", "$0", "'$0' is not allowed here", hint: "the closure calls it 'p'"
    ),
  ])
  func variables(_ one: Complaint) throws { try check(one) }

  @Test(arguments: [
    ("{ $0.age == age }", ["age=5"], "age = ? -- 5"), ("age == $x", ["x=5"], "age = ? -- 5"),
    (
      "{ $0.age == age && $0.name.first == %@ }", ["b=c", "age=5"],
      "age = ? AND name_first = ? -- 5, 'b=c'"
    ),
    ("name.first = %@", ["name=5"], "name_first = ? -- 'name=5'"),
    ("{ $0.level == .mid }", [], "level = ? -- 5"),
    ("{ $0.level == Level.mid }", [], "level = ? -- 5"),
    ("{ $0.marks == Mark.a }", [], "marks = ? -- 1"),
    ("{ $0.level == l }", ["l=Level.mid"], "level = ? -- 5"),
    ("{ $0.level == l }", ["l=nil"], "level IS NULL"),
    ("{ $0.name.last == l }", ["l:null"], "name_last IS NULL"),
    ("{ $0.name.last == l }", ["l="], "name_last = ? -- ''"),
    ("{ $0.marks.contains(m) }", ["m=[.a, .b]"], "(marks & ?) = ? -- 3, 3"),
    ("{ ages.contains($0.age) }", ["ages=1,2"], "age IN (?, ?) -- 1, 2"),
    ("{ ages.contains($0.age) }", ["ages=[1, 2]"], "age IN (?, ?) -- 1, 2"),
    ("{ ages.contains($0.age) }", ["ages=1..<3"], "age >= ? AND age < ? -- 1, 3"),
    ("{ $0.age > m.least! }", ["m.least=3"], "age > ? -- 3"),
    ("{ $0.seen > day }", ["day=2026-11-20"], "seen > ? -- '2026-11-20 00:00:00'"),
    (
      "readings.filter { $0.value > $v }.count = 9", ["v=3"],
      "(SELECT count(*) FROM Reading WHERE patient = Patient.id AND value > ?) = ? -- 3.0, 9"
    ),
  ])
  func givenByName(_ text: String, _ arguments: [String], _ expected: String) throws {
    #expect(try sql(text, arguments) == expected)
  }

  @Test func givenTwice() {
    let error = #expect(throws: Diagnostic.self) { try sql("{ $0.age == a }", ["a=1", "a:null"]) }
    #expect(error?.message == "the argument 'a' is given twice")
  }

  /// Beside a text nobody knows whether nil is one.
  @Test func nilBesideAText() {
    let error = #expect(throws: Diagnostic.self) { try sql("{ $0.name.last == l }", ["l=nil"]) }
    #expect(error?.message == "the value nil of 'l' may be the text 'nil' or a missing value")
    #expect(error?.hint == "--arg l:null gives a missing value, and %@ a text")
  }

  // MARK: Arguments

  private func sql(_ text: String, _ arguments: [String]) throws -> String {
    let syntax = try PredicateSyntax.parse(text, with: arguments)
    let schema = try Clinic.schema()
    let checker = PredicateChecker(try schema.declared("Patient"), in: schema, now: testNow)
    return try checker.check(syntax).sql().shown
  }

  @Test(arguments: [
    ("age > %@", ["5"], "age > ? -- 5"), ("name.first = %@", ["5"], "name_first = ? -- '5'"),
    ("name.first = %@", ["a' or 1 = 1"], "name_first = ? -- 'a' or 1 = 1'"),
    ("%K > %d", ["age", "-3"], "age > ? -- -3"),
    ("%K = %@", ["ward.title", "East"], "ward IN (SELECT id FROM Ward WHERE title = ?) -- 'East'"),
    ("marks = %@", ["a,b"], "marks = ? -- 3"), ("marks has %@", ["b"], "(marks & ?) = ? -- 2, 2"),
    ("level = %@", ["mid"], "level = ? -- 5"), ("weight < %f", ["1.5"], "weight < ? -- 1.5"),
    ("seen > %@", ["2026-11-20"], "seen > ? -- '2026-11-20 00:00:00'"),
    ("age in %@", ["1,2"], "age IN (?, ?) -- 1, 2"), ("fee = %@", ["1.50"], "fee = ? -- 150"),
    ("age % 2 = %i", ["1"], "(age % ?) = ? -- 2, 1"),
    ("name.first contains[c] %@", ["%"], "instr(flagdb_fold(name_first, ?), ?) > 0 -- 'c', '%'"),
    ("name.first = '%@'", [], "name_first = ? -- '%@'"),
    (
      "isWell = %@ and ward = %@", ["true", "1"],
      "isWell = ? AND ward IN (SELECT id FROM Ward WHERE title = ?) -- 1, '1'"
    ),
  ])
  func arguments(_ text: String, _ arguments: [String], _ sql: String) throws {
    #expect(try self.sql(text, arguments) == sql)
  }

  @Test(arguments: [
    ("age > %d", "x", "expected a whole number for '%d', found 'x'"),
    ("age > %f", "1e999", "expected a number for '%f', found '1e999'"),
    ("%K > 1", "a..b", "expected a name for '%K', found 'a..b'"),
    ("%K > 1", "foo", "'foo' is not an attribute of Patient"),
    ("age > %@", "x", "age: expected a whole number, found 'x'"),
    ("marks = %@", "x", "'x' is not a flag of marks"),
    ("age > %y", "1", "expected '%@', '%K', '%d' or '%f', found '%y'"),
  ])
  func wrongArguments(_ text: String, _ argument: String, _ message: String) {
    let error = #expect(throws: Diagnostic.self) { _ = try sql(text, [argument]) }
    #expect(error?.message == message)
  }
}
