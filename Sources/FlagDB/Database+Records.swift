internal import Databases
import FlagModel
internal import Queries

extension Database {
  /// The records of an entity that meet a condition, by their keys unless `sort` names columns as in
  /// `score, -code`.
  public func records(
    of entity: String, where condition: Condition = .all, sort: String? = nil, limit: Int? = nil
  ) throws(DatabaseError) -> [Record] {
    try changing(.reading) {
      var records: [Record] = []
      try pass(entity, condition, sort, limit) { records.append($0) }
      return records
    }
  }

  /// Gives the same records to the body one by one, so that one is in memory at a time.
  public func forEachRecord(
    of entity: String, where condition: Condition = .all, sort: String? = nil,
    limit: Int? = nil, _ body: (Record) throws -> Void
  ) throws {
    try transaction(for: .reading) { try pass(entity, condition, sort, limit, body) }
  }

  /// The number of records that meet a condition.
  public func count(
    of entity: String, where condition: Condition = .all
  ) throws(DatabaseError) -> Int64 {
    try changing(.reading) {
      let entity = try schema.entity(typed: Name(entity))
      let predicate = try condition.predicate(of: entity, in: schema, now: .now)
      return try engine.number(Query(entity, predicate: predicate, answer: .count))
    }
  }

  /// Adds a record and answers with its key. Values are texts as people type them, such as `HRM|PLX`
  /// for flags; nil is null.
  @discardableResult
  public func insert(
    into entity: String, _ values: [String: String?]
  ) throws(DatabaseError) -> Int64 {
    try changing(.writing) {
      let entity = try schema.entity(typed: Name(entity))
      let request = try request(values, entity)
      try engine.requireComplete(request, for: entity)
      let record = try placing(request) {
        try engine.insert(into: entity, engine.resolve(request, of: entity))
      }
      guard case .integer(let key) = record.key else {
        throw ValueError("the key of a \(entity.name) is no whole number")
      }
      return key
    }
  }

  /// Changes the records that meet a condition and answers with their number. A name that ends in
  /// `+`, `-` or `^` sets, clears or flips the flags that are its value.
  @discardableResult
  public func update(
    _ entity: String, where condition: Condition, set values: [String: String?]
  ) throws(DatabaseError) -> Int64 {
    try changing(.writing) {
      let entity = try schema.entity(typed: Name(entity))
      let request = try request(values, entity)
      try request.requireKeptKey(of: entity)
      let predicate = try condition.predicate(of: entity, in: schema, now: .now)
      return try placing(request) {
        try engine.update(entity, engine.resolve(request, of: entity), where: predicate).changed
      }
    }
  }

  /// Removes the records that meet a condition, with those that the model says go too, and answers
  /// with the number of those that met it.
  @discardableResult
  public func delete(
    from entity: String, where condition: Condition
  ) throws(DatabaseError) -> Int64 {
    try changing(.writing) {
      let entity = try schema.entity(typed: Name(entity))
      return try engine.delete(
        from: entity, where: condition.predicate(of: entity, in: schema, now: .now))
    }
  }

  private func pass(
    _ name: String, _ condition: Condition, _ sort: String?, _ limit: Int?,
    _ body: (Record) throws -> Void
  ) throws {
    if let limit, limit < 0 {
      throw ValueError("expected a limit from 0 on, found '\(limit)'")
    }
    let entity = try schema.entity(typed: Name(name))
    let order = sort.map { [SourceText($0)] } ?? []
    var query = try AnswerRequest(sort: order).query(of: entity, in: schema, now: .now)
    query.predicate = try condition.predicate(of: entity, in: schema, now: .now)
    query.limit = limit.map(Int64.init)
    let columns = query.columns
    try engine.rows(query).pass { row in
      guard case .integer(let key) = row.value(at: 0) else { return }
      try body(
        Record(key: key, columns: columns, values: columns.indices.map { row.value(at: $0) }))
    }
  }

  private func request(_ values: [String: String?], _ entity: Entity) throws -> ChangeRequest {
    let syntax = try values.sorted { $0.key < $1.key }.map { name, value in
      try AssignmentSyntax.parse(SourceText(value.map { "\(name)=\($0)" } ?? "\(name):null"))
    }
    return try ChangeRequest(syntax, of: entity, now: .now)
  }

  /// Shows of a refusal which of the values it is about.
  private func placing<Result>(
    _ request: ChangeRequest, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as Databases.DatabaseError {
      let places = error.attributes.compactMap { request.place(of: Name($0)) }
      guard let place = places.last else { throw error }
      throw DatabaseError(of: error, at: place)
    }
  }
}
