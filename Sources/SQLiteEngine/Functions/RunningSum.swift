internal import CSQLite

/// `flagdb_sum(value)` and `flagdb_avg(value)`. Integers are added in 128 bits. SQLite's own sum fails if an intermediate
/// result exceeds 64 bits, which depends on the order of the records. Real numbers beyond 1e290 are
/// added separately, like on a server. SQLite allocates the state with zeros.
/// See Documentation/Decisions/sums-have-128-bits-on-the-way.md.
struct RunningSum {
  typealias Step = @convention(c) (OpaquePointer?, Int32, SQLFunctions.Arguments?) -> Void
  typealias Final = @convention(c) (OpaquePointer?) -> Void

  private var low: UInt64 = 0
  private var high: Int64 = 0
  private var count = 0
  /// The sum of the values up to 1e290, if one of the values is not an integer.
  private var real = 0.0
  /// The sum of the values beyond 1e290, divided by 2^64.
  private var large = 0.0
  private var isReal = false

  static let step: Step = { context, _, arguments in
    guard let value = arguments?[0] else { return }
    let type = sqlite3_value_numeric_type(value)
    if type == SQLITE_NULL { return }
    guard
      let kept = sqlite3_aggregate_context(context, Int32(MemoryLayout<RunningSum>.size))?
        .assumingMemoryBound(to: RunningSum.self)
    else { return }
    if type == SQLITE_INTEGER {
      kept.pointee.add(sqlite3_value_int64(value))
    } else {
      kept.pointee.add(real: sqlite3_value_double(value))
    }
  }

  static let sum: Final = { context in
    guard let sum = RunningSum.kept(by: context) else { return sqlite3_result_null(context) }
    sum.answer(context)
  }

  static let mean: Final = { context in
    guard let sum = RunningSum.kept(by: context) else { return sqlite3_result_null(context) }
    sqlite3_result_double(context, sum.mean)
  }

  /// Nil if there were no values.
  private static func kept(by context: OpaquePointer?) -> RunningSum? {
    let kept = sqlite3_aggregate_context(context, 0)?.assumingMemoryBound(to: RunningSum.self)
    guard let sum = kept?.pointee, sum.count > 0 else { return nil }
    return sum
  }

  private func answer(_ context: OpaquePointer?) {
    if isReal { return answerReal(context) }
    let sum = Int64(bitPattern: low)
    guard high == (sum < 0 ? -1 : 0) else {
      // SQLite's own sum has the same message.
      return sqlite3_result_error(context, "integer overflow", -1)
    }
    sqlite3_result_int64(context, sum)
  }

  private func answerReal(_ context: OpaquePointer?) {
    let sum = realSum
    if sum.isNaN {
      return sqlite3_result_error(context, "numbers without end in both directions have no sum", -1)
    }
    sqlite3_result_double(context, sum)
  }

  private var realSum: Double { large == 0 ? real : (large + real * 0x1p-64) * 0x1p64 }

  private var mean: Double {
    if isReal { return realSum / Double(count) }
    let sum = Int64(bitPattern: low)
    if high == (sum < 0 ? -1 : 0) { return Double(sum) / Double(count) }
    return (Double(high) * 0x1p64 + Double(low)) / Double(count)
  }

  private mutating func add(_ value: Int64) {
    let (sum, overflow) = low.addingReportingOverflow(UInt64(bitPattern: value))
    low = sum
    if value < 0 { high &-= 1 }
    if overflow { high &+= 1 }
    count += 1
    real += Double(value)
  }

  private mutating func add(real value: Double) {
    count += 1
    isReal = true
    if value.magnitude > 1e290 {
      large += value * 0x1p-64
    } else {
      real += value
    }
  }
}
