import Engines
import FlagModel
import Predicates
import Queries
import SQLText

/// Checks values that an update calculates, and finds the record with an invalid one.
struct CalculationChecker {
  private let database: Database

  init(_ database: Database) { self.database = database }

  /// Throws if SQLite cannot calculate a change for any record.
  func requirePossible(_ change: ResolvedChange, _ update: Update) throws {
    let terms = update.assignments.flatMap(\.terms)
    if let link = change.links.first(where: { link in terms.contains { $0.reads(link.join.name) } })
    {
      let relationship = update.entity.relationships.first { $0.storage == .joinTable(link.join) }
      throw DatabaseError(
        .refused,
        "'\(relationship?.name ?? link.join.name)' is both changed and read",
        hint: "make two changes")
    }
    if update.readsItself, update.entity.source.key == nil {
      throw DatabaseError(
        .refused,
        "a calculation reads other records of '\(update.entity.name)', which has no key"
      )
    }
  }

  /// Throws if a calculated value is invalid for its attribute, if the table itself would accept
  /// it.
  func requireStorable(_ update: Update) throws {
    let attributes = update.calculatedAttributes.map(\.attribute)
    if attributes.isEmpty { return }
    if database.kind.hasTablesOfModel, attributes.allSatisfy(\.isCheckedByFile) { return }
    if let fault = try fault(of: update) { throw fault }
  }

  /// The invalid value, if it is the reason why the engine refused an update.
  func fault(_ error: EngineError, of update: Update) throws -> DatabaseError? {
    guard error.isConstraintViolation, !error.endsTransaction,
      update.assignments.contains(where: \.isCalculated)
    else {
      return nil
    }
    return try fault(of: update, cause: error)
  }

  private func fault(of update: Update, cause: EngineError? = nil) throws -> DatabaseError? {
    let values = try update.calculatedAttributes.map { assignment, attribute in
      try CalculatedValue(assignment, attribute, of: update.entity)
    }
    do {
      return try fault(of: update, values, cause)
    } catch let error as EngineError where error.isFailedCalculation {
      return try faultOfOne(update, values, error)
    }
  }

  /// Checks the values of all records.
  private func fault(
    of update: Update, _ values: [CalculatedValue], _ cause: EngineError?
  ) throws -> DatabaseError? {
    var first: UnfitValue?
    do throws(EngineError) {
      try database.connection.attempt { () throws(EngineError) in
        try readUnfit(values, update) { first = $0 }
      }
    } catch {
      // A later record without a valid value also rolls back the part.
      guard error.isFailedCalculation, first != nil else { throw error }
    }
    return first.map { failure(of: $0, in: update, cause: cause) }
  }

  private func failure(
    of unfit: UnfitValue, in update: Update, cause: EngineError?
  ) -> DatabaseError {
    if unfit.content == .null { return missing(unfit.value, unfit.key, update, cause) }
    let error = unfit.error
    return refusal(error.message, hint: error.hint, unfit.value, unfit.key, update, cause)
  }

  /// Finds the first invalid value. It reads all records, because the engine may report an error
  /// after it has sent some values.
  private func readUnfit(
    _ values: [CalculatedValue], _ update: Update, _ tell: (UnfitValue) -> Void
  ) throws(EngineError) {
    let columns = [update.entity.keyOrNull] + values.map(\.sql)
    let rows = try database.connection.prepare(
      """
      SELECT \(columns.joined(by: ", "))\(update.entity.rows(where: update.predicate))\
      \(update.entity.inOrder)
      """)
    for (index, value) in values.enumerated() {
      rows.read(value.attribute.type, at: index + 1)
    }
    while try rows.step() {
      guard let unfit = unfit(values, rows) else { continue }
      tell(unfit)
      if database.connection.isRemote { while try rows.step() {} }
      return
    }
  }

  /// The first invalid value of a record.
  private func unfit(_ values: [CalculatedValue], _ rows: any Statement) -> UnfitValue? {
    for (index, value) in values.enumerated() {
      let result = rows.value(at: index + 1)
      do throws(ValueError) {
        try value.check(result)
      } catch {
        return UnfitValue(value: value, content: result, key: rows.value(at: 0), error: error)
      }
    }
    return nil
  }

  /// Calculates the values record by record, to find the record that fails.
  private func faultOfOne(
    _ update: Update, _ values: [CalculatedValue], _ error: EngineError
  ) throws -> DatabaseError? {
    let entity = update.entity
    guard entity.source.key != nil else {
      return refusal(error.message, values.first, .null, update, error)
    }
    let hasKey = Predicate.compare(.init(name: entity.keyColumn, isOptional: false), .equal, .null)
    let calculations = try values.map { value in
      let sql: SQLText = "SELECT \(value.sql)\(entity.rows(where: hasKey.sql()))"
      let count = sql.written(in: database.dialect).bindings.count
      let statement = try database.connection.prepare(sql)
      statement.read(value.attribute.type, at: 0)
      return (value, statement, place: count - entity.countOfKindBindings)
    }
    let keys = try database.connection.prepare(
      "SELECT \(name: entity.keyColumn)\(entity.rows(where: update.predicate))\(entity.inOrder)")
    while try keys.step() {
      let key = keys.value(at: 0)
      for (value, statement, place) in calculations {
        try statement.bind(key, at: place)
        if let fault = try fault(of: value, statement, key, update) { return fault }
      }
    }
    return nil
  }

  /// The error for the value of one record.
  private func fault(
    of value: CalculatedValue, _ statement: any Statement, _ key: Value, _ update: Update
  ) throws -> DatabaseError? {
    let result: Value
    do throws(EngineError) {
      result =
        try database.connection.attempt { () throws(EngineError) in try statement.runForValue() }
        ?? .null
    } catch {
      guard error.isFailedCalculation else { throw error }
      return refusal(error.message, of: "\(value.attribute.name) of ", value, key, update, error)
    }
    do throws(ValueError) {
      try value.check(result)
      return nil
    } catch {
      let unfit = UnfitValue(value: value, content: result, key: key, error: error)
      return failure(of: unfit, in: update, cause: nil)
    }
  }

  // MARK: Words

  private func refusal(
    _ message: String, hint: Hint? = nil, of property: String = "", _ value: CalculatedValue?,
    _ key: Value, _ update: Update, _ cause: EngineError?
  ) -> DatabaseError {
    DatabaseError(
      .refused, "\(property)\(name(of: key, update.entity)): \(message)", hint: hint,
      attributes: value?.names ?? [], cause: cause)
  }

  private func missing(
    _ value: CalculatedValue, _ key: Value, _ update: Update, _ cause: EngineError?
  ) -> DatabaseError {
    let entity = update.entity
    let isNull: SQLText = "(\(value.sql)) IS NULL"
    let condition: SQLText = update.predicate.map { "(\($0.sql())) AND \(isNull)" } ?? isNull
    let count = try? database.integer("SELECT count(*)\(entity.rows(where: condition))")
    let records = count.flatMap(\.self).map { counted($0, "record") } ?? "some records"
    return DatabaseError(
      .refused,
      "'\(value.attribute.name)' must have a value, and the calculation has none for \(records), as "
        + name(of: key, entity),
      hint: "'… ?? VALUE' gives them one", attributes: value.names,
      cause: cause)
  }

  private func name(of key: Value, _ entity: Entity) -> String {
    guard let column = entity.shownKey, key != .null else { return "a record of \(entity.name)" }
    return "\(entity.name) \(entity.text(of: key, in: column))"
  }
}

/// A value that is checked before it is stored.
private struct CalculatedValue {
  let attribute: Attribute
  let sql: SQLText
  /// The names with which it can be set.
  let names: [String]
  private let isOwnForm: Bool
  private let valueCheck: ValueCheck

  init(_ assignment: Assignment, _ attribute: Attribute, of entity: Entity) throws {
    self.attribute = attribute
    valueCheck = try ValueCheck(attribute, roundsNumbers: true)
    names = [attribute.name.text] + attribute.fields.map(\.name.text)
    if case .calculated(let calculation) = assignment.change {
      sql = calculation.value
      isOwnForm = true
    } else {
      sql = assignment.sql(in: entity)
      isOwnForm = false
    }
  }

  func check(_ value: Value) throws(ValueError) {
    var value = if isOwnForm { value } else { attribute.stored.value(value, of: attribute.type) }
    // A foreign column may store a whole real number as an integer.
    if case .integer(let number) = value, attribute.type == .double || attribute.type == .float {
      value = .real(Double(number))
    }
    try valueCheck.checkResult(value)
  }
}

/// An invalid value, and the key of its record.
private struct UnfitValue {
  let value: CalculatedValue
  let content: Value
  let key: Value
  let error: ValueError
}

extension Update {
  fileprivate var calculatedAttributes: [(assignment: Assignment, attribute: Attribute)] {
    var calculated: [(assignment: Assignment, attribute: Attribute)] = []
    for assignment in assignments where assignment.isCalculated {
      guard let attribute = entity.attribute(ofColumn: assignment.column)
      else { continue }
      calculated.append((assignment, attribute))
    }
    return calculated
  }
}

extension Attribute {
  /// True if a CHECK of a flagdb table refuses every invalid value.
  fileprivate var isCheckedByFile: Bool {
    switch type {
    case .array, .json: false
    default: validity.pattern == nil
    }
  }
}

extension Entity {
  /// ` ORDER BY` the key, so that the first of several records is reported.
  fileprivate var inOrder: SQLText { source.key.map { " ORDER BY \(name: $0.column)" } ?? "" }

  /// The number of bound values in the condition for the kind of the records.
  fileprivate var countOfKindBindings: Int {
    guard let kinds = source.kinds, !kinds.isWholeTable else { return 0 }
    return kinds.all.count
  }
}
