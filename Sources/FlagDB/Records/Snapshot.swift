package import Databases
import FlagModel
internal import Queries

/// A snapshot of a database, valid while the body of `read` or `write` runs.
public class Snapshot {
  let lane: Lane
  /// True after the body of `read` or `write` has ended.
  var isOver = false

  init(_ lane: Lane) { self.lane = lane }

  /// The structs that meet a condition, sorted by key unless an order is given. Their lists of other records are
  /// empty unless `with` names them.
  public func fetch<Of: Entity>(
    _ type: Of.Type = Of.self, where condition: Condition = .all, sort: [Order<Of>] = [],
    limit: Int? = nil, offset: Int? = nil, with related: [Related<Of>] = []
  ) throws -> [Of] {
    var all: [Of] = []
    try forEach(
      type, where: condition, sort: sort, limit: limit, offset: offset, with: related
    ) { all.append($0) }
    return all
  }

  /// The first struct that meets a condition; nil if there is none.
  public func first<Of: Entity>(
    _ type: Of.Type = Of.self, where condition: Condition = .all, sort: [Order<Of>] = [],
    with related: [Related<Of>] = []
  ) throws -> Of? {
    try fetch(type, where: condition, sort: sort, limit: 1, with: related).first
  }

  /// The struct with a key; nil if there is none.
  public func find<Of: Entity>(_ key: Key<Of>, with related: [Related<Of>] = []) throws -> Of? {
    try asking { engine in
      let plan = try lane.plan(for: Of.self)
      let reading = try RecordReading(plan, in: engine.schema, with: related)
      let query = Query(
        plan.entity, columns: reading.columns, predicate: plan.entity.has(key: key.number))
      guard related.isEmpty else {
        return try reading.next(1, of: try engine.rows(query), in: lane).first
      }
      let rows = try lane.reading(only: key.number, of: plan.entity) { try engine.rows(query) }
      return try reading.next(1, of: rows, in: lane).first
    }
  }

  /// Passes the structs to the body one by one. Only one is in memory at a time, or a thousand if
  /// they refer to other records.
  public func forEach<Of: Entity>(
    _ type: Of.Type = Of.self, where condition: Condition = .all, sort: [Order<Of>] = [],
    limit: Int? = nil, offset: Int? = nil, with related: [Related<Of>] = [],
    _ body: (Of) throws -> Void
  ) throws {
    try asking { engine in
      let reading = try RecordReading(lane.plan(for: type), in: engine.schema, with: related)
      let query = try query(reading, condition, sort, limit, offset)
      try reading.pass(try engine.rows(query), in: lane, to: body)
    }
  }

  /// The number of the records that meet a condition.
  public func count<Of: Entity>(_ type: Of.Type, where condition: Condition = .all) throws -> Int {
    try Int(count(of: Of.entityName, where: condition))
  }

  // MARK: Implementation

  /// Runs the body, and converts its errors to errors of the library. Throws if the transaction is
  /// over.
  package func asking<Result>(_ body: (Databases.Database) throws -> Result) throws -> Result {
    if isOver {
      throw DatabaseError(
        "the transaction is over", code: .invalidRequest,
        hint: "use it only in the body that was given it")
    }
    try lane.requireWanted()
    do {
      return try body(lane.engine)
    } catch {
      throw DatabaseError(error) ?? error
    }
  }

  /// The query for structs.
  func query<Of: Entity>(
    _ reading: RecordReading<Of>, _ condition: Condition, _ sort: [Order<Of>], _ limit: Int?,
    _ offset: Int? = nil
  ) throws -> Query {
    let (schema, plan) = (lane.engine.schema, reading.plan)
    let order = try sort.map { SourceText(try $0.text()) }
    var query = try AnswerRequest(sort: order).query(of: plan.entity, in: schema, now: .now)
    query.columns = reading.columns
    query.predicate = try condition.predicate(of: plan.entity, in: schema, now: .now)
    query.limit = try Self.bound(limit, "limit")
    query.offset = try Self.bound(offset, "offset")
    return query
  }

  static func bound(_ number: Int?, _ name: String) throws(ValueError) -> Int64? {
    if let number, number < 0 {
      let article = name == "limit" ? "a" : "an"
      throw ValueError("expected \(article) \(name) from 0 on, found '\(number)'")
    }
    return number.map(Int64.init)
  }
}
