/// A token of SQL with its range in bytes. Its text is read from the source on demand, because most
/// tokens are only passed on.
package struct SQLToken: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A keyword or an unquoted name.
    case word
    /// A name in double quotes, backquotes or square brackets.
    case quotedName
    /// A text in single quotes.
    case string
    /// A number or a blob.
    case number
    /// `?`, `?1`, `:name`, `@name`, `$name`
    case parameter
    /// A bracket, comma, dot or operator, one byte each.
    case symbol
  }

  package let kind: Kind
  private let start: Int32
  private let end: Int32

  /// The source must be shorter than 2 GB, so that 32 bits are enough for an offset.
  package init(_ kind: Kind, _ range: Range<Int>) {
    self.kind = kind
    start = Int32(truncatingIfNeeded: range.lowerBound)
    end = Int32(truncatingIfNeeded: range.upperBound)
  }

  package var range: Range<Int> { Int(start)..<Int(end) }
}
