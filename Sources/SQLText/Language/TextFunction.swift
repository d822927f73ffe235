/// A function of a text, which each dialect implements.
package enum TextFunction: Hashable, Sendable {
  /// The number of characters of a text.
  case length
  /// By the rules of Unicode, and not only for ASCII.
  case lowercased, uppercased
  /// The first characters up to a count, or with a text, everything before its first occurrence as
  /// a separator. A separator at the beginning does not count.
  case prefix
  /// One of the parts between separators, counted from 1, or from the end with -1; NULL if there
  /// are fewer.
  case part
}

extension Language {
  static let texts: [Callable] = [
    .property(
      "count", of: [.text, .url], gives: .whole, .value(.ofText(.length)),
      "how many code points it has", not: "size len"),
    .property("length", of: .text, gives: .whole, .value(.ofText(.length)), "the same"),
    .property("isEmpty", of: [.text, .url], gives: .truth, .isEmptyText, "true if it has none"),
    .method(
      "lowercased", of: .textual, gives: .text, .value(.ofText(.lowercased)),
      "in small letters", not: "lower toLower toLowerCase lowercase lowercaseString"),
    .method(
      "uppercased", of: .textual, gives: .text, .value(.ofText(.uppercased)),
      "in capitals", not: "upper toUpper toUpperCase uppercase uppercaseString"),
    test("contains", .contains, "true if the text is a part of it", not: "includes"),
    test("hasPrefix", .beginsWith, "true if it begins with the text", not: "startsWith beginsWith"),
    test("starts", label: "with", .beginsWith, "the same"),
    test("hasSuffix", .endsWith, "true if it ends with the text", not: "endsWith"),
    .function(
      "length", .value(.text), gives: .whole, .value(.ofText(.length)),
      "how many code points a text has", not: "len char_length"),
    .function(
      "lowercase lower", .value(.text), gives: .text, .value(.ofText(.lowercased)),
      "a text in small letters", not: "lcase lowercased"),
    .function(
      "uppercase upper", .value(.text), gives: .text, .value(.ofText(.uppercased)),
      "a text in capitals", not: "ucase uppercased"),
    .function(
      "prefix", .value([.text, .url]), .value([.text, .number]), gives: .text,
      .value(.ofText(.prefix)), "so many characters, or those before a separator",
      not: "left substr substring dirname"),
    .function(
      "split", .value([.text, .url]), .value(.text), .value(.number), gives: .text,
      .value(.ofText(.part)),
      "a part between separators; -1 is the last", not: "split_part"),
  ]

  static func test(
    _ names: String, label: String? = nil, _ test: TextTest, _ about: String,
    options: TextOptions = .exact,
    not others: String = ""
  ) -> Callable {
    .method(
      names, of: .textual, .value(.textual, label: label), gives: .truth, .textTest(test, options),
      about,
      not: others)
  }
}
