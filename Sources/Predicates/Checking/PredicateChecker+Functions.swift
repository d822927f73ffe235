import FlagModel
internal import PlainText
import SQLText

// Calls with nothing before them: functions of NSPredicate and of Swift.

extension PredicateChecker {
  func call(
    _ name: String, _ arguments: [PredicateSyntax.Argument], _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    for frame in frames.reversed() where frame.variable == nil {
      guard case .record(let path) = frame.subject,
        let expression = path.entity.expression(named: Name(name))
      else { continue }
      return try value(expression, arguments, of: path, syntax)
    }
    if let made = try initializer(name, arguments, syntax) { return made }
    guard let function = Language.function(named: name) else {
      throw unknownFunction(name, syntax)
    }
    if case .aggregate(let aggregate) = function.meaning {
      return try aggregateFunction(function, aggregate, arguments, syntax)
    }
    guard function.takes(arguments.count),
      let found = try call(function, arguments, syntax)
    else { throw Diagnostic("'\(name)' got \(arguments.count) arguments", at: syntax.place) }
    return found
  }

  /// Nil for a call that the parser has a tree of its own for.
  private func call(
    _ function: Callable, _ arguments: [PredicateSyntax.Argument], _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked? {
    let values = arguments.map(\.value)
    switch function.meaning {
    case .value(.ofDate(let part)): return try datePart(part, function, values[0], syntax)
    case .value(let sql): return try value(sql, function, values[0], syntax)
    case .calculation(let sign): return try calculate(sign, values[0], values[1], syntax)
    case .conversion(let type): return try convert(values[0], to: type, syntax)
    case .cast: return try cast(values, syntax)
    case .selector: return try selector(values, syntax)
    case .plain: return try check(operand: values[0])
    case .moment: return .literal(PredicateSyntax(.dotted("now"), at: syntax.place))
    case .today: return .literal(PredicateSyntax(.name("today"), at: syntax.place))
    case .eachFlag: return try eachFlag(arguments, syntax)
    default: return nil
    }
  }

  private func unknownFunction(_ name: String, _ syntax: PredicateSyntax) -> Diagnostic {
    if Language.isForeign(function: name) {
      return Diagnostic(
        "'\(name)' is not supported", at: syntax.place, hint: Language.instead(of: name))
    }
    return Diagnostic(
      "'\(name)' is no function that is known", at: syntax.place,
      hint: Language.suggestion(for: name, among: Language.functions).map { "did you mean \($0)?" })
  }

  // MARK: One argument

  private func value(
    _ sql: SQLFunction, _ function: Callable, _ argument: PredicateSyntax,
    _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    let operand = try operand(argument)
    guard function.accepts(operand) else {
      let name = text(of: syntax).prefix { $0 != "(" }.lowercased()
      throw Diagnostic(
        "'\(name)' has no meaning for '\(operand.name)' (\(operand.declaredType))",
        at: argument.place)
    }
    return .operand(value(sql, function, of: operand, syntax))
  }

  /// A value that the engine makes of another.
  func value(
    _ sql: SQLFunction, _ call: Callable, of operand: Operand, _ syntax: PredicateSyntax
  ) -> Operand {
    func made(_ argument: Term, _ type: TermType, _ declared: String, mayFail: Bool) -> Operand {
      derived(
        Term(.function(sql, [argument]), type, isOptional: mayFail || argument.isOptional),
        declared, syntax, origin: operand.origin)
    }
    let term = operand.term
    switch call.gives {
    case .number:
      if case .integer? = operand.type { return operand }
      return made(term.asReal, .value(.double), "Double", mayFail: true)
    case .type(.double): return made(term.asReal, .value(.double), "Double", mayFail: true)
    case .type(let type): return made(term, .value(type), type.swiftName, mayFail: false)
    case .calendar(let unit): return made(term, .calendar(unit), unit.rawValue, mayFail: false)
    case .same, .open:
      return made(term.guardedAgainstMinimum, term.type, operand.declaredType, mayFail: false)
    }
  }

  // MARK: Several values

  /// `count(readings)`, `max({a, b})`, `max(a, b)`
  private func aggregateFunction(
    _ function: Callable, _ aggregate: Aggregate, _ arguments: [PredicateSyntax.Argument],
    _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    if let operand = try groupAggregate(function, aggregate, arguments, syntax) {
      return .operand(operand)
    }
    var items = arguments.map(\.value)
    if items.count == 1 {
      guard case .list(let list) = items[0].kind else {
        return try member(Name(function.name), of: items[0], syntax)
      }
      items = list
    }
    if aggregate == .count {
      return .literal(PredicateSyntax(.number("\(items.count)"), at: syntax.place))
    }
    guard items.count >= 2, function.arguments.last == .more else {
      throw Diagnostic("'\(function.name)' expects several values", at: syntax.place)
    }
    guard aggregate == .sum else {
      return try extreme(aggregate == .min ? .least : .greatest, items, syntax)
    }
    var sum = items[0]
    for item in items.dropFirst() {
      sum = PredicateSyntax(.binary(.add, sum, item), at: syntax.place)
    }
    guard sum.height <= PredicateParser.greatestHeight else {
      throw Diagnostic("'sum' got too many values", at: syntax.place)
    }
    return try check(operand: sum)
  }

  private func extreme(
    _ function: SQLFunction, _ items: [PredicateSyntax], _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    var operands: [Operand] = []
    for item in items { operands.append(try operand(item)) }
    var terms = [operands[0].term]
    for operand in operands.dropFirst() {
      try requireOrder(operand)
      guard operand.term.type == operands[0].term.type || alike(operands[0], operand) != nil,
        operand.type.map({ !$0.isDecimal }) ?? true || operand.term.type == operands[0].term.type
      else { throw unlike(operands[0], operand, syntax) }
      terms.append(operand.term)
    }
    let isOptional = terms.contains(where: \.isOptional)
    let type = terms.contains { $0.type == .value(.double) } ? .value(.double) : terms[0].type
    return .operand(
      derived(
        Term(.function(function, terms), type, isOptional: isOptional),
        operands[0].declaredType, syntax, origin: operands[0].origin))
  }

  // MARK: Names of selectors

  /// `FUNCTION(a, 'add:to:', b)`, by the words of NSExpression; those of one operand are also the
  /// functions, as in `abs:`.
  private func selector(
    _ values: [PredicateSyntax], _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    guard case .text(let name) = values[1].kind else {
      throw Diagnostic(
        "expected the name of a function in quotes, found '\(text(of: values[1]))'",
        at: values[1].place)
    }
    let operands = [values[0]] + values.dropFirst(2)
    let plain = operands.count == 1 ? String(name.prefix { $0 != ":" }) : name
    if let selector = Language.selector(named: plain), selector.takes(operands.count) {
      switch selector.meaning {
      case .calculation(let sign): return try calculate(sign, operands[0], operands[1], syntax)
      case .complement: return try complement(operands[0], syntax)
      case .cast: return try cast(operands, syntax)
      case .value(let sql): return try value(sql, selector, operands[0], syntax)
      default: break
      }
    } else if operands.count == 1, let function = Language.function(named: plain),
      ![.selector, .cast].contains(function.meaning)
    {
      return try call(plain, [.init(label: nil, value: operands[0])], syntax)
    }
    throw Diagnostic("the function '\(name)' is not supported", at: values[1].place)
  }
}

extension Callable {
  /// True if a value may stand first in the brackets.
  func accepts(_ operand: Operand) -> Bool {
    guard case .value(let kinds, _)? = arguments.first else { return false }
    return !kinds.isDisjoint(with: operand.kinds)
  }
}

extension Term {
  /// The least whole number has no positive counterpart, and SQLite's abs fails on it.
  var guardedAgainstMinimum: Term {
    guard type.isWhole else { return self }
    let missing = Term(.value(.null), type, isOptional: true)
    return Term(.conditional(isMinimum, missing, self), type, isOptional: true)
  }

  /// The term that a guard against the minimum was put around.
  var withoutGuard: Term {
    guard case .conditional(let condition, _, let inner) = kind, condition == inner.isMinimum
    else { return self }
    return inner
  }

  private var isMinimum: Predicate { .test(self, .compare(.equal, .integer(.min))) }
}
