import FlagModel

// Columns that contain dates, as numbers or as texts.

extension ColumnFacts {
  /// The date form that fits the values. If the name suggests no date, only forms whose numbers are
  /// rarely anything else are accepted, and only with several different values.
  func date(isNamed: Bool) -> Guess? {
    let saysTime = words.isTime || declaredType.contains("DATE") || declaredType.contains("TIME")
    if isNamed, !saysTime { return nil }
    if values.areTexts { return textDate(isNamed: isNamed) }
    guard values.areNumbers, let range = values.range,
      isNamed || !words.isReference && hasSeveralNumbers,
      let form = NumberedDates.form(of: range, isReal: values.reals > 0, isNamed: isNamed)
    else { return nil }
    let source =
      if isNamed { "its name or type suggests a date, and its values" } else { "its values" }
    return Guess(
      type: .date, stored: .dates(form.dates), reason: "\(source) are \(form.dates.words)",
      certainty: isNamed && form.isSure ? .likely : .perhaps)
  }

  private var hasSeveralNumbers: Bool { values.counts.map { $0.count >= 5 } ?? true }

  private func textDate(isNamed: Bool) -> Guess? {
    guard values.areDates, values.hasExamples else { return nil }
    let reason = "its texts are dates as ISO 8601 writes them"
    if isNamed {
      return Guess(
        type: .date, stored: .text, reason: "its name or type suggests a date, and \(reason)",
        certainty: .likely)
    }
    return Guess(type: .date, stored: .text, reason: reason, certainty: .perhaps)
  }
}

extension NumberedDates {
  /// The numbers for years in which files exist.
  private var plausible: ClosedRange<Double> {
    switch self {
    case .epoch: 8e8...4.1e9
    case .milliseconds: 8e11...4.1e12
    case .microseconds: 8e14...4.1e15
    case .nanoseconds: 8e17...4.1e18
    case .reference: 1e8...9.5e8
    case .referenceNanoseconds: 1.5e17...9.5e17
    case .webkit: 1.2e16...1.4e16
    case .filetime: 1.2e17...1.45e17
    case .julian: 2_440_000...2_490_000
    }
  }

  /// True if numbers of the form are often something else.
  private var needsName: Bool { self == .reference || self == .julian }

  /// The date form that fits the numbers; `isSure` is false if another form fits too.
  fileprivate static func form(
    of range: ClosedRange<Double>, isReal: Bool, isNamed: Bool
  ) -> (dates: NumberedDates, isSure: Bool)? {
    let fitting = allCases.filter { form in
      let plausible = isNamed || form != .epoch ? form.plausible : 9.4e8...2.2e9
      return plausible.contains(range.lowerBound) && plausible.contains(range.upperBound)
        && (isNamed || !form.needsName) && (form != .julian || isReal)
    }
    // Nearly all programs count whole seconds from 1970.
    let best = isReal || fitting.count == 1 ? fitting.last : fitting.first
    guard let best else { return nil }
    let isSure = fitting.count == 1 && (best != .reference || isReal)
    return (best, isSure)
  }

  fileprivate var words: String {
    switch self {
    case .epoch: "seconds since 1970"
    case .milliseconds: "milliseconds since 1970"
    case .microseconds: "microseconds since 1970"
    case .nanoseconds: "nanoseconds since 1970"
    case .reference: "seconds since 2001"
    case .referenceNanoseconds: "nanoseconds since 2001"
    case .webkit: "microseconds since 1601"
    case .filetime: "tenths of microseconds since 1601"
    case .julian: "days of the Julian calendar"
    }
  }
}
