internal import Databases
import FlagModel
import Predicates
internal import Queries

/// A column that refers to another record, and the key of that record.
struct Reference {
  let column: Name
  let key: Int64
}

// Writes the records that a struct contains. A record without a key is inserted. A record with a
// key is only linked, and keeps its values. No record is removed from a list.
extension RecordPlan {
  /// Inserts the new records that the columns of another record refer to.
  func insertRecords(
    before writer: inout RowWriter, in lane: Lane, except reference: Reference? = nil,
    isNew: Bool = true
  ) throws {
    for (place, record) in writer.related.ones where fields[place].column != reference?.column {
      if !isNew { try requireKey(record, fields[place].name.text) }
      let key = try lane.insert(record, referring: nil)
      writer.row.cells[writer.start + place] = .integer(key)
    }
  }

  /// Links the records of lists to the record with a key.
  func relate(
    _ written: [(number: Int, records: [any Entity])], to key: Int64, in lane: Lane, isNew: Bool
  ) throws {
    for (number, records) in written {
      let list = lists[number]
      var keys: [Int64] = []
      for record in records {
        if case .number(let number) = record.ownKey {
          keys.append(number)
        } else {
          if !isNew { try requireKey(record, list.name.text) }
          try insert(record, of: list, for: key, in: lane)
        }
      }
      try relate(keys, of: list, to: key, in: lane)
    }
  }

  /// Throws if a struct has no property for its key. It would be inserted again with each write.
  private func requireKey(_ record: any Entity, _ property: String) throws {
    guard record.ownKey == .unknown else { return }
    let name = type(of: record).entityName
    throw DatabaseError(
      "'\(property)' of \(entity.name) cannot be updated, since \(name) has no property for its key",
      code: .invalidRequest,
      hint: "declare it 'var id: Key<\(name)>?'")
  }

  private func insert(
    _ record: any Entity, of list: Relationship, for key: Int64, in lane: Lane
  ) throws {
    switch list.storage {
    case .inverse(let foreign), .column(let foreign):
      _ = try lane.insert(record, referring: Reference(column: foreign.column, key: key))
    case .joinTable:
      try relate([try lane.insert(record, referring: nil)], of: list, to: key, in: lane)
    }
  }

  /// Links existing records to the record with a key.
  private func relate(
    _ others: [Int64], of list: Relationship, to key: Int64, in lane: Lane
  ) throws {
    guard !others.isEmpty, let target = lane.engine.schema.entity(named: list.target) else {
      return
    }
    let those = target.has(keys: others.map { .integer($0) })
    let present = try lane.engine.number(Query(target, predicate: those, answer: .count))
    guard present == Set(others).count else {
      throw DatabaseError(
        "'\(list.name)' of \(entity.name) refers to a record of \(target.name) that does not exist",
        code: .reference, attributes: [list.name.text])
    }
    switch list.storage {
    case .inverse(let foreign), .column(let foreign):
      let change = try lane.engine.change(
        of: target,
        [Assignment(column: foreign.column, isOptional: true, change: .set(.integer(key)))])
      _ = try lane.engine.update(target, change, where: those)
    case .joinTable(let join):
      let links = others.map { ResolvedLink(join: join, action: .add, other: .integer($0)) }
      _ = try lane.engine.update(
        entity, ResolvedChange(assignments: [], links: links), where: entity.has(key: key))
    }
  }
}

extension Lane {
  fileprivate func insert<Of: FlagDB.Entity>(
    _ record: Of, referring reference: Reference?
  ) throws -> Int64 {
    try plan(for: Of.self).insert(record, into: self, referring: reference)
  }
}

extension FlagModel.Entity {
  /// A predicate for the records with one of the keys.
  func has(keys: [Value]) -> Predicates.Predicate {
    let key = Predicates.Predicate.Column(name: keyColumn, isOptional: false)
    return .test(Term(.column(key), .integer(.int64), isOptional: false), .isIn(keys))
  }
}
