internal import Databases
import FlagModel
import Predicates
internal import Queries

/// The column of a record that refers to another one, which has that key.
struct Reference {
  let column: Name
  let key: Int64
}

// The records that structs bring with them. One without a key is inserted; one that has a key is only
// referred to, and keeps its values. Nothing that a list lacks is taken away.
extension RecordPlan {
  /// Inserts the records to which the columns of another one shall refer.
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

  /// Lets the records of lists belong to the one that has the key.
  func relate(
    _ written: [(number: Int, records: [any Entity])], to key: Int64, in lane: Lane, isNew: Bool
  ) throws {
    for (number, records) in written {
      let list = lists[number]
      var known: [Int64] = []
      for record in records {
        if case .number(let number) = record.ownKey {
          known.append(number)
        } else {
          if !isNew { try requireKey(record, list.name.text) }
          try insert(record, of: list, for: key, in: lane)
        }
      }
      try relate(known, of: list, to: key, in: lane)
    }
  }

  /// Throws if a struct cannot say that it is a record already: it would be inserted again.
  private func requireKey(_ record: any Entity, _ property: String) throws {
    guard record.ownKey == .unknown else { return }
    let name = type(of: record).entityName
    throw DatabaseError(
      "'\(property)' of \(entity.name) cannot be updated, since \(name) has no property for its key",
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

  /// Lets records that are there belong to the one that has the key.
  private func relate(
    _ others: [Int64], of list: Relationship, to key: Int64, in lane: Lane
  ) throws {
    guard !others.isEmpty, let target = lane.engine.schema.entity(named: list.target) else {
      return
    }
    let those = target.has(keys: others.map { .integer($0) })
    let found = try lane.engine.number(Query(target, predicate: those, answer: .count))
    guard found == Set(others).count else {
      throw DatabaseError(
        "'\(list.name)' of \(entity.name) refers to a record of \(target.name) that does not exist")
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
  /// The records that have one of the keys.
  func has(keys: [Value]) -> Predicates.Predicate {
    let key = Predicates.Predicate.Column(name: keyColumn, isOptional: false)
    return .test(Term(.column(key), .integer(.int64), isOptional: false), .isIn(keys))
  }
}
