public import FlagModel
public import FlagSQL

/// A change whose every name is resolved.
public struct ResolvedChange: Hashable, Sendable {
  public let assignments: [Assignment]
  public let links: [ResolvedLink]
}

/// A pair that a change of a record makes or takes away in a many-to-many relationship.
public struct ResolvedLink: Hashable, Sendable {
  public let join: Relationship.JoinTable
  public let action: LinkChange.Action
  /// The key of the record on the other side.
  public let other: Int64

  public init(_ join: Relationship.JoinTable, _ action: LinkChange.Action, other: Int64 = 0) {
    self.join = join
    self.action = action
    self.other = other
  }

  func sql(of entity: Entity, where predicate: Predicate?) -> SQLText {
    LinkChange(entity, join, action, other: other, predicate: predicate).sql
  }
}

extension Database {
  /// Looks up the records that a request names. Call it within `write`.
  public func resolve(_ request: ChangeRequest) throws -> ResolvedChange {
    var assignments = request.assignments
    var links: [ResolvedLink] = []
    for reference in request.references {
      let relationship = reference.relationship
      guard let target = schema.entity(named: relationship.target) else { continue }
      let keys = try reference.names.map { try key(of: target, named: $0, as: relationship) }
      if case .joinTable(let join) = relationship.storage {
        if reference.operation == .set { links.append(ResolvedLink(join, .removeAll)) }
        let action: LinkChange.Action = reference.operation == .remove ? .remove : .add
        links += keys.map { ResolvedLink(join, action, other: $0) }
      } else {
        assignments.append(
          Assignment(
            column: relationship.name, isOptional: true,
            change: .set(keys.first.map(Value.integer) ?? .null)))
      }
    }
    return ResolvedChange(assignments: assignments, links: links)
  }

  private func key(
    of target: Entity, named word: WordSyntax, as relationship: Relationship
  ) throws -> Int64 {
    do {
      return try key(of: target, named: word.text)
    } catch let error as ValueError {
      throw Diagnostic(
        "\(relationship.name): \(error.message)", at: word.place, hint: error.hint)
    }
  }
}
