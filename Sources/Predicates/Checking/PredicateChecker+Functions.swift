import FlagModel
import SQLText

// Calls of functions of NSPredicate and of Swift.

extension PredicateChecker {
  func call(
    _ name: String, _ arguments: [PredicateSyntax.Argument], _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    for frame in environment.frames.reversed() where frame.variable == nil {
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
      if arguments.count > 1 { try refuseDistinct(arguments) }
      return try aggregateFunction(function, aggregate, arguments, syntax)
    }
    if function.meaning == .percentile {
      return try percentile(function, arguments, syntax)
    }
    try refuseDistinct(arguments)
    guard function.takes(arguments.count),
      let result = try call(function, arguments, syntax)
    else { throw wrongArguments(name, function, arguments, syntax) }
    return result
  }

  private func wrongArguments(
    _ name: String, _ function: Callable, _ arguments: [PredicateSyntax.Argument],
    _ syntax: PredicateSyntax
  ) -> Diagnostic {
    let hint: Hint =
      if name.lowercased() == "date", arguments.count == 1 {
        .meant(["day(\(text(of: arguments[0].value)))"])
      } else {
        "write \(function.signature(name))"
      }
    return Diagnostic(
      "'\(name)' does not take \(counted(arguments.count, "argument"))", at: syntax.place,
      hint: hint)
  }

  /// Throws for `distinct`, which is only allowed in aggregates.
  func refuseDistinct(_ arguments: [PredicateSyntax.Argument]) throws(Diagnostic) {
    guard let argument = arguments.first(where: \.isDistinct) else { return }
    throw Diagnostic(
      "'distinct' is not allowed here", at: argument.value.place,
      hint: "count(distinct \(text(of: argument.value))) counts different values")
  }

  /// Nil for a call with a special syntax node.
  private func call(
    _ function: Callable, _ arguments: [PredicateSyntax.Argument], _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked? {
    let values = arguments.map(\.value)
    switch function.meaning {
    case .value(.ofDate(let part)): return try datePart(part, function, values[0], syntax)
    case .value(let sql) where values.count > 1:
      return try part(sql, function, values, syntax)
    case .value(let sql): return try value(sql, function, values[0], syntax)
    case .calculation(let sign): return try calculate(sign, values[0], values[1], syntax)
    case .conversion(let type): return try convert(values[0], to: type, syntax)
    case .cast: return try cast(values, syntax)
    case .selector: return try selector(values, syntax)
    case .plain: return try check(operand: values[0])
    case .moment: return .literal(PredicateSyntax(.dotted("now"), at: syntax.place))
    case .today: return .literal(PredicateSyntax(.name("today"), at: syntax.place))
    case .each: return try each(arguments, syntax)
    default: return nil
    }
  }

  private func unknownFunction(_ name: String, _ syntax: PredicateSyntax) -> Diagnostic {
    if Language.isForeign(function: name) {
      return Diagnostic(
        "'\(name)' is not supported", at: syntax.place, hint: Language.instead(of: name))
    }
    return Diagnostic(
      "unknown function '\(name)'", at: syntax.place,
      hint: Language.suggestion(for: name, among: Language.functions))
  }

  // MARK: One argument

  private func value(
    _ sql: SQLFunction, _ function: Callable, _ argument: PredicateSyntax,
    _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    let operand = try operand(argument)
    guard function.accepts(operand) else { throw hasNoMeaning(operand, argument, syntax) }
    return .operand(arithmetic.value(sql, function, of: operand, syntax))
  }

  private func hasNoMeaning(
    _ operand: Operand, _ argument: PredicateSyntax, _ syntax: PredicateSyntax
  ) -> Diagnostic {
    let name = text(of: syntax).prefix { $0 != "(" }.lowercased()
    return Diagnostic(
      "'\(name)' cannot be applied to '\(operand.name)' (\(operand.declaredType))",
      at: argument.place)
  }

  // MARK: Parts of texts

  /// `prefix(path, '/')`, `prefix(code, 1)`, `split(path, '/', 2)`: all arguments after the text
  /// are literals.
  private func part(
    _ sql: SQLFunction, _ function: Callable, _ values: [PredicateSyntax], _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    var operands: [Operand] = []
    for (place, value) in values.enumerated() {
      let operand = try operand(value)
      guard function.accepts(operand, at: place) else { throw hasNoMeaning(operand, value, syntax) }
      operands.append(operand)
    }
    for (value, operand) in zip(values, operands).dropFirst() {
      try requirePart(operand.term, value, sql)
    }
    let text = operands[0]
    let isOptional = text.term.isOptional || sql == .ofText(.part)
    let term = Term(.function(sql, operands.map(\.term)), .string, isOptional: isOptional)
    return .operand(derived(term, "String", syntax, origin: text.origin))
  }

  /// Throws unless the argument is a valid literal: a separator that is not empty, or a number of
  /// characters or parts.
  private func requirePart(
    _ term: Term, _ value: PredicateSyntax, _ function: SQLFunction
  ) throws(Diagnostic) {
    let isPart = function == .ofText(.part)
    switch term.constant {
    case .text(let text) where !text.isEmpty: return
    case .integer(let number) where number > 0 || isPart && number != 0: return
    case .text: throw Diagnostic("a separator cannot be empty", at: value.place)
    case .integer where isPart, .real where isPart:
      throw Diagnostic(
        "expected the number of a part from 1 on, found '\(text(of: value))'",
        at: value.place, hint: "-1 is the last part")
    case .integer, .real:
      throw Diagnostic(
        "expected a number of characters from 1 on, found '\(text(of: value))'", at: value.place)
    default:
      throw Diagnostic(
        "expected a value that is typed, found '\(text(of: value))'", at: value.place)
    }
  }

  // MARK: Parts of dates

  func datePart(
    _ part: DateFunction, _ function: Callable, _ argument: PredicateSyntax,
    _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    let checked = try check(operand: argument)
    if case .literal(let literal) = checked, let unit = part.unit,
      let date = try literals.date(literal)
    {
      return .operand(literals.constant(unit, of: date, syntax))
    }
    let operand = try operand(of: checked, argument)
    guard operand.type == .date else {
      throw Diagnostic(
        "'\(text(of: syntax))': '\(operand.name)' (\(operand.declaredType)) is not a date of a record",
        at: argument.place)
    }
    return .operand(arithmetic.value(.ofDate(part), function, of: operand, syntax))
  }

  // MARK: Conversions

  /// Checks `CAST(taken, 'NSNumber')`.
  func cast(_ values: [PredicateSyntax], _ syntax: PredicateSyntax) throws(Diagnostic) -> Checked {
    let type = try nameInQuotes(values[1], of: "type")
    switch type {
    case "NSNumber", "Double", "NSDecimalNumber", "Float", "Decimal":
      return try convert(values[0], to: .double, syntax)
    case "Int", "Int64", "NSInteger": return try convert(values[0], to: .int, syntax)
    case "NSString", "String": return try convert(values[0], to: .string, syntax)
    case "NSDate", "Date":
      if case .text(let text) = values[0].kind {
        return .literal(PredicateSyntax(.date(text), at: values[0].place))
      }
      if case .number(let text) = values[0].kind, let seconds = Double(text),
        let date = Timestamp(sinceReference: seconds)
      {
        return .literal(PredicateSyntax(.date(date.text), at: values[0].place))
      }
      let checked = try check(operand: values[0])
      if case .operand(let operand) = checked, operand.type == .date { return checked }
      throw Diagnostic("only a typed number or text can be cast to '\(type)'", at: syntax.place)
    default: throw Diagnostic("a cast to '\(type)' is not supported", at: values[1].place)
    }
  }

  private func nameInQuotes(
    _ syntax: PredicateSyntax, of what: String
  ) throws(Diagnostic) -> String {
    if case .text(let name) = syntax.kind { return name }
    throw Diagnostic(
      "expected the name of a \(what) in quotes, found '\(text(of: syntax))'", at: syntax.place)
  }

  private func convert(
    _ value: PredicateSyntax, to type: Conversion, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    try arithmetic.convert(try operand(value), to: type, syntax)
  }

  // MARK: Several values

  /// An aggregate of a group, or of the values of one record: `count(readings)`, `max({a, b})`,
  /// `max(a, b)`, `percentile(score, 95)`.
  private func percentile(
    _ function: Callable, _ arguments: [PredicateSyntax.Argument], _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    guard function.takes(arguments.count) else {
      throw Diagnostic(
        "'percentile' does not take \(counted(arguments.count, "argument"))", at: syntax.place,
        hint: "as in percentile(ATTRIBUTE, 95)")
    }
    let percent = arguments[1].value
    guard let percentage = try operand(percent).term.constant?.number,
      (0...100).contains(percentage)
    else {
      throw Diagnostic(
        "expected a percentage from 0 to 100, found '\(text(of: percent))'", at: percent.place)
    }
    return try aggregateFunction(function, .percentile(percentage), [arguments[0]], syntax)
  }

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
        return try several(aggregate, function, ofAll: arguments[0], syntax)
      }
      try refuseDistinct(arguments)
      items = list
    }
    if aggregate == .count {
      return .literal(PredicateSyntax(.number("\(items.count)"), at: syntax.place))
    }
    guard items.count >= 2, function.arguments.last == .more else {
      throw Diagnostic("'\(function.name)' expects several values", at: syntax.place)
    }
    switch aggregate {
    case .sum: return try joined(items, by: .add, function, syntax)
    case .union: return try joined(items, by: .bitOr, function, syntax)
    case .intersection: return try joined(items, by: .bitAnd, function, syntax)
    case .min: return try extreme(.least, items, syntax)
    default: return try extreme(.greatest, items, syntax)
    }
  }

  /// `sum(a, b)` is `a + b`, and `union(a, b)` is `a | b`.
  private func joined(
    _ items: [PredicateSyntax], by sign: Operator, _ function: Callable, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    var whole = items[0]
    for item in items.dropFirst() {
      whole = PredicateSyntax(.binary(sign, whole, item), at: syntax.place)
    }
    guard whole.height <= PredicateParser.greatestHeight else {
      throw Diagnostic("'\(function.name)' has too many arguments", at: syntax.place)
    }
    return try check(operand: whole)
  }

  /// `count(tags)`, `count(distinct tags)` of the values of one record.
  private func several(
    _ aggregate: Aggregate, _ function: Callable, ofAll argument: PredicateSyntax.Argument,
    _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    let name = Name(function.name)
    if case .percentile = aggregate,
      case .values(var values) = try collections.several(
        try check(operand: argument.value), argument.value)
    {
      values.isDistinct = values.isDistinct || argument.isDistinct
      return .operand(try collections.checked(aggregate, of: values, syntax))
    }
    guard argument.isDistinct else { return try member(name, of: argument.value, syntax) }
    let checked = try collections.several(try check(operand: argument.value), argument.value)
    guard case .values(var values) = checked else {
      try refuseDistinct([argument])
      return checked
    }
    values.isDistinct = true
    return try member(name, of: values, syntax)
  }

  private func extreme(
    _ function: SQLFunction, _ items: [PredicateSyntax], _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    let sides = try items.map { item throws(Diagnostic) in try side(item) }
    // Beside a decimal, a literal is one too.
    let decimal = sides.lazy.compactMap { plainOperand($0.checked, $0.syntax) }
      .first { $0.type?.isDecimal == true }
    let operands = try sides.map { side throws(Diagnostic) in
      try arithmetic.number(side, beside: decimal)
    }
    for operand in operands.dropFirst() {
      try comparisons.requireOrder(operand)
      guard CommonForm([operands[0], operand], in: comparisons) != nil else {
        throw unlike(operands[0], operand, syntax)
      }
    }
    guard let form = CommonForm(operands, in: comparisons) else {
      throw unlike(operands[0], operands[1], syntax)
    }
    let term = Term(
      .function(function, form.terms), form.type,
      isOptional: form.terms.contains(where: \.isOptional))
    return .operand(derived(term, form.declaredType, syntax, origin: operands[0].origin))
  }

  // MARK: Selectors

  /// `FUNCTION(a, 'add:to:', b)` with a selector of NSExpression. A selector with one operand may
  /// also be a function, as in `abs:`.
  private func selector(
    _ values: [PredicateSyntax], _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    let name = try nameInQuotes(values[1], of: "function")
    let operands = [values[0]] + values.dropFirst(2)
    let plain = if operands.count == 1 { String(name.prefix { $0 != ":" }) } else { name }
    if let selector = Language.selector(named: plain), selector.takes(operands.count) {
      switch selector.meaning {
      case .calculation(let sign): return try calculate(sign, operands[0], operands[1], syntax)
      case .complement: return try arithmetic.complement(try side(operands[0]), syntax)
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
  /// True if the argument at this index may have the kind of the operand.
  func accepts(_ operand: Operand, at place: Int = 0) -> Bool {
    guard arguments.indices.contains(place), case .value(let kinds, _) = arguments[place] else {
      return false
    }
    return !kinds.isDisjoint(with: operand.kinds)
  }
}

extension Timestamp {
  /// Nil outside of the years 1 to 9999.
  fileprivate init?(sinceReference seconds: Double) {
    let number = ((seconds + Arithmetic.reference) * 1_000_000).rounded()
    guard let microseconds = Int64(exactly: number) else { return nil }
    self.init(microseconds: microseconds)
  }
}
