package import FlagModel
package import Predicates
import Queries
package import SQLText

extension Database {
  /// Adds a record and answers with its key. Call it within `write`, as all that changes records.
  package func insert(
    into entity: Entity, _ change: ResolvedChange
  ) throws -> Int64 {
    if let half = entity.halfGroup(in: change.assignments) {
      throw DatabaseError(.refused, half.message, hint: half.hint)
    }
    do {
      let statement = try connection.prepare(Insert(entity, change.assignments).sql)
      guard try statement.step(), case .integer(let key) = statement.value(at: 0) else {
        let (message, hint) = try wordsOfKeepingOut(entity)
        throw DatabaseError(.refused, message, hint: hint)
      }
      _ = try statement.step()
      let record = Predicate.compare(
        .init(name: entity.keyColumn, isOptional: false), .equal, .integer(key))
      for link in change.links { try connection.run(link.sql(of: entity, where: record)) }
      return key
    } catch let error as SQLiteError {
      throw try explained(error, entity, change.assignments)
    }
  }

  /// Changes the records that match and answers with their number.
  package func update(
    _ entity: Entity, _ change: ResolvedChange, where predicate: Predicate?
  ) throws -> Int64 {
    let quickest = try quickest(predicate, of: entity)
    do {
      for statement in statements(toUpdate: entity, change, where: quickest) {
        try connection.run(statement)
      }
      // The last statement changes the records themselves, unless only pairs were made.
      return change.assignments.isEmpty
        ? try number(Query(entity, predicate: predicate, answer: .count)) : connection.changes
    } catch let error as SQLiteError {
      let update = Update(entity, change.assignments, predicate: predicate)
      throw try halfGroup(error, update) ?? explained(error, entity, change.assignments)
    }
  }

  /// The statements that `update` runs, in their order.
  package func statements(
    toUpdate entity: Entity, _ change: ResolvedChange, where predicate: Predicate?
  ) -> [SQLText] {
    // The pairs first: after the update other records may match.
    let pairs = change.links.map { $0.sql(of: entity, where: predicate) }
    guard !change.assignments.isEmpty else { return pairs }
    return pairs + [Update(entity, change.assignments, predicate: predicate).sql]
  }

  /// Removes the records that match and answers with their number.
  package func delete(from entity: Entity, where predicate: Predicate?) throws -> Int64 {
    let quickest = try quickest(predicate, of: entity)
    // SQLite does not count those that went with another before their turn came.
    let matches =
      Cascade(of: entity, in: schema)?.reachesItself ?? false
      ? try number(Query(entity, predicate: quickest, answer: .count)) : nil
    do {
      try connection.run(Delete(entity, predicate: quickest).sql)
      return matches ?? connection.changes
    } catch {
      throw try explainedDeletion(error, entity, predicate)
    }
  }
}
