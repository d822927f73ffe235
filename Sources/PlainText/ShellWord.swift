/// A word as a shell takes it: in quotes if it has characters of which a shell thinks more.
package func shellWord(_ text: String) -> String {
  let isPlain = text.utf8.allSatisfy { byte in
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte >= 0x80
      || "_-.,:=/@%+".utf8.contains(byte)
  }
  return isPlain && !text.isEmpty ? text : "'\(text.replacing("'", with: "'\\''"))'"
}

/// A command that a message gives, between quotes that none of its words has: `'flagdb adopt zoo.db'`.
package func quotedCommand(_ words: String...) -> String {
  let line = words.map(shellWord).joined(separator: " ")
  return line.utf8.contains(UInt8(ascii: "'")) ? "\"\(line)\"" : "'\(line)'"
}
