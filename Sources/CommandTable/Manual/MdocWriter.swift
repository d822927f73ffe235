import PlainText

/// Writes mdoc in ASCII, with escapes, lines of at most 80 bytes, and each sentence on a new line.
struct MdocWriter {
  private(set) var text = ""

  /// Adds a macro line with words that are macros or results of `argument`.
  mutating func macro(_ words: String...) {
    text += "." + words.filter { !$0.isEmpty }.joined(separator: " ") + "\n"
  }

  /// Adds running text with marks.
  mutating func prose(_ prose: String) {
    for line in MdocText.lines(of: prose) { text += line + "\n" }
  }

  /// Adds literal lines.
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
      // An abbreviation within a sentence would otherwise get the wide blank of a sentence end.
      let isAbbreviation = endsSentence && next?.first?.isLowercase ?? false
      let word = if isAbbreviation { word + "\\&" } else { word }
      if !line.isEmpty, line.utf8.count + 1 + word.utf8.count > 78 {
        lines.append(line)
        line = ""
      }
      if !line.isEmpty { line += " " }
      line += word
      if endsSentence, !isAbbreviation {
        lines.append(line)
        line = ""
      }
    }
    if !line.isEmpty { lines.append(line) }
    return lines.map(guarded)
  }

  /// A single macro argument, with escapes so that it is not split, and not read as a macro (two or
  /// three letters) or punctuation.
  static func argument(_ text: String) -> String {
    var argument = literal(text).replacing("\"", with: "\\(dq")
    let isMistakable = text.utf8.count <= 3 || !(text.first?.isLetter ?? false)
    if isMistakable { argument = "\\&" + argument }
    if text.utf8.contains(UInt8(ascii: " ")) { return "\"\(argument)\"" }
    return argument
  }

  /// Literal text, in which no character is replaced by a typographic one. Empty brackets are
  /// escaped, because mdoc would read a C function.
  static func literal(_ text: String) -> String {
    text.unicodeScalars.map { escape($0, isLiteral: true) }.joined()
      .split(separator: "()", omittingEmptySubsequences: false).joined(separator: "(\\&)")
  }

  /// Escapes the first character if the line would be read as a request.
  static func guarded(_ line: String) -> String {
    if line.first == "." || line.first == "'" { return "\\&" + line }
    return line
  }

  private static func inFace(_ span: Span) -> String {
    switch span.face {
    case .plain: plain(span.text)
    case .code: "\\fB" + literal(span.text) + "\\fR"
    case .emphasis: "\\fI" + plain(span.text) + "\\fR"
    }
  }

  /// Running text. Hyphens are literal only in a word that begins with one.
  private static func plain(_ text: String) -> String {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let isOption = word.first == "-"
      var escaped = ""
      for scalar in word.unicodeScalars {
        if isOption, scalar == "-" {
          escaped += "\\-"
        } else {
          escaped += escape(scalar, isLiteral: false)
        }
      }
      return escaped
    }
    return words.joined(separator: " ")
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
    default: "\\[u" + hexadecimal(scalar.value, digits: 4) + "]"
    }
  }

  /// True if a word ends with a full stop or similar, ignoring escapes and closing brackets.
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

/// The date in the form of mdoc: November 20, 2026 for `2026-11-20`. Nil for other text.
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
