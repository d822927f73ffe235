import FlagModel

extension DetectedColumn {
  /// The type of the column, derived from its values; nil if no type fits.
  var type: DetectedType? {
    switch wanted {
    case .attribute(let attribute): return .value(attribute.type)
    case .flagSet where names.texts.isEmpty && !numbers.isEmpty: return .bits
    case .flagSet: return .flags(names.texts)
    case .flags(let set): return .declaredFlags(numbers.held(by: set))
    case .enumeration: return .cases(cases.texts)
    case nil: break
    }
    if possible.contains(.flags), hasList, !names.texts.isEmpty { return .flags(names.texts) }
    if isPlainText { return .value(.string) }
    let kinds: [(Possible, AttributeType)] = [
      (.moment, .date), (.bool, .bool), (.integer, .integer(.int)), (.double, .double),
      (.date, .date), (.uuid, .uuid), (.text, .string), (.strings, .array(.string)),
      (.integers, .array(.integer(.int))), (.doubles, .array(.double)), (.number, .any),
    ]
    return kinds.first { possible.contains($0.0) }.map { .value($0.1) }
  }

  /// True if an object is a value of the column, such as a dictionary.
  var isWholeObject: Bool {
    guard isObject, case .attribute(let attribute) = wanted else { return false }
    return if case .json = attribute.type { true } else { false }
  }

  /// True if some of the records have no value of the type that was found.
  func isOptional(_ found: AttributeType, among records: Int) -> Bool {
    if case .attribute(let attribute) = wanted, attribute.isOptional { return true }
    if found.isFlags { return hasMissingMask }
    return hasNull || count < records || hasEmptyText && type != .value(.string)
  }

  /// An empty field among lists of names is an empty set, unless the column also has `""`. Among numbers it is a
  /// missing value.
  private var hasMissingMask: Bool {
    let areNumbers = !numbers.isEmpty || !isPlainText && possible.contains(.integer)
    return hasNullByWord || hasNull && (hasEmptyText || areNumbers)
  }

  /// True if every value is a mask, and none is a name.
  var areMasks: Bool { !numbers.isEmpty && !hasFlagNames }

  /// True if flags or cases are written as numbers.
  func hasNumbers(of type: AttributeType) -> Bool {
    guard !isPlainText, possible.contains(.integer), wanted?.isFlags != true else { return false }
    return switch type {
    case .flags: true
    case .enumeration(let enumeration): enumeration.rawType != .string
    default: false
    }
  }

  static let truths: Set<String> = ["true", "false", "yes", "no"]

  /// True for an integer without leading zeros and without a plus sign.
  static func isInteger(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    isPlain(text) && reads(text, integers, .integer(.int))
  }

  /// True for digits, with or without a sign.
  static func isWhole(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.allSatisfy { $0 &- 0x30 <= 9 || $0 == UInt8(ascii: "-") }
  }

  /// True for a number whose digits a Double represents.
  static func isDouble(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count <= 32, isPlain(text) else { return false }
    // Zeros before the first other digit do not count.
    let digits = text.prefix { $0 | 0x20 != UInt8(ascii: "e") }
      .drop { $0 == 0x30 || $0 &- 0x30 > 9 }.count { $0 &- 0x30 <= 9 }
    guard digits <= 17, reads(text, doubles, .double) else { return false }
    // A Double represents 15 digits of any number.
    return digits <= 15 || keepsDigits(String(decoding: text, as: UTF8.self))
  }

  /// True if a number keeps its digits after a conversion to Double.
  private static func keepsDigits(_ text: String) -> Bool {
    guard let number = Double(text) else { return false }
    if let whole = Int64(text) { return Int64(exactly: number) == whole }
    return significantDigits("\(number)") == significantDigits(text)
  }

  private static func significantDigits(_ text: String) -> [UInt8] {
    let digits = text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.filter { $0 &- 0x30 <= 9 }
    let start = digits.drop { $0 == 0x30 }
    return Array(start.reversed().drop { $0 == 0x30 }.reversed())
  }

  private static let integers = AttributeType.integer(.int).byteReader
  private static let doubles = AttributeType.double.byteReader

  /// True if a text is a value of a type; `quick` is the type's fast parser.
  private static func reads(
    _ text: UnsafeBufferPointer<UInt8>, _ quick: ByteReader, _ type: AttributeType
  ) -> Bool {
    var row = StoredRow()
    return quick(text, &row) != nil
      || (try? type.value(from: String(decoding: text, as: UTF8.self))) != nil
  }

  private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
    guard let first = digits.first, first &- 0x30 <= 9, let last = text.last, last &- 0x30 <= 9
    else { return false }
    let second = digits.dropFirst().first
    return first != 0x30 || second.map { $0 &- 0x30 > 9 && $0 | 0x20 != 0x78 } ?? true
  }

  static func isDate(_ text: UnsafeBufferPointer<UInt8>, _ word: String) -> Bool {
    var stored: [UInt8] = []
    if DateBytes.appendStored(text, to: &stored) { return true }
    return (try? Timestamp(word)) != nil
  }

  /// True for a number that is a date by `--dates`, in a year in which files exist.
  func isMoment(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.count <= 40 && dates?.isLikely(String(decoding: text, as: UTF8.self)) == true
  }

  // MARK: Reasons

  /// The reason why a text that looks like a number or a date is not taken for one.
  static func kind(resembling text: String) -> String? {
    if (try? AttributeType.double.value(from: text)) != nil {
      return "a number in an unusual notation"
    }
    let digits = text.utf8.prefix { $0 &- 0x30 <= 9 }.count
    let isLikeDate = digits == 4 && text.utf8.dropFirst(4).first == UInt8(ascii: "-")
    if isLikeDate && (try? Timestamp(text)) == nil { return "which is not a date" }
    return nil
  }

  /// A description of the contradiction to the kind of the previous values.
  static func denial(of before: Possible) -> String {
    if before.contains(.bool) { return "neither true nor false" }
    if before.contains(.integer) { return "not a whole number" }
    if before.contains(.double) || before.contains(.moment) { return "not a number" }
    if before.contains(.date) { return "not a date" }
    return "not a UUID"
  }
}

/// The detected type of a column.
enum DetectedType: Hashable {
  case value(AttributeType)
  /// A new flag set with these names.
  case flags([String])
  /// A new flag set for the bits of the column's numbers.
  case bits
  /// A flag set that the user names.
  case declaredFlags(FlagSet)
  /// A new enum with cases for these values.
  case cases([String])
}

/// True if a list of flags can contain the text, and the text has letters for a name.
func canNameFlag(_ text: String) -> Bool { Name(text).isFlagName }
