internal import CSQLite
import Columns
import FlagModel

/// Aggregates that SQLite lacks: percentiles, standard deviations, sums, and the `bit_or` and
/// `bit_and` of other databases. They are exact up to the last digit of a Double.
///
/// A percentile stores the values of one group, eight bytes each. SQLite processes the groups one
/// after the other.
/// See Documentation/Decisions/percentiles-keep-their-values.md.
enum SQLAggregates {
  private typealias Step = @convention(c) (OpaquePointer?, Int32, SQLFunctions.Arguments?) -> Void
  private typealias Final = @convention(c) (OpaquePointer?) -> Void

  static func add(to database: OpaquePointer) {
    add("flagdb_percentile", 2, to: database, PercentileValues.step, PercentileValues.final)
    add("flagdb_sum", 1, to: database, RunningSum.step, RunningSum.sum)
    add("flagdb_stddev", 1, to: database, DeviationFunction.step, DeviationFunction.final)
    add("bit_or", 1, to: database, RunningBits.stepOfUnion, RunningBits.final)
    add("bit_and", 1, to: database, RunningBits.stepOfIntersection, RunningBits.final)
  }

  private static func add(
    _ name: String, _ count: Int32, to database: OpaquePointer, _ step: @escaping Step,
    _ final: @escaping Final
  ) {
    let traits = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
    sqlite3_create_function_v2(database, name, count, traits, nil, nil, step, final, nil)
  }
}

/// `flagdb_percentile(value, percent)`, for numbers or dates as text.
private final class PercentileValues {
  private var percent = 50.0
  private var numbers: [Double] = []
  /// The microseconds of dates, which a Double would round.
  private var moments: [Int64] = []
  /// True if a value is neither a number nor a date.
  private var isUnreadable = false

  static let step: @convention(c) (OpaquePointer?, Int32, SQLFunctions.Arguments?) -> Void = {
    context, _, arguments in
    guard let value = arguments?[0], sqlite3_value_type(value) != SQLITE_NULL,
      let place = sqlite3_aggregate_context(context, Int32(MemoryLayout<UnsafeRawPointer?>.size))?
        .assumingMemoryBound(to: UnsafeRawPointer?.self)
    else { return }
    if place.pointee == nil {
      let fresh = PercentileValues()
      fresh.percent = sqlite3_value_double(arguments?[1])
      place.pointee = UnsafeRawPointer(Unmanaged.passRetained(fresh).toOpaque())
    }
    guard let kept = place.pointee else { return }
    Unmanaged<PercentileValues>.fromOpaque(kept).takeUnretainedValue().add(value)
  }

  static let final: @convention(c) (OpaquePointer?) -> Void = { context in
    guard
      let kept = sqlite3_aggregate_context(context, 0)?
        .assumingMemoryBound(to: UnsafeRawPointer?.self).pointee
    else { return sqlite3_result_null(context) }
    ConversionCache.result(
      Unmanaged<PercentileValues>.fromOpaque(kept).takeRetainedValue().result, to: context)
  }

  private func add(_ value: OpaquePointer) {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER, SQLITE_FLOAT: numbers.append(sqlite3_value_double(value))
    default:
      if case .text(let text) = ConversionCache.value(value), let date = try? Timestamp(text) {
        moments.append(date.microseconds)
      } else {
        isUnreadable = true
      }
    }
  }

  private var result: Value {
    if isUnreadable || !numbers.isEmpty && !moments.isEmpty { return .null }
    if moments.isEmpty {
      numbers.sort()
      return Percentile(percent, of: numbers.count).map { .real($0.value(in: numbers)) } ?? .null
    }
    moments.sort()
    let moment = Percentile(percent, of: moments.count).flatMap {
      Timestamp(microseconds: $0.value(in: moments))
    }
    return moment.map { .text($0.storedText) } ?? .null
  }
}

/// The rank of a percentile in sorted values: at one value, or a fraction of the way to the next.
private struct Percentile {
  private let index: Int
  private let part: Double

  /// Nil if there are no values.
  init?(_ percent: Double, of count: Int) {
    guard count > 0 else { return nil }
    let place = max(0, min(100, percent)) * Double(count - 1) / 100
    index = Int(place)
    part = place - place.rounded(.down)
  }

  func value(in sorted: [Double]) -> Double {
    let lower = sorted[index]
    if part == 0 { return lower }
    let upper = sorted[index + 1]
    let difference = upper - lower
    if difference.isFinite { return lower + difference * part }
    return lower * (1 - part) + upper * part
  }

  func value(in sorted: [Int64]) -> Int64 {
    let lower = sorted[index]
    if part == 0 { return lower }
    return lower + Int64(Double(sorted[index + 1] - lower) * part)
  }
}

/// `flagdb_stddev(value)`. SQLite allocates the state with zeros.
private enum DeviationFunction {
  static let step: @convention(c) (OpaquePointer?, Int32, SQLFunctions.Arguments?) -> Void = {
    context, _, arguments in
    guard let value = arguments?[0], sqlite3_value_type(value) != SQLITE_NULL else { return }
    sqlite3_aggregate_context(context, Int32(MemoryLayout<Deviation>.size))?
      .assumingMemoryBound(to: Deviation.self).pointee.add(sqlite3_value_double(value))
  }

  static let final: @convention(c) (OpaquePointer?) -> Void = { context in
    let kept = sqlite3_aggregate_context(context, 0)?
      .assumingMemoryBound(to: Deviation.self).pointee
    guard let kept, let value = kept.value else { return sqlite3_result_null(context) }
    guard kept.isBeyondSquares else { return sqlite3_result_double(context, value) }
    // A server has the same rule.
    if kept.greatest > 0x1p1022, kept.least < -0x1p1022 { return sqlite3_result_null(context) }
    sqlite3_result_double(context, .infinity)
  }
}
