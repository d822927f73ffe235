extension Language {
  static let many: [Callable] = [
    .property(
      "count", of: [.several, .dictionary], gives: .whole, .aggregate(.count), "how many there are",
      not: "size length"),
    .property(
      "isEmpty", of: [.several, .dictionary], gives: .truth, .isEmpty, "true if there are none"),
    .property("keys", of: .dictionary, gives: .open, .entries, "the keys of a dictionary"),
    .property("values", of: .dictionary, gives: .open, .entries, "the values of a dictionary"),
    .property("min", of: .values, gives: .same, .aggregate(.min), "the least", not: "minimum"),
    .property("max", of: .values, gives: .same, .aggregate(.max), "the greatest", not: "maximum"),
    .property(
      "sum", of: .values, gives: .same, .aggregate(.sum), "their sum, 0 of none",
      not: "total"),
    .property(
      "avg average", of: .values, gives: .double, .aggregate(.average), "their mean",
      not: "mean"),
    .property(
      "median", of: .values, gives: .open, .aggregate(.percentile(50)), "the one in the middle"),
    .property(
      "stddev", of: .values, gives: .double, .aggregate(.deviation), "their standard deviation"),
    .property(
      "first", of: .several, gives: .same, .aggregate(.first), "the one with the smallest key"),
    .property(
      "last", of: .several, gives: .same, .aggregate(.last), "the one with the greatest key"),
    .property("lazy", of: .records, gives: .same, .several(isDistinct: false), "the same records"),
    .method(
      "filter", of: .several, .closure, gives: .same, .filter, "those of which it is true",
      not: "where select"),
    .method(
      "count", of: .several, .closure, gives: .whole, .aggregate(.count),
      "how many of which it is true"),
    .method(
      "first", of: .several, .closure, gives: .same, .aggregate(.first),
      "the one with the smallest key of which it is true", not: "find"),
    .method(
      "last", of: .several, .closure, gives: .same, .aggregate(.last),
      "the one with the greatest key of which it is true"),
    .method(
      "contains", of: .several, .closure, gives: .truth, .contains,
      "true if it is true of one of them", not: "some any exists"),
    .method(
      "allSatisfy", of: .several, .closure, gives: .truth, .allSatisfy,
      "true if it is true of all", not: "every all"),
    .method(
      "map compactMap flatMap", of: .several, .closure, gives: .open, .map,
      "what it makes of each", not: "select"),
    .method(
      "map flatMap", of: .optional, .closure, gives: .open, .map,
      "the same of one value, unless it is missing"),
    .method(
      "contains", of: .several, .value(.single), gives: .truth, .contains,
      "true if it is one of them", not: "includes"),
    .method(
      "reduce", of: .values, .word("0"), .word("+"), gives: .same, .reduce, "their sum",
      not: "fold"),
    set("isSubset", label: "of", .isSubset, gives: .truth, "true if all are in the list"),
    set("isSuperset", label: "of", .isSuperset, gives: .truth, "true if all of the list are there"),
    set("isDisjoint", label: "with", .isDisjoint, gives: .truth, "true if none is in the list"),
    set("intersection", .intersection, gives: .same, "those in the list"),
    set("subtracting", .subtracting, gives: .same, "those not in the list"),
    .property(
      "union", of: .values, gives: .same, .aggregate(.union),
      "the flags that any of them has", not: "bit_or"),
    .property(
      "intersection", of: .values, gives: .same, .aggregate(.intersection),
      "the flags that all of them have", not: "bit_and"),
    .function(
      "count", .value(.several), gives: .whole, .aggregate(.count),
      "how many; of a group count(), count(distinct …)"),
    extreme("min", .min, "the least of values, of a list or of a group", not: "least minimum"),
    extreme("max", .max, "the greatest of them", not: "greatest maximum"),
    extreme("sum", .sum, "their sum", not: "total"),
    .function(
      "avg average", .value([.values, .number]), gives: .double, .aggregate(.average),
      "the mean of values or of a group", not: "mean"),
    .function(
      "median", .value([.values, .number, .date]), gives: .open, .aggregate(.percentile(50)),
      "the value in the middle, the mean of two"),
    .function(
      "percentile", .value([.values, .number, .date]), .value(.number), gives: .open, .percentile,
      "the value below which so many percent lie", not: "quantile percentile_cont"),
    .function(
      "stddev", .value([.values, .number]), gives: .double, .aggregate(.deviation),
      "the standard deviation of a sample", not: "stdev stddev_samp stdev_samp deviation"),
    .function(
      "union bit_or OR", .value([.values, .flags, .number]), .more, gives: .same,
      .aggregate(.union), "the flags that any of them has"),
    .function(
      "intersection bit_and AND", .value([.values, .flags, .number]), .more, gives: .same,
      .aggregate(.intersection), "the flags that all of them have"),
  ]

  private static func set(
    _ name: String, label: String? = nil, _ method: SetMethod, gives: Callable.Result,
    _ about: String
  ) -> Callable {
    .method(name, of: .values, .value(.values, label: label), gives: gives, .set(method), about)
  }

  private static func extreme(
    _ name: String, _ aggregate: Aggregate, _ about: String, not others: String
  ) -> Callable {
    let kinds: Kinds =
      if aggregate == .sum { [.values, .number] } else { [.values, .ordered, .truth] }
    return .function(
      name, .value(kinds), .more, gives: .same, .aggregate(aggregate), about, not: others)
  }
}
