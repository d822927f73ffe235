import FlagModel

/// Makes statements about the values of columns, as a person would look for them: comparisons, parts of texts, dates before or
/// after a moment, missing values, and bits.
struct StatementMaker {
  private let trial: Trial
  private var count: Int { trial.count }
  private(set) var statements: [RecordStatement] = []
  /// The number of statements that were tried, with those that were not kept.
  private(set) var tries = 0
  private var seen: Set<RecordSet> = []
  private var column = EvidenceColumn(path: "", name: "", type: nil, values: [])

  init(for trial: Trial) { self.trial = trial }

  /// The maximum number of values of a column that are compared one by one.
  private static let mostValues = 40
  /// The number of bounds of a column with more values.
  private static let bounds = 64

  mutating func add(_ column: EvidenceColumn) {
    self.column = column
    if column.isTarget { return addBits() }
    add(
      "\(column.path) != null", not: "\(column.path) == null", "has \(column.name)",
      "no \(column.name)"
    ) { $0 != .null }
    if column.isReference { return }
    switch column.type {
    case .flags(let set)?: addFlags(of: set)
    case .bool?:
      add(
        "\(column.path) == true", not: "\(column.path) == false", column.name,
        "not \(column.name)"
      ) { $0 == .integer(1) }
    case .string?, .url?: addTexts()
    case .any?:
      addNumbers()
      addTexts()
    case .data?, .json?, .array?, .uuid?: return
    case .integer?:
      addNumbers()
      addBits()
    default: addNumbers()
    }
  }

  private mutating func add(
    _ text: String, not negation: String, _ words: String, _ wordsOfNegation: String,
    bit: Int? = nil, where isTrue: (Value) -> Bool
  ) {
    var records = RecordSet(of: count)
    for (index, value) in column.values.enumerated() where isTrue(value) { records.insert(index) }
    add(text, not: negation, words, wordsOfNegation, bit: bit, records)
  }

  /// Adds a statement that tells some records from others, unless another one tells the same ones.
  private mutating func add(
    _ text: String, not negation: String, _ words: String, _ wordsOfNegation: String,
    bit: Int? = nil, _ records: RecordSet
  ) {
    let tells = (1..<max(1, count)).contains(records.count)
    tries += 1
    // A bit of the same column is left out where the bit itself is judged, and so kept beside others.
    guard tells, column.isTarget || seen.insert(records).inserted else { return }
    statements.append(
      RecordStatement(
        text: text, negation: negation, words: words, wordsOfNegation: wordsOfNegation,
        bitOfTarget: column.isTarget ? bit : nil, relation: column.relation, records: records))
  }

  // MARK: Numbers and dates

  private mutating func addNumbers() {
    let name = column.name
    for (sign, opposite, words, others) in [
      (">", "<=", "has \(name)", "no \(name)"), ("<", ">=", "negative \(name)", "\(name)"),
    ] where column.type?.isNumeric != false {
      add("\(column.path) \(sign) 0", not: "\(column.path) \(opposite) 0", words, others) { value in
        guard let number = value.number else { return false }
        return sign == ">" ? number > 0 : number < 0
      }
    }
    let values = valuesByFrequency()
    for value in values.prefix(Self.mostValues) {
      let shown = literal(value)
      add(
        "\(column.path) == \(shown)", not: "\(column.path) != \(shown)", "\(name) \(shown)",
        "not \(name) \(shown)"
      ) { $0 == value }
    }
    addBounds()
  }

  private mutating func addBounds() {
    let name = column.name
    for value in bounds(of: valuesByFrequency()) {
      let shown = literal(value)
      add(
        "\(column.path) >= \(shown)", not: "\(column.path) < \(shown)", "\(name) from \(shown)",
        "\(name) below \(shown)"
      ) { !$0.isLess(than: value) && $0 != .null }
    }
  }

  /// The values without NULL, the most frequent first.
  private func valuesByFrequency() -> [Value] {
    var counts: [Value: Int] = [:]
    for value in column.values where value != .null { counts[value, default: 0] += 1 }
    return counts.sorted { left, right in
      if left.value != right.value { return left.value > right.value }
      return left.key.isLess(than: right.key)
    }.map(\.key)
  }

  /// Some values that divide the records into parts of similar size.
  private func bounds(of values: [Value]) -> [Value] {
    let distinct = values.sorted { $0.isLess(than: $1) }
    if distinct.count <= Self.mostValues { return Array(distinct.dropFirst()) }
    let all = column.values.filter { $0 != .null }.sorted { $0.isLess(than: $1) }
    return (1..<Self.bounds).map { all[$0 * all.count / Self.bounds] }
  }

  private func literal(_ value: Value) -> String {
    if case .text(let text) = value,
      column.type == nil || column.type == .string || column.type == .any
    {
      return quoted(text)
    }
    return (column.type ?? .any).text(of: value)
  }

  // MARK: Bits

  private mutating func addBits() {
    var all: UInt64 = 0
    for case .integer(let number) in column.values { all |= UInt64(bitPattern: number) }
    for bit in 0..<UInt64.bitWidth where all >> UInt64(bit) & 1 == 1 {
      let mask = (1 as UInt64) << UInt64(bit)
      let shown = "0x" + String(mask, radix: 16, uppercase: true)
      let test = "(\(column.path) & \(shown)) != 0"
      add(
        test, not: "(\(column.path) & \(shown)) == 0", "\(column.name) \(shown)",
        "not \(column.name) \(shown)",
        bit: bit
      ) {
        if case .integer(let number) = $0 { UInt64(bitPattern: number) & mask != 0 } else { false }
      }
    }
  }

  private mutating func addFlags(of set: FlagSet) {
    for flag in set.flags {
      let name = flag.name.inPredicates
      add(
        "\(column.path) has \(name)", not: "\(column.path) lacks \(name)", flag.name.text,
        "not \(flag.name)"
      ) {
        if case .integer(let number) = $0 {
          set.mask(stored: number) & flag.mask == flag.mask
        } else {
          false
        }
      }
    }
  }

  // MARK: Texts

  private mutating func addTexts() {
    let texts = column.values.map { value -> String? in
      if case .text(let text) = value { text } else { nil }
    }
    let name = column.name
    add("\(column.path) == \"\"", not: "\(column.path) != \"\"", "no \(name)", "has \(name)") {
      $0 == .text("")
    }
    for value in valuesByFrequency().prefix(Self.mostValues) {
      guard case .text(let text) = value, text.utf8.count <= Self.longestText else { continue }
      let shown = quoted(text)
      add(
        "\(column.path) == \(shown)", not: "\(column.path) != \(shown)", text, "not \(text)"
      ) { $0 == value }
    }
    let parts = TextParts(of: texts, in: trial, trial.halves(byRelated: column.relation))
    tries += parts.count
    for part in parts.best {
      let test = "\(column.path) \(part.test.rawValue) \(quoted(part.text))"
      add(test, not: "not (\(test))", part.text, "not \(part.text)", part.records)
    }
    if texts.areDates { addBounds() }
  }

  private static let longestText = 60
}

/// A text as a literal of the language of predicates.
private func quoted(_ text: String) -> String {
  var literal = ""
  for character in text.unicodeScalars {
    switch character {
    case "\\": literal += "\\\\"
    case "\"": literal += "\\\""
    case "\n": literal += "\\n"
    case "\r": literal += "\\r"
    case "\t": literal += "\\t"
    default: literal.unicodeScalars.append(character)
    }
  }
  return "\"\(literal)\""
}

extension Value {
  fileprivate var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }

  /// The order of numbers, and then of texts by their bytes.
  fileprivate func isLess(than other: Value) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): return left < right
    case (.text(let left), .text(let right)):
      return left.utf8.lexicographicallyPrecedes(right.utf8)
    default: break
    }
    guard let left = number else { return false }
    guard let right = other.number else { return true }
    return left < right
  }
}

extension [String?] {
  /// True if the first texts begin as dates do, `2026-11-27`.
  fileprivate var areDates: Bool {
    let sample = lazy.compactMap(\.self).prefix(100)
    return !sample.isEmpty
      && sample.allSatisfy { text in
        let form = text.utf8.prefix(10).map { (48...57).contains($0) ? 48 : $0 }
        return form.elementsEqual("0000-00-00".utf8)
      }
  }
}

extension AttributeType {
  fileprivate var isNumeric: Bool {
    switch self {
    case .integer, .double, .float, .decimal, .any: true
    default: false
    }
  }
}
