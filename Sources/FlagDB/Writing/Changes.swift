public import FlagModel
public import FlagSQL

/// A pair that a change of a record makes or takes away in a many-to-many relationship.
public struct Link: Hashable, Sendable {
  public let join: Relationship.JoinTable
  public let action: LinkChange.Action
  /// The key of the record on the other side.
  public let other: Int64

  public init(_ join: Relationship.JoinTable, _ action: LinkChange.Action, other: Int64 = 0) {
    self.join = join
    self.action = action
    self.other = other
  }
}

extension Database {
  /// Adds a record and answers with its key. Call it within `write`, as all that changes records.
  public func insert(
    into entity: Entity, _ assignments: [Assignment], links: [Link] = []
  ) throws -> Int64 {
    let insert = Insert(entity, assignments)
    do {
      let statement = try connection.prepare(insert.sql)
      guard try statement.step(), case .integer(let key) = statement.value(at: 0) else {
        throw DatabaseError(.failed, "the new \(entity.name) got no key")
      }
      _ = try statement.step()
      let record = Predicate.compare(
        .init(name: entity.keyColumn, isOptional: false), .equal, .integer(key))
      try change(links, of: entity, where: record)
      return key
    } catch let error as SQLiteError {
      throw try explained(error, entity, assignments, predicate: nil)
    }
  }

  /// Changes the records that match and answers with their number.
  public func update(
    _ entity: Entity, _ assignments: [Assignment], links: [Link] = [], where predicate: Predicate?
  ) throws -> Int64 {
    do {
      // The pairs first: after the update other records may match.
      try change(links, of: entity, where: predicate)
      guard !assignments.isEmpty else {
        return try number(Query(entity, predicate: predicate, answer: .count))
      }
      try connection.run(Update(entity, assignments, predicate: predicate).sql)
      return connection.changes
    } catch let error as SQLiteError {
      throw try explained(error, entity, assignments, predicate: predicate)
    }
  }

  /// Removes the records that match and answers with their number.
  public func delete(from entity: Entity, where predicate: Predicate?) throws -> Int64 {
    do {
      try connection.run(Delete(entity, predicate: predicate).sql)
      return connection.changes
    } catch {
      throw try explained(error, entity, [], predicate: predicate)
    }
  }

  private func change(
    _ links: [Link], of entity: Entity, where predicate: Predicate?
  ) throws(SQLiteError) {
    for link in links {
      try connection.run(
        LinkChange(entity, link.join, link.action, other: link.other, predicate: predicate).sql)
    }
  }
}
