/// A point in time in the years 1 to 9999 with microseconds and without leap seconds, the stored
/// form of a `Date`.
package struct Timestamp: Hashable, Sendable {
  /// The microseconds since the beginning of 1970 in UTC.
  package let microseconds: Int64

  /// 0001-01-01T00:00:00Z, which also stands for Swift's `Date.distantPast`.
  package static let earliest = Timestamp(unchecked: -62_135_596_800_000_000)
  /// 9999-12-31T23:59:59.999999Z
  package static let latest = Timestamp(unchecked: 253_402_300_799_999_999)
  /// The number of Swift's `Date.distantPast`, which is two days earlier because it is based on the
  /// Julian calendar.
  static let distantPast = Timestamp(unchecked: -62_135_769_600_000_000)
  /// Swift's `Date.distantFuture`, the beginning of the year 4001.
  package static let distantFuture = Timestamp(unchecked: 64_092_211_200_000_000)
  /// The beginning of 1601, the epoch of Windows and WebKit.
  static let webkit = Timestamp(unchecked: -11_644_473_600_000_000)
  /// Noon of 24 November 4714 BC, the epoch of Julian days.
  static let julian = Timestamp(unchecked: -210_866_760_000_000_000)
  /// The beginning of 2001, the epoch of Apple's dates.
  package static let reference = Timestamp(unchecked: 978_307_200_000_000)

  /// Nil beyond the years 1 to 9999, whose texts would not sort.
  package init?(microseconds: Int64) {
    if microseconds == Self.distantPast.microseconds {
      self = .earliest
      return
    }
    let range = Timestamp.earliest.microseconds...Timestamp.latest.microseconds
    guard range.contains(microseconds) else { return nil }
    self.microseconds = microseconds
  }

  init(unchecked microseconds: Int64) { self.microseconds = microseconds }

  /// Midnight in UTC of a day in the years 1 to 9999.
  package init(startOf day: CivilDate) {
    self.init(unchecked: Int64(day.daysSince1970) * Timestamp.microsecondsOfDay)
  }

  /// The day in UTC.
  package var day: CivilDate {
    CivilDate(daysSince1970: Int(floorDivide(microseconds, Timestamp.microsecondsOfDay)))
  }

  /// Nil if the sum is outside of the years 1 to 9999.
  package func adding(microseconds more: Int64) -> Timestamp? {
    let (sum, overflow) = microseconds.addingReportingOverflow(more)
    if overflow { return nil }
    return Timestamp(microseconds: sum)
  }

  /// Midnight in UTC of the same day.
  package var startOfDay: Timestamp { Timestamp(startOf: day) }

  static let microsecondsOfDay: Int64 = 86_400_000_000
}

extension Timestamp: Comparable {
  package static func < (a: Timestamp, b: Timestamp) -> Bool { a.microseconds < b.microseconds }
}

extension Timestamp {
  /// The displayed form in ISO 8601: `2026-11-20T10:30:00Z`.
  package var text: String {
    var bytes: [UInt8] = []
    appendText(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The stored form: `2026-11-20 10:30:00`, with a fraction only if it is not zero, and without
  /// trailing zeros. So equal times have equal texts, and texts sort like times.
  package var storedText: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(26)
    appendStoredText(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  package func appendStoredText(to bytes: inout [UInt8]) {
    append(to: &bytes, separator: UInt8(ascii: " "))
  }

  package func appendText(to bytes: inout [UInt8]) {
    append(to: &bytes, separator: UInt8(ascii: "T"))
    bytes.append(UInt8(ascii: "Z"))
  }

  private func append(to bytes: inout [UInt8], separator: UInt8) {
    let days = floorDivide(microseconds, Timestamp.microsecondsOfDay)
    let date = CivilDate(daysSince1970: Int(days))
    let ofDay = Int(microseconds - days * Timestamp.microsecondsOfDay)
    let seconds = ofDay / 1_000_000
    appendDigits(date.year, count: 4, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    appendDigits(date.month, count: 2, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    appendDigits(date.day, count: 2, to: &bytes)
    bytes.append(separator)
    appendDigits(seconds / 3600, count: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    appendDigits(seconds / 60 % 60, count: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    appendDigits(seconds % 60, count: 2, to: &bytes)
    appendFraction(ofDay % 1_000_000, to: &bytes)
  }

  private func appendFraction(_ microseconds: Int, to bytes: inout [UInt8]) {
    if microseconds == 0 { return }
    bytes.append(UInt8(ascii: "."))
    appendDigits(microseconds, count: 6, to: &bytes)
    while bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
  }
}
