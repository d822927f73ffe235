import FlagModel

/// The values of a column in a sample of its records: the count of each value if there are few, and
/// always the range.
struct ColumnValues {
  /// The maximum number of distinct integers to count. A mask has fewer values.
  static let mostNumbers = 5_000
  /// The maximum number of distinct texts to count. An enum has fewer values.
  static let mostTexts = 40
  /// A longer text in bytes is no case, date or URL.
  static let longestText = 512

  private(set) var nulls = 0
  private(set) var blobs = 0
  /// The number of all numbers, and of real numbers.
  private(set) var numbers = 0
  private(set) var reals = 0
  private(set) var texts = 0

  /// The number of records with each integer; nil if there are too many integers.
  private(set) var counts: [Int64: Int]? = [:]
  /// The smallest and the largest number, except numbers that stand for a missing value.
  private(set) var range: ClosedRange<Double>?
  /// The number of records with each text; nil if there are too many texts.
  private(set) var textCounts: [Name: Int]? = [:]
  /// True while each text is a date or a URL, respectively.
  private(set) var areDates = true
  private(set) var areURLs = true
  private var first: [Value] = []
  /// Values that stand for a missing value, and values that no rule uses.
  private var odd: Set<Value> = []

  /// The values that are in memory, which may be all.
  var remembered: Set<Value> {
    var values = odd.union(first)
    values.formUnion((counts ?? [:]).keys.map(Value.integer))
    values.formUnion((textCounts ?? [:]).keys.map { .text($0.text) })
    return values
  }

  /// The number of records with a value.
  var count: Int { numbers + texts + blobs }
  var areNumbers: Bool { numbers > 0 && texts == 0 && blobs == 0 }
  var areIntegers: Bool { areNumbers && reals == 0 }
  var areTexts: Bool { texts > 0 && numbers == 0 && blobs == 0 }

  mutating func add(_ value: Value) {
    switch value {
    case .null: nulls += 1
    case .blob: blobs += 1
    case .integer(let number):
      numbers += 1
      add(number)
    case .real(let number):
      numbers += 1
      reals += 1
      widen(to: number)
      keep(value)
    case .text(let text):
      texts += 1
      add(text)
    }
  }

  private mutating func add(_ number: Int64) {
    if Self.none.contains(number) {
      odd.insert(.integer(number))
    } else {
      widen(to: Double(number))
    }
    guard counts != nil else { return }
    counts?[number, default: 0] += 1
    guard let counts, counts.count > Self.mostNumbers else { return }
    first = Self.frequent(counts.map { (Value.integer($0), $1) })
    self.counts = nil
  }

  private mutating func add(_ text: String) {
    if text.isEmpty { odd.insert(.text("")) }
    if textCounts == nil, !areDates, !areURLs { return }
    if text.utf8.count > Self.longestText { areDates = false }
    if areDates, !text.isEmpty, (try? Timestamp(text)) == nil { areDates = false }
    if areURLs, !text.isEmpty, !Self.isURL(text) { areURLs = false }
    keep(.text(text))
    guard textCounts != nil else { return }
    textCounts?[Name(text), default: 0] += 1
    if let count = textCounts?.count, count > Self.mostTexts { textCounts = nil }
  }

  private mutating func keep(_ value: Value) {
    if first.count < 3, value != .text(""), !first.contains(value) { first.append(value) }
  }

  private mutating func widen(to number: Double) {
    guard let old = range else {
      range = number...number
      return
    }
    range = min(old.lowerBound, number)...max(old.upperBound, number)
  }

  /// Numbers that programs store in place of a missing date.
  private static let none: Set<Int64> = [0, -1, .min, .max]

  /// True for a known scheme, such as `https`, with something after it.
  private static func isURL(_ text: String) -> Bool {
    let scheme = text.utf8.prefix { $0 != UInt8(ascii: ":") }
    let rest = text.utf8.dropFirst(scheme.count + 1)
    guard (2...20).contains(scheme.count), !rest.isEmpty,
      scheme.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) || (0x2B...0x39).contains($0) }),
      (try? Attribute(name: "url", declaredType: "URL", type: .url).value(from: text)) != nil
    else { return false }
    return rest.starts(with: "//".utf8)
      || ["about", "data", "javascript", "mailto", "tel", "urn"].contains(
        String(decoding: scheme, as: UTF8.self))
  }

  // MARK: Examples

  /// Three typical values: the most frequent ones.
  var examples: [Value] {
    if let textCounts, areTexts {
      return Self.frequent(textCounts.map { (Value.text($0.text), $1) })
    }
    guard let counts, areIntegers else { return first }
    return Self.frequent(counts.map { (Value.integer($0), $1) })
  }

  /// The most frequent values; of equally frequent ones the smaller ones. Values that stand for a
  /// missing value come last.
  private static func frequent(_ counts: [(value: Value, count: Int)]) -> [Value] {
    func says(_ value: Value) -> Bool {
      value != .integer(0) && value != .integer(-1) && value != .text("")
    }
    let sorted = counts.sorted { left, right in
      if says(left.value) != says(right.value) { return says(left.value) }
      if left.count != right.count { return left.count > right.count }
      return left.value.precedes(right.value)
    }
    return sorted.prefix(3).map(\.value)
  }
}

extension Value {
  /// Compares numbers, or texts by their bytes.
  fileprivate func precedes(_ other: Value) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left < right
    case (.text(let left), .text(let right)): Name(left) < Name(right)
    default: false
    }
  }
}
