import PlainText

/// A value in a table: its text, and a shorter one if the text does not fit.
struct TableCell {
  let text: String
  /// The flags in the text; nil for other values.
  var flags: (texts: FlagTexts, mask: UInt64)?

  /// The text for a width.
  func text(in room: Int) -> String {
    guard let flags, displayWidth(of: text) > room else { return text }
    return flags.texts.text(of: flags.mask, in: room)
  }

  /// The width of the shortest text; 0 if the text may be cut anywhere.
  var leastWidth: Int {
    guard let flags else { return 0 }
    return min(flags.texts.leastWidth(of: flags.mask), displayWidth(of: text))
  }
}
