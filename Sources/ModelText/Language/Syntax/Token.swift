import FlagModel

/// One token of Swift. Every operator character is a token of its own, so that the parser decides
/// where `>>=` or `?>` is cut.
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
  /// The first byte, which for a symbol says all.
  let first: UInt8
  /// Offsets in the source's bytes.
  let range: Range<Int>
  /// Nothing but space stands before it on its line.
  let startsLine: Bool
  /// Space or a comment stands before it.
  let isSpaced: Bool
  /// The comment above it that begins with `///` or `/**`, as a place in `LexedSource.docs`.
  let doc: Int?
  /// The `#if` branch it stands in; 0 for none.
  var branch = 0

  func isSymbol(_ symbol: Unicode.Scalar) -> Bool {
    kind == .symbol && UInt32(first) == symbol.value
  }
}

/// A source cut into tokens; the last one is always `.end`.
struct LexedSource {
  let source: SourceText
  var tokens: [Token]
  let docs: [String]
  let comments: [CommentSyntax]
}

/// A comment that documents nothing.
struct CommentSyntax {
  /// Offsets in the source's bytes.
  let range: Range<Int>
  /// Nothing but space and comments stands before it on its line.
  let startsLine: Bool
}
