import PlainText

/// The kinds of JSON syntax errors.
public enum JSONProblem: Hashable, Sendable {
  case unexpected(expected: String, found: String, hint: String?)
  /// The input ends within a value of this kind.
  case unclosed(String)
  case duplicateKey(String)
  case tooDeep
  case tooManyKeys(limit: Int)
  case controlCharacter(UInt8)
  case lineEndInText
  case loneSurrogate
  case unknownEscape(String)
  /// A `\u` without four digits.
  case shortEscape
  case invalidUTF8

  /// Lower case, without a full stop, names in single quotes.
  public var message: String {
    switch self {
    case .unexpected(let expected, let token, _): "expected \(expected), found \(token)"
    case .unclosed(let what): "expected the end of the \(what), found the end of the input"
    case .duplicateKey(let key): "duplicate key \(quotedSample(key))"
    case .tooDeep: "nested deeper than \(JSONScanner.deepest) levels"
    case .tooManyKeys(let limit): "expected at most \(limit) different keys, found more"
    case .controlCharacter(let byte):
      "expected control characters as escapes, found U+"
        + hexadecimal(UInt32(byte), digits: 4)
    case .lineEndInText: "expected a quote that closes this text, found the end of the line"
    case .loneSurrogate: "expected both halves of a surrogate pair"
    case .unknownEscape(let escape): "unknown escape '\(escape)'"
    case .shortEscape: "expected four hexadecimal digits after '\\u'"
    case .invalidUTF8: "expected text in UTF-8, found another byte"
    }
  }

  /// The correction; nil if there is none.
  public var hint: String? {
    switch self {
    case .unexpected(_, _, let hint): hint
    case .lineEndInText: "a line end inside a text is written as \\n"
    case .loneSurrogate: "a character beyond U+FFFF is two escapes, such as \\ud83e\\udd93"
    case .unknownEscape: "a backslash is written as \\\\"
    default: nil
    }
  }
}

/// A problem and its position.
public struct JSONFault: Error, Hashable, Sendable {
  public let problem: JSONProblem
  /// Offsets in the input.
  public let range: Range<Int>

  public init(_ problem: JSONProblem, at range: Range<Int>) {
    self.problem = problem
    self.range = range
  }

  /// The error for a value at the end of the input.
  public init(_ stop: JSONStop) {
    switch stop {
    case .more(let name, let offset): self.init(.unclosed(name), at: offset..<offset + 1)
    case .fault(let fault): self = fault
    }
  }
}

/// A reason to stop within a value.
public enum JSONStop: Error {
  /// The input ends within the value that began at the offset.
  case more(String, openedAt: Int)
  case fault(JSONFault)
}
