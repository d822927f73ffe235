/// The alignment of a text in a column.
package enum TextAlignment: Hashable, Sendable {
  case left
  case right
}

/// The text, truncated with an ellipsis if it exceeds the width.
package func truncated(_ text: String, to width: Int, with ellipsis: String = "…") -> String {
  if text.utf8.count <= width || displayWidth(of: text) <= width { return text }
  let room = width - displayWidth(of: ellipsis)
  if room < 0 { return prefix(of: text, within: width) }
  return prefix(of: text, within: room) + ellipsis
}

/// The text, or its beginning and end around an ellipsis if it exceeds the width, so that names
/// with equal beginnings stay different.
package func shortenedInMiddle(
  _ text: String, to width: Int, with ellipsis: String = "…"
) -> String {
  if text.utf8.count <= width || displayWidth(of: text) <= width { return text }
  let room = width - displayWidth(of: ellipsis)
  guard room >= 2 else { return truncated(text, to: width, with: ellipsis) }
  let reversed = String(text.reversed())
  let end = String(prefix(of: reversed, within: room / 2).reversed())
  return prefix(of: text, within: room - displayWidth(of: end)) + ellipsis + end
}

/// The text padded with spaces to the width. A wider text is unchanged.
package func padded(_ text: String, to width: Int, _ alignment: TextAlignment = .left) -> String {
  let missing = width - displayWidth(of: text)
  if missing <= 0 { return text }
  let spaces = String(repeating: " ", count: missing)
  if alignment == .left { return text + spaces }
  return spaces + text
}

/// The text wrapped at the width between words, or within a longer word. Newlines are kept, and
/// there is always one line.
package func wrapped(_ text: String, to width: Int) -> [String] {
  text.split(separator: "\n", omittingEmptySubsequences: false)
    .flatMap { wrappedLine(String($0), to: max(1, width)) }
}

private func wrappedLine(_ text: String, to width: Int) -> [String] {
  var lines: [String] = []
  var line = ""
  var lineWidth = 0
  for word in text.split(separator: " ") {
    let wordWidth = displayWidth(of: String(word))
    if lineWidth > 0, lineWidth + 1 + wordWidth <= width {
      line += " " + word
      lineWidth += 1 + wordWidth
      continue
    }
    if lineWidth > 0 { lines.append(line) }
    var pieces = pieces(of: String(word), within: width)
    line = pieces.removeLast()
    lineWidth = displayWidth(of: line)
    lines += pieces
  }
  return lines + [line]
}

/// Splits the text into parts that fit the width, except a single wider character.
private func pieces(of text: String, within width: Int) -> [String] {
  var pieces: [String] = []
  var piece = ""
  var pieceWidth = 0
  for character in text {
    let columns = displayWidth(of: character)
    if pieceWidth > 0, pieceWidth + columns > width {
      pieces.append(piece)
      piece = ""
      pieceWidth = 0
    }
    piece.append(character)
    pieceWidth += columns
  }
  return pieces + [piece]
}

private func prefix(of text: String, within width: Int) -> String {
  var left = width
  let end = text.indices.first { index in
    left -= displayWidth(of: text[index])
    return left < 0
  }
  return String(text[..<(end ?? text.endIndex)])
}

extension String {
  package var withoutTrailingSpaces: String {
    var text = Substring(self)
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
