private import PlainText

/// The one layout of what is wrong with a text:
///
///     Model.swift:12:5: error: 'HRN' is not a flag of 'BIOMarker'
///       markers has HRN
///                   ^~~
///     hint: did you mean 'HRM'?
extension Diagnostic {
  /// Each line ends with a newline. What the user's text holds cannot drive a terminal.
  public func rendered() -> String {
    var lines = Diagnostic.lines(severity.rawValue, message, at: place)
    for note in notes { lines += Diagnostic.lines("note", note.message, at: note.place) }
    if let hint { lines.append("hint: \(visible(hint))") }
    return lines.map { "\($0)\n" }.joined()
  }

  private static func lines(
    _ kind: String, _ message: String, at place: SourcePlace?
  ) -> [String] {
    guard let place else { return ["\(kind): \(visible(message))"] }
    var head = "\(kind): \(visible(message))"
    if let name = place.source.name {
      let (line, column) = place.source.lineAndColumn(at: place.range.lowerBound)
      head = "\(visible(name)):\(line):\(column): \(head)"
    }
    return [head] + (SourceExcerpt(place)?.lines ?? [])
  }
}

/// The line that a place is in and the mark under it.
private struct SourceExcerpt {
  private let before: String
  private let marked: String
  private let after: String

  /// How much of a line is shown before, in and after the mark.
  private static let widths = (before: 50, marked: 40, after: 30)

  /// Nil where there is no text to show.
  init?(_ place: SourcePlace) {
    let source = place.source
    let line = source.lineRange(at: place.range.lowerBound)
    let start = min(place.range.lowerBound, line.upperBound)
    let end = max(start, min(place.range.upperBound, line.upperBound))
    guard !line.isEmpty else { return nil }
    var leading = source.utf8[line.lowerBound..<start].drop { $0 == 0x20 || $0 == 0x09 }
    // Most of a line of a megabyte is never decoded.
    let isCut = leading.count > 4 * SourceExcerpt.widths.before
    if isCut { leading = leading.suffix(4 * SourceExcerpt.widths.before) }
    before = SourceExcerpt.tail(shown(leading.drop { $0 & 0xC0 == 0x80 && isCut }), isCut)
    marked = SourceExcerpt.head(shown(source.utf8[start..<end].prefix(200)), SourceExcerpt.widths.marked)
    after = SourceExcerpt.head(
      shown(source.utf8[end..<line.upperBound].prefix(200)), SourceExcerpt.widths.after)
  }

  var lines: [String] {
    let indentation = String(repeating: " ", count: displayWidth(of: before))
    let tildes = String(repeating: "~", count: max(0, displayWidth(of: marked) - 1))
    return ["  \(before)\(marked)\(after)".trimmedAtEnd, "  \(indentation)^\(tildes)"]
  }

  private static func head(_ text: String, _ width: Int) -> String {
    truncated(text, to: width)
  }

  /// The end of a text that is too wide.
  private static func tail(_ text: String, _ isCut: Bool) -> String {
    var width = 0
    let kept = text.reversed().prefix { character in
      width += displayWidth(of: String(character))
      return width <= widths.before
    }
    let isWhole = kept.count == text.count && !isCut
    return (isWhole ? "" : "…") + String(kept.reversed())
  }
}

/// Bytes of a source as a terminal may have them: a tab is a space.
private func shown(_ bytes: ArraySlice<UInt8>) -> String {
  visible(String(decoding: bytes.map { $0 == 0x09 ? 0x20 : $0 }, as: UTF8.self))
}

extension String {
  fileprivate var trimmedAtEnd: String {
    let end = lastIndex { $0 != " " }
    return end.map { String(self[...$0]) } ?? ""
  }
}
