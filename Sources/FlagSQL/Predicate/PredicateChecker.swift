public import FlagModel
internal import PlainText

/// Gives a predicate its meaning: finds every name in the model and makes every value what its
/// column stores.
public struct PredicateChecker {
  let entity: Entity
  let schema: Schema
  let now: Timestamp

  public init(_ entity: Entity, in schema: Schema, now: Timestamp) {
    self.entity = entity
    self.schema = schema
    self.now = now
  }

  public func check(_ syntax: PredicateSyntax) throws(Diagnostic) -> Predicate {
    let predicate = try checkTerm(syntax)
    let count = predicate.testCount
    guard count <= Self.greatestCount else {
      throw Diagnostic(
        "a predicate may have \(Self.greatestCount) comparisons at most, found \(count)",
        hint: "whole numbers and texts may stand in a list of any length after 'in'")
    }
    return predicate
  }

  /// Beyond this SQLite plans for seconds.
  static let greatestCount = 5_000

  private func checkTerm(_ syntax: PredicateSyntax) throws(Diagnostic) -> Predicate {
    switch syntax {
    case .constant(let value): return .constant(value)
    case .and(let terms): return .all(try check(terms))
    case .or(let terms): return .disjunction(try check(terms))
    case .not(let term): return .not(try checkTerm(term))
    case .isTrue(let name): return try checkTruth(name)
    case .flags(let name, let test, let words, let place):
      return try checkFlags(name, test, words, place)
    case .compare(let left, let comparison, let right, let place):
      return try checkComparison(left, comparison, right, place)
    case .isIn(let name, let values): return try checkMembership(name, values)
    case .isBetween(let name, let lower, let upper, let includesUpper):
      return try checkRange(name, lower, upper, includesUpper: includesUpper)
    case .isNull(let name): return .isNull(try column(name))
    case .hasKey(let word): return try checkKey(word)
    }
  }

  private func check(_ terms: [PredicateSyntax]) throws(Diagnostic) -> [Predicate] {
    var checked: [Predicate] = []
    for term in terms { checked.append(try checkTerm(term)) }
    return checked
  }

  private func checkTruth(_ name: NameSyntax) throws(Diagnostic) -> Predicate {
    let attribute = try self.attribute(name)
    guard attribute.type == .bool else {
      throw Diagnostic(
        "expected a comparison: '\(attribute.name)' is not true or false", at: name.place)
    }
    return .compare(attribute.predicateColumn, .equal, .integer(1))
  }

  private func checkKey(_ word: WordSyntax) throws(Diagnostic) -> Predicate {
    guard let key = Int64(word.text) else {
      throw Diagnostic("expected a whole number for the key, found '\(word.text)'", at: word.place)
    }
    return .compare(keyColumn, .equal, .integer(key))
  }

  var keyColumn: Predicate.Column {
    Predicate.Column(name: entity.keyColumn, isOptional: false)
  }

  // MARK: Comparisons

  private func checkComparison(
    _ left: OperandSyntax, _ comparison: Comparison, _ right: OperandSyntax, _ place: SourcePlace
  ) throws(Diagnostic) -> Predicate {
    switch (named(left), named(right)) {
    case (let name?, nil): return try compare(name, comparison, right)
    case (nil, let name?): return try compare(name, comparison.mirrored, left)
    case (let first?, let second?): return try compareNames(first, comparison, second, place)
    case (nil, nil):
      throw Diagnostic(
        "expected an attribute on one side of '\(comparison.rawValue)'", at: place,
        hint: "\(entity.name) has \(entity.names.joined(separator: ", "))")
    }
  }

  private func named(_ operand: OperandSyntax) -> NameSyntax? {
    if case .name(let name) = operand { name } else { nil }
  }

  /// `status = measured`: the second name may be a case or a flag whose point was left out.
  private func compareNames(
    _ first: NameSyntax, _ comparison: Comparison, _ second: NameSyntax, _ place: SourcePlace
  ) throws(Diagnostic) -> Predicate {
    if let attribute = entity.attribute(named: first.name), attribute.takesWords(second.name) {
      return try compare(first, comparison, .name(second))
    }
    if let attribute = entity.attribute(named: second.name), attribute.takesWords(first.name) {
      return try compare(second, comparison.mirrored, .name(first))
    }
    if !knows(second) { return try compare(first, comparison, .name(second)) }
    if !knows(first) { return try compare(second, comparison.mirrored, .name(first)) }
    let left = try comparable(first)
    let right = try comparable(second)
    guard left.isComparable(with: right) else {
      throw Diagnostic(
        "'\(left.name)' (\(left.declaredType)) and '\(right.name)' (\(right.declaredType)) "
          + "cannot be compared", at: place)
    }
    return .compareColumns(left.predicateColumn, comparison, right.predicateColumn)
  }

  private func compare(
    _ name: NameSyntax, _ comparison: Comparison, _ operand: OperandSyntax
  ) throws(Diagnostic) -> Predicate {
    if isKey(name) {
      return .compare(keyColumn, comparison, try key(operand, named: name.name))
    }
    if let relationship = entity.relationship(named: name.name) {
      return try compareReference(relationship, comparison, operand, name)
    }
    let attribute = try self.attribute(name)
    if case .null = operand { return try nullTest(attribute.predicateColumn, comparison, operand) }
    if case .flags(let set) = attribute.type {
      return try compareFlags(attribute, set, comparison, operand)
    }
    if comparison != .equal && comparison != .unequal { try requireOrder(attribute, name.place) }
    return .compare(attribute.predicateColumn, comparison, try value(operand, for: attribute))
  }

  private func nullTest(
    _ column: Predicate.Column, _ comparison: Comparison, _ operand: OperandSyntax
  ) throws(Diagnostic) -> Predicate {
    switch comparison {
    case .equal: return .isNull(column)
    case .unequal: return .not(.isNull(column))
    default: throw Diagnostic("nothing is less or greater than nil", at: operand.place)
    }
  }

  func key(_ operand: OperandSyntax, named name: String) throws(Diagnostic) -> Value {
    guard case .number(let word) = operand, let key = Int64(word.text) else {
      throw Diagnostic(
        "'\(name)' is a key: expected a whole number, found \(words(of: operand))",
        at: operand.place)
    }
    return .integer(key)
  }

  /// `sample = 17`, or `sample = 'S-17'` where a Sample is known by one unique attribute.
  private func compareReference(
    _ relationship: Relationship, _ comparison: Comparison, _ operand: OperandSyntax,
    _ name: NameSyntax
  ) throws(Diagnostic) -> Predicate {
    let column = try self.column(name)
    guard comparison == .equal || comparison == .unequal else {
      throw Diagnostic(
        "'\(relationship.name)' is a relationship: it can be equal or not, and nothing else",
        at: name.place)
    }
    if case .null = operand { return try nullTest(column, comparison, operand) }
    var label = schema.entity(named: relationship.target)?.label
    if case .number = operand { label = nil }
    guard let label, let target = schema.entity(named: relationship.target) else {
      return .compare(column, comparison, try key(operand, named: relationship.name))
    }
    let reference = Predicate.Reference(
      table: target.name, key: target.keyColumn, label: label.column,
      value: try value(operand, for: label))
    let refers = Predicate.refers(column, reference)
    return comparison == .equal ? refers : .not(refers)
  }

  /// `markers = [.HRM]` means exactly these flags.
  private func compareFlags(
    _ attribute: Attribute, _ set: FlagSet, _ comparison: Comparison, _ operand: OperandSyntax
  ) throws(Diagnostic) -> Predicate {
    let words: [WordSyntax]
    switch operand {
    case .list(let list, _): words = list
    case .dotted(let word): words = [word]
    case .name(let name): words = [WordSyntax(set.unqualified(name.name), at: name.place)]
    case .number(let word) where word.text == "0": words = []
    default:
      throw Diagnostic(
        "'\(attribute.name)' holds flags: expected a list such as [.\(set.flags.first?.name ?? "")]",
        at: operand.place)
    }
    let test = Predicate.flags(
      attribute.predicateColumn, .exactly, mask: set.stored(try mask(words, of: attribute, set)))
    switch comparison {
    case .equal: return test
    case .unequal: return .not(test)
    default:
      throw Diagnostic(
        "flags have no order", at: operand.place,
        hint: "'has', 'has any', 'lacks' and 'is exactly' compare them")
    }
  }

  private func checkMembership(
    _ name: NameSyntax, _ operands: [OperandSyntax]
  ) throws(Diagnostic) -> Predicate {
    let (column, value) = try self.operand(name)
    var values: [Value] = []
    for operand in operands { values.append(try value(operand)) }
    return .isIn(column, values)
  }

  private func checkRange(
    _ name: NameSyntax, _ lower: OperandSyntax, _ upper: OperandSyntax, includesUpper: Bool
  ) throws(Diagnostic) -> Predicate {
    let (column, value) = try self.operand(name)
    if let attribute = entity.attribute(named: name.name) {
      try requireOrder(attribute, name.place)
    }
    return .isBetween(
      column, try value(lower), try value(upper), includesUpper: includesUpper)
  }

  /// A column whose values are listed, and how those are read.
  private func operand(
    _ name: NameSyntax
  ) throws(Diagnostic) -> (Predicate.Column, (OperandSyntax) throws(Diagnostic) -> Value) {
    if isKey(name) {
      return (keyColumn, { (operand) throws(Diagnostic) in try key(operand, named: name.name) })
    }
    let attribute = try self.attribute(name)
    return (
      attribute.predicateColumn,
      { (operand) throws(Diagnostic) in try self.value(operand, for: attribute) }
    )
  }
}
