import FlagModel
import PlainText

/// A value in a table: its text, and shorter ones where the text would not fit its column.
struct TableCell {
  let text: String
  /// The flags that the text names; nil for other values.
  let flags: (set: FlagSet, mask: UInt64)?

  /// The text that is shown in a room: of flags one that stands for no others, if one fits.
  func text(in room: Int, minus: String) -> String {
    guard displayWidth(of: text) > room, let shorter = shorter(minus: minus) else { return text }
    return shorter.first { displayWidth(of: $0) <= room } ?? text
  }

  /// The room that the shortest text takes.
  func leastWidth(minus: String) -> Int {
    let least = shorter(minus: minus)?.last.map { displayWidth(of: $0) }
    return min(least ?? 0, displayWidth(of: text))
  }

  private func shorter(minus: String) -> [String]? {
    flags.map { $0.set.shortTexts(of: $0.mask, minus: minus).map(visible) }
  }
}
