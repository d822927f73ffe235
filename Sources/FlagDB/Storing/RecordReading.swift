internal import Databases
import FlagModel
internal import Queries

/// Reads the related records with the given keys.
typealias RelatedReading = @Sendable (Lane, [Value]) throws -> RelatedRecords.ByKey

/// Reads structs with their related records from the rows of a query. One statement reads the
/// records of one relationship for a whole batch.
final class RecordReading<Of: FlagDB.Entity> {
  private struct One {
    let place: Int
    let read: RelatedReading
  }

  private struct List {
    let number: Int
    /// The index of the cell with the keys.
    let place: Int
    let type: AttributeType
    let read: RelatedReading
  }

  let plan: RecordPlan<Of>
  /// The columns of a query for the structs.
  private(set) var columns: [QueryColumn]
  private let ones: [One]
  private var lists: [List] = []
  /// The number of records in a batch.
  private static var size: Int { 1000 }

  init(_ plan: RecordPlan<Of>, in schema: Schema, with asked: [Related<Of>]) throws {
    self.plan = plan
    columns = plan.reading.columns
    let asked = try asked.map { (try Of.propertyName(of: $0.property), $0.read) }
    ones = plan.related.compactMap { property in
      guard case .record(let name, let type, _) = property,
        let place = plan.reading.names.places[name]
      else { return nil }
      return One(place: place, read: asked.first { $0.0 == name }?.1 ?? Self.reading(of: type))
    }
    for (name, read) in asked {
      guard let number = plan.lists.firstIndex(where: { $0.name == Name(name) }) else {
        if plan.related.contains(where: { $0.name == name }) { continue }
        throw EntityError.mismatch(
          entity: Of.entityName, property: name, reason: "the model has no such relationship")
      }
      guard let column = QueryColumn.keys(of: plan.lists[number], in: schema),
        let type = column.type
      else { continue }
      lists.append(List(number: number, place: columns.count, type: type, read: read))
      columns.append(column)
    }
  }

  private static func reading<Other: FlagDB.Entity>(of type: Other.Type) -> RelatedReading {
    { try $0.records(Other.self, $1, with: []) }
  }

  /// True if the structs have no related records.
  private var isPlain: Bool { ones.isEmpty && lists.isEmpty }

  /// Passes the structs to the body one by one.
  func pass(_ rows: RowCursor, in lane: Lane, to body: (Of) throws -> Void) throws {
    if isPlain { return try rows.lend { row in try body(plan.read(&row)) } }
    while case let batch = try next(Self.size, of: rows, in: lane), !batch.isEmpty {
      for value in batch { try body(value) }
    }
  }

  /// Reads the structs in the next rows.
  func next(_ count: Int, of rows: RowCursor, in lane: Lane) throws -> [Of] {
    var (batch, values): ([StoredRow], [Of]) = ([], [])
    var row = StoredRow()
    while batch.count + values.count < count, try rows.next() {
      try rows.copy(into: &row)
      if isPlain { values.append(try plan.read(&row)) } else { batch.append(row) }
    }
    if isPlain { return values }
    return try read(&batch, in: lane)
  }

  /// Reads the structs in all rows, grouped by the value of an additional column.
  func all(_ rows: RowCursor, by place: Int, in lane: Lane) throws -> RelatedRecords.ByKey {
    var batch: [StoredRow] = []
    try rows.pass { batch.append($0) }
    let keys = batch.map { $0.value(at: place) }
    return Dictionary(
      zip(keys, try read(&batch, in: lane)), uniquingKeysWith: { first, _ in first })
  }

  private func read(_ batch: inout [StoredRow], in lane: Lane) throws -> [Of] {
    var related = RelatedRecords()
    for toOne in ones {
      let keys = batch.map { $0.value(at: toOne.place) }
      related.ones[toOne.place] = try toOne.read(lane, Self.distinct(keys))
    }
    for list in lists {
      let keys = batch.map { list.type.elements(of: $0.value(at: list.place)) ?? [] }
      related.lists[list.number] = RelatedRecords.Lists(
        keys: keys, records: try list.read(lane, Self.distinct(keys.joined())))
    }
    return try batch.indices.map { number in
      related.row = number
      return try plan.read(&batch[number], related)
    }
  }

  private static func distinct(_ keys: some Sequence<Value>) -> [Value] {
    var seen: Set<Value> = [.null]
    return keys.filter { seen.insert($0).inserted }
  }
}

extension Lane {
  /// Reads the records with the given keys, grouped by key.
  func records<Of: FlagDB.Entity>(
    _ type: Of.Type, _ keys: [Value], with related: [Related<Of>]
  ) throws -> RelatedRecords.ByKey {
    if keys.isEmpty { return [:] }
    let plan = try plan(for: type)
    let reading = try RecordReading(plan, in: engine.schema, with: related)
    let query = Query(
      plan.entity, columns: reading.columns + [.key(of: plan.entity)],
      predicate: plan.entity.has(keys: keys))
    return try reading.all(try engine.rows(query), by: reading.columns.count, in: self)
  }
}
