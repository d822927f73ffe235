// The limits for messages whose length depends on the input.

/// The greatest number of listed problems or names.
package let mostShown = 20

/// The first items as lines, and the number of the others.
package func shownInPart<Items: Collection>(
  _ items: Items, _ text: (Items.Element) -> String
) -> String {
  if items.isEmpty { return "" }
  let left = items.count - mostShown
  let shown = items.prefix(mostShown).map(text).joined()
  if left > 0 { return "\(shown)and \(groupedDigits(left)) more\n" }
  return shown
}

/// A message on one line, truncated if it is long.
package func shownInPart(_ message: String) -> String {
  let limit = 1_000
  let shown = visible(String(message.unicodeScalars.prefix(limit)))
  if message.unicodeScalars.count > limit { return "\(shown)…" }
  return shown
}

/// Names in a sentence, truncated if there are many: `a, b, c, …`. With a conjunction:
/// `a, b and c`.
package func listed(_ names: some Collection<String>, _ conjunction: String? = nil) -> String {
  var shown = Array(names.prefix(mostShown))
  if names.count > mostShown { return shown.joined(separator: ", ") + ", …" }
  guard let conjunction, shown.count > 1, let last = shown.popLast() else {
    return shown.joined(separator: ", ")
  }
  return "\(shown.joined(separator: ", ")) \(conjunction) \(last)"
}

/// Names in single quotes in a sentence.
package func listedInQuotes(
  _ names: some Collection<String>, _ conjunction: String? = nil
) -> String {
  listed(names.map { "'\($0)'" }, conjunction)
}

/// A text in single quotes, truncated if it is long.
package func quotedSample(_ text: String) -> String {
  let shown = text.unicodeScalars.prefix(40)
  if shown.endIndex == text.unicodeScalars.endIndex { return "'\(text)'" }
  return "'\(String(shown))…'"
}
