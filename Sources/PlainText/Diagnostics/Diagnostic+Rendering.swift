/// The layout of all diagnostics:
///
///     Model.swift:12:5: error: 'HRN' is not a flag of 'BIOMarker'
///       markers has HRN
///                   ^~~
///     hint: did you mean 'HRM'?
extension Diagnostic {
  /// The diagnostic as lines, each with a newline. Control characters are escaped.
  package func rendered() -> String {
    let noted = shownInPart(notes) { note in
      Self.text(Self.lines("note", note.message, at: note.place))
    }
    return Self.text(Self.lines(severity.rawValue, message, at: place)) + noted + Hint.line(hint)
  }

  private static func text(_ lines: [String]) -> String { lines.map { "\($0)\n" }.joined() }

  private static func lines(_ kind: String, _ message: String, at place: SourcePlace?) -> [String] {
    guard let place else { return ["\(kind): \(shownInPart(message))"] }
    var head = "\(kind): \(shownInPart(message))"
    if let position = place.position { head = "\(position): \(head)" }
    return [head] + (SourceExcerpt(place)?.lines ?? [])
  }
}

extension SourcePlace {
  /// `Model.swift:12:5`; nil if the source has no name.
  fileprivate var position: String? {
    source.name.map { name in
      let (line, column) = source.lineAndColumn(at: range.lowerBound)
      return "\(visible(name)):\(line):\(column)"
    }
  }

  /// The position, if the source has a name, and the line with a marker under it.
  package var lines: [String] {
    (position.map { ["\($0):"] } ?? []) + (SourceExcerpt(self)?.lines ?? [])
  }
}

/// The line that contains a position, and the marker under it.
private struct SourceExcerpt {
  private var before: String
  private var marked: String
  private var after: String

  /// The width for a line. A longer one is truncated around the position.
  private static let width = 96

  /// Nil if there is no text to show.
  init?(_ place: SourcePlace) {
    let source = place.source
    let line = source.lineRange(at: place.range.lowerBound)
    let start = min(place.range.lowerBound, line.upperBound)
    let end = max(start, min(place.range.upperBound, line.upperBound))
    guard !line.isEmpty else { return nil }
    // Most of a very long line is never decoded.
    let reach = 8 * SourceExcerpt.width
    let first = min(start, source.startOfCharacter(max(line.lowerBound, start - reach)))
    before = shown(source.utf8[first..<start].drop { $0 == 0x20 || $0 == 0x09 })
    marked = shown(source.utf8[start..<min(end, start + reach)])
    after = shown(source.utf8[end..<min(line.upperBound, end + reach)])
    if displayWidth(of: before) + displayWidth(of: marked) + displayWidth(of: after)
      > SourceExcerpt.width
    {
      cut()
    }
  }

  private mutating func cut() {
    before = ending(of: before, width: 40)
    marked = truncated(marked, to: 40)
    let rest = SourceExcerpt.width - displayWidth(of: before) - displayWidth(of: marked)
    after = truncated(after, to: rest)
  }

  /// The end of a text after an ellipsis, as much as fits.
  private func ending(of text: String, width: Int) -> String {
    if displayWidth(of: text) <= width { return text }
    var left = width - 1
    let kept = text.reversed().prefix { character in
      left -= displayWidth(of: String(character))
      return left >= 0
    }
    return "…" + String(kept.reversed())
  }

  var lines: [String] {
    let indentation = String(repeating: " ", count: displayWidth(of: before))
    let tildes = String(repeating: "~", count: max(0, displayWidth(of: marked) - 1))
    return ["  \(before)\(marked)\(after)".withoutTrailingSpaces, "  \(indentation)^\(tildes)"]
  }
}

/// Bytes of a source with escapes for control characters. A tab becomes a space.
private func shown(_ bytes: ArraySlice<UInt8>) -> String {
  visible(String(decoding: bytes.map { $0 == 0x09 ? 0x20 : $0 }, as: UTF8.self))
}

extension SourceText {
  /// The offset, or the next one at which a character begins.
  fileprivate func startOfCharacter(_ offset: Int) -> Int {
    utf8[offset...].firstIndex { $0 & 0xC0 != 0x80 } ?? utf8.count
  }
}
