internal import CPostgreSQL
package import FlagModel

/// The complete result of a statement that was sent with others.
package struct Answer: Hashable, Sendable {
  package let names: [String]
  package let rows: [[Value]]

  init(names: [String], rows: [[Value]]) {
    self.names = names
    self.rows = rows
  }

  /// - Parameter result: a result of libpq, which may have no rows.
  init(_ result: OpaquePointer) {
    var columns = ResultColumn.all(of: result)
    for index in columns.indices { columns[index].readUnits() }
    names = columns.map(\.name)
    rows = (0..<PQntuples(result)).map { row in
      columns.enumerated().map { index, column in
        Self.value(of: column, row, Int32(index), in: result)
      }
    }
  }

  private static func value(
    of column: ResultColumn, _ row: Int32, _ index: Int32, in result: OpaquePointer
  ) -> Value {
    guard PQgetisnull(result, row, index) == 0, let start = PQgetvalue(result, row, index) else {
      return .null
    }
    let text = UnsafeBufferPointer(
      start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self),
      count: Int(PQgetlength(result, row, index)))
    return column.form.value(of: text)
  }
}
