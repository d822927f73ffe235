import FlagModel

extension Bins {
  /// Bins of calendar units: seconds, hours, days, weeks from Monday, months, years.
  init(dates low: Timestamp, _ high: Timestamp) {
    let units = BinUnit.all
    let unit = units.first { $0.count(low, high) <= Self.most } ?? units[units.count - 1]
    var starts = [unit.start(of: low)]
    while starts.count <= 10 * Self.most, let next = unit.next(after: starts[starts.count - 1]),
      next <= high
    {
      starts.append(next)
    }
    let end = unit.next(after: starts[starts.count - 1]) ?? .latest
    let labels = zip(starts, starts.dropFirst() + [end]).map { lower, upper in
      Label(text: unit.label(lower), lower: lower.text, upper: upper.text)
    }
    self.init(
      edges: starts.dropFirst().map { .text($0.storedText) }, labels: labels,
      step: "by \(unit.words)")
  }
}

/// A calendar unit.
private struct BinUnit {
  private enum Length {
    /// Units of the same length, counted from an origin.
    case microseconds(Int64, from: Int64)
    case months(Int)
  }

  let words: String
  private let length: Length
  /// The length of the prefix of `2026-11-20T10:30:00Z` that identifies a bin.
  private let shown: Int

  private init(_ words: String, seconds: Int64, from: Int64 = 0, shown: Int) {
    self.words = words
    length = .microseconds(seconds * 1_000_000, from: from * 1_000_000)
    self.shown = shown
  }

  private init(_ words: String, microseconds: Int64) {
    self.words = words
    length = .microseconds(microseconds, from: 0)
    shown = 27
  }

  private init(_ words: String, months: Int, shown: Int) {
    self.words = words
    length = .months(months)
    self.shown = shown
  }

  static let all: [BinUnit] =
    powersOfTen.map { BinUnit("\($0.words)", microseconds: $0.microseconds) }
    + [(1, "second"), (5, "5 seconds"), (15, "15 seconds")].map {
      BinUnit($1, seconds: $0, shown: 19)
    }
    + [(1, "minute"), (5, "5 minutes"), (15, "15 minutes")].map {
      BinUnit($1, seconds: $0 * 60, shown: 16)
    }
    + [(1, "hour"), (3, "3 hours"), (6, "6 hours"), (12, "12 hours")].map {
      BinUnit($1, seconds: $0 * 3_600, shown: 16)
    }
    + [
      BinUnit("day", seconds: 86_400, shown: 10),
      // The first Monday of 1970 was 5 January.
      BinUnit("week", seconds: 7 * 86_400, from: 4 * 86_400, shown: 10),
      BinUnit("month", months: 1, shown: 7),
      BinUnit("quarter", months: 3, shown: 7),
      BinUnit("half year", months: 6, shown: 7),
      BinUnit("year", months: 12, shown: 4),
    ]
    + [2, 5, 10, 20, 50, 100, 200, 500, 1_000].map {
      BinUnit("\($0) years", months: 12 * $0, shown: 4)
    }

  private static let powersOfTen: [(words: String, microseconds: Int64)] = [
    ("microsecond", 1), ("10 microseconds", 10), ("100 microseconds", 100),
    ("millisecond", 1_000), ("10 milliseconds", 10_000), ("100 milliseconds", 100_000),
  ]

  /// The number of bins from one date to another.
  func count(_ low: Timestamp, _ high: Timestamp) -> Int64 {
    number(of: high) - number(of: low) + 1
  }

  private func number(of moment: Timestamp) -> Int64 {
    switch length {
    case .microseconds(let length, let origin):
      let (quotient, rest) = (moment.microseconds - origin).quotientAndRemainder(dividingBy: length)
      if rest < 0 { return quotient - 1 }
      return quotient
    case .months(let months):
      let day = moment.day
      return Int64((12 * day.year + day.month - 1) / months)
    }
  }

  func start(of moment: Timestamp) -> Timestamp {
    // A unit that would begin before year 1 begins with it.
    start(ofNumber: number(of: moment)) ?? .earliest
  }

  func next(after start: Timestamp) -> Timestamp? { self.start(ofNumber: number(of: start) + 1) }

  private func start(ofNumber number: Int64) -> Timestamp? {
    switch length {
    case .microseconds(let length, let origin):
      return Timestamp(microseconds: number * length + origin)
    case .months(let months):
      let month = Int(number) * months
      guard (1...9999).contains(month / 12) else { return nil }
      return Timestamp(startOf: CivilDate(year: month / 12, month: month % 12 + 1, day: 1))
    }
  }

  /// `2026-11`, `2026-11-20 10:30`
  func label(_ start: Timestamp) -> String {
    let text = start.text.utf8.prefix { $0 != UInt8(ascii: "Z") }.prefix(shown)
    return String(
      decoding: text.map { $0 == UInt8(ascii: "T") ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }
}
