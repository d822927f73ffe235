internal import Databases
import FlagModel
internal import Queries

/// An unchanging view of a database, for as long as the body of `read` or `write` runs that has it.
public class Snapshot {
  let lane: Lane
  /// True when the body has ended.
  var isOver = false

  init(_ lane: Lane) { self.lane = lane }

  /// The structs that are stored and meet a condition, by their keys unless another order is given.
  public func fetch<Of: Entity>(
    _ type: Of.Type = Of.self, where condition: Condition = .all, sort: [Order<Of>] = [],
    limit: Int? = nil, offset: Int? = nil
  ) throws -> [Of] {
    var all: [Of] = []
    try forEach(type, where: condition, sort: sort, limit: limit, offset: offset) { all.append($0) }
    return all
  }

  /// The first of the structs that meet a condition; nil if there is none.
  public func first<Of: Entity>(
    _ type: Of.Type = Of.self, where condition: Condition = .all, sort: [Order<Of>] = []
  ) throws -> Of? {
    try fetch(type, where: condition, sort: sort, limit: 1).first
  }

  /// The struct with a key; nil if there is none.
  public func find<Of: Entity>(_ key: Key<Of>) throws -> Of? {
    try asking { engine in
      let plan = try lane.plan(for: Of.self)
      let query = Query(
        plan.entity, columns: plan.columns, predicate: plan.entity.has(key: key.number))
      var found: Of?
      try engine.rows(query).lend { row in found = try plan.read(&row) }
      return found
    }
  }

  /// Gives the same structs to the body one by one, so that one is in memory at a time.
  public func forEach<Of: Entity>(
    _ type: Of.Type = Of.self, where condition: Condition = .all, sort: [Order<Of>] = [],
    limit: Int? = nil, offset: Int? = nil, _ body: (Of) throws -> Void
  ) throws {
    try asking { engine in
      let plan = try lane.plan(for: type)
      let query = try query(plan, condition, sort, limit, offset)
      try engine.rows(query).lend { row in try body(plan.read(&row)) }
    }
  }

  /// The number of the records that meet a condition.
  public func count<Of: Entity>(
    _ type: Of.Type, where condition: Condition = .all
  ) throws -> Int {
    try Int(count(of: Of.entityName, where: condition))
  }

  // MARK: Inside

  /// Runs what asks the database, and words its errors.
  func asking<Result>(_ body: (Databases.Database) throws -> Result) throws -> Result {
    if isOver {
      throw DatabaseError(
        "the transaction is over", hint: "use it only in the body that was given it")
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
    _ plan: RecordPlan<Of>, _ condition: Condition, _ sort: [Order<Of>], _ limit: Int?,
    _ offset: Int? = nil
  ) throws -> Query {
    let schema = lane.engine.schema
    let order = try sort.map { key in
      SourceText((key.isDescending ? "-" : "") + (try Of.propertyName(of: key.property)))
    }
    var query = try AnswerRequest(sort: order).query(of: plan.entity, in: schema, now: .now)
    query.columns = plan.columns
    query.predicate = try condition.predicate(of: plan.entity, in: schema, now: .now)
    query.limit = try Self.bound(limit, "limit")
    query.offset = try Self.bound(offset, "offset")
    return query
  }

  static func bound(_ number: Int?, _ name: String) throws(ValueError) -> Int64? {
    if let number, number < 0 {
      throw ValueError(
        "expected \(name == "limit" ? "a" : "an") \(name) from 0 on, found '\(number)'")
    }
    return number.map(Int64.init)
  }
}
