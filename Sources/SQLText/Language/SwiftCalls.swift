import FlagModel

extension Language {
  /// Types of Swift, and members of texts and dates that only Swift has.
  static let swift: [Callable] = [
    .type("Set", .value(.several), gives: .open, .collection(isDistinct: true), "each value once"),
    .type("Array", .value(.several), gives: .open, .collection(isDistinct: false), "the values"),
    .type("Optional", .value(.single), gives: .same, .plain, "the value"),
    .type("Decimal", .value(.number), gives: .open, .typed, "the number"),
    .type("Decimal", .value(.text, label: "string"), gives: .open, .typed, "the number"),
    .type("URL", .value(.text, label: "string"), gives: .open, .typed, "the text"),
    .type("UUID", .value(.text, label: "uuidString"), gives: .open, .typed, "the text"),
    test(
      "localizedCaseInsensitiveContains", .contains, "as contains[c]",
      options: TextOptions(ignoresCase: true)),
    test(
      "localizedStandardContains", .contains, "as contains[cd]",
      options: TextOptions(ignoresCase: true, ignoresAccents: true)),
    .method(
      "compare", of: .textual, .value(.textual), gives: .open, .textOrder(.exact),
      ".orderedSame and its like"),
    .method(
      "caseInsensitiveCompare localizedCaseInsensitiveCompare", of: .textual, .value(.textual),
      gives: .open, .textOrder(TextOptions(ignoresCase: true)), "the same, with [c]"),
    .property(
      "persistentModelID objectID", of: .record, gives: .whole, .stored, "its key, a whole number"),
    .property("absoluteString", of: .url, gives: .text, .stored, "its text"),
    .property("uuidString", of: .uuid, gives: .text, .stored, "its text"),
    .constant("now", .moment(nil), "now, beside a date"),
    .constant("distantPast", .moment(.earliest), "the beginning of the year 1"),
    .constant("distantFuture", .moment(.distantFuture), "the beginning of the year 4001"),
    .type("Date", gives: .type(.date), .moment(nil), "now"),
    .type(
      "Date", .value(.number, label: "timeIntervalSinceNow"), gives: .type(.date),
      .date(since: nil), "so many seconds from now"),
    .type(
      "Date", .value(.number, label: "timeIntervalSince1970"), gives: .type(.date),
      .date(since: .beginning), "so many seconds after 1970"),
    .type(
      "Date", .value(.number, label: "timeIntervalSinceReferenceDate"), gives: .type(.date),
      .date(since: .reference), "so many seconds after 2001"),
    .property(
      "timeIntervalSinceNow", of: .date, gives: .double, .seconds(since: nil),
      "seconds from now to it"),
    .property(
      "timeIntervalSince1970", of: .date, gives: .double,
      .seconds(since: .beginning), "seconds from 1970 to it"),
    .property(
      "timeIntervalSinceReferenceDate", of: .date, gives: .double, .seconds(since: .reference),
      "seconds from 2001 to it"),
    .method(
      "timeIntervalSince", of: .date, .value(.date), gives: .double, .secondsSince,
      "seconds from the other to it"),
    .method(
      "addingTimeInterval", of: .date, .value(.number), gives: .type(.date), .addingSeconds,
      "so many seconds later"),
  ]
}

extension Timestamp {
  /// The beginning of 1970.
  fileprivate static let beginning = Timestamp(microseconds: 0) ?? .earliest
}
