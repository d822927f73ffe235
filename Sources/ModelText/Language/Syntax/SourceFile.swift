import FlagModel

/// A source for the parser: its tokens without `#if` lines, and its matched brackets. Syntax that
/// is parsed later refers to it.
final class SourceFile {
  let source: SourceText
  let tokens: [Token]
  let docs: [String]
  let comments: [CommentSyntax]
  /// For each opening bracket, the index of the closing one.
  let closers: [Int]
  let branches: Branches

  private init(
    _ source: SourceText, _ lexed: LexedSource, tokens: [Token], closers: [Int],
    branches: Branches
  ) {
    self.source = source
    self.tokens = tokens
    self.docs = lexed.docs
    self.comments = lexed.comments
    self.closers = closers
    self.branches = branches
  }

  /// The size limit, above the size of any real source.
  static let sizeLimit = 16 << 20

  /// Nil if the text cannot be parsed at all; the diagnostics contain the reason.
  static func prepare(_ source: SourceText, _ diagnostics: inout DiagnosticList) -> SourceFile? {
    guard source.utf8.count <= sizeLimit else {
      diagnostics.append(
        Diagnostic(
          "the model is larger than \(sizeLimit >> 20) MB", at: SourcePlace(source, 0..<0)))
      return nil
    }
    var fileDiagnostics = DiagnosticList()
    defer { for diagnostic in fileDiagnostics.all { diagnostics.append(diagnostic) } }
    let lexed = Lexer.lex(source, &fileDiagnostics)
    if fileDiagnostics.hasErrors { return nil }
    let (conditioned, branches) = ConditionalReader.read(lexed, &fileDiagnostics)
    guard !fileDiagnostics.hasErrors,
      let closers = BracketMatcher.match(conditioned, &fileDiagnostics)
    else { return nil }
    return SourceFile(
      source, lexed, tokens: conditioned.tokens, closers: closers, branches: branches)
  }

  func place(_ range: Range<Int>) -> SourcePlace { SourcePlace(source, range) }
}
