// Whatever grows with the input is shown in part: the one place that says how much.

/// The most problems or names that are listed. Nobody reads more before mending the first.
package let mostShown = 20

/// The first of many items, each as a text that ends with a newline, and how many more there are.
package func shownInPart<Items: Collection>(
  _ items: Items, _ text: (Items.Element) -> String
) -> String {
  if items.isEmpty { return "" }
  let left = items.count - mostShown
  let shown = items.prefix(mostShown).map(text).joined()
  return left > 0 ? "\(shown)and \(groupedDigits(left)) more\n" : shown
}

/// A message on one line, and not longer than a few: what it names may have any length.
package func shownInPart(_ message: String) -> String {
  let limit = 1_000
  let shown = visible(String(message.unicodeScalars.prefix(limit)))
  return message.unicodeScalars.count > limit ? "\(shown)…" : shown
}

/// Names in a sentence, of many the first: `a, b, c, …`. Before the last of few stands a conjunction,
/// if there is one: `a, b and c`.
package func listed(_ names: some Collection<String>, _ conjunction: String? = nil) -> String {
  var shown = Array(names.prefix(mostShown))
  if names.count > mostShown { return shown.joined(separator: ", ") + ", …" }
  guard let conjunction, shown.count > 1, let last = shown.popLast() else {
    return shown.joined(separator: ", ")
  }
  return "\(shown.joined(separator: ", ")) \(conjunction) \(last)"
}

/// The same with each name in single quotes.
package func listedInQuotes(
  _ names: some Collection<String>, _ conjunction: String? = nil
) -> String {
  listed(names.map { "'\($0)'" }, conjunction)
}

/// A text between single quotes, cut when it is long.
package func quotedSample(_ text: String) -> String {
  let shown = text.unicodeScalars.prefix(40)
  return shown.endIndex == text.unicodeScalars.endIndex ? "'\(text)'" : "'\(String(shown))…'"
}
