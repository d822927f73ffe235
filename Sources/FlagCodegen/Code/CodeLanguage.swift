import FlagModel

/// The syntax of a language for the printer: blocks, comments, names and texts.
struct CodeLanguage: Sendable {
  enum Blocks: Sendable {
    case braces
    /// A colon, and indented lines.
    case colon
  }

  enum Comments: Sendable {
    /// `/// words`
    case slashes
    /// `/** words */`
    case stars
    /// `#: words` before a line, and a docstring as the first line of a body.
    case docstrings
    /// `-- words`
    case hyphens
  }

  /// The spelling of a name that is a keyword.
  enum Quoting: Sendable {
    /// In backquotes; the exceptions get an underscore.
    case backquotes(besides: Set<String>)
    /// `r#type`; the exceptions get an underscore.
    case raw(besides: Set<String>)
    case underscore
  }

  let fileExtension: String
  let indentation: String
  var blocks = Blocks.braces
  let comments: Comments
  let lineComment: (start: String, end: String)
  /// Lines after the first line of a file, for linters.
  var remarks: [String] = []
  let keywords: Set<String>
  let quoting: Quoting
  /// The names that generated code itself uses at the outermost level.
  let types: Set<String>
  /// The literal of a text.
  let literal: @Sendable (String) -> String

  /// The name without underscores that have a meaning in the language, as in Python's `__name__`.
  func bare(_ name: Name) -> Name {
    let isMeant =
      name.utf8.starts(with: "__".utf8) || name.utf8.first == 0x5F && name.utf8.last == 0x5F
    guard blocks == .colon, isMeant else { return name }
    let rest = name.text.drop { $0 == "_" }
    if rest.isEmpty { return "name" }
    return Name("\(rest)".trimmingUnderscores)
  }

  // MARK: Comments

  /// The lines of a documentation comment. Invisible characters are escaped, and nothing ends the
  /// comment early.
  func comment(_ text: String) -> [String] {
    let lines = Self.lines(of: text)
    switch comments {
    case .slashes: return Self.lines(lines, after: "///")
    case .hyphens: return Self.lines(lines, after: "--")
    case .docstrings: return Self.lines(lines, after: "#:")
    case .stars:
      let lines = lines.map(Self.withoutStars)
      if lines.count == 1 { return ["/** \(lines[0]) */"] }
      return ["/**"] + Self.lines(lines, after: " *") + [" */"]
    }
  }

  private static func lines(_ lines: [String], after mark: String) -> [String] {
    lines.map { line in
      if line.isEmpty { return mark }
      return "\(mark) \(line)"
    }
  }

  /// The same as the first lines of a body.
  func innerComment(_ text: String) -> [String] {
    let lines = Self.lines(of: text).map { line in
      line.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
    if lines.count == 1 { return ["\"\"\"\(lines[0])\"\"\""] }
    return ["\"\"\"\(lines[0])"] + lines.dropFirst() + ["\"\"\""]
  }

  /// A comment of one line that is no documentation.
  func remark(_ text: String) -> String {
    var line = Self.lines(of: text).joined(separator: " ")
    if !lineComment.end.isEmpty { line = Self.withoutStars(line) }
    return "\(lineComment.start) \(line)\(lineComment.end)"
  }

  private static func lines(of text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let shown = visible(String(line))
      if shown.utf8.last == UInt8(ascii: " ") { return String(shown.trimmed) }
      return shown
    }
  }

  /// A line without the markers of comments, which may be nested in Kotlin.
  private static func withoutStars(_ line: String) -> String {
    var text = ""
    for character in line.unicodeScalars {
      let last = text.unicodeScalars.last
      if character == "/" && last == "*" || character == "*" && last == "/" { text += " " }
      text.unicodeScalars.append(character)
    }
    if text.hasSuffix("\\") { return text + " " }
    return text
  }

  /// A quoted text, in which invisible and special characters are escaped by numbers.
  static func quoted(
    _ text: String, escaping signs: String = "\"\\", _ number: (Unicode.Scalar) -> String
  ) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": literal += "\\n"
      case "\t": literal += "\\t"
      case "\r": literal += "\\r"
      case _ where signs.unicodeScalars.contains(scalar): literal += "\\\(scalar)"
      case _ where scalar.isHidden: literal += number(scalar)
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }

  /// A hexadecimal number with a minimum number of digits.
  static func hex(_ number: some BinaryInteger, _ digits: Int) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}

extension Unicode.Scalar {
  fileprivate var isHidden: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
    default: false
    }
  }
}

extension String {
  fileprivate var trimmingUnderscores: Substring {
    var text = self[...]
    while text.last == "_" { text.removeLast() }
    return text
  }
}
