package import FlagModel
import SQLText

/// A flag expression: names, masks, lists of both, and set operators.
struct FlagExpression {
  indirect enum Kind {
    /// A flag, or the number of a mask.
    case word(WordSyntax)
    case list([FlagExpression])
    case complement(FlagExpression)
    /// Operators of equal precedence, from left to right.
    case row(FlagExpression, [Step])
    /// An invalid part, unless the whole text is the name of a flag.
    case fault(Diagnostic)
  }

  struct Step {
    let binary: Operator
    let operand: FlagExpression
  }

  let kind: Kind
  let place: SourcePlace

  init(_ kind: Kind, at place: SourcePlace) {
    self.kind = kind
    self.place = place
  }

  /// The names and numbers in it.
  var words: [WordSyntax] {
    switch kind {
    case .word(let word): [word]
    case .list(let items): items.flatMap(\.words)
    case .complement(let inner): inner.words
    case .row(let first, let steps): first.words + steps.flatMap(\.operand.words)
    case .fault: []
    }
  }
}

/// The bits of a flag expression.
struct FlagBits {
  private(set) var mask: UInt64
  /// True for a complement, which includes undeclared bits.
  private(set) var isComplement = false

  init(_ mask: UInt64) { self.mask = mask }

  static prefix func ~ (bits: FlagBits) -> FlagBits {
    var inverted = FlagBits(~bits.mask)
    inverted.isComplement = !bits.isComplement
    return inverted
  }

  static func | (a: FlagBits, b: FlagBits) -> FlagBits {
    var joined = FlagBits(a.mask | b.mask)
    joined.isComplement = a.isComplement || b.isComplement
    return joined
  }

  static func & (a: FlagBits, b: FlagBits) -> FlagBits { ~(~a | ~b) }

  /// The result of a set operator; nil for an operator that sets do not have.
  func combined(_ binary: Operator, _ other: FlagBits) -> FlagBits? {
    switch binary {
    case .bitOr, .add: self | other
    case .bitAnd: self & other
    case .subtract: self & ~other
    case .bitXor: (self & ~other) | (other & ~self)
    case .multiply, .divide, .remainder, .power, .shiftLeft, .shiftRight, .otherwise: nil
    }
  }

  /// The flags of a set. A complement includes only declared bits outside of fields.
  func flags(of set: FlagSet) -> UInt64 {
    if isComplement { return mask & set.declaredMask & set.flagMask }
    return mask
  }
}

extension Operator {
  /// True for the operators of sets.
  var isOfSets: Bool {
    switch self {
    case .bitOr, .add, .bitAnd, .subtract, .bitXor: true
    case .multiply, .divide, .remainder, .power, .shiftLeft, .shiftRight, .otherwise: false
    }
  }
}

// MARK: The flags that an expression names

extension FlagChecks {
  /// The bits of an expression. A name such as `NO-CARRIER` takes precedence over the operators in
  /// it.
  func bits(
    _ expression: FlagExpression, of name: String, _ set: FlagSet
  ) throws(Diagnostic) -> FlagBits {
    note(expression.words, of: [set])
    if case .list(let items) = expression.kind {
      var all = FlagBits(0)
      for item in items { all = all | (try bits(item, of: name, set)) }
      return all
    }
    let whole = set.withWholeNames(expression.place).map { self.expression($0) } ?? expression
    return try FlagReader(name: name, set: set).bits(whole)
  }

  /// The flags of an expression as a mask.
  func mask(
    _ expression: FlagExpression, of name: String, _ set: FlagSet
  ) throws(Diagnostic) -> UInt64 {
    try bits(expression, of: name, set).flags(of: set)
  }
}

extension FlagSet {
  /// An expression in which names such as `NO-CARRIER` are parsed as words, which take precedence
  /// over operators; nil if it has none.
  func withWholeNames(_ place: SourcePlace) -> PredicateSyntax? {
    let names = wholeNames
    guard !names.isEmpty,
      let tokens = try? PredicateLexer.lex(place.source, within: place.range),
      let joined = PredicateToken.joined(tokens, in: place.source, by: names)
    else { return nil }
    var parser = PredicateParser(source: place.source, tokens: joined)
    return try? parser.parseWhole()
  }

  /// The names that are no identifiers, such as `NO-CARRIER` and `Digital Signature`.
  package var wholeNames: [Name] { allNames.filter { !$0.text.isIdentifier } }
}

/// Evaluates flag expressions for a flag set.
private struct FlagReader {
  /// The name of the attribute, for errors.
  let name: String
  let set: FlagSet

  func bits(_ expression: FlagExpression) throws(Diagnostic) -> FlagBits {
    switch expression.kind {
    case .word(let word): return FlagBits(try mask(of: word))
    case .list(let items):
      var all = FlagBits(0)
      for item in items { all = all | (try bits(item)) }
      return all
    case .complement(let inner): return ~(try bits(inner))
    case .row(let first, let steps): return try bits(first, steps)
    case .fault(let error): throw error
    }
  }

  private func mask(of word: WordSyntax) throws(Diagnostic) -> UInt64 {
    let text = set.unqualified(Name(word.text))
    if let bits = set.mask(called: text) ?? set.bits(number: text.text) { return bits }
    if let fault = word.faultOfWords { throw fault }
    throw Diagnostic(
      "'\(text)' is not a flag of \(name)", at: word.place,
      hint: set.field(named: text).map { "it is a field: \(name).\($0.name)" }
        ?? .name(for: text, in: set.names, orAll: "\(set.name) has"))
  }

  private func bits(
    _ first: FlagExpression, _ steps: [FlagExpression.Step]
  ) throws(Diagnostic) -> FlagBits {
    var all = try bits(first)
    for step in steps {
      guard let combined = all.combined(step.binary, try bits(step.operand)) else {
        throw .noMeaningForFlags(step.binary, at: step.operand.place)
      }
      all = combined
    }
    return all
  }
}

extension PredicateToken {
  /// The tokens, in which each of the longest names is one word; nil if there are none.
  static func joined(
    _ tokens: [PredicateToken], in source: SourceText, by names: [Name]
  ) -> [PredicateToken]? {
    if names.isEmpty { return nil }
    let longest = names.map(\.utf8.count).max() ?? 0
    var joined: [PredicateToken] = []
    var next = 0
    while next < tokens.count {
      let start = tokens[next].range.lowerBound
      let end = tokens[next...].lastIndex { token in
        let end = token.range.upperBound
        return token.kind != .end && end - start <= longest
          && names.contains(Name(source.text(start..<end)))
      }
      if let end, end > next {
        let range = start..<tokens[end].range.upperBound
        joined.append(
          PredicateToken(kind: .word, text: source.text(range), range: range, isQuotedName: true))
        next = end + 1
      } else {
        joined.append(tokens[next])
        next += 1
      }
    }
    if joined.count < tokens.count { return joined }
    return nil
  }
}

extension WordSyntax {
  /// The error for several words without quotes that are not the name of a flag.
  fileprivate var faultOfWords: Diagnostic? {
    guard text.contains(" "), place.source.text(place.range) == text,
      let tokens = try? PredicateLexer.lex(place.source)
    else { return nil }
    var parser = PredicateParser(source: place.source, tokens: tokens)
    do throws(Diagnostic) {
      _ = try parser.parseWhole()
      return nil
    } catch {
      let isHere = error.place.map { place.range.contains($0.range.lowerBound) } ?? false
      if isHere { return error }
      return nil
    }
  }
}

extension Diagnostic {
  static func noMeaningForFlags(
    _ binary: Operator, of name: String? = nil, at place: SourcePlace
  ) -> Diagnostic {
    let signs = "'|', '+' and ',' join flags, '-' removes, '&' intersects, '^' toggles"
    let number = name.map { "; '\($0).rawValue' is the number" } ?? ""
    return Diagnostic(
      "'\(binary.rawValue)' cannot be applied to flags", at: place, hint: .words(signs + number))
  }
}
