/// The messages of a command for agents, which give arguments instead of options, and cannot run another
/// command.
enum AgentMessages {
  /// The options that are arguments of a tool.
  private static let arguments =
    MCPTool.allCases.flatMap(\.parameters).map { (option: $0.option ?? $0.name, name: $0.name) }

  static func text(of messages: String) -> String {
    var lines: [Substring] = []
    var namesFile = false
    for line in messages.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("see 'flagdb ") { continue }
      if line.hasPrefix("hint: ") {
        // Another file of the folder is none of the databases.
        if !namesFile, let hint = hint(line) { lines.append(hint) }
      } else {
        namesFile = line.hasPrefix("error: no such ")
        lines.append(line)
      }
    }
    return lines.joined(separator: "\n")
  }

  /// A hint with the names of arguments; nil if it needs another option or command.
  private static func hint(_ line: Substring) -> Substring? {
    var words: [Substring] = []
    for word in line.split(separator: " ", omittingEmptySubsequences: false) {
      // 'sort with --sort NAMES, or .sort in a session' is also about the session.
      if word == "or", words.last?.last == ",", line.hasSuffix(" in a session") {
        words[words.count - 1].removeLast()
        break
      }
      guard word.hasPrefix("--") else {
        words.append(word)
        continue
      }
      guard let argument = arguments.first(where: { $0.option == word.dropFirst(2) }) else {
        return nil
      }
      words.append("'\(argument.name)'")
    }
    let hint = words.joined(separator: " ")
    return hint.contains("flagdb ") ? nil : Substring(hint)
  }
}
