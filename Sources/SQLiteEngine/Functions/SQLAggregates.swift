internal import CSQLite
import Columns
import FlagModel

/// Aggregates that SQLite lacks: percentiles, standard deviations, sums, and the `bit_or` and
/// `bit_and` of other databases. They are exact up to the last digit of a Double.
///
/// A percentile stores the values of one group, in memory up to 8 MB and then in a temporary file.
/// SQLite processes the groups one after the other.
/// See Documentation/Decisions/percentiles-keep-their-values.md.
enum SQLAggregates {
  private typealias Step = @convention(c) (OpaquePointer?, Int32, SQLFunctions.Arguments?) -> Void
  private typealias Final = @convention(c) (OpaquePointer?) -> Void

  static func add(to database: OpaquePointer) {
    add("flagdb_percentile", 2, to: database, PercentileValues.step, PercentileValues.final)
    add("flagdb_sum", 1, to: database, RunningSum.step, RunningSum.sum)
    add("flagdb_avg", 1, to: database, RunningSum.step, RunningSum.mean)
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
  /// The kind of the values of a group. Dates are microseconds, which a Double would round like
  /// large integers.
  private enum Kind { case integers, numbers, dates, unreadable }

  private var percent = 50.0
  private var kind: Kind?
  private var values = SortedNumbers()

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
    let values = Unmanaged<PercentileValues>.fromOpaque(kept).takeRetainedValue()
    guard let result = values.result else {
      let message = "a percentile cannot read its temporary file"
      return sqlite3_result_error(context, message, -1)
    }
    ConversionCache.result(result, to: context)
  }

  private func add(_ value: OpaquePointer) {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER where kind == nil || kind == .integers:
      add(sqlite3_value_int64(value), of: .integers)
    case SQLITE_INTEGER, SQLITE_FLOAT:
      if kind == .integers { makeReal() }
      add(Self.ordered(sqlite3_value_double(value)), of: .numbers)
    default:
      if case .text(let text) = ConversionCache.value(value), let date = try? Timestamp(text) {
        add(date.microseconds, of: .dates)
      } else {
        kind = .unreadable
      }
    }
  }

  private func add(_ value: Int64, of kind: Kind) {
    guard self.kind == nil || self.kind == kind else {
      self.kind = .unreadable
      return
    }
    self.kind = kind
    values.append(value)
  }

  /// Converts the integers before the first real number.
  private func makeReal() {
    values.sort()
    var reals = SortedNumbers()
    for place in 0..<values.count {
      guard let number = values.number(at: place) else {
        kind = .unreadable
        return
      }
      reals.append(Self.ordered(Double(number)))
    }
    values = reals
    kind = .numbers
  }

  /// An integer with the same place in the order of all. Both zeros have the same.
  private static func ordered(_ number: Double) -> Int64 {
    let bits = Int64(bitPattern: (number + 0).bitPattern)
    return bits < 0 ? bits ^ .max : bits
  }

  private static func number(ofOrdered bits: Int64) -> Double {
    Double(bitPattern: UInt64(bitPattern: bits < 0 ? bits ^ .max : bits))
  }

  /// Nil if the temporary file cannot be read.
  private var result: Value? {
    guard let percentile = Percentile(percent, of: values.count) else { return .null }
    if kind == .unreadable { return .null }
    values.sort()
    guard let lower = values.number(at: percentile.index),
      let upper = percentile.part == 0 ? lower : values.number(at: percentile.index + 1)
    else { return nil }
    if kind == .integers { return .real(percentile.mean(of: lower, and: upper)) }
    if kind == .numbers {
      return .real(
        percentile.value(
          between: Self.number(ofOrdered: lower), and: Self.number(ofOrdered: upper)))
    }
    guard let date = Timestamp(microseconds: percentile.value(between: lower, and: upper)) else {
      return .null
    }
    return .text(date.storedText)
  }
}

/// The rank of a percentile in sorted values: at one value, or a fraction of the way to the next.
private struct Percentile {
  let index: Int
  let part: Double

  /// Nil if there are no values.
  init?(_ percent: Double, of count: Int) {
    guard count > 0 else { return nil }
    let place = max(0, min(100, percent)) * Double(count - 1) / 100
    index = Int(place)
    part = place - place.rounded(.down)
  }

  func value(between lower: Double, and upper: Double) -> Double {
    if part == 0 { return lower }
    let difference = upper - lower
    if difference.isFinite { return lower + difference * part }
    return lower * (1 - part) + upper * part
  }

  /// The mean of two integers adds their upper and lower 32 bits separately, because a Double would
  /// round large ones before they may cancel each other.
  func mean(of lower: Int64, and upper: Int64) -> Double {
    if part != 0.5 { return value(between: Double(lower), and: Double(upper)) }
    let high = Double((lower >> 32) + (upper >> 32)) / 2
    let low = Double((lower & 0xFFFF_FFFF) + (upper & 0xFFFF_FFFF)) / 2
    return high * 0x1p32 + low
  }

  func value(between lower: Int64, and upper: Int64) -> Int64 {
    if part == 0 { return lower }
    return lower + Int64(Double(upper - lower) * part)
  }
}

/// `flagdb_stddev(value)`. SQLite allocates the state with zeros.
private enum DeviationFunction {
  static let step: @convention(c) (OpaquePointer?, Int32, SQLFunctions.Arguments?) -> Void = {
    context, _, arguments in
    guard let value = arguments?[0], sqlite3_value_type(value) != SQLITE_NULL else { return }
    guard
      let kept = sqlite3_aggregate_context(context, Int32(MemoryLayout<Deviation>.size))?
        .assumingMemoryBound(to: Deviation.self)
    else { return }
    if sqlite3_value_type(value) == SQLITE_INTEGER {
      kept.pointee.add(whole: sqlite3_value_int64(value))
    } else {
      kept.pointee.add(sqlite3_value_double(value))
    }
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
