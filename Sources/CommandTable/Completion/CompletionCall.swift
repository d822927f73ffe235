/// A request of a shell for completion candidates, and its answer.
///
///     flagdb complete bash -- TYPE BREAKS PIECE LINE
///     flagdb complete zsh [--quoted] -- WORD… WORD
///     flagdb complete fish [--quoted] -- WORD… WORD
///
/// bash passes `COMP_TYPE`, `COMP_WORDBREAKS`, the part of the last word that it will replace, and
/// the line up to the cursor. zsh and fish pass the unquoted words up to the cursor. The last one
/// is incomplete or empty, and `--quoted` means that it has an open quote.
///
/// The answer has one item a line. An empty answer or a failure offers nothing. The shell discards
/// standard error and passes an empty standard input. The tool must change nothing, never ask, and
/// answer fast.
package struct CompletionCall: CommandOptions {
  /// The name of the command that shells call. A tool with completion scripts must have it.
  package static let command = "complete"

  private var shell = Shell.bash
  private var words: [String] = []
  private var isInQuotes = false

  package init() {}

  package mutating func declare(in table: inout OptionTable) {
    table.argument("SHELL", &shell, help: "the shell that asks")
    table.switch("quoted", &isInQuotes, help: "a quote is open at the cursor")
    table.argument("WORD", isOptional: true, &words, help: "the line so far, as the shell knows it")
  }

  /// The answer to print. `~` means `home`. Candidates that the table does not contain are
  /// requested from the tool.
  package func answer(
    of tool: ToolDescription, home: String?, preset: PresetArgument = PresetArgument(),
    asking: (CompletionRequest) -> [Choice]
  ) -> String {
    if shell == .bash { return bashAnswer(tool, home, preset, asking) }
    let before = words.dropLast().map { word in
      if let home, word.hasPrefix("~/") { return home + word.dropFirst() }
      return word
    }
    let offers = tool.completionOffers(
      after: before, typed: words.last ?? "", isInQuotes: isInQuotes, preset: preset,
      asking: asking)
    if shell == .zsh { return zshAnswer(offers) }
    return fishAnswer(offers)
  }

  private func bashAnswer(
    _ tool: ToolDescription, _ home: String?, _ preset: PresetArgument,
    _ asking: (CompletionRequest) -> [Choice]
  ) -> String {
    guard words.count == 4, let line = BashLine(words[3], home: home) else { return "" }
    if line.isRedirection { return "files\n" }
    let offers = tool.completionOffers(
      after: line.before, typed: line.last.plain, isInQuotes: line.last.quote != .none,
      preset: preset, asking: asking)
    return BashAnswer(
      offers, to: line.last, piece: words[2], breaks: words[1], kind: BashAnswer.Kind(words[0])
    )?.text ?? ""
  }
}

// MARK: - zsh and fish, which quote by themselves

/// Candidates in the form of `_describe`. The text before the last comma is removed, because zsh
/// does not replace it.
private func zshAnswer(_ offers: CompletionOffers) -> String {
  var lines = ["kind \(offers.kind)"]
  let head = offers.place.head
  var kept = head.unicodeScalars.count
  if offers.isAsked {
    let word = (head + offers.place.typed).unicodeScalars
    let separator = word.lastIndex { ",|:=".unicodeScalars.contains($0) }
    kept = separator.map { word.distance(from: word.startIndex, to: $0) + 1 } ?? 0
  }
  if kept > 0 { lines.append(offers.isAsked ? "keep list" : "keep option") }
  lines += offers.candidates.map { candidate in
    let text = String((head + candidate.name).unicodeScalars.dropFirst(kept))
    let isOpen = CompletionOffers.isContinued(candidate.name)
    let kind = if isOpen { "open" } else { "closed" }
    let line = "\(kind) \(escaped(text, "\\:"))"
    if let help = candidate.help, !help.isEmpty { return "\(line):\(help)" }
    return line
  }
  return text(lines + paths(of: offers, any: "files") { "files *.(\($0))(-.)" })
}

private func escaped(_ text: String, _ special: String) -> String {
  var escaped = ""
  for scalar in text.unicodeScalars {
    if special.unicodeScalars.contains(scalar) { escaped += "\\" }
    escaped.unicodeScalars.append(scalar)
  }
  return escaped
}

private func fishAnswer(_ offers: CompletionOffers) -> String {
  let head = offers.place.head
  var lines: [String] = []
  if !head.isEmpty { lines.append("head \(head)") }
  // fish would not escape a tilde, and expand it later.
  let candidates = offers.candidates.filter { !(head + $0.name).hasPrefix("~") }
  lines += candidates.map { candidate in
    "candidate \(head)\(candidate.name)" + (candidate.help.map { "\t\($0)" } ?? "")
  }
  return text(lines + paths(of: offers, any: "files .*") { "files ^.*\\.(?:\($0))$" })
}

/// The line that requests files, optionally with some extensions, or folders.
private func paths(
  of offers: CompletionOffers, any: String, ending: (String) -> String
) -> [String] {
  switch offers.paths {
  case .files(let endings) where endings.isEmpty: [any]
  case .files(let endings): [ending(endings.joined(separator: "|"))]
  case .directories: ["directories"]
  case nil: []
  }
}

/// Joins lines, each with a newline.
func text(_ lines: [String]) -> String {
  var text = ""
  for line in lines { text += "\(line)\n" }
  return text
}
