import Engines
package import FlagModel
import Predicates
package import Queries
import SQLText

/// A change in which every name is resolved.
package struct ResolvedChange: Hashable, Sendable {
  package let assignments: [Assignment]
  package let links: [ResolvedLink]

  package init(assignments: [Assignment], links: [ResolvedLink]) {
    self.assignments = assignments
    self.links = links
  }

  /// The records to select before the first statement; nil if each statement selects the same ones,
  /// because the condition reads no pairs that the change writes.
  func chosenRecords(of entity: Entity, where predicate: Predicate?) -> ChosenRecords? {
    guard let predicate, links.contains(where: { predicate.reads($0.join.name) }) else {
      return nil
    }
    return ChosenRecords(entity, predicate)
  }
}

/// A pair that a change inserts into or deletes from a many-to-many relationship.
package struct ResolvedLink: Hashable, Sendable {
  package let join: Relationship.JoinTable
  package let action: LinkChange.Action
  /// The key of the record on the other side.
  package let other: Value
  /// The entity of that record; nil if its key is an integer.
  private let target: Entity?

  package init(
    join: Relationship.JoinTable, action: LinkChange.Action, other: Value = .null,
    of target: Entity? = nil
  ) {
    self.join = join
    self.action = action
    self.other = other
    self.target = target
  }

  func sql(of entity: Entity, where predicate: Predicate?) -> SQLText {
    LinkChange(entity, join, action, other: other, of: target, predicate: predicate).sql
  }

  /// The statement that adds the pair to the last new record.
  func sqlOfLast(_ entity: Entity) -> SQLText {
    LinkChange(entity, join, .add, other: other, of: target, predicate: nil, isOfLast: true).sql
  }
}

extension Database {
  /// Looks up the records that a request names. Call it within `write`.
  package func resolve(_ request: ChangeRequest, of entity: Entity) throws -> ResolvedChange {
    var assignments = request.assignments
    var links: [ResolvedLink] = []
    try ask(about: request.references)
    for reference in request.references {
      let relationship = reference.relationship
      guard let target = schema.entity(named: relationship.target) else { continue }
      let keys = try keys(of: target, named: reference.names, as: relationship)
      if case .joinTable(let join) = relationship.storage {
        if reference.operation == .set {
          links.append(ResolvedLink(join: join, action: .removeAll))
        }
        let action: LinkChange.Action = reference.operation == .remove ? .remove : .add
        links += keys.map { ResolvedLink(join: join, action: action, other: $0, of: target) }
      } else if let foreign = relationship.foreignKey {
        assignments.append(
          Assignment(
            column: foreign.column, isOptional: true,
            change: .set(keys.first ?? .null), referringTo: KeyForm(of: target, for: foreign)))
      }
    }
    return ResolvedChange(
      assignments: try ForeignTableRules(self).formed(assignments, of: entity), links: links)
  }

  /// Asks a server for all names in one round trip.
  private func ask(about references: [ChangeRequest.Reference]) throws {
    guard connection.isRemote else { return }
    var questions: [SQLText] = []
    for reference in references {
      guard let target = schema.entity(named: reference.relationship.target) else { continue }
      let finder = finder(of: target, as: reference.relationship)
      for name in reference.names { questions += finder.questions(on: name.text) }
    }
    try translated { try connection.ask(questions) }
  }

  private func finder(of target: Entity, as relationship: Relationship) -> KeyFinder {
    KeyFinder(target, connection, answering: relationship.foreignKey?.otherColumn)
  }

  /// The stored references to the records with these names.
  private func keys(
    of target: Entity, named words: [WordSyntax], as relationship: Relationship
  ) throws -> [Value] {
    let finder = finder(of: target, as: relationship)
    return try words.map { word in
      do {
        return try translated { try finder.key(named: word.text) }
      } catch let error as ValueError {
        throw Diagnostic("\(relationship.name): \(error.message)", at: word.place, hint: error.hint)
      }
    }
  }
}
