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
  /// The declared decimal places of a `numeric`; nil if 64 bits may not hold all its digits.
  private let places: Int?

  /// Reads a flagdb decimal as an integer.
  mutating func readUnits() { if isDecimal { form = .units } }

  /// Reads a decimal with its declared places as an integer.
  mutating func readUnits(ofPlaces wanted: Int) { if places == wanted { form = .units } }

  /// Takes over the origin of another column with the same form.
  mutating func takeOrigin(of other: ResultColumn) {
    guard form == other.form, isDecimal == other.isDecimal else { return }
    table = other.table
    column = other.column
  }

  static func all(of result: OpaquePointer) -> [ResultColumn] {
    (0..<PQnfields(result)).map { index in
      let modifier = PQfmod(result, index)
      let isNumeric = PQftype(result, index) == PostgreSQLType.numeric.rawValue
      let precision = isNumeric ? ResultForm.precision(modifier) : 0
      let isWithin = 1...ResultForm.digitsOfUnits ~= precision
      return ResultColumn(
        name: PQfname(result, index).map { String(cString: $0) } ?? "",
        form: ResultForm(type: PQftype(result, index), modifier: modifier),
        table: PQftable(result, index), column: PQftablecol(result, index),
        isDecimal: precision == ResultForm.digitsOfUnits,
        places: isWithin ? Int((modifier - 4) & 0x7FF) : nil)
    }
  }
}
