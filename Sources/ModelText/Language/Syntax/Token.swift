import FlagModel

/// One token of Swift. Every operator character is a separate token, so that the parser can split
/// `>>=` or `?>`.
struct Token {
  enum Kind {
    case identifier
    /// `` `default` ``
    case quotedIdentifier
    case integer
    case real
    case string
    case regex
    case symbol
    case end
  }

  let kind: Kind
  /// The first byte, which identifies a symbol.
  let first: UInt8
  /// The range in the source's bytes.
  let range: Range<Int>
  /// True if only spaces precede it on its line.
  let startsLine: Bool
  /// True if a space or a comment precedes it.
  let isSpaced: Bool
  /// The index in `LexedSource.docs` of the documentation comment above it.
  let doc: Int?
  /// The `#if` branch; 0 for none.
  var branch = 0

  func isSymbol(_ symbol: Unicode.Scalar) -> Bool {
    kind == .symbol && UInt32(first) == symbol.value
  }
}

/// The tokens of a source; the last one is always `.end`.
struct LexedSource {
  let source: SourceText
  var tokens: [Token]
  let docs: [String]
  let comments: [CommentSyntax]
}

/// A comment that is not documentation.
struct CommentSyntax {
  /// The range in the source's bytes.
  let range: Range<Int>
  /// True if only spaces and comments precede it on its line.
  let startsLine: Bool
}
