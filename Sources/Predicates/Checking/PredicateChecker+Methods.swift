import FlagModel
internal import PlainText
import SQLText

// Calls with something before the point: Swift's methods.

extension PredicateChecker {
  func call(
    _ name: String, of base: PredicateSyntax, _ arguments: [PredicateSyntax.Argument],
    _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    let owner = try several(try check(operand: base), base)
    if case .record(let path) = owner, let expression = path.entity.expression(named: name) {
      return try value(expression, arguments, of: path, syntax)
    }
    if let found = try dateMethod(name, of: base, arguments, syntax) { return found }
    let found: Checked? =
      switch owner {
      case .records(let records, let entity):
        try method(name, of: owner, records, entity, arguments, syntax)
      case .values(let values):
        try method(name, of: owner, values, arguments, syntax)
      case .operand(let operand):
        try method(name, of: operand, arguments, syntax)
      case .record(let path):
        try map(name, owner, missing: path.term, arguments, syntax)
      case .literal(let literal):
        try method(name, ofLiteral: literal, base, arguments, syntax)
      default: nil
      }
    if let found { return found }
    if case .records(_, let entity) = owner, !entity.names.contains(name),
      !["count", "isEmpty", "first", "last"].contains(name)
    {
      throw unsupported(name, of: owner, syntax)
    }
    if name == "rawValue" || arguments.isEmpty {
      return try member(name, of: base, syntax)
    }
    throw unsupported(name, of: owner, syntax)
  }

  private func unsupported(
    _ name: String, of owner: Checked, _ syntax: PredicateSyntax
  ) -> Diagnostic {
    let hint = owner.isSeveral ? Self.insteadOfSome[name] : Self.insteadOf[name]
    if Self.methods.contains(name) {
      return Diagnostic(
        "'\(name)' is not supported with these arguments, or of this", at: syntax.place,
        hint: hint)
    }
    return Diagnostic(
      "'\(name)' is not supported", at: syntax.place,
      hint: hint
        ?? nearestName(to: name, in: Self.methods).map { "did you mean \($0)?" })
  }

  private static let methods = [
    "contains", "allSatisfy", "filter", "map", "compactMap", "flatMap", "first", "last", "count",
    "min", "max", "sum", "reduce", "isEmpty", "hasPrefix", "hasSuffix", "starts", "lowercased",
    "uppercased", "isSuperset", "isSubset", "isDisjoint", "intersection", "union", "subtracting",
    "symmetricDifference", "localizedStandardContains", "localizedCaseInsensitiveContains",
    "compare", "caseInsensitiveCompare", "addingTimeInterval", "timeIntervalSince",
  ]

  // MARK: Of several

  /// What several records and several values have in common; nil for another name.
  private func method(
    _ name: String, of owner: Checked, on records: Records, subject: Checked,
    _ arguments: [PredicateSyntax.Argument], _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked? {
    guard let argument = arguments.last?.value else { return nil }
    guard case .closure(let variable, let body) = argument.kind else {
      guard name == "contains", arguments.count == 1, arguments[0].label == nil else { return nil }
      return .predicate(
        try contains(Side(owner, syntax), argument, syntax) ?? .constant(false))
    }
    let inner = inside(subject, variable)
    switch name {
    case "contains": return .predicate(.exists(records.filtered(by: try inner.truth(body))))
    case "allSatisfy":
      return .predicate(.not(.exists(records.filtered(by: .not(try inner.truth(body))))))
    case "count":
      return .operand(count(records.filtered(by: try inner.truth(body)), syntax))
    case "map", "compactMap", "flatMap":
      return try joined(try inner.check(operand: body), to: records, body)
    default: return nil
    }
  }

  private func method(
    _ name: String, of owner: Checked, _ records: Records, _ entity: Entity,
    _ arguments: [PredicateSyntax.Argument], _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked? {
    guard let subject = subject(of: records, entity) else { return nil }
    if let found = try method(name, of: owner, on: records, subject: subject, arguments, syntax) {
      return found
    }
    guard name == "first" || name == "last",
      case .closure(let variable, let body)? = arguments.last?.value.kind
    else { return nil }
    let holds = try inside(subject, variable).truth(body)
    return .chosen(name == "first" ? .first : .last, records.filtered(by: holds), entity)
  }

  private func method(
    _ name: String, of owner: Checked, _ values: Values,
    _ arguments: [PredicateSyntax.Argument], _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked? {
    let subject = Checked.operand(values.element)
    if let found = try method(
      name, of: owner, on: values.records, subject: subject, arguments, syntax)
    {
      return found
    }
    if arguments.isEmpty { return try member(name, of: values, syntax) }
    if let found = try setMethod(name, values, arguments) { return found }
    // reduce(0, +)
    if name == "reduce", arguments.count == 2, case .number("0") = arguments[0].value.kind,
      case .dotted("+") = arguments[1].value.kind
    {
      return .operand(try checked(.sum, of: values, syntax))
    }
    guard name == "first" || name == "last",
      case .closure(let variable, let body)? = arguments.last?.value.kind
    else { return nil }
    var chosen = values
    chosen.records = values.records.filtered(by: try inside(subject, variable).truth(body))
    return .operand(aggregate(name == "first" ? .first : .last, of: chosen, syntax))
  }

  // MARK: Of one value

  private func method(
    _ name: String, of operand: Operand, _ arguments: [PredicateSyntax.Argument],
    _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked? {
    if let found = try map(name, .operand(operand), missing: operand.term, arguments, syntax) {
      return found
    }
    if case .flags(let set)? = operand.type {
      return try flagMethod(name, operand, set, arguments, syntax)
    }
    guard isText(operand) else { return nil }
    switch (name, arguments.count) {
    case ("lowercased", 0), ("uppercased", 0):
      let function: SQLFunction = name == "lowercased" ? .lowercased : .uppercased
      let term = Term(
        .function(function, [operand.term]), .string, isOptional: operand.term.isOptional)
      return .operand(derived(term, "String", syntax, origin: operand.origin))
    case (_, 1):
      guard let (test, options) = Self.textMethods[name] else { return nil }
      return .predicate(try textTest(operand, test, options, arguments[0].value))
    default: return nil
    }
  }

  /// `note.map { $0.count }`, of a value that may be missing.
  private func map(
    _ name: String, _ subject: Checked, missing term: Term,
    _ arguments: [PredicateSyntax.Argument], _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked? {
    guard name == "map" || name == "flatMap", term.isOptional, arguments.count == 1,
      case .closure(let variable, let body) = arguments[0].value.kind
    else { return nil }
    return try mapped(subject, missing: term, variable, body, syntax)
  }

  private static let textMethods: [String: (TextTest, TextOptions)] = [
    "contains": (.contains, .exact), "hasPrefix": (.beginsWith, .exact),
    "hasSuffix": (.endsWith, .exact), "starts": (.beginsWith, .exact),
    "localizedCaseInsensitiveContains": (.contains, TextOptions(ignoresCase: true)),
    "localizedStandardContains": (
      .contains, TextOptions(ignoresCase: true, ignoresAccents: true)
    ),
  ]

  // MARK: Of what was typed

  /// `[.measured, .archived].contains(status)`, `(1...5).contains(age)`, `"abc".contains(code)`.
  private func method(
    _ name: String, ofLiteral literal: PredicateSyntax, _ base: PredicateSyntax,
    _ arguments: [PredicateSyntax.Argument], _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked? {
    if let flags = flags(named: literal) {
      // Of a set of flags `contains` asks for each of them, of a list for one.
      let name = name == "contains" ? "isSuperset" : name
      return try method(name, ofLiteral: flags, base, arguments, syntax)
    }
    if let unknown = unknownName(literal) { throw self.unknown(unknown) }
    guard arguments.count == 1, let argument = arguments.first?.value else { return nil }
    if name == "contains", case .argument = literal.kind,
      case .operand(let operand) = try check(operand: argument),
      case .flags(let set)? = operand.type
    {
      let word = PredicateSyntax.Argument(label: "of", value: literal)
      return try flagMethod("isSubset", operand, set, [word], syntax)
    }
    switch (name, literal.kind) {
    case ("contains", .list), ("contains", .range), ("contains", .text), ("contains", .argument):
      if let found = try contains(Side(.literal(literal), base), argument, syntax) {
        return .predicate(found)
      }
      return nil
    case ("isSubset", .list), ("isSuperset", .list), ("isDisjoint", .list),
      ("isSubset", .argument), ("isSuperset", .argument), ("isDisjoint", .argument):
      let operand = try operand(argument)
      guard case .flags(let set)? = operand.type else { return nil }
      let mirrored = ["isSubset": "isSuperset", "isSuperset": "isSubset"][name] ?? name
      let word = PredicateSyntax.Argument(label: "of", value: literal)
      return try flagMethod(mirrored, operand, set, [word], syntax)
    default: return nil
    }
  }
}
