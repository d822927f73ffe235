extension Language {
  /// The calls of NSPredicate.
  static let formats: [Callable] = [
    .function(
      "CAST", .value(.single), .word("'NSNumber'"), gives: .open, .cast,
      "the value as a number, a text or a date", not: "convert"),
    .function(
      "FUNCTION", .value(.single), .word("'abs:'"), .more, gives: .open, .selector,
      "what the function of this selector gives"),
    .function("noindex", .value(.single), gives: .same, .plain, "the value"),
    .function(
      "SUBQUERY", .value(.records), .word("$r"), .value(.truth), gives: .same, .filter,
      "the records of which it is true"),
    .function(
      "TERNARY", .value(.truth), .value(.single), .value(.single), gives: .open, .ternary,
      "the second value if it is true, or the third",
      not: "iif if case decode"),
    .pathOperator("@count", gives: .whole, .aggregate(.count), "how many there are"),
    .pathOperator("@min", gives: .same, .aggregate(.min), "the least"),
    .pathOperator("@max", gives: .same, .aggregate(.max), "the greatest"),
    .pathOperator("@sum", gives: .same, .aggregate(.sum), "their sum"),
    .pathOperator("@avg", gives: .double, .aggregate(.average), "their mean"),
    .pathOperator(
      "@distinctUnionOfObjects", gives: .same, .several(isDistinct: true), "each value once"),
    .pathOperator("@unionOfObjects", gives: .same, .several(isDistinct: false), "the values"),
    calculation("add:to:", .add),
    calculation("multiply:by:", .multiply),
    calculation("divide:by:", .divide),
    calculation("from:subtract:", .subtract),
    calculation("modulus:by:", .remainder),
    calculation("raise:toPower:", .power),
    calculation("bitwiseAnd:with:", .bitAnd),
    calculation("bitwiseOr:with:", .bitOr),
    calculation("bitwiseXor:with:", .bitXor),
    calculation("leftshift:by:", .shiftLeft),
    calculation("rightshift:by:", .shiftRight),
    .selector("onesComplement", 1, gives: .same, .complement, "the same as ~"),
    .selector("lowercaseString", 1, gives: .text, .value(.ofText(.lowercased)), "in small letters"),
    .selector("uppercaseString", 1, gives: .text, .value(.ofText(.uppercased)), "in capitals"),
    .selector("castObject:toType:", 2, gives: .open, .cast, "the same as CAST"),
  ]

  private static func calculation(_ name: String, _ sign: Operator) -> Callable {
    .selector(name, 2, gives: .open, .calculation(sign), "the same as \(sign.rawValue)")
  }
}
