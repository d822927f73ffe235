internal import Databases
import FlagModel
package import Queries

extension Snapshot {
  /// The records of an entity that meet a condition, sorted by key unless `sort` names columns, as in
  /// `score, -code`.
  public func records(
    of entity: String, where condition: Condition = .all, sort: String? = nil, limit: Int? = nil
  ) throws -> [Record] {
    var records: [Record] = []
    try forEachRecord(of: entity, where: condition, sort: sort, limit: limit) {
      records.append($0)
    }
    return records
  }

  /// Passes the records to the body one by one. Only one is in memory at a time.
  public func forEachRecord(
    of entity: String, where condition: Condition = .all, sort: String? = nil,
    limit: Int? = nil, _ body: (Record) throws -> Void
  ) throws {
    try asking { engine in
      var query = try query(of: entity, condition, sort)
      query.limit = try Self.bound(limit, "limit")
      let columns = query.columns
      try engine.rows(query).lend { row in
        guard case .integer(let key) = row.value(at: 0) else { return }
        let values = columns.indices.map { row.value(at: $0) }
        try body(Record(key: key, columns: columns, values: values))
      }
    }
  }

  /// A query for all attributes and relationships of the records.
  package func query(of name: String, _ condition: Condition, _ sort: String?) throws -> Query {
    let schema = lane.engine.schema
    let entity = try schema.entity(typed: Name(name))
    let order = sort.map { [SourceText($0)] } ?? []
    var query = try AnswerRequest(sort: order).query(of: entity, in: schema, now: .now)
    query.predicate = try condition.predicate(of: entity, in: schema, now: .now)
    return query
  }

  /// The number of records that meet a condition.
  public func count(of entity: String, where condition: Condition = .all) throws -> Int64 {
    try asking { engine in
      let (entity, schema) = (try engine.schema.entity(typed: Name(entity)), engine.schema)
      let predicate = try condition.predicate(of: entity, in: schema, now: .now)
      return try engine.number(Query(entity, predicate: predicate, answer: .count))
    }
  }
}
