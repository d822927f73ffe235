/// ```
/// alternatives = sequence { "|" sequence }
/// sequence     = { atom [ repetition ] }
/// repetition   = ( "*" | "+" | "?" | "{" m [ "," [ n ] ] "}" ) [ "?" ]
/// atom         = scalar | "." | "^" | "$" | "\" escape | class
///              | "(" alternatives ")" | "(?:" alternatives ")" | "(?<name>" alternatives ")"
///              | "(?i)" | "(?-i)" | "(?i:" alternatives ")"
/// class        = "[" [ "^" ] { item | item "-" item } "]"
/// escape       = t n r f e a | xHH | x{H…} | uHHHH | d D w W s S b B A z
///              | p{category} | P{category} | any mark
/// ```
/// Features of backtracking matchers (back-references, looking around, possessive and atomic groups)
/// are recognised, and refused by name. Lazy repetitions match what greedy ones do.
struct RegularExpressionParser {
  var reader: PatternReader
  var ignoresCase: Bool
  private var depth = 0
  private static let deepest = 100
  private static let mostRepetitions = 1000

  init(_ pattern: String, ignoringCase: Bool) {
    reader = PatternReader(pattern)
    ignoresCase = ignoringCase
  }

  mutating func parse() throws(RegularExpressionError) -> RegularExpressionNode {
    let node = try parseAlternatives()
    if reader.next != nil { throw reader.error("expected no ')', since no group is open") }
    return node
  }

  private mutating func parseAlternatives() throws(RegularExpressionError)
    -> RegularExpressionNode
  {
    var nodes = [try parseSequence()]
    while reader.accept("|") { nodes.append(try parseSequence()) }
    if nodes.count == 1 { return nodes[0] }
    return .alternatives(nodes)
  }

  private mutating func parseSequence() throws(RegularExpressionError) -> RegularExpressionNode {
    var nodes: [RegularExpressionNode] = []
    while let scalar = reader.next, scalar != "|", scalar != ")" {
      if let atom = try parseAtom() { nodes.append(try parseRepetition(of: atom)) }
    }
    if nodes.count == 1 { return nodes[0] }
    return .sequence(nodes)
  }

  /// Nil for an atom that matches no text, such as `(?i)`.
  private mutating func parseAtom() throws(RegularExpressionError) -> RegularExpressionNode? {
    switch reader.next {
    case "(": return try parseGroup()
    case "[": return .set(try parseClass())
    case "\\": return try parseEscape()
    case "*", "+", "?", "{":
      throw reader.error(
        "expected something to repeat before '\(reader.nextText)', "
          + "which is written '\\\(reader.nextText)' to stand for itself")
    case ".":
      reader.advance()
      return .set(ScalarSet([.lineEnd], isNegated: true))
    case "^":
      reader.advance()
      return .assertion(.start)
    case "$":
      reader.advance()
      return .assertion(.end)
    case let scalar?:
      reader.advance()
      return literal(scalar)
    case nil: return nil
    }
  }

  func literal(_ scalar: Unicode.Scalar) -> RegularExpressionNode {
    if ignoresCase { return .set(ScalarSet([.range(scalar...scalar)], ignoringCase: true)) }
    return .scalar(scalar)
  }
}

// MARK: Groups

extension RegularExpressionParser {
  private static let unsupportedGroups = [
    ("?=", "look-ahead"), ("?!", "look-ahead"), ("?<=", "look-behind"), ("?<!", "look-behind"),
    ("?>", "an atomic group"), ("?(", "a condition"), ("?|", "a branch reset"),
    ("?#", "a comment"),
  ]

  private mutating func parseGroup() throws(RegularExpressionError) -> RegularExpressionNode? {
    let start = reader.at
    reader.advance()
    for (mark, name) in Self.unsupportedGroups where reader.stands(mark) {
      throw reader.error("\(name) '(\(mark)' is not supported", at: start)
    }
    let outside = ignoresCase
    if reader.accept("?"), !reader.accept(":"), try !parseGroupName() {
      try parseFlags(from: start)
      if reader.accept(")") { return nil }
      reader.advance()
    }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else {
      throw reader.error("groups are nested more than \(Self.deepest) deep", at: start)
    }
    let node = try parseAlternatives()
    guard reader.accept(")") else { throw reader.error("expected ')' for this '('", at: start) }
    ignoresCase = outside
    return node
  }

  /// `<name>`, which is ignored.
  private mutating func parseGroupName() throws(RegularExpressionError) -> Bool {
    guard reader.accept("<") else { return false }
    let name = reader.take { $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" }
    guard !name.isEmpty, reader.accept(">") else {
      throw reader.error("expected the name of a group and '>'")
    }
    return true
  }

  /// `i` or `-i`, up to the `)` or `:`, which is not consumed.
  private mutating func parseFlags(from start: Int) throws(RegularExpressionError) {
    let isOff = reader.accept("-")
    guard reader.accept("i"), reader.next == ")" || reader.next == ":" else {
      throw reader.error("expected one of '(?:', '(?i)' and '(?i:'", at: start)
    }
    ignoresCase = !isOff
  }
}

// MARK: Repetitions

extension RegularExpressionParser {
  private mutating func parseRepetition(of node: RegularExpressionNode)
    throws(RegularExpressionError) -> RegularExpressionNode
  {
    let start = reader.at
    guard let bounds = try parseBounds() else { return node }
    if reader.next == "+" {
      throw reader.error("a possessive repetition is not supported", at: start)
    }
    _ = reader.accept("?")
    if let next = reader.next, "*+?{".unicodeScalars.contains(next) {
      throw reader.error("expected a group around a repetition that is repeated")
    }
    return .repetition(node, minimum: bounds.minimum, maximum: bounds.maximum)
  }

  private mutating func parseBounds() throws(RegularExpressionError) -> (
    minimum: Int, maximum: Int?
  )? {
    if reader.accept("*") { return (0, nil) }
    if reader.accept("+") { return (1, nil) }
    if reader.accept("?") { return (0, 1) }
    let start = reader.at
    guard reader.accept("{") else { return nil }
    let minimum = try parseCount()
    var maximum: Int? = minimum
    if reader.accept(",") { maximum = reader.next == "}" ? nil : try parseCount() }
    guard reader.accept("}") else { throw reader.error("expected '}' for this '{'", at: start) }
    if let maximum, maximum < minimum {
      throw reader.error(
        "expected the smaller number first in '{\(minimum),\(maximum)}'", at: start)
    }
    return (minimum, maximum)
  }

  private mutating func parseCount() throws(RegularExpressionError) -> Int {
    let start = reader.at
    let digits = reader.take { ("0"..."9").contains($0) }
    guard !digits.isEmpty else {
      throw reader.error("expected a number of repetitions; '{' itself is written '\\{'")
    }
    guard let count = Int(digits), count <= Self.mostRepetitions else {
      throw reader.error("expected at most \(Self.mostRepetitions) repetitions", at: start)
    }
    return count
  }
}
