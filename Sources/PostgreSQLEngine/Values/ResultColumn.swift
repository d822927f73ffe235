internal import CPostgreSQL

/// A column of a result: its name and the conversion of its values.
struct ResultColumn {
  let name: String
  private(set) var form: ResultForm
  /// The numbers of its table and column on the server; 0 for a calculated value.
  private(set) var table: Oid
  private(set) var column: Int32

  /// True if it may be a flagdb decimal.
  private let isDecimal: Bool

  /// Reads a flagdb decimal as an integer.
  mutating func readUnits() { if isDecimal { form = .units } }

  /// Takes over the origin of another column with the same form.
  mutating func takeOrigin(of other: ResultColumn) {
    guard form == other.form, isDecimal == other.isDecimal else { return }
    table = other.table
    column = other.column
  }

  static func all(of result: OpaquePointer) -> [ResultColumn] {
    (0..<PQnfields(result)).map { index in
      ResultColumn(
        name: PQfname(result, index).map { String(cString: $0) } ?? "",
        form: ResultForm(type: PQftype(result, index), modifier: PQfmod(result, index)),
        table: PQftable(result, index), column: PQftablecol(result, index),
        isDecimal: PQftype(result, index) == PostgreSQLType.numeric.rawValue
          && ResultForm.precision(PQfmod(result, index)) == ResultForm.digitsOfUnits)
    }
  }
}
