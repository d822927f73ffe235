import PlainText

/// A command of another tool, and its equivalent here.
/// See Documentation/Decisions/sessions-accept-commands-of-other-shells.md.
package struct FamiliarCommand: Hashable, Sendable {
  package var names: [String]
  /// The equivalent line. Words in capitals are replaced by the typed words in order, and `…` by
  /// the rest.
  package var line: String

  package init(_ names: String..., line: String) {
    self.names = names
    self.line = line
  }

  /// The equivalent line with the typed words, so that it can be pasted. A placeholder without a
  /// typed word stays, and a known argument is omitted.
  package func line(
    after tool: String?, with words: [String], without omitted: Set<String> = []
  ) -> String {
    var rest = words[...]
    var file: String?
    if line.split(separator: " ").contains("FILE"), line.split(separator: " ").contains("ENTITY"),
      let index = rest.firstIndex(where: Self.isRecordFile)
    {
      file = rest.remove(at: index)
    }
    var whole = [tool].compactMap(\.self)
    for word in line.split(separator: " ") where !omitted.contains(String(word)) {
      if word == "…" {
        whole += rest.map(shellWord)
        rest = []
      } else if word == "FILE", let file {
        whole.append(shellWord(file))
      } else if word.allSatisfy(\.isUppercase), let next = rest.first, !next.hasPrefix("-") {
        whole.append(shellWord(next))
        rest = rest.dropFirst()
      } else {
        whole.append(String(word))
      }
    }
    return whole.joined(separator: " ")
  }

  private static func isRecordFile(_ word: String) -> Bool {
    [".csv", ".tsv", ".json", ".ndjson", ".jsonl", ".txt"].contains(where: word.hasSuffix)
  }
}
