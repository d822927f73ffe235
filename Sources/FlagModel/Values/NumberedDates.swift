/// Dates as numbers: their unit and their epoch.
package enum NumberedDates: String, Hashable, Sendable, CaseIterable {
  case epoch
  case milliseconds
  case microseconds
  case nanoseconds
  case reference
  case referenceNanoseconds
  case webkit
  case filetime
  case julian

  /// The forms with large numbers, which are rarely anything else than dates.
  package static let fromLongAgo: [NumberedDates] = [
    .epoch, .milliseconds, .microseconds, .nanoseconds, .webkit, .filetime, .julian,
  ]

  /// The decimal places of a microsecond in the unit; negative if the unit is smaller. Nil for
  /// days, in which a microsecond has no finite decimal form.
  private var places: Int? {
    switch self {
    case .epoch, .reference: 6
    case .milliseconds: 3
    case .microseconds, .webkit: 0
    case .filetime: -1
    case .nanoseconds, .referenceNanoseconds: -3
    case .julian: nil
    }
  }

  package var start: Timestamp {
    switch self {
    case .epoch, .milliseconds, .microseconds, .nanoseconds: Timestamp(unchecked: 0)
    case .reference, .referenceNanoseconds: .reference
    case .webkit, .filetime: .webkit
    case .julian: .julian
    }
  }

  /// The number of units in a microsecond, and of microseconds in a unit.
  package var scale: (units: Int64, microseconds: Int64) {
    guard let places else { return (1, Timestamp.microsecondsOfDay) }
    if places < 0 { return (powerOfTen(-places), 1) }
    return (1, powerOfTen(places))
  }

  // MARK: Numbers to times

  /// The time for a number in decimal notation, to the microsecond; nil if there is none.
  package func moment(_ text: some StringProtocol) -> Timestamp? {
    let number = text.trimmed
    guard NumberText.isDecimalNotation(number.utf8) else { return nil }
    let exact: Int64?
    if let places, places >= 0 {
      exact = try? FixedPoint.units(from: number, places: places)
    } else if places != nil {
      exact = (try? FixedPoint.units(from: number, places: 0)).map { floorDivide($0, scale.units) }
    } else {
      exact = nil
    }
    if let exact { return start.adding(microseconds: exact) }
    return Double(String(number)).flatMap(moment)
  }

  /// The time for a stored number; nil if it is not a number, or outside of the supported years.
  package func moment(of value: Value) -> Timestamp? {
    switch value {
    case .integer(let number): moment(number)
    case .real(let number): moment(number)
    case .null, .text, .blob: nil
    }
  }

  /// True if a number is a date in the years 1980 to 2100, from which files are likely.
  package func isLikely(_ text: some StringProtocol) -> Bool {
    moment(text).map { (1980...2100).contains($0.day.year) } ?? false
  }

  /// The time for an integer, without a conversion to text.
  func moment(_ number: Int64) -> Timestamp? {
    let scale = scale
    if scale.units > 1 { return start.adding(microseconds: floorDivide(number, scale.units)) }
    let (microseconds, overflow) = number.multipliedReportingOverflow(by: scale.microseconds)
    if overflow { return nil }
    return start.adding(microseconds: microseconds)
  }

  /// Days are only exact to the millisecond, as in SQLite.
  private func moment(_ number: Double) -> Timestamp? {
    let scale = scale
    let microseconds = number * Double(scale.microseconds) / Double(scale.units)
    let exact =
      if self == .julian { (microseconds / 1000).rounded() * 1000 } else { microseconds.rounded() }
    return Int64(exactly: exact).flatMap { start.adding(microseconds: $0) }
  }

  // MARK: Times to numbers

  /// The number of a time as text, without trailing zeros.
  package func text(of moment: Timestamp) -> String {
    guard let places else { return AttributeType.double.text(of: value(of: moment)) }
    let distance = distance(of: moment)
    if places < 0 { return "\(distance)" + String(repeating: "0", count: -places) }
    let text = FixedPoint.text(of: distance, places: places)
    return FixedPoint.withoutZeros(text)
  }

  /// The microseconds from the epoch to a time. Programs that count from 2001 store the earliest
  /// time as `Date.distantPast`.
  private func distance(of moment: Timestamp) -> Int64 {
    let isDistantPast = self == .reference && moment == .earliest
    let moment = if isDistantPast { Timestamp.distantPast } else { moment }
    return moment.microseconds - start.microseconds
  }

  /// The number of a time; an integer if it is a multiple of the unit.
  package func value(of moment: Timestamp) -> Value {
    let distance = distance(of: moment)
    let scale = scale
    let (whole, overflow) = distance.multipliedReportingOverflow(by: scale.units)
    if !overflow, distance % scale.microseconds == 0 { return .integer(whole / scale.microseconds) }
    return .real(Double(distance) / Double(scale.microseconds) * Double(scale.units))
  }

  /// The times whose numbers fit 64 bits; nil if all do.
  package var limits: ClosedRange<Timestamp>? {
    func moment(_ number: Int64) -> Timestamp? { start.adding(microseconds: number / scale.units) }
    if scale.units == 1 { return nil }
    let first = moment(.min)
    // One microsecond more, because the limit is exclusive.
    let last = moment(.max - scale.units)
    if first == nil, last == nil { return nil }
    return (first ?? .earliest)...(last ?? .latest)
  }

  /// The range of numbers that mean a time, with an exclusive upper end. Nil for a time whose
  /// number would be no integer.
  ///
  /// Integers of small units mean the microsecond that contains them. A real number means the
  /// nearest microsecond, because a Double cannot represent all of them. Days mean the nearest
  /// millisecond.
  package func interval(of moment: Timestamp) -> (lower: Value, upper: Value)? {
    if let limits, !limits.contains(moment) { return nil }
    let distance = distance(of: moment)
    let scale = scale
    let upper = Timestamp(unchecked: moment.microseconds + 1)
    switch self {
    case .microseconds, .webkit, .nanoseconds, .referenceNanoseconds, .filetime:
      return (value(of: moment), value(of: upper))
    case .epoch, .milliseconds, .reference, .julian:
      let half = self == .julian ? 500.0 : 0.5
      func number(_ microseconds: Double) -> Double { microseconds / Double(scale.microseconds) }
      let lower = number(Double(distance) - half)
      let upper = number(Double(distance) + half)
      // Thousands of years from the epoch, a single number means the time.
      if lower == upper { return (.real(lower), .real(lower.nextUp)) }
      return (.real(lower), .real(upper))
    }
  }
}
