import FlagModel
import SQLText

/// Adds up the rows of a statement: a period, a value of the attribute, and the number of records
/// with both.
struct SeriesCounter {
  /// The counts of one period.
  private struct Counts {
    var records: Int64 = 0
    var empty: Int64 = 0
    /// The counts by bit, or by the index of an enum case.
    var each = [Int64](repeating: 0, count: 64)
  }

  private let attribute: Attribute
  private let cases: [(value: Value, name: String)]
  private var periods: [(text: String, counts: Counts)] = []
  private var unplaced: Int64 = 0

  /// Nil if the attribute has neither flags nor cases.
  init?(_ attribute: Attribute) {
    self.attribute = attribute
    switch attribute.type {
    case .flags: cases = []
    case .bool: cases = [(.integer(1), "true"), (.integer(0), "false")]
    case .enumeration(let enumeration) where enumeration.cases.count <= 64:
      cases = enumeration.cases.map { ($0.rawValue, $0.name.text) }
    default: return nil
    }
  }

  /// Adds a row. The rows must be in the order of the periods.
  mutating func add(_ period: String?, _ value: Value, _ count: Int64) {
    guard let period else {
      unplaced += count
      return
    }
    if periods.last?.text != period { periods.append((period, Counts())) }
    let last = periods.count - 1
    periods[last].counts.records += count
    if case .flags(let set) = attribute.type {
      guard let stored = value.numberInSQL else { return }
      let mask = set.mask(stored: stored) & ~set.fieldMask
      if mask == 0, value == .integer(stored) { periods[last].counts.empty += count }
      for bit in FlagStatistics.bits(of: mask) { periods[last].counts.each[bit] += count }
    } else if let place = cases.firstIndex(where: { $0.value == value }) {
      periods[last].counts.each[place] += count
    }
  }

  /// - Parameter unit: the calendar unit of the periods, to find gaps between them.
  func statistics(by unit: CalendarUnit?) -> SeriesStatistics {
    let all = unit.map(filled) ?? periods
    let names = self.names(in: all.map(\.counts))
    let lines = names.map { place, name, isDeclared in
      SeriesStatistics.Line(
        name: name, bit: cases.isEmpty ? place : nil, isDeclared: isDeclared,
        counts: all.map { $0.counts.each[place] })
    }
    let empty = SeriesStatistics.Line(
      name: "", bit: nil, isDeclared: true, counts: all.map(\.counts.empty))
    return SeriesStatistics(
      attribute: attribute,
      periods: all.map { .init(text: $0.text, records: $0.counts.records) }, lines: lines,
      empty: cases.isEmpty ? empty : nil, unplaced: unplaced)
  }

  /// The declared flags and all other bits that occur, or the cases, with their indexes.
  private func names(in counts: [Counts]) -> [(place: Int, name: String, isDeclared: Bool)] {
    guard case .flags(let whole) = attribute.type else {
      return cases.enumerated().map { ($0, $1.name, true) }
    }
    let set = whole.withoutFields
    return (0..<64).compactMap { bit in
      let mask: UInt64 = 1 << UInt64(bit)
      let isDeclared = set.declaredMask & mask != 0
      guard isDeclared || counts.contains(where: { $0.each[bit] > 0 }) else { return nil }
      return (bit, set.text(of: mask), isDeclared)
    }
  }

  /// The maximum number of periods. A single distant date must not fill the memory with empty
  /// periods.
  private static let mostPeriods = 10_000

  /// The periods with the empty ones between them; unchanged if there would be too many.
  private func filled(by unit: CalendarUnit) -> [(text: String, counts: Counts)] {
    var all: [(text: String, counts: Counts)] = []
    for period in periods {
      while let last = all.last, let next = unit.next(after: last.text), next != period.text {
        all.append((next, Counts()))
        if all.count > Self.mostPeriods { return periods }
      }
      all.append(period)
    }
    return all
  }
}

extension Value {
  /// The integer that SQLite reads from a value in `value & 1`, as conditions on flags do; nil for NULL.
  fileprivate var numberInSQL: Int64? {
    switch self {
    case .null: nil
    case .integer(let number): number
    case .real(let number):
      Int64(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max)
    case .text(let text): Self.number(beginning: text.utf8)
    case .blob(let bytes): Self.number(beginning: bytes)
    }
  }

  /// The number with which a text begins; 0 without digits.
  private static func number(beginning text: some Sequence<UInt8>) -> Int64 {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let blanks: Set<UInt8> = [0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x20]
    var kept = Array(text.drop { blanks.contains($0) })
    let isSigned = kept.first == UInt8(ascii: "-") || kept.first == UInt8(ascii: "+")
    kept = Array(
      kept.prefix(isSigned ? 1 : 0) + kept.dropFirst(isSigned ? 1 : 0).prefix { digits ~= $0 })
    let spelled = String(decoding: kept, as: UTF8.self)
    if let number = Int64(spelled) { return number }
    guard let last = kept.last, digits ~= last else { return 0 }
    return spelled.hasPrefix("-") ? .min : .max
  }
}

extension CalendarUnit {
  /// The text of the next period.
  fileprivate func next(after text: String) -> String? {
    var value = Value.text(text)
    if self == .year { value = Int64(text).map(Value.integer) ?? .null }
    switch next(after: value) {
    case .text(let next): return next
    case .integer(let year): return "\(year)"
    default: return nil
    }
  }
}
