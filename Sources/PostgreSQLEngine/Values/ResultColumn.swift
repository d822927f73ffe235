internal import CPostgreSQL

/// A column of an answer: its name, and the way to read it.
struct ResultColumn {
  let name: String
  private(set) var form: ColumnForm
  /// The table and its column that it is, by their numbers; 0 for what is calculated.
  let table: Oid
  let column: Int32

  /// True if it may be a decimal of ours.
  private let isDecimal: Bool

  /// Reads a decimal of ours as a whole number.
  mutating func readUnits() { if isDecimal { form = .units } }

  static func all(of result: OpaquePointer) -> [ResultColumn] {
    (0..<PQnfields(result)).map { index in
      ResultColumn(
        name: PQfname(result, index).map { String(cString: $0) } ?? "",
        form: ColumnForm(type: PQftype(result, index), modifier: PQfmod(result, index)),
        table: PQftable(result, index), column: PQftablecol(result, index),
        isDecimal: PQftype(result, index) == PostgreSQLType.numeric.rawValue
          && ColumnForm.precision(PQfmod(result, index)) == ColumnForm.digitsOfUnits)
    }
  }
}
