/// A part of running text in one typeface.
struct Span: Hashable {
  enum Face {
    case plain
    case code
    case emphasis
  }

  var text: String
  let face: Face
}

/// The text without its marks, for plain output.
func withoutMarks(_ text: String) -> String { spans(of: text).map(\.text).joined() }

/// Splits running text at `code` and *emphasis*. An unclosed mark is a plain character, as is an
/// asterisk between blanks (2 * 3).
func spans(of text: String) -> [Span] {
  let scalars = Array(text.unicodeScalars)
  var spans: [Span] = []
  var plain = ""
  var index = 0
  while index < scalars.count {
    let scalar = scalars[index]
    if scalar == "\\", index + 1 < scalars.count, "\\`*".unicodeScalars.contains(scalars[index + 1])
    {
      plain.unicodeScalars.append(scalars[index + 1])
      index += 2
    } else if let end = endOfMarked(scalars, from: index) {
      if !plain.isEmpty { spans.append(Span(text: plain, face: .plain)) }
      plain = ""
      let inner = String(String.UnicodeScalarView(scalars[index + 1..<end]))
      let face: Span.Face = if scalar == "`" { .code } else { .emphasis }
      spans.append(Span(text: inner, face: face))
      index = end + 1
    } else {
      plain.unicodeScalars.append(scalar)
      index += 1
    }
  }
  if !plain.isEmpty { spans.append(Span(text: plain, face: .plain)) }
  return spans
}

/// The index of the closing mark for an opening one; nil if there is none.
private func endOfMarked(_ scalars: [Unicode.Scalar], from start: Int) -> Int? {
  let mark = scalars[start]
  guard mark == "`" || mark == "*" else { return nil }
  guard let end = scalars[(start + 1)...].firstIndex(of: mark), end > start + 1 else { return nil }
  let isEmphasis = mark == "*"
  if isEmphasis && (scalars[start + 1] == " " || scalars[end - 1] == " ") { return nil }
  return end
}

/// Wraps a text at a width, between words. A longer word gets a separate line.
func wrapped(_ text: String, width: Int) -> [String] {
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ") {
    if !line.isEmpty, line.count + 1 + word.count > width {
      lines.append(line)
      line = ""
    }
    if !line.isEmpty { line += " " }
    line += word
  }
  if !line.isEmpty { lines.append(line) }
  return lines
}

/// A summary or help text as a sentence, with a capital and a full stop.
package func sentence(_ text: String) -> String { "\(sentenceCase(text))." }

func sentenceCase(_ text: String) -> String { "\(text.prefix(1).uppercased())\(text.dropFirst())" }
