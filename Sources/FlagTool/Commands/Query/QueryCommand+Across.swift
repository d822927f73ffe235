import Databases
import FlagFormats
import FlagModel
import Queries

// Cross tables: `--group-by status --across 'month(taken)'`.

extension QueryCommand {
  func showAcross(_ query: CrossQuery, _ database: Database, _ session: Session) throws -> Exit {
    var query = query
    query.hasOwnRows = query.hasOwnRows || limit != nil || offset != nil
    if let sql {
      var statements = [query.cells.sql]
      if query.hasOwnRows { statements.append(query.rows.sql) }
      return try session.printSQL(statements, as: sql, for: database)
    }
    let (columns, rows) = try database.read {
      try selection.requireOneRecord(of: query.cells.entity, in: database, session)
      try selection.requireRecord(of: query.cells.entity, in: database, session)
      return try crossTable(query, database)
    }
    try session.writeRecords(columns, output, rows)
    return .done
  }

  private func crossTable(
    _ query: CrossQuery, _ database: Database
  ) throws -> (columns: [OutputColumn], rows: [[Value]]) {
    let keys = query.keyCount
    var table = CrossTable(query)
    let cells = try database.rows(query.cells)
    while try cells.next() { table.add((0..<keys + 2).map { cells.value(at: $0) }) }
    var order: [[Value]]?
    if query.hasOwnRows {
      let rows = try database.rows(query.rows)
      order = []
      while try rows.next() { order?.append((0..<keys).map { rows.value(at: $0) }) }
    }
    let shown = query.cells.columns
    let values = table.columns(
      by: query.unit, isUnsigned: shown[keys].type?.isStoredUnsigned ?? false)
    guard values.count <= CrossTable.mostColumns else {
      throw CommandError(
        "'\(shown[keys].title)' has \(values.count) values, and a cross table at most "
          + "\(CrossTable.mostColumns) columns",
        hint: "a coarser group has fewer")
    }
    var titles = shown.prefix(keys).map(\.title.text)
    let type = output.isRaw ? nil : shown[keys].type
    for value in values {
      titles.append(title(of: value, type, besides: titles))
    }
    let types = shown.prefix(keys).map(\.type) + values.map { _ in shown[keys + 1].type }
    return (
      zip(titles, types).map { OutputColumn(name: $0, type: $1) }, table.rows(values, in: order)
    )
  }

  /// A unique column heading for a value.
  private func title(of value: Value, _ type: AttributeType?, besides titles: [String]) -> String {
    var title: String
    switch value {
    case .null: title = "(null)"
    case .integer(0) where type?.isFlags == true: title = "(no flags)"
    default: title = (type ?? .integer(.int64)).text(of: value)
    }
    if title.isEmpty { title = "(empty)" }
    while titles.contains(title) { title += "'" }
    return title
  }
}

extension AttributeType {
  /// True for numbers of 64 bits whose highest bit is stored as a negative number, though it is no sign.
  fileprivate var isStoredUnsigned: Bool {
    if case .integer(let type) = self { return !type.isSigned }
    return isFlags
  }
}
