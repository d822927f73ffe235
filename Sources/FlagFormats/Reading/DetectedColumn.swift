import FlagModel
import JSON

/// The types that all values of a column fit.
struct DetectedColumn {
  /// The kinds of values that are still possible.
  struct Possible: OptionSet {
    let rawValue: UInt16
    static let bool = Possible(rawValue: 1 << 0)
    static let integer = Possible(rawValue: 1 << 1)
    static let double = Possible(rawValue: 1 << 2)
    static let date = Possible(rawValue: 1 << 3)
    static let uuid = Possible(rawValue: 1 << 4)
    static let flags = Possible(rawValue: 1 << 5)
    static let strings = Possible(rawValue: 1 << 6)
    static let integers = Possible(rawValue: 1 << 7)
    static let doubles = Possible(rawValue: 1 << 8)
    static let text = Possible(rawValue: 1 << 9)
    /// Numbers that are dates.
    static let moment = Possible(rawValue: 1 << 10)
    /// Numbers of JSON, integers and others, whose digits no single type represents.
    static let number = Possible(rawValue: 1 << 11)

    static let ofText: Possible = [.moment, .bool, .integer, .double, .date, .uuid, .flags, .text]
    static let ofString: Possible = [.date, .uuid, .flags, .text]
    static let ofArray: Possible = [.flags, .strings, .integers, .doubles]
    /// The kinds that say more than that the value is a text.
    static let plain: Possible = [.moment, .bool, .integer, .double, .date, .uuid]
  }

  /// Texts that were already processed and need not be processed again.
  private var seen = SeenTexts()
  /// The initial kinds, before any value.
  private let anything: Possible
  var possible: Possible
  let dates: NumberedDates?
  let wanted: WantedType?
  private(set) var names = DistinctTexts(atMost: 64)
  /// The masks in a column that becomes flags.
  private(set) var numbers = MaskNumbers()
  /// True if an item of a column that becomes flags is a name.
  private(set) var hasFlagNames = false
  private let separators: ListSeparators
  /// The distinct values of a column that becomes an enum.
  private(set) var cases = DistinctTexts(atMost: 1_000)
  private(set) var hasList = false
  private(set) var count = 0
  private var hasValues = false
  /// True if all values are numbers and texts.
  private(set) var isOfNumbersAndTexts = true
  private(set) var hasNull = false
  /// True if a value is missing by a word: null in JSON, `\N` in tsv, or the text of `--null`.
  private(set) var hasNullByWord = false
  private(set) var hasEmptyText = false
  /// True for a column of JSON objects, whose members are separate columns.
  private(set) var isObject = false
  /// A description of the first value that contradicts a better type.
  private(set) var reason: String?

  init(
    _ wanted: WantedType? = nil, dates: NumberedDates? = nil,
    separators: ListSeparators = .usual
  ) {
    self.wanted = wanted
    self.dates = dates
    self.separators = separators
    let any: Possible = [.ofText, .ofArray, .number]
    anything = dates == nil ? any.subtracting(.moment) : any
    possible = anything
  }

  /// True if no value has restricted the kinds.
  var isUnknown: Bool { possible == anything }

  /// True if no value says more than that it is a text: all are empty texts, or there are none.
  var isPlainText: Bool { isUnknown || isOfEmptyTexts(possible) }

  /// True for the kinds that remain after empty texts alone.
  private func isOfEmptyTexts(_ kinds: Possible) -> Bool {
    hasEmptyText && (kinds == anything.intersection(.ofText) || kinds == .ofString)
  }

  mutating func add(_ reader: RecordReader, _ column: Int) {
    let field = reader.fields.fields[column]
    if isNull(field, reader) {
      hasNull = true
      if field.kind == .null || !field.range.isEmpty || reader.style.nullText == "" {
        hasNullByWord = true
      }
    } else if field.kind == .missing {
      return
    } else {
      let before = possible
      narrow(to: field, reader, column)
      if reason == nil, possible != before || isObject { explain(before, field, reader, column) }
      hasValues = true
    }
    count += 1
  }

  private func isNull(_ field: InputField, _ reader: RecordReader) -> Bool {
    switch field.kind {
    case .null: true
    case .bare where field.range.isEmpty: true
    case .bare:
      reader.style.nullText.map { reader.bytes(of: field).elementsEqual($0.utf8) } ?? false
    default: false
    }
  }

  private mutating func narrow(to field: InputField, _ reader: RecordReader, _ column: Int) {
    switch field.kind {
    case .object, .yes, .no, .array: isOfNumbersAndTexts = false
    default: break
    }
    switch field.kind {
    case .missing, .null: break
    case .object: isObject = true
    case .yes, .no: possible.formIntersection(.bool)
    case .number: addNumber(reader.bytes(of: field))
    case .array: addArray(reader.bytes(of: field))
    case .bare, .quoted: addText(reader.bytes(of: field), among: .ofText)
    case .doubled, .escaped: addText(reader.text(of: column), among: .ofText)
    case .string: addText(reader.bytes(of: field), among: .ofString)
    case .escapedString: addText(reader.text(of: column), among: .ofString)
    }
  }

  private mutating func addNumber(_ bytes: UnsafeBufferPointer<UInt8>) {
    if wanted?.isFlags == true { addItem(String(decoding: bytes, as: UTF8.self)) }
    var numbers: Possible = .number
    if Self.isInteger(bytes) { numbers.insert(.integer) }
    // An integer that a Double would round excludes the kind Double.
    if Self.isDouble(bytes) || !Self.isWhole(bytes) { numbers.insert(.double) }
    possible.formIntersection(isMoment(bytes) ? [numbers, .moment] : numbers)
  }

  private mutating func addText(_ text: String, among kinds: Possible) {
    var text = text
    text.withUTF8 { addText($0, among: kinds) }
  }

  private mutating func addText(_ text: UnsafeBufferPointer<UInt8>, among kinds: Possible) {
    possible.formIntersection(kinds)
    if possible == .text, wanted == nil { return }
    if text.isEmpty {
      hasEmptyText = true
      return
    }
    if seen.insert(text) { return }
    switch wanted {
    case .enumeration: cases.insert(String(String(decoding: text, as: UTF8.self).trimmed))
    case .flagSet, .flags:
      for item in separators.items(of: String(decoding: text, as: UTF8.self)) { addItem(item) }
    case .attribute, nil: narrow(to: text)
    }
  }

  /// Adds an item of a list of flags: a mask, or a name.
  private mutating func addItem(_ item: String) {
    if numbers.insert(item) { return }
    hasFlagNames = true
    if wanted == .flagSet { names.insert(item) }
  }

  private mutating func narrow(to text: UnsafeBufferPointer<UInt8>) {
    if possible.contains(.integer), !Self.isInteger(text) { possible.remove(.integer) }
    if possible.contains(.double), !Self.isDouble(text) { possible.remove(.double) }
    if possible.contains(.moment), !isMoment(text) { possible.remove(.moment) }
    narrowWord(to: text)
    if possible.contains(.flags) {
      addNames(
        text.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false).map {
          String(decoding: $0, as: UTF8.self)
        }, where: canNameFlag)
    }
  }

  /// Restricts the kinds by a text that is no number.
  private mutating func narrowWord(to text: UnsafeBufferPointer<UInt8>) {
    if possible.isDisjoint(with: [.bool, .date, .uuid]) { return }
    let word = String(decoding: text.prefix(64), as: UTF8.self)
    let isShort = text.count <= 64
    if possible.contains(.bool), !Self.truths.contains(word.lowercased()) {
      possible.remove(.bool)
    }
    if possible.contains(.date), !isShort || !Self.isDate(text, word) { possible.remove(.date) }
    if possible.contains(.uuid), text.count != 36 || (try? UUIDText.canonical(word)) == nil {
      possible.remove(.uuid)
    }
  }

  private mutating func addNames(_ list: [String], where isName: (String) -> Bool) {
    if list.count > 1 { hasList = true }
    for name in list where !isName(name) || !names.insert(name) {
      possible.remove(.flags)
      return
    }
  }

  private mutating func addArray(_ bytes: UnsafeBufferPointer<UInt8>) {
    possible.formIntersection(.ofArray)
    guard case .array(let items) = try? JSONValue(reading: bytes) else { return }
    hasList = true
    var texts: [String] = []
    for item in items {
      switch item {
      case .string(let text):
        possible.formIntersection([.flags, .strings])
        texts.append(text)
      case .number(let text):
        let bytes = Array(text.utf8)
        let isWhole = bytes.withUnsafeBufferPointer(Self.isInteger)
        let isReal = !isWhole || bytes.withUnsafeBufferPointer(Self.isDouble)
        var numbers: Possible = isWhole ? .integers : .doubles
        if isReal { numbers.insert(.doubles) }
        possible.formIntersection(numbers)
      default: possible = []
      }
    }
    if wanted == .flagSet {
      for text in texts { names.insert(text) }
    } else if possible.contains(.flags) {
      addNames(texts) { canNameFlag($0) && !$0.contains(" ") }
    }
  }

  /// Stores the value that excluded a kind, if users would wonder about it.
  private mutating func explain(
    _ before: Possible, _ field: InputField, _ reader: RecordReader, _ column: Int
  ) {
    guard let words = loss(before, field, reader, column) else { return }
    reason = "line \(reader.place(ofColumn: column).line) has \(words)"
  }

  private static func denial(ofNumber text: String, _ before: Possible) -> String {
    if Int64(text) == nil, MaskNumbers.any.bits(number: text) != nil {
      return "is beyond Int; as a mask of flags, it has the type OptionSet"
    }
    return before.contains(.integer) ? "is not a whole number" : "no Double has"
  }

  private func loss(
    _ before: Possible, _ field: InputField, _ reader: RecordReader, _ column: Int
  ) -> String? {
    if possible.isEmpty || isObject {
      if isObject, isUnknown { return nil }
      let why =
        if hasValues { "unlike those before" } else { "of a type that only a model can declare" }
      return "\(field.kind.words), \(why)"
    }
    let text = reader.text(of: column)
    let shown = quotedSample(text)
    if possible == .number { return "\(shown), which \(Self.denial(ofNumber: text, before))" }
    guard possible.isSubset(of: [.text, .flags]) else { return nil }
    if hasList, before.contains(.flags), !possible.contains(.flags) {
      if names.isFull { return "\(shown) is the 65th name, and a flag set has 64 flags at most" }
      return "\(shown), which is not a list of names"
    }
    if before.isDisjoint(with: .plain) || !possible.isDisjoint(with: .plain) { return nil }
    if !reader.isJSON, let kind = Self.kind(resembling: text) { return "\(shown), \(kind)" }
    if !hasValues || isOfEmptyTexts(before) { return nil }
    let isMark = ["na", "n/a", "nan", "null", "nil", "none", "-", "?"].contains(text.lowercased())
    let words = "\(shown), which is \(Self.denial(of: before))"
    if isMark { return "\(words) (--null '\(text)' reads it as a missing value)" }
    return words
  }
}

/// The distinct texts of a column, in the order of their arrival.
struct DistinctTexts {
  private(set) var texts: [String] = []
  private var seen: Set<[UInt8]> = []
  private let limit: Int
  /// True if there were more texts than the limit.
  private(set) var isFull = false

  init(atMost limit: Int) { self.limit = limit }

  /// Returns false if the limit is reached.
  @discardableResult
  mutating func insert(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    if seen.contains(bytes) { return true }
    guard texts.count < limit else {
      isFull = true
      return false
    }
    seen.insert(bytes)
    texts.append(text)
    return true
  }
}
