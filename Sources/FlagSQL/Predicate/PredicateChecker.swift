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
    switch syntax {
    case .constant(let value): return .constant(value)
    case .and(let terms): return .all(try check(terms))
    case .or(let terms): return .any(try check(terms))
    case .not(let term): return .not(try check(term))
    case .isTrue(let name): return try checkTruth(name)
    case .flags(let name, let test, let words, let place):
      return try checkFlags(name, test, words, place)
    case .compare(let left, let comparison, let right, let place):
      return try checkComparison(left, comparison, right, place)
    case .isIn(let name, let values): return try checkMembership(name, values)
    case .isBetween(let name, let lower, let upper, let includesUpper):
      let attribute = try ordered(name)
      return .isBetween(
        attribute.predicateColumn, try value(lower, for: attribute),
        try value(upper, for: attribute), includesUpper: includesUpper)
    case .isNull(let name): return .isNull(try column(name))
    case .hasKey(let word): return try checkKey(word)
    }
  }

  private func check(_ terms: [PredicateSyntax]) throws(Diagnostic) -> [Predicate] {
    var checked: [Predicate] = []
    for term in terms { checked.append(try check(term)) }
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

  private var keyColumn: Predicate.Column {
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
        hint: "\(entity.name) has \(allNames.joined(separator: ", "))")
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
    if second.name == "now", entity.attribute(named: "now") == nil {
      return try compare(first, comparison, .date(WordSyntax("now", at: second.place)))
    }
    let left = try attribute(first)
    guard let right = entity.attribute(named: second.name) else {
      // The left side says what was expected on the right.
      return .compare(left.predicateColumn, comparison, try value(.name(second), for: left))
    }
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
    if name.name == entity.keyColumn {
      return try compareKey(keyColumn, comparison, operand, name: name.name)
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

  private func compareKey(
    _ column: Predicate.Column, _ comparison: Comparison, _ operand: OperandSyntax, name: String
  ) throws(Diagnostic) -> Predicate {
    guard case .number(let word) = operand, let key = Int64(word.text) else {
      throw Diagnostic(
        "'\(name)' is a key: expected a whole number, found \(words(of: operand))",
        at: operand.place)
    }
    return .compare(column, comparison, .integer(key))
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
    if case .number = operand {
      return try compareKey(column, comparison, operand, name: relationship.name)
    }
    guard let target = schema.entity(named: relationship.target), let label = target.label else {
      return try compareKey(column, comparison, operand, name: relationship.name)
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
    case .name(let name): words = [WordSyntax(name.name, at: name.place)]
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
    if name.name == entity.keyColumn {
      var keys: [Value] = []
      for operand in operands {
        guard
          case .compare(_, _, let key) = try compareKey(
            keyColumn, .equal, operand, name: name.name)
        else { continue }
        keys.append(key)
      }
      return .isIn(keyColumn, keys)
    }
    let attribute = try self.attribute(name)
    var values: [Value] = []
    for operand in operands { values.append(try value(operand, for: attribute)) }
    guard values.count <= Self.greatestList else {
      throw Diagnostic("a list may have \(Self.greatestList) values at most", at: name.place)
    }
    return .isIn(attribute.predicateColumn, values)
  }

  /// SQLite's own limit on bindings is 32,766; other parts of the statement need some.
  static let greatestList = 30_000
}
