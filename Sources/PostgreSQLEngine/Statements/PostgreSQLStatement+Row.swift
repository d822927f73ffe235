internal import CPostgreSQL
package import FlagModel

// The columns and values of the current row.

extension PostgreSQLStatement {
  package var columnCount: Int { answer?.names.count ?? columns.count }

  package func name(at index: Int) -> String { answer?.names[index] ?? columns[index].name }

  /// Finds the names by the numbers of the table and the column on the server.
  package func origin(at index: Int) -> (table: Name, column: Name)? {
    if answer != nil || columns[index].table == 0 { return nil }
    return owner?.origin(columns[index].table, columns[index].column)
  }

  /// Takes over the origins of columns that have the same form in another statement.
  func takeOrigins(of other: PostgreSQLStatement) {
    guard columns.count == other.columns.count else { return }
    for (index, column) in other.columns.enumerated() { columns[index].takeOrigin(of: column) }
  }

  package func read(_ type: AttributeType, at index: Int) {
    // Before it has run, the server has not said its columns.
    if answer == nil, case .decimal(let places) = type, index < columns.count {
      columns[index].readUnits()
      columns[index].readUnits(ofPlaces: places)
      forms[index] = columns[index].form
    }
    // A number itself is no JSON: its text has digits that a `Double` would lose.
    if type == .double || type == .float { return }
    if type.changesInServerJSON { json.append((index, type)) }
  }

  package func value(at index: Int) -> Value {
    let value = received(at: index)
    guard case .text(let text) = value, let type = json.first(where: { $0.index == index })?.type
    else { return value }
    return .text(type.fileText(ofServerJSON: text))
  }

  private func received(at index: Int) -> Value {
    if answer != nil { return answeredRow?[index] ?? .null }
    return text(at: index).map { forms[index].value(of: $0) } ?? .null
  }

  /// The current row of the known result; nil before the first and after the last.
  private var answeredRow: [Value]? {
    guard let answer, answer.rows.indices.contains(returnedRows - 1) else { return nil }
    return answer.rows[returnedRows - 1]
  }

  /// Replaces another row by a copy of the current one.
  package func copy(into row: inout StoredRow) {
    row.removeAll()
    if answer == nil {
      for (index, form) in forms.enumerated() {
        row.cells.append(text(at: index).map { form.read($0, to: &row.bytes) } ?? .null)
      }
    } else {
      for value in answeredRow ?? [] { row.cells.append(row.cell(of: value)) }
    }
    for (index, type) in json {
      guard case .text(let text) = row.value(at: index) else { continue }
      row.cells[index] = row.cell(of: .text(type.fileText(ofServerJSON: text)))
    }
  }

  /// A value in the text format of the server; nil for NULL.
  private func text(at index: Int) -> UnsafeBufferPointer<UInt8>? {
    switch row {
    case nil: return nil
    case .line: return texts[index]
    case .result(let row):
      let index = Int32(index)
      guard PQgetisnull(row, 0, index) == 0, let start = PQgetvalue(row, 0, index) else {
        return nil
      }
      return UnsafeBufferPointer(
        start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self),
        count: Int(PQgetlength(row, 0, index)))
    }
  }
}
