import Engines
import FlagModel
import PlainText
import Predicates
import Queries
import SQLText

// Values that an update calculates: those that an attribute cannot hold, and whose they are.

extension Database {
  /// Throws if SQLite could not work a change out, whoever reads what it changes.
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

  /// Throws if a calculated value is none of its attribute's, where the file itself would take it.
  func requireStorable(_ update: Update) throws {
    let attributes = update.calculatedAttributes.map(\.attribute)
    if attributes.isEmpty || !kind.isForeign && attributes.allSatisfy(\.isCheckedByFile) { return }
    if let fault = try fault(of: update) { throw fault }
  }

  /// The value that SQLite would not store, if that is why it refused an update.
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

  /// Looks at the values of all records.
  private func fault(
    of update: Update, _ values: [CalculatedValue], _ cause: EngineError?
  ) throws -> DatabaseError? {
    var first: UnfitValue?
    do throws(EngineError) {
      try connection.attempt { () throws(EngineError) in
        try readUnfit(values, update) { first = $0 }
      }
    } catch {
      // A record behind the first one has no value either, which undoes the part.
      guard error.isFailedCalculation, first != nil else { throw error }
    }
    return first.map { told($0, update, cause) }
  }

  private func told(
    _ unfit: UnfitValue, _ update: Update, _ cause: EngineError?
  ) -> DatabaseError {
    if unfit.found == .null { return missing(unfit.value, unfit.key, update, cause) }
    let error = unfit.error
    return refusal(error.message, hint: error.hint, unfit.value, unfit.key, update, cause)
  }

  /// Tells of the first value that its attribute does not take. All records are read: an engine that has sent their
  /// values may have to tell of an error in one of them.
  private func readUnfit(
    _ values: [CalculatedValue], _ update: Update, _ tell: (UnfitValue) -> Void
  ) throws(EngineError) {
    let columns = [update.entity.keyOrNull] + values.map(\.sql)
    let rows = try connection.prepare(
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
      if connection.isFarAway { while try rows.step() {} }
      return
    }
  }

  /// The first value of a record that its attribute does not take.
  private func unfit(_ values: [CalculatedValue], _ rows: any Statement) -> UnfitValue? {
    for (index, value) in values.enumerated() {
      let found = rows.value(at: index + 1)
      do throws(ValueError) {
        try value.check(found)
      } catch {
        return UnfitValue(value: value, found: found, key: rows.value(at: 0), error: error)
      }
    }
    return nil
  }

  /// Works the values out one by one, to find the record for which that fails.
  private func faultOfOne(
    _ update: Update, _ values: [CalculatedValue], _ error: EngineError
  ) throws -> DatabaseError? {
    let entity = update.entity
    guard entity.source.key != nil else {
      return refusal(error.message, values.first, .null, update, error)
    }
    let one = Predicate.compare(.init(name: entity.keyColumn, isOptional: false), .equal, .null)
    let calculations = try values.map { value in
      let sql: SQLText = "SELECT \(value.sql)\(entity.rows(where: one.sql()))"
      let count = sql.written(in: dialect).bindings.count
      let statement = try connection.prepare(sql)
      statement.read(value.attribute.type, at: 0)
      return (value, statement, place: count - entity.countOfKindBindings)
    }
    let keys = try connection.prepare(
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

  /// The fault of the value of one record.
  private func fault(
    of value: CalculatedValue, _ statement: any Statement, _ key: Value, _ update: Update
  ) throws -> DatabaseError? {
    let found: Value
    do throws(EngineError) {
      found =
        try connection.attempt { () throws(EngineError) in try statement.runForValue() } ?? .null
    } catch {
      guard error.isFailedCalculation else { throw error }
      return refusal(error.message, of: "\(value.attribute.name) of ", value, key, update, error)
    }
    do throws(ValueError) {
      try value.check(found)
      return nil
    } catch {
      return told(UnfitValue(value: value, found: found, key: key, error: error), update, nil)
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
    let condition: SQLText =
      update.predicate.map { "(\($0.sql())) AND \(isNull)" } ?? isNull
    let count = try? integer("SELECT count(*)\(entity.rows(where: condition))")
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

/// A value that is looked at before it is stored.
private struct CalculatedValue {
  let attribute: Attribute
  let sql: SQLText
  /// The names by which it may have been set.
  let names: [String]
  private let isOwnForm: Bool
  private let valueCheck: ValueCheck

  init(_ assignment: Assignment, _ attribute: Attribute, of entity: Entity) throws {
    self.attribute = attribute
    valueCheck = try ValueCheck(attribute)
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
    var value = isOwnForm ? value : attribute.stored.value(value, of: attribute.type)
    // A column of others may keep a real number that is whole as a whole one.
    if case .integer(let number) = value, attribute.type == .double || attribute.type == .float {
      value = .real(Double(number))
    }
    try valueCheck.checkResult(value)
  }
}

/// A value that cannot be stored, of the record with a key.
private struct UnfitValue {
  let value: CalculatedValue
  let found: Value
  let key: Value
  let error: ValueError
}

extension Update {
  fileprivate var calculatedAttributes: [(assignment: Assignment, attribute: Attribute)] {
    assignments.filter(\.isCalculated).compactMap { assignment in
      entity.attributes.first { $0.column == assignment.column }.map { (assignment, $0) }
    }
  }
}

extension Attribute {
  /// True if a CHECK in a file of ours refuses every value that is none of the attribute's.
  fileprivate var isCheckedByFile: Bool {
    switch type {
    case .array, .json: false
    default: validity.pattern == nil
    }
  }
}

extension Entity {
  /// ` ORDER BY` the key, so that the first of several records is told of.
  fileprivate var inOrder: SQLText { source.key.map { " ORDER BY \(name: $0.column)" } ?? "" }

  /// The values that are bound in the condition for the kind of its records.
  fileprivate var countOfKindBindings: Int {
    source.kinds.map { $0.isWholeTable ? 0 : $0.all.count } ?? 0
  }
}
