import RegularExpressions

/// Converts a regular expression to PostgreSQL's notation. Every class is expanded, with both cases
/// of its letters, so that the meaning does not depend on the locale of the database.
/// https://www.postgresql.org/docs/current/functions-matching.html#POSIX-SYNTAX-DETAILS
/// See Documentation/Decisions/regular-expressions-are-expanded-for-postgresql.md.
struct ServerPattern {
  /// The pattern, which matches a whole text.
  let text: String

  init(_ pattern: String, ignoringCase: Bool) throws(RegularExpressionError) {
    var writer = ServerPatternWriter()
    writer.write(try RegularExpressionNode(pattern, ignoringCase: ignoringCase))
    text = "\\A(?:\(writer.text))\\Z"
  }
}

private struct ServerPatternWriter {
  private(set) var text = ""

  mutating func write(_ node: RegularExpressionNode) {
    switch node {
    case .scalar(let scalar): text += Self.literal(scalar)
    case .set(let set): text += Self.bracket(set.ranges)
    case .assertion(let assertion): text += Self.written(assertion)
    case .sequence(let nodes):
      for node in nodes { writeGroup(node) }
    case .alternatives(let nodes):
      for (index, node) in nodes.enumerated() {
        if index > 0 { text += "|" }
        writeGroup(node)
      }
    case .repetition(let node, let minimum, let maximum):
      writeRepetition(of: node, minimum, maximum)
    }
  }

  /// Single elements need no brackets.
  private mutating func writeGroup(_ node: RegularExpressionNode) {
    switch node {
    case .scalar, .set, .assertion, .repetition: write(node)
    case .sequence, .alternatives:
      text += "(?:"
      write(node)
      text += ")"
    }
  }

  /// The server's limit for repetitions.
  private static let most = 255

  private mutating func writeRepetition(
    of node: RegularExpressionNode, _ minimum: Int, _ maximum: Int?
  ) {
    var atom = ServerPatternWriter()
    switch node {
    case .scalar, .set: atom.write(node)
    case .assertion, .repetition, .sequence, .alternatives:
      atom.text += "(?:"
      atom.write(node)
      atom.text += ")"
    }
    for count in Self.parts(minimum) { text += "\(atom.text){\(count)}" }
    guard let maximum else {
      text += "\(atom.text)*"
      return
    }
    for count in Self.parts(maximum - minimum) { text += "\(atom.text){0,\(count)}" }
    if maximum == 0 { text += "(?:)" }
  }

  /// Splits a number of repetitions into parts within the limit.
  private static func parts(_ count: Int) -> [Int] {
    let whole = Array(repeating: most, count: count / most)
    if count % most == 0 { return whole }
    return whole + [count % most]
  }

  private static func written(_ assertion: RegularExpressionAssertion) -> String {
    let word = bracket(.words)
    return switch assertion {
    case .start: "\\A"
    case .end: "\\Z"
    case .wordBoundary: "(?:(?<=\(word))(?!\(word))|(?<!\(word))(?=\(word)))"
    case .noWordBoundary: "(?:(?<=\(word))(?=\(word))|(?<!\(word))(?!\(word)))"
    }
  }

  /// The bracket expression for a class or its complement, whichever is shorter.
  private static func bracket(_ ranges: ScalarRanges) -> String {
    if ranges.all.isEmpty { return "(?!)" }
    if ranges.all.count == 1, ranges.all[0].count == 1,
      let scalar = Unicode.Scalar(ranges.all[0].lowerBound)
    {
      return literal(scalar)
    }
    let inverse = ranges.inverse
    if !inverse.all.isEmpty, inverse.all.count < ranges.all.count {
      return "[^\(inverse.all.map(written).joined())]"
    }
    return "[\(ranges.all.map(written).joined())]"
  }

  private static func written(_ range: ClosedRange<UInt32>) -> String {
    let first = written(range.lowerBound)
    switch range.count {
    case 1: return first
    case 2: return first + written(range.upperBound)
    default: return "\(first)-\(written(range.upperBound))"
    }
  }

  private static func literal(_ scalar: Unicode.Scalar) -> String {
    if scalar == " " || !scalar.isASCII && scalar.properties.isAlphabetic { return String(scalar) }
    return written(scalar.value)
  }

  /// ASCII letters and digits are written as themselves, all others as an escape with their number.
  private static func written(_ value: UInt32) -> String {
    if let scalar = Unicode.Scalar(value), scalar.isASCII, ScalarSet.isWord(scalar) {
      return String(scalar)
    }
    let digits = String(value, radix: 16, uppercase: true)
    if value > 0xFFFF {
      return "\\U" + String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }
    return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }
}
