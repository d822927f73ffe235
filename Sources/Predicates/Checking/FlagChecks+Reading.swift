package import FlagModel
import SQLText

// Reads flag expressions: names, lists, and the operators and methods of sets.

extension FlagChecks {
  /// The flags that a literal names.
  func expression(_ syntax: PredicateSyntax) -> FlagExpression {
    ExpressionReader(flags: self, hasNames: syntax.namesFlags).expression(syntax)
  }

  func expression(all items: [PredicateSyntax], at place: SourcePlace) -> FlagExpression {
    expression(PredicateSyntax(.list(items), at: place))
  }
}

/// Converts syntax to a flag expression. A number beside names is a mask; an expression of only
/// numbers is calculated.
private struct ExpressionReader {
  let flags: FlagChecks
  let hasNames: Bool

  /// The expression; errors are stored at their places.
  func expression(_ syntax: PredicateSyntax) -> FlagExpression {
    do throws(Diagnostic) {
      return try read(syntax)
    } catch {
      return FlagExpression(.fault(error), at: syntax.place)
    }
  }

  private func read(_ syntax: PredicateSyntax) throws(Diagnostic) -> FlagExpression {
    switch syntax.kind {
    case .list(let items): return list(items, syntax)
    case .name(let word), .dotted(let word): return self.word(word.text, syntax)
    case .text(let word): return self.word(word, syntax)
    // A flag may have the name `NO`.
    case .bool: return self.word(flags.text(of: syntax), syntax)
    case .member:
      guard syntax.isPath, let name = flags.unknownName(syntax) else { throw expected(syntax) }
      return self.word(name.name.text, syntax)
    case .argument(let list):
      let words = flags.literals.flagWords(ofArgument: list, at: syntax.place)
      let items = words.map { FlagExpression(.word($0), at: $0.place) }
      return FlagExpression(.list(items), at: syntax.place)
    case .number(let text): return try number(text, syntax)
    case .complement(let inner):
      return FlagExpression(.complement(try read(inner)), at: syntax.place)
    case .negative, .binary: return try operation(syntax)
    case .call(let base, let name, let arguments):
      return try call(base, name, arguments, syntax)
    default: throw expected(syntax)
    }
  }

  private func word(_ text: String, _ syntax: PredicateSyntax) -> FlagExpression {
    FlagExpression(.word(WordSyntax(text, at: syntax.place)), at: syntax.place)
  }

  private func list(_ items: [PredicateSyntax], _ syntax: PredicateSyntax) -> FlagExpression {
    FlagExpression(.list(items.map(expression)), at: syntax.place)
  }

  private func expected(_ syntax: PredicateSyntax) -> Diagnostic {
    Diagnostic(
      "expected flags, found \(flags.literals.words(of: syntax))", at: syntax.place,
      hint: "as in [.HRM, .PLX]")
  }

  // MARK: Operators

  private func operation(_ syntax: PredicateSyntax) throws(Diagnostic) -> FlagExpression {
    guard hasNames else { return self.word(try calculated(syntax), syntax) }
    guard case .binary(let binary, _, _) = syntax.kind, binary.isOfSets else {
      if !syntax.namesFlags { return self.word(try calculated(syntax), syntax) }
      let binary =
        if case .binary(let binary, _, _) = syntax.kind { binary } else { Operator.subtract }
      throw .noMeaningForFlags(binary, at: syntax.place)
    }
    var steps: [FlagExpression.Step] = []
    var first = syntax
    while case .binary(let next, let left, let right) = first.kind, next.isOfSets,
      next.precedence == binary.precedence
    {
      steps.append(FlagExpression.Step(binary: next, operand: try read(right)))
      first = left
    }
    return FlagExpression(.row(try read(first), steps.reversed()), at: syntax.place)
  }

  // MARK: Numbers

  /// A number, which may be the result of a calculation.
  private func number(_ text: String, _ syntax: PredicateSyntax) throws(Diagnostic)
    -> FlagExpression
  {
    let number = self.word(text, syntax)
    guard let written = written(syntax), !written.namesFlags else { return number }
    let isComplement = if case .complement = written.kind { true } else { false }
    if hasNames || isComplement { return try read(written) }
    return number
  }

  /// The original calculation of a number; nil for a literal.
  private func written(_ syntax: PredicateSyntax) -> PredicateSyntax? {
    let place = syntax.place
    guard let tokens = try? PredicateLexer.lex(place.source, within: place.range) else {
      return nil
    }
    var parser = PredicateParser(source: place.source, tokens: tokens)
    guard let syntax = try? parser.parseWhole() else { return nil }
    switch syntax.kind {
    case .binary, .complement: return syntax
    default: return nil
    }
  }

  /// The result of operators on numbers.
  private func calculated(_ syntax: PredicateSyntax) throws(Diagnostic) -> String {
    var steps: [(Operator, PredicateSyntax, PredicateSyntax)] = []
    var first = syntax
    while case .binary(let binary, let left, let right) = first.kind {
      steps.append((binary, right, first))
      first = left
    }
    var result = try operand(first)
    for (binary, right, whole) in steps.reversed() {
      let other = try calculated(right)
      let number = PredicateSyntax(.number(other), at: right.place)
      result = try literal(flags.arithmetic.fold(binary, result, number, whole), whole)
    }
    guard case .number(let text) = result.kind else { throw expected(syntax) }
    return text
  }

  private func operand(_ syntax: PredicateSyntax) throws(Diagnostic) -> PredicateSyntax {
    switch syntax.kind {
    case .negative(let inner):
      let side = Side(.literal(try operand(inner)), inner)
      return try literal(flags.arithmetic.negative(side, syntax), syntax)
    case .complement(let inner):
      let side = Side(.literal(try operand(inner)), inner)
      return try literal(flags.arithmetic.complement(side, syntax), syntax)
    case .binary: return PredicateSyntax(.number(try calculated(syntax)), at: syntax.place)
    case .number: return syntax
    default: throw expected(syntax)
    }
  }

  private func literal(
    _ checked: Checked, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> PredicateSyntax {
    guard case .literal(let literal) = checked else { throw expected(syntax) }
    return literal
  }

  // MARK: Calls

  /// `BIOMarker(rawValue: 6)`, `BIOMarker([.HRM])`, `BIOMarker.RAW.union(.HRM)`.
  private func call(
    _ base: PredicateSyntax?, _ name: String, _ arguments: [PredicateSyntax.Argument],
    _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> FlagExpression {
    guard arguments.count <= 1 else { throw expected(syntax) }
    if let base {
      guard let argument = arguments.first, argument.label == nil,
        let binary = Language.setOperator(named: name)
      else { throw expected(syntax) }
      let step = FlagExpression.Step(binary: binary, operand: try read(argument.value))
      return FlagExpression(.row(try read(base), [step]), at: syntax.place)
    }
    if let argument = arguments.first, argument.label == "rawValue" {
      return try raw(argument.value)
    }
    guard name == "init" || name == "Set" || flags.isFlagSet(Name(name)) else {
      throw expected(syntax)
    }
    return list(arguments.map(\.value), syntax)
  }

  /// A raw value is a number, so an operator in it is arithmetic and no union.
  private func raw(_ syntax: PredicateSyntax) throws(Diagnostic) -> FlagExpression {
    guard syntax.namesFlags else { return self.word(try calculated(syntax), syntax) }
    let isSum = syntax.flagOperators.contains { !$0.isBitwise }
    if isSum { throw expected(syntax) }
    return try read(syntax)
  }
}

extension FlagChecks {
  func isFlagSet(_ name: Name) -> Bool { schema.flagSets.contains { $0.name.mayBeCalled(name) } }
}

extension Language {
  /// True for a method of sets that makes a mask of two, such as `union`.
  package static func joinsMasks(_ method: String) -> Bool { setOperator(named: method) != nil }

  /// The operator for a method of sets, such as `union`.
  static func setOperator(named name: String) -> Operator? {
    let method = method(named: name, of: .flags, taking: 1, isClosure: false)
    guard case .set(let set)? = method?.meaning else { return nil }
    switch set {
    case .union: return .bitOr
    case .intersection: return .bitAnd
    case .subtracting: return .subtract
    case .symmetricDifference: return .bitXor
    case .isSuperset, .isSubset, .isDisjoint: return nil
    }
  }
}

// MARK: Names in operations

extension PredicateSyntax {
  /// True unless it consists only of numbers.
  fileprivate var namesFlags: Bool {
    !flagLeaves.allSatisfy { leaf in if case .number = leaf.kind { true } else { false } }
  }

  /// All parts of operators and lists except numbers.
  var flagNames: [PredicateSyntax] {
    flagLeaves.filter { leaf in if case .number = leaf.kind { false } else { true } }
  }

  /// The possible name of a flag; empty if it cannot be one. A flag may have the name `NO`.
  var nameOfFlag: Name {
    if case .bool = kind { return Name(place.source.text(place.range)) }
    return kind.flagName ?? ""
  }

  fileprivate var flagOperators: [Operator] {
    nodes.compactMap { if case .binary(let binary, _, _) = $0.kind { binary } else { nil } }
  }

  private var flagLeaves: [PredicateSyntax] { nodes.filter { !$0.kind.isFlagOperation } }

  /// The node and the nodes that operators, signs and lists join in it.
  private var nodes: [PredicateSyntax] {
    var (nodes, rest): ([PredicateSyntax], [PredicateSyntax]) = ([], [self])
    while let next = rest.popLast() {
      nodes.append(next)
      if next.kind.isFlagOperation { rest += next.kind.children.reversed() }
    }
    return nodes
  }
}

extension PredicateSyntax.Kind {
  /// True for operators, signs and lists, which may combine flags.
  var isFlagOperation: Bool {
    switch self {
    case .binary, .negative, .complement, .list: true
    default: false
    }
  }

  /// The name, if it may be the name of a flag.
  package var flagName: Name? {
    switch self {
    case .name(let name), .dotted(let name): name
    default: nil
    }
  }
}
