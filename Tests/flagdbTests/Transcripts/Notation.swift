/// The notation of a command's outcome in a transcript.
struct Notation {
  var style: Transcript.Style
  /// True if the exit status is noted; where output is merged, only if the author noted one.
  var showsStatus = true
  /// The changes to the text before it is noted.
  var rewrite: (String) -> String = { $0 }

  /// The lines that note what a command printed and how it ended.
  func lines(output: [UInt8], error: [UInt8], status: Int32) -> [String] {
    var lines = outputLines(output)
    lines += errorLines(error)
    if status != 0, showsStatus { lines.append("[\(status)]") }
    switch style {
    case .apart:
      if lines.last == "" { lines[lines.count - 1] = "\\" }
    case .merged:
      while lines.last == "" { lines.removeLast() }
    }
    return lines
  }

  /// True if a line notes an exit status.
  static func isStatus(_ line: String) -> Bool {
    line.wholeMatch(of: #/\[[0-9]+\]/#) != nil
  }

  /// True if a line is a mark alone, or a mark and a space before a text.
  static func isMarked(_ line: String, _ mark: String) -> Bool {
    line == mark || line.hasPrefix(mark + " ")
  }

  private func outputLines(_ bytes: [UInt8]) -> [String] {
    let text = split(bytes)
    guard style == .apart else { return text.lines }
    return text.lines.map(escaped) + (text.isWhole ? [] : [Self.noNewline])
  }

  private func errorLines(_ bytes: [UInt8]) -> [String] {
    let text = split(bytes)
    return text.lines.map { $0.isEmpty ? "!" : "! \($0)" }
      + (text.isWhole ? [] : ["!\(Self.noNewline)"])
  }

  private static let noNewline = #"\ no newline at end"#

  /// A line of output that could be taken for another part of a transcript gets a backslash.
  private func escaped(_ line: String) -> String {
    let isMark = line.hasPrefix("\\") || ["$", ">", "!", "#"].contains { Self.isMarked(line, $0) }
    return isMark || Self.isStatus(line) ? "\\" + line : line
  }

  /// The lines of a text, and whether the last one ends as lines do.
  private func split(_ bytes: [UInt8]) -> (lines: [String], isWhole: Bool) {
    guard let last = bytes.last else { return ([], true) }
    var lines = rewrite(Self.visible(bytes))
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let isWhole = last == UInt8(ascii: "\n")
    if isWhole { lines.removeLast() }
    return (lines, isWhole)
  }

  /// The text with everything that would not be seen, or is no text, as hexadecimal: `⟨1B⟩`.
  static func visible(_ bytes: [UInt8]) -> String {
    var text = ""
    var source = bytes.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    var place = 0
    while true {
      switch parser.parseScalar(from: &source) {
      case .valid(let encoded):
        text.unicodeScalars.append(contentsOf: visible(Unicode.UTF8.decode(encoded)))
        place += encoded.count
      case .error(let length):
        for byte in bytes[place..<place + length] { text += hexadecimal(UInt32(byte)) }
        place += length
      case .emptyInput: return text
      }
    }
  }

  private static func visible(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    let isHidden: Bool
    switch scalar.properties.generalCategory {
    case .control: isHidden = scalar != "\n" && scalar != "\t"
    // The zero-width joiner is part of what is drawn; the marks that turn text around are not.
    case .format: isHidden = scalar.value != 0x200D
    case .lineSeparator, .paragraphSeparator: isHidden = true
    default: isHidden = false
    }
    return isHidden ? hexadecimal(scalar.value).unicodeScalars : String(scalar).unicodeScalars
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return "⟨" + (digits.count < 2 ? "0" : "") + digits + "⟩"
  }
}
