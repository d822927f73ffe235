/// Writes mdoc: text and arguments escaped, lines of at most 80 bytes, sentences on lines of their
/// own. What it writes is plain ASCII.
struct MdocWriter {
  private(set) var text = ""

  /// A macro line of words that are macros already or come from `argument`.
  mutating func macro(_ words: String...) {
    text += "." + words.filter { !$0.isEmpty }.joined(separator: " ") + "\n"
  }

  /// Running text with its marks.
  mutating func prose(_ prose: String) {
    for line in MdocText.lines(of: prose) { text += line + "\n" }
  }

  /// Lines shown as they are.
  mutating func code(_ code: String) {
    macro("Bd", "-literal", "-offset", "indent")
    for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
      let end = line.lastIndex { $0 != " " && $0 != "\t" }
      let visible = end.map { line[...$0] } ?? ""
      text += MdocText.guarded(MdocText.literal(String(visible))) + "\n"
    }
    macro("Ed")
  }
}

/// The escapes of mdoc.
enum MdocText {
  /// Running text as source lines.
  static func lines(of prose: String) -> [String] {
    let words = spans(of: prose).map(inFace).joined().split { $0 == " " || $0 == "\n" }
    var lines: [String] = []
    var line = ""
    for (index, word) in words.enumerated() {
      let next = index + 1 < words.count ? words[index + 1] : nil
      let endsSentence = looksLikeEnd(word)
      // An abbreviation within a sentence would get the wide blank of its end.
      let isAbbreviation = endsSentence && next?.first?.isLowercase ?? false
      let word = isAbbreviation ? word + "\\&" : word
      if !line.isEmpty, line.utf8.count + 1 + word.utf8.count > 78 {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
      if endsSentence, !isAbbreviation {
        lines.append(line)
        line = ""
      }
    }
    return (line.isEmpty ? lines : lines + [line]).map(guarded)
  }

  /// One argument of a macro: neither a blank nor a quote ends it, and it is not taken for a macro
  /// (whose names have two or three letters) or for punctuation.
  static func argument(_ text: String) -> String {
    let escaped = literal(text).split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\\(dq")
    let isMistakable = text.utf8.count <= 3 || !(text.first?.isLetter ?? false)
    let guarded = isMistakable ? "\\&" + escaped : escaped
    return text.utf8.contains(UInt8(ascii: " ")) ? "\"\(guarded)\"" : guarded
  }

  /// Text as it was typed: no character of it becomes a nicer one. Empty brackets would be taken
  /// for those of a function in C.
  static func literal(_ text: String) -> String {
    text.unicodeScalars.map { escape($0, isLiteral: true) }.joined()
      .split(separator: "()", omittingEmptySubsequences: false).joined(separator: "(\\&)")
  }

  /// A line that is text whatever it begins with.
  static func guarded(_ line: String) -> String {
    line.first == "." || line.first == "'" ? "\\&" + line : line
  }

  private static func inFace(_ span: Span) -> String {
    switch span.face {
    case .plain: plain(span.text)
    case .code: "\\fB" + literal(span.text) + "\\fR"
    case .emphasis: "\\fI" + plain(span.text) + "\\fR"
    }
  }

  /// Running text; only a word that begins with a hyphen has hyphens that are typed.
  private static func plain(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let isOption = word.first == "-"
      return word.unicodeScalars.map { scalar in
        isOption && scalar == "-" ? "\\-" : escape(scalar, isLiteral: false)
      }.joined()
    }.joined(separator: " ")
  }

  private static func escape(_ scalar: Unicode.Scalar, isLiteral: Bool) -> String {
    switch scalar {
    case "\\": "\\e"
    case "-" where isLiteral: "\\-"
    case "'" where isLiteral: "\\(aq"
    case "`": "\\(ga"
    case "^": "\\(ha"
    case "~": "\\(ti"
    case "\t": "    "
    case _ where scalar.value < 0x20 || scalar.value == 0x7F: ""
    case _ where scalar.isASCII: String(Character(scalar))
    default: "\\[u" + hexadecimal(scalar.value) + "]"
    }
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// True if a word, escapes included, ends with a sentence's mark, closing brackets aside.
  private static func looksLikeEnd(_ word: Substring) -> Bool {
    var word = word
    while true {
      if word.hasSuffix("\\fR") {
        word = word.dropLast(3)
      } else if let last = word.last, ")]\"'".contains(last) {
        word = word.dropLast()
      } else {
        return word.last.map { ".!?".contains($0) } ?? false
      }
    }
  }
}

/// `2026-11-20` as mdoc wants it: November 20, 2026. Nil for what is not a date.
func calendarDay(_ date: String) -> String? {
  let parts = date.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
  let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
    date.utf8.count == 10, year > 0, (1...12).contains(month), (1...31).contains(day)
  else { return nil }
  return "\(months[month - 1]) \(day), \(year)"
}
