package import Engines
package import FlagModel
package import Predicates
import Queries
package import SQLText

/// A record that was inserted.
package struct NewRecord: Hashable, Sendable {
  package let key: Value
  /// The key as text.
  package let text: String
  /// The number of records that `ON CONFLICT REPLACE` of a foreign table deleted.
  package var replaced: Int64 = 0
}

/// The number of records that an update changed.
package struct UpdateCount: Hashable, Sendable {
  package var changed: Int64 = 0
  /// The number of matching records that did not change, because their flags column contains
  /// something else than an integer.
  package var left: Int64 = 0
  /// The number of records that `ON CONFLICT REPLACE` of a foreign table deleted.
  package var replaced: Int64 = 0

  /// True if no record matched.
  package var isNothing: Bool { changed + left + replaced == 0 }
}

extension Database {
  /// Inserts a record and returns its key. Call it within `write`, like all changes of records.
  package func insert(into entity: Entity, _ change: ResolvedChange) throws -> NewRecord {
    if let half = entity.halfGroup(in: change.assignments) {
      throw DatabaseError(.refused, half.message, hint: half.hint)
    }
    asksForChange = true
    try SpreadRestrictions(self).requireFixed(
      change.assignments.map(\.column), of: entity, isNew: true)
    do {
      let insert = try insert(change, into: entity)
      let before = try size(ofReplacing: ForeignTableRules(self).tableToChange(entity))
      let statement = try connection.prepare(insert.sql)
      let added = try connection.attempt { () throws(EngineError) -> NewRecord? in
        guard try statement.step() else { return nil }
        let record = insert.record { statement.value(at: $0) }
        _ = try statement.step()
        return record
      }
      guard var record = added else {
        let (message, hint) = try wordsOfKeepingOut(entity)
        throw DatabaseError(.refused, message, hint: hint)
      }
      // A virtual table returns the row before it has assigned the rowid.
      if record.key == .integer(-1), insert.answer == [entity.keyColumn] {
        record = insert.record { _ in .integer(connection.lastInsertedKey) }
      }
      let isNew = isRecord(record.key, of: entity)
      for link in change.links { try attempt(link.sql(of: entity, where: isNew)) }
      if let before { record.replaced = try replaced(of: entity, before: before + 1) }
      if change.assignments.contains(where: { $0.column == entity.keyColumn }) {
        try connection.continueKeys(of: entity.source.table, entity.keyColumn)
      }
      return record
    } catch let error as EngineError {
      throw try RefusalExplainer(self).explained(error, entity, change.assignments)
    }
  }

  /// The number of records of a foreign table whose constraints may delete records; nil for any
  /// other table.
  package func size(ofReplacing table: TableShape?) throws -> Int64? {
    guard let table, table.replacesRecords else { return nil }
    return try integer("SELECT count(*) FROM \(name: table.name)")
  }

  /// The number of records that a change deleted by ON CONFLICT REPLACE.
  private func replaced(of entity: Entity, before: Int64) throws -> Int64 {
    let now = try integer("SELECT count(*) FROM \(name: entity.source.table)") ?? before
    return max(0, before - now)
  }

  /// Runs a statement that the engine may refuse.
  private func attempt(_ sql: SQLText) throws(EngineError) {
    try connection.attempt { () throws(EngineError) in try connection.run(sql) }
  }

  /// The statements that `insert` runs. Those that remove pairs of a new record, which has none, are left out.
  /// - Parameter key: the key of the record, if it has been inserted.
  package func statements(
    toInsert change: ResolvedChange, into entity: Entity, as key: Value? = nil
  ) throws -> [SQLText] {
    let insert = try insert(change, into: entity).sql
    let links = change.links.filter { $0.action == .add }
    if links.isEmpty { return [insert] }
    let isNew = key.map { isRecord($0, of: entity) } ?? condition(ofNew: change.assignments, entity)
    if let isNew { return [insert] + links.map { $0.sql(of: entity, where: isNew) } }
    // The sequence of a foreign table of a server is unknown.
    guard entity.isNumbered, !(connection.isRemote && kind.isForeign) else {
      throw DatabaseError(
        .refused, "the key of the new \(entity.name), to which its links refer, is not known yet",
        hint: "--dry-run shows the statements with the key")
    }
    return [insert] + links.map { $0.sqlOfLast(entity) }
  }

  /// The condition for a new record by its key or another unique value; nil if it is given neither.
  private func condition(ofNew assignments: [Assignment], _ entity: Entity) -> Predicate? {
    for assignment in assignments where assignment.column == entity.keyColumn {
      if case .set(let key) = assignment.change, key != .null { return isRecord(key, of: entity) }
    }
    for label in entity.labels where label.stored == .own {
      guard case .set(let value)? = assignments.first(where: { $0.column == label.column })?.change,
        value != .null
      else { continue }
      return .test(Term(label), .compare(.equal, value))
    }
    return nil
  }

  private func isRecord(_ key: Value, of entity: Entity) -> Predicate {
    .compare(
      .init(name: entity.keyColumn, isOptional: false, form: entity.keyForm), .equal, key,
      of: entity.source.key?.type ?? .integer(.int64))
  }

  private func insert(_ change: ResolvedChange, into entity: Entity) throws -> Insert {
    let columns = change.assignments.map(\.column)
    guard let table = try ForeignTableRules(self).tableToChange(entity, columns: columns) else {
      return Insert(entity, change.assignments)
    }
    let key = [entity.source.key?.column].compactMap(\.self).filter { !table.identity.contains($0) }
    return Insert(
      entity, try ForeignTableRules(self).beginning(change.assignments, of: entity, in: table),
      answer: table.identity + key)
  }

  /// Changes the matching records and returns their number. Call it within `write`.
  package func update(
    _ entity: Entity, _ change: ResolvedChange, where predicate: Predicate?
  ) throws -> UpdateCount {
    asksForChange = true
    try SpreadRestrictions(self).requireFixed(
      change.assignments.map(\.column), of: entity, isNew: false)
    let quickest = try quickest(predicate, of: entity)
    do {
      let update = try update(change, of: entity, where: quickest)
      try CalculationChecker(self).requireStorable(update)
      var left: Int64 = 0
      if let count = update.countOfLeft { left = try integer(count) ?? 0 }
      let table = try ForeignTableRules(self).tableToChange(entity)
      let before = try size(ofReplacing: table)
      var matches: Int64?
      if table?.resolvesConflicts == true, !change.assignments.isEmpty {
        matches = try number(Query(entity, predicate: quickest, answer: .count))
      }
      let changed = try apply(change, to: entity, where: quickest)
      var count = UpdateCount(changed: changed, left: left)
      if let before { count.replaced = try replaced(of: entity, before: before) }
      if let matches { try requireAll(matches, count, entity) }
      return count
    } catch let error as EngineError {
      let update = Update(entity, change.assignments, predicate: predicate)
      if let fault = try CalculationChecker(self).fault(error, of: update) { throw fault }
      let explainer = RefusalExplainer(self)
      throw try explainer.halfGroup(error, update)
        ?? explainer.explained(error, entity, change.assignments)
    }
  }

  /// Throws if `ON CONFLICT IGNORE` left some of the matching records unchanged.
  private func requireAll(_ matches: Int64, _ count: UpdateCount, _ entity: Entity) throws {
    let ignored = matches - count.changed - count.left - count.replaced
    guard ignored > 0 else { return }
    throw DatabaseError(
      .refused,
      "a constraint of '\(entity.name)' that ignores conflicts rejects \(counted(ignored, "record"))"
    )
  }

  /// Changes the matching records, and returns their number.
  private func apply(
    _ change: ResolvedChange, to entity: Entity, where predicate: Predicate?
  ) throws -> Int64 {
    let chosen = change.chosenRecords(of: entity, where: predicate)
    for statement in chosen?.creation ?? [] { try attempt(statement) }
    // After an error on a server, this fails too, and the end of the transaction drops the table.
    defer { if let chosen { try? connection.run(chosen.removal) } }
    let selection = chosen?.condition ?? predicate
    for statement in try statements(toUpdate: entity, change, selected: selection) {
      try attempt(statement)
    }
    // The last statement changes the records themselves, unless only pairs were inserted.
    guard change.assignments.isEmpty else { return connection.changes }
    return try number(Query(entity, predicate: selection, answer: .count))
  }

  /// The statements that `update` runs, in their order.
  package func statements(
    toUpdate entity: Entity, _ change: ResolvedChange, where predicate: Predicate?
  ) throws -> [SQLText] {
    guard let chosen = change.chosenRecords(of: entity, where: predicate) else {
      return try statements(toUpdate: entity, change, selected: predicate)
    }
    let changes = try statements(toUpdate: entity, change, selected: chosen.condition)
    return chosen.creation + changes + [chosen.removal]
  }

  private func statements(
    toUpdate entity: Entity, _ change: ResolvedChange, selected predicate: Predicate?
  ) throws -> [SQLText] {
    let update = try update(change, of: entity, where: predicate)
    // Pairs come first, because other records may match after the update.
    let pairs = change.links.map { $0.sql(of: entity, where: predicate) }
    guard !change.assignments.isEmpty else { return pairs }
    return pairs + [update.sql]
  }

  private func update(
    _ change: ResolvedChange, of entity: Entity, where predicate: Predicate?
  ) throws -> Update {
    let table = try ForeignTableRules(self).tableToChange(
      entity, columns: change.assignments.map(\.column))
    let update = Update(
      entity, change.assignments.map { $0.mayBeNull(in: table) }, predicate: predicate,
      wholeColumns: ForeignTableRules(self).wholeColumns(change.assignments, in: table))
    try CalculationChecker(self).requirePossible(change, update)
    return update
  }

  /// Deletes the matching records and returns their number.
  package func delete(from entity: Entity, where predicate: Predicate?) throws -> Int64 {
    asksForChange = true
    _ = try ForeignTableRules(self).tableToChange(entity)
    let quickest = try quickest(predicate, of: entity)
    // SQLite does not count records that a cascade deleted before their turn.
    var matches: Int64?
    if let cascade = Cascade(of: entity, in: schema), cascade.reachesItself {
      matches = try number(Query(entity, predicate: quickest, answer: .count))
    }
    do {
      try attempt(Delete(entity, predicate: quickest).sql)
      return matches ?? connection.changes
    } catch {
      throw try RefusalExplainer(self).explainedDeletion(error, entity, predicate)
    }
  }
}

extension Insert {
  /// The new record, from the values that the statement returned.
  fileprivate func record(_ value: (Int) -> Value) -> NewRecord {
    let key = answer.firstIndex { $0 == entity.source.key?.column }.map(value) ?? .null
    // The rowid is last if the record has another key.
    let isHidden = entity.shownKey == nil && answer.last == entity.source.key?.column
    let visible = isHidden ? answer.dropLast() : answer[...]
    let texts = visible.indices.map { entity.wholeText(of: value($0), in: answer[$0]) }
    return NewRecord(key: key, text: texts.joined(separator: ","))
  }
}
