/// A position in a command line for which only the tool knows the candidates.
package struct CompletionRequest: Hashable, Sendable {
  /// The kind of the table's `Completion.asks`.
  package let kind: String
  /// The typed part of the word; for `--has=HRM` the value.
  package var typed: String
  /// The line before the word, as far as it could be parsed.
  package let line: Invocation?
  /// True if a quote is open at the cursor, so that more can follow in the same word.
  package var isInQuotes = false
}
