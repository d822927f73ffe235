/// A word as typed in a shell, with quotes if it contains special characters.
package func shellWord(_ text: String) -> String {
  let isPlain = text.utf8.allSatisfy { byte in
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte >= 0x80
      || "_-.,:=/@%+".utf8.contains(byte)
  }
  if isPlain && !text.isEmpty { return text }
  return quotedShellWord(text)
}

/// The same, always with quotes.
package func quotedShellWord(_ text: String) -> String { "'\(text.replacing("'", with: "'\\''"))'" }

/// A quoted command for a message: `'flagdb adopt zoo.db'`. The outer quotes differ from those of
/// its words.
package func quotedCommand(_ words: String...) -> String { quotedCommand(words) }

package func quotedCommand(_ words: [String]) -> String {
  let line = words.map(shellWord).joined(separator: " ")
  if line.utf8.contains(UInt8(ascii: "'")) { return "\"\(line)\"" }
  return "'\(line)'"
}
