/// Dates as numbers: what they count, and from when.
package enum NumberedDates: String, Hashable, Sendable, CaseIterable {
  case epoch
  case milliseconds
  case microseconds
  case nanoseconds
  case reference

  /// The places after the point that a microsecond has; below zero where the unit is smaller.
  private var places: Int {
    switch self {
    case .epoch, .reference: 6
    case .milliseconds: 3
    case .microseconds: 0
    case .nanoseconds: -3
    }
  }

  private var start: Timestamp {
    self == .reference ? .reference : Timestamp(unchecked: 0)
  }

  /// The moment of a number in decimal notation, to the microsecond; nil if there is none.
  package func moment(_ text: some StringProtocol) -> Timestamp? {
    let number = text.trimmed
    guard NumberText.isDecimalNotation(number.utf8) else { return nil }
    let exact: Int64?
    if places < 0 {
      exact = (try? FixedPoint.units(from: number, places: 0)).map { floorDivide($0, 1000) }
    } else {
      exact = try? FixedPoint.units(from: number, places: places)
    }
    return (exact ?? rounded(number)).flatMap { start.adding(microseconds: $0) }
  }

  /// The moment of a whole number, without the way over its text.
  func moment(_ number: Int64) -> Timestamp? {
    if places < 0 { return start.adding(microseconds: floorDivide(number, 1000)) }
    var scale: Int64 = 1
    for _ in 0..<places { scale *= 10 }
    let (microseconds, overflow) = number.multipliedReportingOverflow(by: scale)
    return overflow ? nil : start.adding(microseconds: microseconds)
  }

  /// Of more digits than microseconds have, as a Double writes them.
  private func rounded(_ number: some StringProtocol) -> Int64? {
    var scale = 1.0
    for _ in 0..<abs(places) { scale *= 10 }
    guard let double = Double(String(number)) else { return nil }
    return Int64(exactly: (places < 0 ? double / scale : double * scale).rounded())
  }

  /// The number of a moment as text, without zeros at its end.
  package func text(of moment: Timestamp) -> String {
    let distance = moment.microseconds - start.microseconds
    if places < 0 { return "\(distance)000" }
    let text = FixedPoint.text(of: distance, places: places)
    guard text.utf8.contains(UInt8(ascii: ".")) else { return text }
    let end = text.utf8.lastIndex { $0 != UInt8(ascii: "0") } ?? text.startIndex
    return String(text[...end].last == "." ? text[..<end] : text[...end])
  }
}
