import FlagModel
import JSON

/// The types that all values of one column fit.
struct DetectedColumn {
  /// Kinds of values, each of which the texts so far allow or not.
  private struct Possible: OptionSet {
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

    static let ofText: Possible = [.bool, .integer, .double, .date, .uuid, .flags, .text]
    static let ofArray: Possible = [.flags, .strings, .integers, .doubles]
  }

  private var possible: Possible = [.ofText, .ofArray]
  private var names: [String] = []
  private var knownNames: Set<[UInt8]> = []
  private var hasList = false
  private(set) var count = 0
  private(set) var hasNull = false
  private var hasEmptyText = false
  /// True if the column holds objects of JSON, whose members have columns of their own.
  private(set) var isObject = false
  private static let mostNames = 64

  mutating func add(_ reader: RecordReader, _ column: Int) {
    let field = reader.fields.fields[column]
    switch field.kind {
    case .missing: return
    case .null: hasNull = true
    case .object: isObject = true
    case .bare where field.range.isEmpty: hasNull = true
    case .yes, .no: possible.formIntersection(.bool)
    case .number: addNumber(reader.bytes(of: field))
    case .array: addArray(reader.bytes(of: field))
    case .bare, .quoted, .doubled, .escaped: addText(reader, column, among: .ofText)
    case .string, .escapedString:
      addText(reader, column, among: [.date, .uuid, .flags, .text])
    }
    count += 1
  }

  private mutating func addNumber(_ bytes: UnsafeBufferPointer<UInt8>) {
    possible.formIntersection(Self.isInteger(bytes) ? [.integer, .double] : .double)
  }

  private mutating func addText(
    _ reader: RecordReader, _ column: Int, among kinds: Possible
  ) {
    possible.formIntersection(kinds)
    if possible == .text { return }
    let bytes = Array(reader.text(of: column).utf8)
    if bytes.isEmpty {
      hasEmptyText = true
      return
    }
    bytes.withUnsafeBufferPointer { narrow(to: $0) }
  }

  private mutating func narrow(to text: UnsafeBufferPointer<UInt8>) {
    if possible.contains(.integer), !Self.isInteger(text) { possible.remove(.integer) }
    if possible.contains(.double), !Self.isDouble(text) { possible.remove(.double) }
    let word = String(decoding: text.prefix(64), as: UTF8.self)
    let isShort = text.count <= 64
    if possible.contains(.bool), !Self.truths.contains(word.lowercased()) {
      possible.remove(.bool)
    }
    if possible.contains(.date), !isShort || !Self.isDate(text, word) { possible.remove(.date) }
    if possible.contains(.uuid), text.count != 36 || (try? UUIDText.canonical(word)) == nil {
      possible.remove(.uuid)
    }
    if possible.contains(.flags) {
      addNames(
        text.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false).map {
          String(decoding: $0, as: UTF8.self)
        })
    }
  }

  private mutating func addNames(_ list: [String]) {
    if list.count > 1 { hasList = true }
    for name in list {
      guard isIdentifier(name) else {
        possible.remove(.flags)
        return
      }
      guard knownNames.insert(Array(name.utf8)).inserted else { continue }
      names.append(name)
    }
    if names.count > Self.mostNames { possible.remove(.flags) }
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
        let isWhole = Array(text.utf8).withUnsafeBufferPointer(Self.isInteger)
        possible.formIntersection(isWhole ? [.integers, .doubles] : .doubles)
      default: possible = []
      }
    }
    if possible.contains(.flags) { addNames(texts) }
  }
}

extension DetectedColumn {
  /// The type of the column, with the names of flags if it is a set; nil if no attribute can hold
  /// it.
  var type: (type: AttributeType, flags: [String])? {
    if possible.contains(.flags), hasList, !names.isEmpty { return (.string, names) }
    let kinds: [(Possible, AttributeType)] = [
      (.bool, .bool), (.integer, .integer(.int)), (.double, .double), (.date, .date),
      (.uuid, .uuid),
    ]
    // Only nulls say nothing.
    if possible != [.ofText, .ofArray] {
      if let kind = kinds.first(where: { possible.contains($0.0) }) { return (kind.1, []) }
      let arrays: [(Possible, AttributeType)] = [
        (.strings, .array(.string)), (.integers, .array(.integer(.int))),
        (.doubles, .array(.double)),
      ]
      if !possible.contains(.text) {
        return arrays.first { possible.contains($0.0) }.map { ($0.1, []) }
      }
    }
    return (.string, [])
  }

  /// True if some of so many records have no value.
  func isOptional(among records: Int) -> Bool {
    let isText = type.map { $0.type == .string && $0.flags.isEmpty } ?? true
    return hasNull || count < records || hasEmptyText && !isText
  }

  private static let truths: Set<String> = ["true", "false", "yes", "no"]

  /// A whole number that is written again as it stands: no zeros before it, no plus.
  private static func isInteger(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard isPlain(text) else { return false }
    if NumberBytes.integer(text) != nil { return true }
    return (try? AttributeType.integer(.int).value(from: String(decoding: text, as: UTF8.self)))
      != nil
  }

  /// A number of which a Double keeps every digit.
  private static func isDouble(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count <= 24, isPlain(text) else { return false }
    let digits = text.prefix { $0 | 0x20 != UInt8(ascii: "e") }.count { $0 &- 0x30 <= 9 }
    guard digits <= 17 else { return false }
    return NumberBytes.double(text) != nil
      || (try? AttributeType.double.value(from: String(decoding: text, as: UTF8.self))) != nil
  }

  private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
    guard let first = digits.first, first &- 0x30 <= 9, let last = text.last, last &- 0x30 <= 9
    else { return false }
    let second = digits.dropFirst().first
    return first != 0x30 || second.map { $0 &- 0x30 > 9 && $0 | 0x20 != 0x78 } ?? true
  }

  private static func isDate(_ text: UnsafeBufferPointer<UInt8>, _ word: String) -> Bool {
    var stored: [UInt8] = []
    if DateBytes.appendStored(text, to: &stored) { return true }
    return (try? Timestamp(word)) != nil
  }
}

/// True if a text is a name as Swift has them.
func isIdentifier(_ text: String) -> Bool {
  guard let first = text.unicodeScalars.first, text != "_",
    first == "_" || first.properties.isXIDStart
  else { return false }
  return text.unicodeScalars.allSatisfy { $0.properties.isXIDContinue }
}
