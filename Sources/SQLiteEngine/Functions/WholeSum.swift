internal import CSQLite

/// `flagdb_sum(value)`: a sum of whole numbers, which has 128 bits until its end. SQLite's own fails where the numbers
/// leave 64 bits on the way, so that it depends on the order of the records. SQLite keeps it, and begins it with zeros.
/// See Documentation/Decisions/sums-have-128-bits-on-the-way.md.
struct WholeSum {
  private var low: UInt64 = 0
  private var high: Int64 = 0
  private var hasValues = false
  /// The sum of all values where one of them is no whole number, as files of others may have them.
  private var real = 0.0
  private var isReal = false

  static let step: @convention(c) (OpaquePointer?, Int32, SQLFunctions.Arguments?) -> Void = {
    context, _, arguments in
    guard let value = arguments?[0] else { return }
    let type = sqlite3_value_numeric_type(value)
    if type == SQLITE_NULL { return }
    guard
      let kept = sqlite3_aggregate_context(context, Int32(MemoryLayout<WholeSum>.size))?
        .assumingMemoryBound(to: WholeSum.self)
    else { return }
    if type == SQLITE_INTEGER {
      kept.pointee.add(sqlite3_value_int64(value))
    } else {
      kept.pointee.add(real: sqlite3_value_double(value))
    }
  }

  static let final: @convention(c) (OpaquePointer?) -> Void = { context in
    guard
      let kept = sqlite3_aggregate_context(context, 0)?.assumingMemoryBound(to: WholeSum.self)
        .pointee, kept.hasValues
    else { return sqlite3_result_null(context) }
    if kept.isReal { return sqlite3_result_double(context, kept.real) }
    let sum = Int64(bitPattern: kept.low)
    guard kept.high == (sum < 0 ? -1 : 0) else {
      // The words of SQLite.
      return sqlite3_result_error(context, "integer overflow", -1)
    }
    sqlite3_result_int64(context, sum)
  }

  private mutating func add(_ value: Int64) {
    let (sum, overflow) = low.addingReportingOverflow(UInt64(bitPattern: value))
    low = sum
    high &+= (value < 0 ? -1 : 0) + (overflow ? 1 : 0)
    hasValues = true
    real += Double(value)
  }

  private mutating func add(real value: Double) {
    hasValues = true
    isReal = true
    real += value
  }
}
