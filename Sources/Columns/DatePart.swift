/// A part of a date that is not simply some of its digits.
package enum DatePart: Hashable, Sendable {
  /// A text: `2026-Q4`, `2026-W47`.
  case quarter
  case week
  /// A number: 1 to 53; 1 for Monday to 7 for Sunday.
  case weekOfYear
  case weekday

  /// The part of a day, as SQL calculates it. A day beyond the end of its month belongs to the next one.
  func value(of day: PackedDate) throws(ColumnRefusal) -> ColumnValue {
    let (year, month, dayOfMonth) = (day.number(0..<4), day.number(5..<7), day.number(8..<10))
    guard 1...12 ~= month, 1...31 ~= dayOfMonth, 1...9_998 ~= year else { throw .otherKind }
    let number = Self.dayNumber(year, month, 1) + dayOfMonth - 1
    // Day 0 was a Thursday.
    let weekday = (number % 7 + 10) % 7 + 1
    // The Thursday of a week determines its year.
    let thursday = number - weekday + 4
    let weekYear = Self.year(of: thursday)
    let week = (thursday - Self.dayNumber(weekYear, 1, 1)) / 7 + 1
    switch self {
    case .quarter: return .text(Self.digits(year, 4) + Array("-Q\((month + 2) / 3)".utf8))
    case .week:
      return .text(Self.digits(weekYear, 4) + Array("-W".utf8) + Self.digits(week, 2))
    case .weekOfYear: return .integer(Int64(week))
    case .weekday: return .integer(Int64(weekday))
    }
  }

  /// The days since 1970-01-01 in the Gregorian calendar.
  @inline(__always)
  static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // The year begins in March here, so that a leap day is its last day.
    let shifted = month > 2 ? year : year - 1
    let monthFromMarch = (month + 9) % 12
    let century = shifted / 100
    return 365 * shifted + shifted / 4 - century + century / 4 + (153 * monthFromMarch + 2) / 5
      + day - 719_469
  }

  private static func year(of day: Int) -> Int {
    var year = 1970 + day / 366
    while dayNumber(year + 1, 1, 1) <= day { year += 1 }
    while dayNumber(year, 1, 1) > day { year -= 1 }
    return year
  }

  private static func digits(_ number: Int, _ count: Int) -> [UInt8] {
    let digits = Array(String(number).utf8)
    return [UInt8](repeating: 0x30, count: max(0, count - digits.count)) + digits
  }
}

/// The first 7 or 10 bytes of a date in one number: `2026-11`, `2026-11-20`.
struct PackedDate {
  let word: UInt64
  /// The dashes of a day make room for its last two digits.
  private static let digitsBeforeDay: UInt64 = 0x00FF_FF00_FFFF_FFFF

  init(word: UInt64) { self.word = word }

  /// - Parameter date: a text that `isDate`.
  @inline(__always)
  init(_ date: UnsafeRawBufferPointer, _ length: Int) {
    let start = date.loadUnaligned(fromByteOffset: 0, as: UInt64.self).littleEndian
    word =
      if length == 7 {
        start & 0x00FF_FFFF_FFFF_FFFF
      } else {
        start & Self.digitsBeforeDay | UInt64(date[8]) << 32 | UInt64(date[9]) << 56
      }
  }

  func text(_ length: Int) -> [UInt8] {
    var bytes = (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) }
    if length == 7 { return Array(bytes[..<7]) }
    bytes += [bytes[4], bytes[7]]
    bytes[4] = UInt8(ascii: "-")
    bytes[7] = UInt8(ascii: "-")
    return bytes
  }

  /// The number of some digits of a day.
  func number(_ range: Range<Int>) -> Int { text(10)[range].reduce(0) { 10 * $0 + Int($1 & 15) } }
}

extension UnsafeRawBufferPointer {
  /// True for a text that begins like `2026-11-20 10:30:00`.
  @inline(__always)
  var isDate: Bool {
    guard count >= 19 else { return false }
    // Digits are 0x30 to 0x39. All eight bytes are tested at once.
    let day = loadUnaligned(fromByteOffset: 0, as: UInt64.self).littleEndian
    let time = loadUnaligned(fromByteOffset: 8, as: UInt64.self).littleEndian
    let digitsOfDay: UInt64 = 0x00FF_FF00_FFFF_FFFF
    let digitsOfTime: UInt64 = 0xFFFF_00FF_FF00_FFFF
    if day & ~digitsOfDay != 0x2D00_002D_0000_0000 { return false }
    return Self.areDigits(day, digitsOfDay) && Self.areDigits(time, digitsOfTime)
  }

  /// The days since 1970, as SQL calculates them by way of a Julian day. Nil for other texts, and for
  /// fractions of seconds, which versions of SQLite round differently.
  @inline(__always)
  var days: Double? {
    guard count == 19, isDate, self[10] == UInt8(ascii: " "), self[13] == UInt8(ascii: ":"),
      self[16] == UInt8(ascii: ":")
    else { return nil }
    let year = 100 * two(0) + two(2)
    let month = two(5)
    let day = two(8)
    let hour = two(11)
    let minute = two(14)
    let second = two(17)
    guard year > 0, 1...12 ~= month, 1...31 ~= day, hour < 24, minute < 60, second < 60 else {
      return nil
    }
    let number = DatePart.dayNumber(year, month, 1) + day - 1
    // The Julian day of 1970-01-01 begins at noon, twelve hours earlier.
    let milliseconds =
      (2 * number + 4_881_175) * 43_200_000 + ((hour * 60 + minute) * 60 + second) * 1_000
    return Double(milliseconds) / 86_400_000 - 2_440_587.5
  }

  @inline(__always)
  private func two(_ offset: Int) -> Int {
    Int(self[offset] & 15) * 10 + Int(self[offset + 1] & 15)
  }

  @inline(__always)
  private static func areDigits(_ bytes: UInt64, _ mask: UInt64) -> Bool {
    let high: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
    let digits: UInt64 = 0x3030_3030_3030_3030
    if bytes & high & mask != digits & mask { return false }
    // For a digit, adding six gives at most 0x3F; for other bytes, it gives more.
    return (bytes & mask &+ 0x0606_0606_0606_0606 & mask) & high & mask == digits & mask
  }
}
