internal import CPostgreSQL

/// A column of an answer: its name, and the way to read it.
struct ResultColumn {
  let name: String
  let form: ColumnForm
  /// The table and its column that it is, by their numbers; 0 for what is calculated.
  let table: Oid
  let column: Int32

  static func all(of result: OpaquePointer) -> [ResultColumn] {
    (0..<PQnfields(result)).map { index in
      ResultColumn(
        name: PQfname(result, index).map { String(cString: $0) } ?? "",
        form: ColumnForm(type: PQftype(result, index), modifier: PQfmod(result, index)),
        table: PQftable(result, index), column: PQftablecol(result, index))
    }
  }
}
