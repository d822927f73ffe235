import FlagModel

/// A function of a number, which each dialect implements.
package enum NumberFunction: Hashable, Sendable {
  case abs, floor, ceiling, trunc, sqrt, ln, log, exp
}

extension Language {
  static let numbers: [Callable] = [
    of("abs", .abs, gives: .same, "the number without its sign", not: "fabs magnitude"),
    of("floor", .floor, gives: .number, "the next whole number below"),
    of("ceiling ceil", .ceiling, gives: .number, "the next whole number above"),
    of("trunc", .trunc, gives: .number, "the number without its fraction", not: "truncate"),
    of("sqrt", .sqrt, gives: .double, "the square root", not: "squareRoot"),
    of("ln", .ln, gives: .double, "the natural logarithm"),
    of("log", .log, gives: .double, "the logarithm to base 10", not: "log10"),
    of("exp", .exp, gives: .double, "the power of e"),
    .function(
      "pow", .value(.number), .value(.number), gives: .double, .calculation(.power),
      "the first to the power of the second", not: "power"),
    .function(
      "Double", .value([.number, .text, .date, .truth]), gives: .double, .conversion(.double),
      "as a Double; of a date its seconds since 2001", not: "float real number"),
    .function(
      "Int Int64", .value([.number, .text, .truth]), gives: .type(.integer(.int64)),
      .conversion(.int), "as a whole number, without its fraction", not: "integer"),
    .function(
      "String", .value([.number, .textual]), gives: .text, .conversion(.string), "as a text",
      not: "str char varchar"),
  ]

  private static func of(
    _ names: String, _ function: NumberFunction, gives: Callable.Result, _ about: String,
    not others: String = ""
  ) -> Callable {
    .function(names, .value(.number), gives: gives, .value(.ofNumber(function)), about, not: others)
  }
}
