import Databases
import Engines
import FlagModel
import Predicates
import Queries
import SQLText

extension Importer {
  /// Converts a constraint error of the engine for one row to an error in the terms of the model.
  func explained(_ error: EngineError, _ row: Int, _ number: Int) throws -> ImportFailure {
    let columns = try database.constrainedColumns(error, of: layout.entity)
    let field = columns.count == 1 ? field(of: columns[0]) : nil
    func failure(_ message: String) -> ImportFailure {
      ImportFailure(number: number, field: field, message: message, hint: nil)
    }
    if error.isUniqueViolation, let duplicate = try duplicate(columns, row, error) {
      return failure(duplicate)
    }
    if let kinds = layout.entity.source.kinds, columns == [kinds.column] {
      return try failure(recordOfOtherClass(row, error))
    }
    if error.isMissingValue, let column = columns.first {
      return failure(missing(layout.entity.propertyName(of: column), row))
    }
    if error.isCheckViolation, !error.endsTransaction, let half = try halfGroup(row) {
      return ImportFailure(number: number, field: nil, message: half.message, hint: half.hint)
    }
    let entity = layout.entity
    if let constraint = BrokenConstraint(
      error, of: database.schema, in: database.dialect,
      writing: [.records(of: entity.source.table)])
    {
      return failure(constraint.message)
    }
    let words = try ForeignTableRules(database).messageOfForeignTable(
      for: error, entity, layout.columns)
    return ImportFailure(
      number: number, field: field,
      message: words ?? "\(entity.name): \(error.words)", hint: error.advice.map { .words($0) })
  }

  /// Throws if a new record would have an incomplete struct.
  func requireWholeGroups(_ number: Int, _ cells: ArraySlice<StoredRow.Cell>) throws {
    guard let (half, field) = groups.half(cells) else { return }
    throw ImportFailure(number: number, field: field, message: half.message, hint: half.hint)
  }

  /// The incomplete struct of a record after a row changed or inserted it.
  private func halfGroup(_ row: Int) throws -> HalfGroup? {
    guard case .update(let key) = conflict, let keyValue = value(of: key, row) else { return nil }
    let setColumns = Set(presentFields(of: row).compactMap { layout.fields[$0].column } + [key])
    for rule in layout.entity.groupRules {
      let before = try presence(of: rule, where: key, is: keyValue)
      let half = rule.violation { part in
        if setColumns.contains(part.column)
          || layout.fixed.contains(where: { $0.column == part.column })
        {
          return value(of: part.column, row) ?? .null == .null
        }
        return before[part.column] ?? true
      }
      if let half { return half }
    }
    return nil
  }

  /// For each part of a struct, true if the existing record has no value there; empty if there is
  /// no record.
  private func presence(
    of rule: GroupRule, where key: Name, is value: Value
  ) throws -> [Name: Bool] {
    let parts = rule.attributes.map { "\(name: $0.column) IS NULL" as SQLText }
    let rows = try database.rows(
      "SELECT \(parts.joined(by: ", ")) FROM \(name: layout.entity.source.table) WHERE \(name: key) = \(value)"
    )
    guard try rows.next() else { return [:] }
    var missing: [Name: Bool] = [:]
    for (index, part) in rule.attributes.enumerated() {
      missing[part.column] = rows.value(at: index) == .integer(1)
    }
    return missing
  }

  /// The error for a row that would change a record of another class.
  private func recordOfOtherClass(_ row: Int, _ error: EngineError) throws -> String {
    for columns in layout.statements.uniqueColumns {
      if let duplicate = try duplicate(columns, row, error, isCertain: false) { return duplicate }
    }
    return "a record of another class has the same unique values"
  }

  /// - Parameter isCertain: false if another record may not have the values.
  private func duplicate(
    _ columns: [Name], _ row: Int, _ error: EngineError, isCertain: Bool = true
  ) throws -> String? {
    let values = columns.compactMap { value(of: $0, row) }
    guard !columns.isEmpty, values.count == columns.count else { return nil }
    let root = database.schema.root(of: layout.entity)
    let terms = zip(columns, values).map { column, value -> SQLText in
      let constant =
        statements.layout.keys[column]?.constant(value) ?? layout.entity.constant(value, in: column)
      return "\(name: column) \(layout.entity.equality(of: column)) \(constant)"
    }
    let key = error.endsTransaction ? nil : layout.entity.shownKey
    let condition = terms.joined(by: " AND ")
    func owner(_ entity: Entity) throws -> Value? {
      try key.flatMap {
        try database.connection.value("SELECT \(entity.shown($0))\(entity.rows(where: condition))")
      }
    }
    var entity = layout.entity
    var keyOfOwner = try owner(entity)
    if keyOfOwner == nil, root.name != entity.name {
      entity = root
      keyOfOwner = try owner(root)
    }
    if keyOfOwner == nil, key != nil, !isCertain { return nil }
    let names = listedInQuotes(columns.map(layout.entity.propertyName), "and")
    let shown = listedInQuotes(
      zip(columns, values).map { layout.entity.text(of: $1, in: $0) }, "and")
    return "\(names) must be unique: \(holder(keyOfOwner, of: entity)) has \(shown) already"
  }

  /// A key that this import inserted is meaningless after the rollback, so the text does not name
  /// it.
  private func holder(_ key: Value?, of entity: Entity) -> String {
    guard let key, let column = entity.shownKey else { return "another \(entity.name)" }
    if let lastKeyBefore, case .integer(let number) = key, number > lastKeyBefore, !hasGivenKeys {
      return "an earlier record of the input"
    }
    return "\(entity.name) \(entity.text(of: key, in: column))"
  }

  private func missing(_ name: Name, _ row: Int) -> String {
    guard case .update(let key) = conflict, let value = value(of: key, row) else {
      return "'\(name)' must have a value"
    }
    let entity = layout.entity
    return "there is no \(entity.name) with the \(entity.propertyName(of: key)) "
      + "'\(entity.text(of: value, in: key))', and a new one needs '\(name)'"
  }

  private func field(of column: Name) -> Int? { layout.fields.firstIndex { $0.column == column } }

  private func value(of column: Name, _ row: Int) -> Value? {
    guard let field = field(of: column) else {
      return layout.fixed.first { $0.column == column }?.value(before: 0)
    }
    return batch.rows.value(at: row * layout.fields.count + field)
  }

  /// The error for a record that is missing although no constraint refused it.
  func keptOut(_ number: Int) throws -> ImportFailure {
    let (message, hint) = try database.wordsOfKeepingOut(layout.entity)
    return ImportFailure(number: number, field: nil, message: message, hint: hint)
  }
}
