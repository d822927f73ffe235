/// A place of a command line whose candidates only the tool knows.
package struct CompletionRequest: Hashable, Sendable {
  /// The kind of the table's `Completion.asks`.
  package let kind: String
  /// The part of the word that is typed so far; of `--has=HRM` the value.
  package let typed: String
  /// The line before that word, as far as it can be understood.
  package let line: Invocation?
}
