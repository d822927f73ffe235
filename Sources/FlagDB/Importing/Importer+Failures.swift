import FlagModel
import FlagSQL

extension Importer {
  /// A refusal of SQLite in the words of the model, for the row that caused it.
  func explained(_ error: SQLiteError, _ row: Int, _ number: Int) throws -> ImportFailure {
    let columns = error.constrainedColumns
    func failure(_ message: String) -> ImportFailure {
      ImportFailure(
        number: number, field: columns.count == 1 ? field(of: columns[0]) : nil, message: message,
        hint: nil)
    }
    if error.isUniqueViolation, let duplicate = try duplicate(columns, row) {
      return failure(duplicate)
    }
    if error.isMissingValue, let column = columns.first {
      return failure(missing(layout.entity.propertyName(of: column), row))
    }
    return failure("\(layout.entity.name): \(error.message)")
  }

  private func duplicate(_ columns: [String], _ row: Int) throws -> String? {
    let values = columns.compactMap { value(of: $0, row) }
    guard !columns.isEmpty, values.count == columns.count else { return nil }
    let terms = zip(columns, values).map { column, value in
      "\(name: column) = \(value)" as SQLText
    }
    var condition: SQLText = terms[0]
    for term in terms.dropFirst() { condition += " AND \(term)" }
    let owner = try database.integer(
      """
      SELECT \(name: layout.entity.keyColumn) FROM \(name: layout.entity.name) WHERE \(condition)
      """)
    let names = columns.map { "'\(layout.entity.propertyName(of: $0))'" }
    let shown = zip(columns, values).map { "'\(text(of: $1, in: $0))'" }.joined(separator: " and ")
    return
      "\(names.joined(separator: " and ")) must be unique: \(holder(owner)) has \(shown) already"
  }

  /// A key that came with this import will be no more when it is undone, and says nothing.
  private func holder(_ key: Int64?) -> String {
    guard let key else { return "another \(layout.entity.name)" }
    if let lastKeyBefore, key > lastKeyBefore, !hasGivenKeys {
      return "an earlier record of the input"
    }
    return "\(layout.entity.name) \(key)"
  }

  private func missing(_ name: String, _ row: Int) -> String {
    guard case .update(let key) = conflict, let value = value(of: key, row) else {
      return "'\(name)' must have a value"
    }
    let entity = layout.entity
    return "there is no \(entity.name) with the \(entity.propertyName(of: key)) "
      + "'\(text(of: value, in: key))', and a new one needs '\(name)'"
  }

  private func field(of column: String) -> Int? {
    layout.fields.firstIndex { layout.column(of: $0) == column }
  }

  private func value(of column: String, _ row: Int) -> Value? {
    guard let field = field(of: column) else {
      return layout.fixed.first { $0.column == column }?.value(before: 0)
    }
    return rows.value(at: row * layout.fields.count + field)
  }

  private func text(of value: Value, in column: String) -> String {
    let type = layout.entity.attributes.first { $0.column == column }?.type ?? .integer(.int64)
    return String(type.text(of: value).unicodeScalars.prefix(60))
  }
}

extension SQLiteError {
  /// The columns in `UNIQUE constraint failed: Sample.code, Sample.taken`.
  var constrainedColumns: [String] {
    guard let list = message.split(separator: ":", maxSplits: 1).dropFirst().first else {
      return []
    }
    return list.split(separator: ",").compactMap { part in
      part.split(separator: ".", maxSplits: 1).dropFirst().first.map(String.init)
    }
  }
}

extension Entity {
  /// What people call a column: `author.name`.
  fileprivate func propertyName(of column: String) -> String {
    attributes.first { $0.column == column }?.name ?? column
  }
}
