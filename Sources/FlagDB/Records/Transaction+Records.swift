internal import Databases
internal import Engines
import FlagModel
internal import Predicates
internal import Queries

extension Transaction {
  /// Inserts a record and returns its key. Values are texts as people type them, such as `HRM|PLX`
  /// for flags; nil is null.
  @discardableResult
  public func insert(into entity: String, _ values: [String: String?]) throws -> Int64 {
    try asking { engine in
      let entity = try engine.schema.entity(typed: Name(entity))
      let request = try ChangeRequest(syntax(of: values), of: entity, now: .now)
      try ForeignTableRules(engine).requireComplete(request, for: entity)
      let record = try placing(request) {
        try engine.insert(into: entity, engine.resolve(request, of: entity))
      }
      guard case .integer(let key) = record.key else {
        throw ValueError("the key of a \(entity.name) is not a whole number")
      }
      return key
    }
  }

  /// Changes the records that meet a condition and returns their number. A name that ends in `+`,
  /// `-` or `^` sets, clears or flips the given flags. The values of `calculating` are expressions,
  /// as in `["score": "score + 5"]`, which read the old values of the record.
  @discardableResult
  public func update(
    _ entity: String, where condition: Condition, set values: [String: String?] = [:],
    calculating expressions: [String: String] = [:]
  ) throws -> Int64 {
    try asking { engine in
      let entity = try engine.schema.entity(typed: Name(entity))
      let calculations = CalculationReader(entity, in: engine.schema, readsTexts: false, now: .now)
      let request = try ChangeRequest(
        syntax(of: values) + expressions.sorted { $0.key < $1.key }.map(Self.expression),
        of: entity,
        calculations: calculations, now: .now)
      try request.requireKeptKey(of: entity)
      let predicate = try condition.predicate(of: entity, in: engine.schema, now: .now)
      return try placing(request) {
        try engine.update(entity, engine.resolve(request, of: entity), where: predicate).changed
      }
    }
  }

  /// Deletes the records that meet a condition, and those that the delete rules of the model include. Returns the
  /// number of the first.
  @discardableResult
  public func delete(from entity: String, where condition: Condition) throws -> Int64 {
    try asking { engine in
      let entity = try engine.schema.entity(typed: Name(entity))
      let predicate = try condition.predicate(of: entity, in: engine.schema, now: .now)
      return try engine.delete(from: entity, where: predicate)
    }
  }

  private func syntax(of values: [String: String?]) throws -> [AssignmentSyntax] {
    try values.sorted { $0.key < $1.key }.map { name, value in
      try AssignmentSyntax.parse(SourceText(value.map { "\(name)=\($0)" } ?? "\(name):null"))
    }
  }

  private static func expression(_ name: String, _ text: String) throws -> AssignmentSyntax {
    let source = SourceText(text)
    let place = SourcePlace(source, 0..<source.utf8.count)
    return AssignmentSyntax(
      name: NameSyntax(Name(name), at: place), rightSide: .expression(WordSyntax(text, at: place)))
  }

  /// Adds the place of the refused value to an error.
  private func placing<Result>(
    _ request: ChangeRequest, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as Engines.DatabaseError {
      let places = error.attributes.compactMap { request.place(of: Name($0)) }
      guard let place = places.last else { throw error }
      throw DatabaseError(of: error, at: place)
    }
  }
}
