import PlainText

/// A value in a table: its text, and a shorter one where the text would not fit its column.
struct TableCell {
  let text: String
  /// The flags that the text names; nil for other values.
  var flags: (texts: FlagTexts, mask: UInt64)?

  /// The text that is shown in a room.
  func text(in room: Int) -> String {
    guard let flags, displayWidth(of: text) > room else { return text }
    return flags.texts.text(of: flags.mask, in: room)
  }

  /// The room that the shortest text takes; 0 where any beginning of the text may be shown.
  var leastWidth: Int {
    guard let flags else { return 0 }
    return min(flags.texts.leastWidth(of: flags.mask), displayWidth(of: text))
  }
}
