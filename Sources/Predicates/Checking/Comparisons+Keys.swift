import FlagModel

// Compares records by their keys or names.

extension Comparisons {
  /// `sample = 17`, or `sample = 'S-17'` if a unique attribute names a Sample.
  func compareRecord(
    _ operand: Operand, _ entityName: Name, _ comparison: Comparison,
    _ literal: PredicateSyntax
  ) throws(Diagnostic) -> Predicate {
    guard !comparison.isOrdering else {
      throw orderedRelationship(operand)
    }
    let target = schema.entity(named: entityName)
    var label: Attribute?
    if operand.term.isPath {
      let isKey = if case .number = literal.kind { true } else { false }
      if !isKey { label = target?.label }
      label = label ?? target?.attributeForHiddenKey
    }
    if case .hidden = target?.source.key, label == nil {
      throw Diagnostic(
        "'\(operand.name)' has no key of a single attribute", at: operand.place,
        hint:
          "compare its attributes, as in '\(operand.name).\(target?.relationshipForHiddenKey?.name ?? "name") == …'"
      )
    }
    guard let label, let target else {
      if let predicate = try compareKey(operand, of: target, comparison, with: literal) {
        return predicate
      }
      return .test(operand.term, .compare(comparison, try literals.key(literal, for: operand)))
    }
    let end = Scope(number: environment.numbers.next(), of: target)
    let term = self.label(label, of: operand.term, in: operand.origin, through: end)
    let labelled = Operand(
      term: term, name: label.name.text, declaredType: label.declaredType.text,
      place: operand.place,
      origin: operand.origin)
    do {
      return .test(term, .compare(comparison, try literals.value(literal, for: labelled)))
    } catch {
      // A date is no unique UUID, but it may be the key.
      if let predicate = try? compareKey(operand, of: target, comparison, with: literal) {
        return predicate
      }
      throw error
    }
  }

  /// The comparison with a key of the target that is no 64-bit integer; nil for another key.
  private func compareKey(
    _ operand: Operand, of target: Entity?, _ comparison: Comparison, with literal: PredicateSyntax
  ) throws(Diagnostic) -> Predicate? {
    guard case .known(_, let type)? = target?.source.key, type != .integer(.int64) else {
      return nil
    }
    let value = Operand(
      term: operand.term.key(of: type, target?.keyAttribute?.stored ?? .own),
      name: operand.name, declaredType: "key", place: operand.place, origin: operand.origin)
    return .test(value.term, .compare(comparison, try literals.value(literal, for: value)))
  }

  /// The label of the record to which a key belongs; the operand itself for other values.
  func labelled(_ operand: Operand, byKey: Bool = false) -> Term {
    guard case .record(let name) = operand.term.type, let target = schema.entity(named: name),
      let label = (byKey ? nil : target.label) ?? target.attributeForHiddenKey,
      operand.term.isPath
    else { return operand.term }
    let end = Scope(number: environment.numbers.next(), of: target)
    return self.label(label, of: operand.term, in: operand.origin, through: end)
  }

  /// The error for a relationship in a comparison with an order.
  func orderedRelationship(_ operand: Operand) -> Diagnostic {
    Diagnostic(
      "'\(operand.name)' is a relationship: it can be equal or not, and nothing else",
      at: operand.place)
  }

  private func label(
    _ label: Attribute, of key: Term, in scope: Scope, through end: Scope
  ) -> Term {
    switch key.kind {
    case .via(let link, let inner):
      let innerLabel = self.label(label, of: inner, in: link.to, through: end)
      return Term(
        .via(link, innerLabel), innerLabel.type, isOptional: key.isOptional || innerLabel.isOptional
      )
    case .column(let column) where column.name == scope.key && scope.table == end.table:
      return .column(of: label, in: scope)
    case .column(let key):
      let link = Link(
        kind: .key(.init(column: key.name), isOptional: key.isOptional), name: key.name,
        from: scope, to: end)
      return Term(
        .via(link, .column(of: label, in: end)), label.type,
        isOptional: key.isOptional || label.isOptional)
    default: return .column(of: label, in: scope)
    }
  }
}

extension Term {
  /// The path as a key of a type, which a foreign table may store in its own form.
  fileprivate func key(of type: AttributeType, _ form: StoredForm) -> Term {
    switch kind {
    case .column(let column):
      let stored = Predicate.Column(
        name: column.name, isOptional: column.isOptional, scope: column.scope, form: form)
      return Term(.column(stored), type, isOptional: isOptional)
    case .via(let link, let inner):
      return Term(.via(link, inner.key(of: type, form)), type, isOptional: isOptional)
    default: return Term(kind, type, isOptional: isOptional)
    }
  }

  /// True for a column, here or at the end of to-one relationships.
  var isPath: Bool {
    switch kind {
    case .column: true
    case .via(_, let inner): inner.isPath
    default: false
    }
  }
}
