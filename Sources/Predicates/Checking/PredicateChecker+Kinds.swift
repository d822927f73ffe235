import FlagModel

// Records of several entities in one table: `$0 is BusinessTrip`, `($0 as? BusinessTrip)?.perdiem`.

extension PredicateChecker {
  /// A test or cast of a record to another entity of its hierarchy; nil for any other call.
  func kindCall(
    _ name: String, of base: PredicateSyntax, _ arguments: [PredicateSyntax.Argument],
    _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked? {
    guard ["is", "as"].contains(name), arguments.count == 1,
      case .name(let type) = arguments[0].value.kind
    else { return nil }
    let place = arguments[0].value.place
    guard case .record(let path) = try check(operand: base) else {
      if name == "is" {
        throw Diagnostic(
          "expected 'null', 'empty' or 'exactly' after 'is', found '\(type)'", at: place)
      }
      throw Diagnostic("'as' casts a record to another entity", at: place)
    }
    let target = try entity(type, inHierarchyOf: path.entity, at: place)
    guard let kinds = target.source.kinds else { return nil }
    if name == "as" { return .record(path.cast(to: target, environment.numbers.next())) }
    let kind = environment.kind(of: path, syntax)?.term
    return kind.map { .predicate(.test($0, .isIn(kinds.all))) }
  }

  private func entity(
    _ type: Name, inHierarchyOf entity: Entity, at place: SourcePlace
  ) throws(Diagnostic) -> Entity {
    let members = schema.members(of: schema.root(of: entity))
    if let match = members.first(where: { $0.name == type }), members.count > 1 { return match }
    var hint: Hint?
    if members.count > 1 { hint = .name(for: type, in: members.map(\.name), orAll: "there is") }
    throw Diagnostic("no \(entity.name) is a '\(type)'", at: place, hint: hint)
  }
}

extension Environment {
  /// The entity of a record: `type`, or the name of the kind column.
  func kind(_ name: Name, of path: RecordPath, _ syntax: PredicateSyntax) -> Operand? {
    guard let kinds = path.entity.source.kinds, name == kinds.column || name == "type" else {
      return nil
    }
    return kind(of: path, syntax)
  }

  func kind(of path: RecordPath, _ syntax: PredicateSyntax) -> Operand? {
    schema.kindAttribute(of: path.entity).map { operand($0, of: path, syntax) }
  }
}

extension RecordPath {
  /// The same record if it belongs to an entity; otherwise no record.
  fileprivate func cast(to entity: Entity, _ number: Int) -> RecordPath {
    let link = Link(
      kind: .key(.init(column: scope.key), isOptional: true), name: entity.name, from: scope,
      to: Scope(number: number, of: entity))
    return RecordPath(start: start, entity: entity, links: links + [link])
  }
}
