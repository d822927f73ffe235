internal import Databases
import FlagModel
internal import Queries

extension Snapshot {
  /// Aggregates of the records that meet a condition, in one statement:
  ///
  ///     let (first, last) = try snapshot.aggregate(Sample.self, .min(\.taken), .max(\.taken))
  public func aggregate<Of: Entity, each Value: Storable>(
    _ type: Of.Type, where condition: Condition = .all,
    _ aggregates: repeat Aggregate<Of, each Value>
  ) throws -> (repeat each Value) {
    var columns: [String] = []
    for aggregate in repeat each aggregates { columns.append(try aggregate.text()) }
    var result: (repeat each Value)?
    try answers(type, condition, columns) { reader in
      result = (repeat try reader.read((each Value).self))
    }
    guard let result else { throw DatabaseError("nothing was calculated", code: .other) }
    return result
  }

  /// The same aggregates for each value of a property, in the order of the values.
  public func groups<Of: Entity, Group: Storable, each Value: Storable>(
    of type: Of.Type, by property: KeyPath<Of, Group>, where condition: Condition = .all,
    _ aggregates: repeat Aggregate<Of, each Value>
  ) throws -> [(key: Group, values: (repeat each Value))] {
    try groups(of: type, by: Of.propertyName(of: property), condition, repeat each aggregates)
  }

  // MARK: Implementation

  /// Aggregates for each value of a group, which is written in the language of predicates.
  func groups<Of: Entity, Group: Storable, each Value: Storable>(
    of type: Of.Type, by words: String, _ condition: Condition,
    _ aggregates: repeat Aggregate<Of, each Value>
  ) throws -> [(key: Group, values: (repeat each Value))] {
    var columns = [words]
    for aggregate in repeat each aggregates { columns.append(try aggregate.text()) }
    var groups: [(key: Group, values: (repeat each Value))] = []
    try answers(type, condition, columns, groups: [words]) { reader in
      groups.append((try reader.read(Group.self), (repeat try reader.read((each Value).self))))
    }
    return groups
  }

  /// Runs a query whose columns are written in the language of predicates, and passes its rows to
  /// the body.
  func answers<Of: Entity>(
    _ type: Of.Type, _ condition: Condition, _ columns: [String], groups: [String] = [],
    sort: [Order<Of>] = [], limit: Int? = nil, offset: Int? = nil,
    _ body: (inout RowReader) throws -> Void
  ) throws {
    try asking { engine in
      let (entity, schema) = (try lane.plan(for: type).entity, engine.schema)
      var query = try AnswerRequest(
        columns: columns.map { SourceText($0) }, groups: groups.map { SourceText($0) },
        sort: sort.map { SourceText(try $0.text()) }
      ).query(of: entity, in: schema, now: .now)
      query.predicate = try condition.predicate(of: entity, in: schema, now: .now)
      query.limit = try Self.bound(limit, "limit")
      query.offset = try Self.bound(offset, "offset")
      var reader = RowReader(
        RecordColumns(
          of: Of.entityName,
          zip(columns, query.columns).map { RecordColumn(name: $0, type: $1.type) }))
      try engine.rows(query).lend { row in
        swap(&reader.row, &row)
        defer { swap(&reader.row, &row) }
        reader.index = 0
        try body(&reader)
      }
    }
  }
}
