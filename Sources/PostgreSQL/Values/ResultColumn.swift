internal import CPostgreSQL

/// A column of an answer: its name, and the way to read it.
struct ResultColumn {
  let name: String
  let form: ColumnForm

  static func all(of result: OpaquePointer) -> [ResultColumn] {
    (0..<PQnfields(result)).map { index in
      ResultColumn(
        name: PQfname(result, index).map { String(cString: $0) } ?? "",
        form: ColumnForm(type: PQftype(result, index), modifier: PQfmod(result, index)))
    }
  }
}
