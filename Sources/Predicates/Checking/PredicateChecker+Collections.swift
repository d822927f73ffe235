import FlagModel
import SQLText

// Several records or values: filters, aggregates and members.

extension PredicateChecker {
  // MARK: Members

  /// Checks `readings.count` or `readings.value`.
  func member(
    _ name: Name, of records: Records, _ entity: Entity, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    switch Language.property(named: name.text, of: .records)?.meaning {
    case .aggregate(.count): return .operand(collections.count(records, syntax))
    case .aggregate(let aggregate): return .chosen(aggregate, records, entity)
    case .isEmpty: return .predicate(records.areNone)
    case .several: return .records(records, entity)
    default: return try property(name, ofEach: records, entity, syntax)
    }
  }

  private func property(
    _ name: Name, ofEach records: Records, _ entity: Entity, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    guard let last = records.links.last?.to else { return .literal(syntax) }
    let path = RecordPath(start: last, entity: entity)
    guard let property = try property(name, of: path, syntax) else {
      if let aggregate = Self.aggregate(named: name.text) {
        throw noAggregate(aggregate, of: records, entity, syntax)
      }
      throw unknownName(name, of: entity, at: syntax)
    }
    return try collections.joined(property, to: records, syntax)
  }

  /// The aggregate of values with this name, such as `union` or `median`.
  private static func aggregate(named name: String) -> Aggregate? {
    let property = Language.property(named: name, of: .values)
    let function = Language.functions.first { $0.isNamed(name) }
    guard case .aggregate(let aggregate)? = (property ?? function)?.meaning else { return nil }
    return aggregate
  }

  /// The error for `union(readings)`: only the attributes of records have such a value.
  private func noAggregate(
    _ aggregate: Aggregate, of records: Records, _ entity: Entity, _ syntax: PredicateSyntax
  ) -> Diagnostic {
    let list = records.links.last?.name ?? entity.name
    let joinsBits = aggregate == .union || aggregate == .intersection
    let attribute = entity.attributes.first { attribute in
      switch attribute.type {
      case .flags: joinsBits
      case .integer: true
      case .double, .float, .decimal: !joinsBits
      default: false
      }
    }
    let text = syntax.place.source.text(syntax.place.range)
    let hint = attribute.map { attribute -> Hint in
      let path = "\(list).\(attribute.name)"
      if text.hasSuffix(")") { return "as in \(aggregate.name)(\(path))" }
      return "as in \(path).\(aggregate.name)"
    }
    let noun = if joinsBits { "flags and whole numbers" } else { "numbers of the records" }
    return Diagnostic(
      "'\(list)' are records, and have no \(aggregate.name)", at: syntax.place,
      hint: hint ?? "\(noun) have one")
  }

  /// Checks `readings.value.max`.
  func member(
    _ name: Name, of values: Values, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    switch Language.property(named: name.text, of: .values)?.meaning {
    case .isEmpty: return .predicate(values.records.areNone)
    case .aggregate(.count): return .operand(collections.count(values, syntax))
    case .aggregate(let aggregate):
      return .operand(try collections.checked(aggregate, of: values, syntax))
    default:
      let isStored =
        Language.property(named: name.text, of: values.element.kinds)?.meaning == .stored
      let isJSON = if case .json? = values.element.type { true } else { false }
      if isStored || isJSON {
        let element = try member(name, of: values.element, syntax)
        return try collections.joined(element, to: values.records, syntax)
      }
      throw Diagnostic(
        "'\(name)' is not supported for several values", at: syntax.place,
        hint: Self.propertiesOfValues)
    }
  }

  private static let propertiesOfValues: Hint = {
    let names = Language.members(of: .values).filter { $0.form == .property }.map(\.name)
    return "\(listed(names, "and")) are"
  }()

  /// `readings.@max.value`, split at its aggregate; nil without an aggregate.
  func aggregatePath(
    _ syntax: PredicateSyntax
  ) -> (base: PredicateSyntax, aggregate: Name, names: [Name])? {
    var names: [Name] = []
    var node = syntax
    while case .member(let base, let name) = node.kind {
      if name.utf8.first == UInt8(ascii: "@") { return (base, name, names.reversed()) }
      names.append(name)
      node = base
    }
    return nil
  }

  func aggregate(
    _ name: Name, of base: PredicateSyntax, _ names: [Name], _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    var owner = try collections.several(try check(operand: base), base)
    note(name, of: owner)
    for name in names where name.folded != Name("self").folded {
      note(name, of: owner)
      owner = try property(name, ofEach: owner, syntax)
    }
    owner = try collections.several(owner, syntax)
    guard let function = Language.pathOperator(named: name.text) else {
      throw unknownPathOperator(name.text, syntax)
    }
    switch (function.meaning, owner) {
    case (.aggregate(.count), .records(let records, _)) where names.isEmpty:
      return .operand(collections.count(records, syntax))
    case (.aggregate(.count), .values(let values)):
      if names.isEmpty { return .operand(collections.count(values, syntax)) }
    case (.aggregate(let aggregate), .values(let values)):
      return .operand(try collections.checked(aggregate, of: values, syntax))
    case (.several(let isDistinct), .values(var values)):
      values.isDistinct = values.isDistinct || isDistinct
      return .values(values)
    case (_, .records) where function.meaning != .aggregate(.count):
      throw Diagnostic(
        "expected the attribute after '\(name)', as in \(text(of: base)).\(name).NAME",
        at: syntax.place)
    default: break
    }
    throw Diagnostic("'\(text(of: base))' is not several values", at: base.place)
  }

  private func unknownPathOperator(_ name: String, _ syntax: PredicateSyntax) -> Diagnostic {
    let operators = Language.all.filter { $0.form == .pathOperator }
    return Diagnostic(
      "'\(name)' is not supported", at: syntax.place,
      hint: Language.suggestion(for: name, among: operators) ?? .choice("", operators.map(\.name)))
  }

  /// A property of each of several records, which takes precedence over the properties of
  /// collections.
  func property(
    _ name: Name, ofEach owner: Checked, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    guard case .records(let records, let entity) = owner else {
      throw Diagnostic("'\(name)' is not supported here", at: syntax.place)
    }
    return try collections.several(try property(name, ofEach: records, entity, syntax), syntax)
  }

  // MARK: Filters

  /// Checks `readings[value >= 90]`.
  func filter(
    _ base: PredicateSyntax, _ variable: Name?, _ condition: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    let owner = try check(operand: base)
    if variable == nil, case .operand(let operand) = owner,
      let entry = try entry(condition, of: operand, base)
    {
      return entry
    }
    if case .number = condition.kind {
      throw Diagnostic(
        "an index is not supported", at: condition.place,
        hint: "use 'first', 'last' or a condition in brackets")
    }
    switch try collections.several(owner, base) {
    case .records(let records, let entity):
      guard let subject = collections.subject(of: records, entity) else { break }
      let holds = try inside(subject, variable).truth(condition)
      return .records(records.filtered(by: holds), entity)
    case .values(var values):
      let holds = try inside(.operand(values.element), variable).truth(condition)
      values.records = values.records.filtered(by: holds)
      return .values(values)
    case .literal(let literal):
      if let name = unknownName(literal) { throw unknown(name) }
    default: break
    }
    throw Diagnostic("'\(text(of: base))' is not several values", at: base.place)
  }

  /// The checker for the condition on one of several records.
  func inside(_ subject: Checked, _ variable: Name?) -> PredicateChecker {
    var inner = self
    inner.environment.frames.append(Frame(subject: subject, variable: variable))
    return inner
  }
}
