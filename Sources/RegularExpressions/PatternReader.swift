/// Reads the scalars of a pattern.
struct PatternReader {
  private let scalars: [Unicode.Scalar]
  private(set) var at = 0

  init(_ pattern: String) { scalars = Array(pattern.unicodeScalars) }

  var next: Unicode.Scalar? { at < scalars.count ? scalars[at] : nil }
  var nextText: String { next.map { String($0) } ?? "" }

  mutating func advance() { at += 1 }

  mutating func accept(_ wanted: Unicode.Scalar) -> Bool {
    guard next == wanted else { return false }
    at += 1
    return true
  }

  /// True if `text` begins here.
  func stands(_ text: String) -> Bool {
    scalars[min(at, scalars.count)...].starts(with: text.unicodeScalars)
  }

  /// Reads the scalars that satisfy a condition.
  mutating func take(
    atMost count: Int = .max, while condition: (Unicode.Scalar) -> Bool
  ) -> String {
    let taken = scalars[min(at, scalars.count)...].prefix(count).prefix(while: condition)
    at += taken.count
    return String(String.UnicodeScalarView(taken))
  }

  /// An error here, or at another position in scalars.
  func error(_ message: String, at place: Int? = nil) -> RegularExpressionError {
    let before = scalars.prefix(place ?? at)
    return RegularExpressionError(
      message: message, offset: before.reduce(0) { $0 + UTF8.width($1) })
  }
}
