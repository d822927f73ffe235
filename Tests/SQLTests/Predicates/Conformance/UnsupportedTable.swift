import Testing

/// A form that is recognised and not supported is told by its name.
struct UnsupportedCase: CustomTestStringConvertible {
  let construct: String
  let text: String
  let message: String

  init(_ construct: String, _ text: String, _ message: String) {
    self.construct = construct
    self.text = text
    self.message = message
  }

  var testDescription: String { construct }
}

enum UnsupportedTable {
  static let all: [UnsupportedCase] = [
    .init(
      "UTI-CONFORMS-TO", "name.first UTI-CONFORMS-TO 'public.text'",
      "'UTI-CONFORMS-TO' and 'UTI-EQUALS' are not supported"),
    .init(
      "UTI-EQUALS", "name.first UTI-EQUALS 'public.text'",
      "'UTI-CONFORMS-TO' and 'UTI-EQUALS' are not supported"),
    .init("<[l]", "name.first <[l] 'Ann'", "the option 'l' of a comparison is not supported"),
    .init("[w]", "name.first CONTAINS[w] 'Ann'", "the option 'w' of a comparison is not supported"),
    .init("array[index]", "doses[1] == 2", "an index is not supported"),
    .init(":=", "age := 30", "':=' is not supported"),
    .init("===", "name.first === 'Ann'", "'===' is not supported"),
    .init("mode", "mode(readings.value) > 1", "'mode' is not supported"),
    .init("random", "random() > 1", "'random' is not supported"),
    .init(
      "FUNCTION of another name", "FUNCTION(age, 'distanceToLocation:fromLocation:', 1) > 1",
      "the function 'distanceToLocation:fromLocation:' is not supported"),
    .init(
      "FUNCTION mode:", "FUNCTION(readings.value, 'mode:') > 1",
      "the function 'mode:' is not supported"),
    .init(
      "a percentile beyond all", "percentile(readings.value, 101) > 1",
      "expected a percentage from 0 to 100, found '101'"),
    .init(
      "the median of texts", "median(tags) == 'a'", "'tags' (String) has no median"),
    .init(
      "@distinctUnionOfArrays", "readings.@distinctUnionOfArrays.value.@count > 1",
      "'@distinctUnionOfArrays' is not supported"),
    .init(
      "@distinctUnionOfSets", "readings.@distinctUnionOfSets.value.@count > 1",
      "'@distinctUnionOfSets' is not supported"),
    .init(
      "@unionOfArrays", "readings.@unionOfArrays.value.@count > 1",
      "'@unionOfArrays' is not supported"),
    .init("CAST to a class", "CAST(age, 'NSURL') == 1", "a cast to 'NSURL' is not supported"),
    .init("a variable", "age == $AGE", "'$AGE' has no value"),
    .init(
      "$1", "readings.contains { $1.value > 1 }",
      "'$1' is not supported: a closure has one argument"),
    .init("sorted", "readings.sorted { $0.value > 1 }.count > 1", "'sorted' is not supported"),
    .init("prefix", "readings.prefix(2).count > 1", "'prefix' is not supported"),
    .init("dropFirst", "readings.dropFirst().count > 1", "'dropFirst' is not supported"),
    .init(
      "reversed", "tags.reversed().first == 'vip'",
      "'reversed' is not supported for several values"),
    .init("joined", "tags.joined() == 'x'", "'joined' is not supported for several values"),
    .init("enumerated", "readings.enumerated().count > 1", "'enumerated' is not supported"),
    .init("split", #"name.first.split("n").count > 1"#, "'split' is not supported"),
    .init(
      "trimmingCharacters", "name.first.trimmingCharacters(in: 'x') == 'Ann'",
      "'trimmingCharacters' is not supported"),
    .init(
      "reduce with a closure", "readings.map { $0.count }.reduce(1, +) > 5",
      "'reduce' is not supported with these arguments, or of this"),
    .init(
      "min(by:)", "readings.min(by: { $0.value < 1 }) == nil",
      "'min' is not supported with these arguments, or of this"),
    .init(
      "compare", "name.first.compare('Ann') == 0",
      "'compare' is not supported with these arguments, or of this"),
    .init(
      "localizedCompare", "name.first.localizedCompare('Ann') == .orderedSame",
      "'localizedCompare' is not supported"),
    .init("range(of:)", "name.first.range(of: 'n') != nil", "'range' is not supported"),
    .init("rounded", "weight.rounded() == 60", "'weight' (Double) has no 'rounded'"),
    .init(
      "a pattern of Swift", #"name.first.contains(/A\d/)"#, "a pattern between '/' is not supported"
    ),
    .init("interpolation", #"name.first == "\(x)""#, #"'\(…)' in a text is not supported"#),
    .init(
      "Date of other arguments", "seen > Date(foo: 1)",
      "'Date' is not supported with these arguments"),
    .init(
      "#Predicate that goes on", "#Predicate { $0.age == 1 } and age == 1",
      "expected the end after the closing brace, found 'and'"),
    .init("Calendar", "Calendar.current.isDateInToday(seen)", "'Calendar' is not supported"),
    .init(
      "URL of a value", "name.last == URL(string: name.first)",
      "'URL' of a value that is not a literal is not supported"),
    .init("indices", "tags.indices.contains(1)", "'indices' is not supported for several values"),
    .init("round", "round(weight) == 1", "'round' is not supported"),
    .init("stride", "stride(from: 1, to: 2) == 1", "'stride' is not supported"),
    .init(
      "an aggregate of many records", "count() > 1",
      "'count()' is an aggregate, and a predicate tests one record"),
    .init(
      "sum of one value", "sum(age) > 1",
      "'sum(age)' is an aggregate, and a predicate tests one record"),
    .init(
      "each", "each(marks) == [.a]",
      "'each(marks)' needs groups"),
    .init(
      "quarter of another text", "quarter(seen) == '2026-Q5'",
      "'quarter(seen)' is a quarter: expected one such as '2026-Q4', found a text"),
    .init(
      "quarter as a month", "quarter(seen) == '2026-11'",
      "'quarter(seen)' is a quarter: expected one such as '2026-Q4', found a text"),
    .init(
      "month as a number", "month(seen) == 11",
      "'month(seen)' is a month: expected one such as '2026-11', found a number"),
    .init("as", "(age as Int) == 1", "'as' is not supported"),
    .init(
      "is a type", "age is Int", "expected 'null', 'empty' or 'exactly' after 'is', found 'Int'"),
    .init("try", "try age == 1", "'try' is not supported"),
    .init("switch", "switch age { 1 }", "'switch' is not supported"),
    .init("~=", "0...12 ~= age", "'~=' is not supported"),
    .init("$0 in a closure that names it", "{ p in $0.age == 1 }", "'$0' is not allowed here"),
  ]
}
