import Testing

/// A predicate that is refused, with the place that the error marks: its text, or carets below it.
struct WrongPredicate: CustomTestStringConvertible {
  let text: String
  let place: String
  let message: String
  let hint: String?

  init(_ text: String, _ place: String, _ message: String, hint: String? = nil) {
    self.text = text
    self.place = place
    self.message = message
    self.hint = hint
  }

  var testDescription: String { text }
}
