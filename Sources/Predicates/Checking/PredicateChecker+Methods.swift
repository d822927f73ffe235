import FlagModel
import SQLText

// Calls of Swift methods.

extension PredicateChecker {
  func call(
    _ name: String, of base: PredicateSyntax, _ arguments: [PredicateSyntax.Argument],
    _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    if let result = try special(name, of: base, arguments, syntax) { return result }
    let owner = try collections.several(try check(operand: base), base)
    if case .record(let path) = owner, let expression = path.entity.expression(named: Name(name)) {
      return try value(expression, arguments, of: path, syntax)
    }
    if case .literal(let literal) = owner {
      if let result = try method(name, ofLiteral: literal, base, arguments, syntax) {
        return result
      }
    } else if let method = Language.method(
      named: name, of: owner.kinds, taking: arguments.count,
      isClosure: arguments.last?.value.isClosure ?? false),
      let result = try call(method, of: owner, base, arguments, syntax)
    {
      return result
    }
    if case .records(_, let entity) = owner, !entity.names.contains(Name(name)),
      Language.property(named: name, of: .records) == nil
    {
      throw unsupported(name, of: owner, syntax)
    }
    if name == "rawValue" || arguments.isEmpty {
      return try member(Name(name), of: base, syntax)
    }
    throw unsupported(name, of: owner, syntax)
  }

  /// A call for which the base is a record or a name of the model, and not a value; nil for any
  /// other.
  private func special(
    _ name: String, of base: PredicateSyntax, _ arguments: [PredicateSyntax.Argument],
    _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked? {
    if name == "evaluate", case .name(let expression) = base.kind {
      return try evaluate(expression, arguments, syntax)
    }
    return try kindCall(name, of: base, arguments, syntax)
  }

  /// `passing.evaluate($0)`, `passing.evaluate(90)` of a named expression; nil for another name.
  private func evaluate(
    _ name: Name, _ arguments: [PredicateSyntax.Argument], _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked? {
    guard let expression = innermost.expression(named: name) else { return nil }
    if expression.parameters.isEmpty, arguments.count == 1,
      case .record(let path) = try check(operand: arguments[0].value),
      let asked = path.entity.expression(named: name)
    {
      return try value(asked, [], of: path, syntax)
    }
    return try call(name.text, arguments, syntax)
  }

  private func unsupported(
    _ name: String, of owner: Checked, _ syntax: PredicateSyntax
  ) -> Diagnostic {
    var hint = Language.instead(of: name, isSeveral: owner.isSeveral) ?? joined(name, owner)
    if hint == nil, case .operand(let operand) = owner { hint = setMethod(name, of: operand) }
    if Language.isMember(name) {
      return Diagnostic(
        "'\(name)' is not supported with these arguments, or of this", at: syntax.place,
        hint: hint)
    }
    let meant = Language.suggestion(for: name, among: Language.members(of: owner.kinds))
    return Diagnostic("'\(name)' is not supported", at: syntax.place, hint: hint ?? meant)
  }

  /// The only argument of a method of sets, which was called with none or several.
  func setMethod(_ name: String, of operand: Operand) -> Hint? {
    guard case .flags(let set)? = operand.type,
      let method = Language.method(named: name, of: .flags, taking: 1, isClosure: false),
      case .set = method.meaning
    else { return nil }
    let label = method.label.map { "\($0): " } ?? ""
    let flags = set.flags.prefix(2).map { ".\($0.name)" }.joined(separator: ", ")
    return "as in \(operand.name).\(name)(\(label)[\(flags)])"
  }

  /// A method of one mask, called on many.
  private func joined(_ name: String, _ owner: Checked) -> Hint? {
    guard case .values(let values) = owner, values.element.type?.isFlags == true,
      Language.joinsMasks(name)
    else { return nil }
    return "join the masks first, as in union.\(name)(…)"
  }

  private func call(
    _ method: Callable, of owner: Checked, _ base: PredicateSyntax,
    _ arguments: [PredicateSyntax.Argument], _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked? {
    switch owner {
    case .records(let records, let entity):
      guard let subject = collections.subject(of: records, entity) else { return nil }
      if case .aggregate(let aggregate) = method.meaning, aggregate != .count,
        let filtered = try filtered(records, by: arguments, subject)
      {
        return .chosen(aggregate, filtered, entity)
      }
      return try call(method, of: owner, on: records, subject, arguments, syntax)
    case .values(var values):
      let subject = Checked.operand(values.element)
      switch method.meaning {
      case .aggregate(let aggregate) where aggregate != .count:
        guard let filtered = try filtered(values.records, by: arguments, subject) else {
          return nil
        }
        values.records = filtered
        return .operand(collections.aggregate(aggregate, of: values, syntax))
      case .set(let set): return try call(set, of: values, arguments[0].value)
      case .reduce:
        guard case .number("0") = arguments[0].value.kind,
          case .dotted("+") = arguments[1].value.kind
        else { return nil }
        return .operand(try collections.checked(.sum, of: values, syntax))
      default:
        return try call(method, of: owner, on: values.records, subject, arguments, syntax)
      }
    case .operand(let operand): return try call(method, of: operand, base, arguments, syntax)
    case .record(let path): return try map(owner, missing: path.term, arguments[0].value, syntax)
    default: return nil
    }
  }

  // MARK: Several records or values

  /// A method that several records and several values have in common.
  private func call(
    _ method: Callable, of owner: Checked, on records: Records, _ subject: Checked,
    _ arguments: [PredicateSyntax.Argument], _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked? {
    guard let argument = arguments.last else { return nil }
    guard case .closure(let variable, let body) = argument.value.kind else {
      guard method.meaning == .contains, argument.label == nil else { return nil }
      return .predicate(
        try contains(Side(owner, syntax), .exact, argument.value, syntax) ?? .constant(false))
    }
    let inner = inside(subject, variable)
    switch method.meaning {
    case .contains: return .predicate(.exists(records.filtered(by: try inner.truth(body))))
    case .allSatisfy:
      return .predicate(.not(.exists(records.filtered(by: .not(try inner.truth(body))))))
    case .aggregate:
      return .operand(collections.count(records.filtered(by: try inner.truth(body)), syntax))
    case .map: return try collections.joined(try inner.check(operand: body), to: records, body)
    default: return nil
    }
  }

  /// The records that satisfy a closure.
  private func filtered(
    _ records: Records, by arguments: [PredicateSyntax.Argument], _ subject: Checked
  ) throws(Diagnostic) -> Records? {
    guard case .closure(let variable, let body)? = arguments.last?.value.kind else { return nil }
    return records.filtered(by: try inside(subject, variable).truth(body))
  }

  // MARK: Single values

  private func call(
    _ method: Callable, of operand: Operand, _ base: PredicateSyntax,
    _ arguments: [PredicateSyntax.Argument], _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked? {
    switch method.meaning {
    case .map:
      return try map(.operand(operand), missing: operand.term, arguments[0].value, syntax)
    case .set(let set):
      guard case .flags(let flags)? = operand.type else { return nil }
      if method.name == "contains",
        let predicate = try contains(arguments[0].value, amongCases: operand)
      {
        return predicate
      }
      return try self.flags.call(set, of: operand, flags, try side(arguments[0].value), syntax)
    case .contains, .allSatisfy: return try call(method, ofCases: operand, arguments[0].value)
    case .value(let sql): return .operand(arithmetic.value(sql, method, of: operand, syntax))
    case .textTest(let test, let options):
      return .predicate(
        try comparisons.textTest(operand, test, options, try side(arguments[0].value)))
    case .addingSeconds, .secondsSince:
      return try dateMethod(method, of: base, arguments[0], syntax)
    default: return nil
    }
  }

  /// `taken.addingTimeInterval(3600)`, `taken.timeIntervalSince(.now)`; nil for another method.
  func dateMethod(
    _ method: Callable, of base: PredicateSyntax, _ argument: PredicateSyntax.Argument,
    _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked? {
    guard argument.label == nil else { return nil }
    switch method.meaning {
    case .addingSeconds:
      let span = try literals.microseconds(side(argument.value))
      let duration = PredicateSyntax(.duration("\(span)us"), at: argument.value.place)
      return try calculate(.add, base, duration, syntax)
    default:
      let checked = try calculate(.subtract, base, argument.value, syntax)
      let span = try operand(of: checked, syntax)
      guard span.term.type == .duration else { return nil }
      return .operand(derived(span.term.inSeconds, "Double", syntax, origin: span.origin))
    }
  }

  /// `note.map { $0.count }`, for an optional value.
  private func map(
    _ subject: Checked, missing term: Term, _ closure: PredicateSyntax, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked? {
    guard term.isOptional, case .closure(let variable, let body) = closure.kind else { return nil }
    let operand = try inside(subject, variable).operand(body)
    return .operand(
      derived(
        operand.term.unlessNull(term), operand.declaredType, syntax, origin: operand.origin))
  }

  // MARK: Literals

  /// `[.measured, .archived].contains(status)`, `(1...5).contains(age)`, `"abc".contains(code)`.
  private func method(
    _ name: String, ofLiteral literal: PredicateSyntax, _ base: PredicateSyntax,
    _ arguments: [PredicateSyntax.Argument], _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked? {
    if arguments.count == 1,
      let method = Language.method(named: name, of: .date, taking: 1, isClosure: false)
    {
      return try dateMethod(method, of: base, arguments[0], syntax)
    }
    if let joined = try joined(name, literal, base, arguments, syntax) { return joined }
    let set = Language.method(named: name, of: .flags, taking: 1, isClosure: false)?.meaning
    if let flags = flags(named: literal) {
      // For a set of flags, `contains` tests all of them; for a list, it tests one element.
      guard case .set(let method)? = set, arguments.count == 1 else { return nil }
      return try call(method, ofTyped: flags, arguments[0].value, syntax)
    }
    if set == nil || !literal.kind.isFlagOperation, let unknown = unknownName(literal) {
      throw self.unknown(unknown)
    }
    guard arguments.count == 1, let argument = arguments.first?.value,
      case .set(let method)? = set
    else { return nil }
    if name == "contains" { return try contains(literal, base, argument, syntax) }
    return try call(method, ofTyped: literal, argument, syntax)
  }

  /// `BIOMarker.RAW.union(.HRM)`, which gets its type from other flags; nil for another method.
  private func joined(
    _ name: String, _ literal: PredicateSyntax, _ base: PredicateSyntax,
    _ arguments: [PredicateSyntax.Argument], _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked? {
    guard let binary = Language.setOperator(named: name), arguments.count == 1,
      arguments[0].label == nil
    else { return nil }
    let argument = try side(arguments[0].value)
    switch argument.checked {
    case .literal(let other):
      return .literal(PredicateSyntax(.binary(binary, literal, other), at: syntax.place))
    case .operand(let operand) where operand.type?.isFlags == true:
      return try arithmetic.calculate(binary, Side(.literal(literal), base), argument, syntax)
    default: return nil
    }
  }

  private func contains(
    _ literal: PredicateSyntax, _ base: PredicateSyntax, _ argument: PredicateSyntax,
    _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked? {
    switch literal.kind {
    case .argument, .binary:
      // A literal set of flags contains the flags of a record.
      if case .operand(let operand) = try check(operand: argument),
        case .flags(let set)? = operand.type
      {
        return try flags.call(.isSubset, of: operand, set, Side(.literal(literal), base), syntax)
      }
    case .list, .range, .text: break
    default: return nil
    }
    return try contains(Side(.literal(literal), base), .exact, argument, syntax)
      .map(Checked.predicate)
  }

  /// A set method of literal flags or values, converted to a test of the record's.
  private func call(
    _ method: SetMethod, ofTyped literal: PredicateSyntax, _ argument: PredicateSyntax,
    _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked? {
    let mirrored: SetMethod
    switch method {
    case .isSubset: mirrored = .isSuperset
    case .isSuperset: mirrored = .isSubset
    case .isDisjoint: mirrored = .isDisjoint
    default: return nil
    }
    switch literal.kind {
    case .list, .argument, .binary: break
    default: return nil
    }
    switch try collections.several(try check(operand: argument), argument) {
    case .values(let values): return try call(mirrored, of: values, literal)
    case .operand(let operand):
      guard case .flags(let set)? = operand.type else { return nil }
      return try flags.call(mirrored, of: operand, set, Side(.literal(literal), literal), syntax)
    case .predicate, .record, .records, .chosen, .group, .literal: return nil
    }
  }
}

extension PredicateSyntax {
  var isClosure: Bool { if case .closure = kind { true } else { false } }
}
