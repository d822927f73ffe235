/// How a shell asks the tool for what only the tool knows, and what the tool makes of it.
///
///     flagdb complete KIND -- WORD…
///
/// The words are the line after the tool's name, up to the cursor, as the command would get them
/// (without quotes, `~/` resolved, `--has=H` as two words). The last one, perhaps empty, is being
/// typed. The answer is a candidate a line, `CANDIDATE` or `CANDIDATE<TAB>DESCRIPTION`:
///
/// - A candidate stands for the whole last word: for `HRM,P` it is `HRM,PLX`, not `PLX`. Shells
///   drop those that do not begin with the word, and may show only what follows its last
///   `,` `|` `:` or `=`.
/// - One that ends in `=` `:` `,` `.` `@` `/` or `(` wants to be continued: no blank follows it.
/// - Where the only one is within brackets, the tool adds the same with its brackets closed: a blank
///   or a closing quote after it would come too early, and shells put neither after one of two.
/// - Nothing, or a failure, offers nothing. Standard error is thrown away, standard input is empty.
///   The tool must change nothing, never ask, and answer fast.
public struct CompletionRequest: Hashable, Sendable {
  /// The kind of the table's `Completion.asks`.
  public let kind: String
  /// What is typed of the word so far.
  public let typed: String
  /// The line before that word, as far as it can be understood.
  public let line: Invocation?

  public init(kind: String, typed: String, line: Invocation?) {
    self.kind = kind
    self.typed = typed
    self.line = line
  }
}

extension CommandDescription {
  /// The hidden command that shells call; a tool whose table asks for candidates must list it.
  public static let completionCallBack = CommandDescription(
    "complete", summary: "prints candidates for shell completion",
    arguments: [
      ArgumentDescription("KIND", help: "the kind of candidates"),
      ArgumentDescription(
        "WORD", isOptional: true, isRepeating: true, help: "the words of the line so far"),
    ],
    isHidden: true)
}

extension ToolDescription {
  /// Reads a call of `completionCallBack`.
  public func completionRequest(_ call: Invocation) -> CompletionRequest {
    let words = call.values(of: "WORD")
    return CompletionRequest(
      kind: call.value(of: "KIND") ?? "", typed: words.last ?? "",
      line: parseUnfinished(words.dropLast()))
  }
}
