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
        let expression = path.entity.expression(named: name)
      else { continue }
      return try value(expression, arguments, of: path, syntax)
    }
    if let made = try initializer(name, arguments, syntax) { return made }
    let values = arguments.map(\.value)
    switch name.lowercased() {
    case "function" where values.count >= 2: return try selector(values, syntax)
    case "cast" where values.count == 2: return try cast(values, syntax)
    case "now", "date", "today": if values.isEmpty { return .literal(dateLiteral(name, syntax)) }
    case "noindex" where values.count == 1: return try check(operand: values[0])
    case "abs", "floor", "ceil", "ceiling", "trunc", "sqrt", "ln", "log", "exp", "length",
      "lowercase", "uppercase":
      if values.count == 1 { return try function(name.lowercased(), values[0], syntax) }
    case "pow" where values.count == 2:
      return try calculate(.power, values[0], values[1], syntax)
    case "min", "max", "sum", "count", "avg", "average":
      return try aggregateFunction(name.lowercased(), arguments, syntax)
    case "each": return try eachFlag(arguments, syntax)
    case let part where values.count == 1 && Self.dateParts[part] != nil:
      if let part = Self.dateParts[part] { return try datePart(part, values[0], syntax) }
    case "double" where values.count == 1: return try convert(values[0], to: .double, syntax)
    case "int" where values.count == 1, "int64" where values.count == 1:
      return try convert(values[0], to: .int, syntax)
    case "string" where values.count == 1: return try convert(values[0], to: .string, syntax)
    default: break
    }
    throw unknownFunction(name, values.count, syntax)
  }

  private func unknownFunction(
    _ name: String, _ argumentCount: Int, _ syntax: PredicateSyntax
  ) -> Diagnostic {
    if Self.unsupportedFunctions.contains(name.lowercased()) {
      return Diagnostic(
        "'\(name)' is not supported", at: syntax.place, hint: Self.insteadOf[name])
    }
    guard !Self.functions.contains(where: { $0.lowercased() == name.lowercased() }) else {
      return Diagnostic("'\(name)' got \(argumentCount) arguments", at: syntax.place)
    }
    return Diagnostic(
      "'\(name)' is no function that is known", at: syntax.place,
      hint: nearestName(to: name, in: Self.functions).map { "did you mean \($0)?" })
  }

  private static let functions = [
    "function", "cast", "now", "today", "noindex", "abs", "floor", "ceil", "ceiling", "trunc",
    "sqrt", "ln", "log", "exp", "length", "lowercase", "uppercase", "pow", "min", "max", "sum",
    "count", "avg", "average", "int", "double", "string", "each", "year", "month", "day",
    "monthOfYear", "dayOfMonth", "weekday", "hour",
  ]

  /// What NSExpression and Swift have besides.
  private static let unsupportedFunctions: Set<String> = [
    "median", "mode", "stddev", "random", "randomn", "distance", "objectfrom", "set", "array",
    "zip", "stride", "round", "first", "last", "valueforkey", "valueforkeypath", "type",
  ]

  private func dateLiteral(_ name: String, _ syntax: PredicateSyntax) -> PredicateSyntax {
    PredicateSyntax(.name(name == "today" ? "today" : "now"), at: syntax.place)
  }

  // MARK: One argument

  private func function(
    _ name: String, _ argument: PredicateSyntax, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    let operand = try operand(argument)
    func made(_ function: SQLFunction, _ term: Term, _ type: AttributeType, _ declared: String)
      -> Checked
    {
      let isTotal = function == .abs || term.type.isText
      return .operand(
        derived(
          Term(.function(function, [term]), type, isOptional: !isTotal || term.isOptional),
          declared, syntax, origin: operand.origin))
    }
    switch (name, operand.type) {
    case ("length", .string?): return made(.length, operand.term, .integer(.int), "Int")
    case ("lowercase", .string?): return made(.lowercased, operand.term, .string, "String")
    case ("uppercase", .string?): return made(.uppercased, operand.term, .string, "String")
    case ("abs", let type?) where type.places != nil:
      return made(.abs, operand.term.guardedAgainstMinimum, type, operand.declaredType)
    case ("floor", .integer?), ("ceil", .integer?), ("ceiling", .integer?), ("trunc", .integer?):
      return .operand(operand)
    case (_, let type?) where type.places != nil:
      let functions: [String: SQLFunction] = [
        "floor": .floor, "ceil": .ceiling, "ceiling": .ceiling, "trunc": .trunc, "sqrt": .sqrt,
        "ln": .ln, "log": .log, "exp": .exp,
      ]
      if let function = functions[name] {
        return made(function, operand.term.asReal, .double, "Double")
      }
    default: break
    }
    throw Diagnostic(
      "'\(name)' has no meaning for '\(operand.name)' (\(operand.declaredType))",
      at: argument.place)
  }

  // MARK: Several values

  /// `count(readings)`, `max({a, b})`, `max(a, b)`
  private func aggregateFunction(
    _ name: String, _ arguments: [PredicateSyntax.Argument], _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    if let operand = try groupAggregate(name, arguments, syntax) { return .operand(operand) }
    let values = arguments.map(\.value)
    var items = values
    if values.count == 1 {
      guard case .list(let list) = values[0].kind else {
        return try member(name, of: values[0], syntax)
      }
      items = list
    }
    if name == "count" {
      return .literal(PredicateSyntax(.number("\(items.count)"), at: syntax.place))
    }
    guard items.count >= 2, name == "min" || name == "max" || name == "sum" else {
      throw Diagnostic("'\(name)' expects several values", at: syntax.place)
    }
    if name == "sum" {
      var sum = items[0]
      for item in items.dropFirst() {
        sum = PredicateSyntax(.binary(.add, sum, item), at: syntax.place)
      }
      guard sum.height <= PredicateParser.greatestHeight else {
        throw Diagnostic("'sum' got too many values", at: syntax.place)
      }
      return try check(operand: sum)
    }
    return try extreme(name == "min" ? .least : .greatest, items, syntax)
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

  /// `FUNCTION(a, 'add:to:', b)`, by the words of NSExpression.
  private func selector(
    _ values: [PredicateSyntax], _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    guard case .text(let selector) = values[1].kind else {
      throw Diagnostic(
        "expected the name of a function in quotes, found '\(text(of: values[1]))'",
        at: values[1].place)
    }
    let operands = [values[0]] + values.dropFirst(2)
    if operands.count == 2 {
      if selector == "from:subtract:" {
        return try calculate(.subtract, operands[0], operands[1], syntax)
      }
      if let binary = Self.binarySelectors[selector] {
        return try calculate(binary, operands[0], operands[1], syntax)
      }
      if selector == "castObject:toType:" { return try cast(Array(operands), syntax) }
    } else if operands.count == 1 {
      let name = String(selector.prefix { $0 != ":" })
      let plain = ["lowercaseString": "lowercase", "uppercaseString": "uppercase"][name] ?? name
      if plain == "onesComplement" { return try complement(operands[0], syntax) }
      if Self.functions.contains(plain.lowercased()), plain != "function", plain != "cast" {
        return try call(plain, [.init(label: nil, value: operands[0])], syntax)
      }
    }
    throw Diagnostic("the function '\(selector)' is not supported", at: values[1].place)
  }

  private static let binarySelectors: [String: Operator] = [
    "add:to:": .add, "multiply:by:": .multiply, "divide:by:": .divide,
    "modulus:by:": .remainder, "raise:toPower:": .power, "bitwiseAnd:with:": .bitAnd,
    "bitwiseOr:with:": .bitOr, "bitwiseXor:with:": .bitXor, "leftshift:by:": .shiftLeft,
    "rightshift:by:": .shiftRight,
  ]
}

extension Term {
  /// The least whole number has no positive counterpart, and SQLite's abs fails on it.
  var guardedAgainstMinimum: Term {
    guard type.isWhole else { return self }
    let least = Predicate.test(self, .compare(.equal, .integer(.min)))
    return Term(
      .conditional(least, Term(.value(.null), type, isOptional: true), self), type,
      isOptional: true)
  }
}
