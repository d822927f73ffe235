/// A place of a command line whose candidates only the tool knows.
package struct CompletionRequest: Hashable, Sendable {
  /// The kind of the table's `Completion.asks`.
  package let kind: String
  /// The part of the word that is typed so far; of `--has=HRM` the value.
  package var typed: String
  /// The line before that word, as far as it can be understood.
  package let line: Invocation?
  /// True if a quote is open at the cursor, so that more can follow in the same word.
  package var isInQuotes = false
}
