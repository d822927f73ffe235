extension String {
  /// True if the text can stand as a name without backquotes.
  package var isIdentifier: Bool {
    guard let first = utf8.first, !(48...57).contains(first) else { return false }
    return utf8.allSatisfy { byte in
      byte >= 0x80 || byte == 95 || (48...57).contains(byte) || (65...90).contains(byte & 0xDF)
    }
  }
}
