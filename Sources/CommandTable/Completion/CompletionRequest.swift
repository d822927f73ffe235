/// A place of a command line whose candidates only the tool knows.
public struct CompletionRequest: Hashable, Sendable {
  /// The kind of the table's `Completion.asks`.
  public let kind: String
  /// What is typed of the word so far; of `--has=HRM` the value.
  public let typed: String
  /// The line before that word, as far as it can be understood.
  public let line: Invocation?

  public init(kind: String, typed: String, line: Invocation?) {
    self.kind = kind
    self.typed = typed
    self.line = line
  }
}
