import PlainText

extension String {
  /// True if the text is a valid name without backquotes.
  package var isIdentifier: Bool {
    guard let first = utf8.first, !(48...57).contains(first) else { return false }
    return utf8.allSatisfy { $0 >= 0x80 || isWordByte($0) }
  }
}
