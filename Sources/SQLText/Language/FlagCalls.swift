extension Language {
  static let flagsAndCases: [Callable] = [
    .property("isEmpty", of: .flags, gives: .truth, .hasNoFlags, "true without any flag"),
    .property(
      "count", of: .flags, gives: .whole, .flagCount, "how many declared flags there are",
      not: "size length"),
    .property("rawValue", of: [.flags, .cases], gives: .open, .stored, "what is stored"),
    set(
      "isSuperset", label: "of", .isSuperset, gives: .truth, "true if all of the flags are there",
      not: "includes hasAll"),
    set("contains", .isSuperset, gives: .truth, "the same", not: "has includes"),
    set(
      "isDisjoint", label: "with", .isDisjoint, gives: .truth, "true if none of the flags is there"),
    set("isSubset", label: "of", .isSubset, gives: .truth, "true if no other flag is there"),
    set("intersection", .intersection, gives: .same, "the flags that both have, as by &"),
    set("union", .union, gives: .same, "the flags that either has, as by |"),
    set("subtracting", .subtracting, gives: .same, "the flags that the other has not"),
    set(
      "symmetricDifference", .symmetricDifference, gives: .same,
      "the flags that one alone has, as by ^"),
    .method(
      "contains", of: .flags, .closure, gives: .truth, .contains,
      "true if it is true of one case"),
    .method(
      "allSatisfy", of: .flags, .closure, gives: .truth, .allSatisfy,
      "true if it is true of all cases"),
    .function(
      "each", .value([.flags, .several]), gives: .same, .each,
      "a group for each flag, element or other record", not: "unnest json_each"),
  ]

  private static func set(
    _ name: String, label: String? = nil, _ method: SetMethod, gives: Callable.Result,
    _ about: String, not others: String = ""
  ) -> Callable {
    .method(
      name, of: .flags, .value(.flags, label: label), gives: gives, .set(method), about,
      not: others)
  }
}
