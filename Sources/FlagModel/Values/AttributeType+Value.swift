import JSON
import PlainText

extension AttributeType {
  /// Parses a typed value; the result is never null. Without a clock, `now` and `today` are not
  /// dates.
  package func value(from text: String, now: Timestamp? = nil) throws(ValueError) -> Value {
    switch self {
    case .bool: .bool(try BoolText.bool(text))
    case .integer(let type): .integer(try NumberText.integer(text, for: type))
    case .double: .real(try NumberText.double(text))
    case .float: .real(try NumberText.float(text))
    case .decimal(let places): .integer(try FixedPoint.units(from: text, places: places))
    case .string: .text(try PlainValueText.string(text))
    case .date:
      if let stored = DateBytes.stored(text) {
        .text(stored)
      } else {
        .text(try Timestamp(typed: text, now: now).storedText)
      }
    case .uuid: .text(try UUIDText.canonical(text))
    case .url: .text(try PlainValueText.url(text))
    case .data: .blob(try DataText.bytes(from: text))
    case .array(let element, _): try ArrayText.stored(from: text, of: self, element, now: now)
    case .flags(let set): try set.value(from: text)
    case .enumeration(let enumeration): try enumeration.value(from: text)
    case .json(let shape): try shape.value(from: text, now: now)
    case .any: try anyValue(from: text)
    }
  }

  /// Parses a key as it is shown. flagdb stores no `nan` and no `inf`, but other programs do.
  package func value(ofKey text: String, now: Timestamp? = nil) throws(ValueError) -> Value {
    switch (self, text) {
    case (.double, "nan"), (.float, "nan"): return .real(.nan)
    case (.double, "inf"), (.float, "inf"): return .real(.infinity)
    case (.double, "-inf"), (.float, "-inf"): return .real(-.infinity)
    default: return try value(from: text, now: now)
    }
  }

  /// Parses a number if the text is one; otherwise the value is a text. An integer beyond 64 bits is a
  /// text too, because a real number would lose its last digits.
  private func anyValue(from text: String) throws(ValueError) -> Value {
    if let whole = try? NumberText.integer(text, for: .int64) { return .integer(whole) }
    let isWhole = text.utf8.allSatisfy { $0 &- 0x30 <= 9 || $0 == UInt8(ascii: "-") }
    if !isWhole, let real = try? NumberText.double(text) { return .real(real) }
    return .text(try PlainValueText.string(text))
  }

  /// Parses a value in its stored form: the integer of flags, the raw value of an enum, the
  /// smallest units of a decimal. The other types have only one form.
  package func rawValue(from text: String, now: Timestamp? = nil) throws(ValueError) -> Value {
    switch self {
    case .decimal: .integer(try NumberText.integer(text, for: .int64))
    case .flags(let set): .integer(try set.storedValue(fromRaw: text))
    case .enumeration(let enumeration): try enumeration.value(fromRaw: text)
    case .array, .json: try rawJSON(from: text, now: now)
    default: try value(from: text, now: now)
    }
  }

  /// Flags and cases within JSON must be stored numbers or texts too.
  private func rawJSON(from text: String, now: Timestamp?) throws(ValueError) -> Value {
    let typed = text.trimmed.utf8
    guard typed.first == UInt8(ascii: "[") || typed.first == UInt8(ascii: "{"),
      let json = try? JSONValue(reading: typed)
    else { return try value(from: text, now: now) }
    return try stored(ofCoded: json, now)
  }

  package func value(from text: String, isRaw: Bool, now: Timestamp?) throws(ValueError) -> Value {
    if isRaw { return try rawValue(from: text, now: now) }
    return try value(from: text, now: now)
  }
}

enum BoolText {
  /// Parses the usual words for a Bool; nil for any other.
  static func bool(exactly text: UnsafeBufferPointer<UInt8>) -> Bool? {
    switch text.count {
    case 1 where text[0] == UInt8(ascii: "1"): true
    case 1 where text[0] == UInt8(ascii: "0"): false
    case 4 where text.elementsEqual("true".utf8): true
    case 5 where text.elementsEqual("false".utf8): false
    default: nil
    }
  }

  static func bool(_ text: some StringProtocol) throws(ValueError) -> Bool {
    switch text.trimmed.lowercased() {
    case "true", "yes", "on", "t", "y", "1": true
    case "false", "no", "off", "f", "n", "0": false
    default: throw ValueError.expected("true or false", found: text)
    }
  }
}

/// Texts that are stored unchanged.
enum PlainValueText {
  /// Refuses NUL, because most clients take it for the end of the text.
  static func string(_ text: String) throws(ValueError) -> String {
    guard !text.utf8.contains(0) else {
      throw ValueError.expected("a text without the character NUL", found: text)
    }
    return text
  }

  /// True for a URL in visible ASCII.
  static func isPlainURL(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    !text.isEmpty && text.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// A URL must not be empty, and must have no spaces or control characters. The rules of its
  /// scheme are not checked, and relative URLs are allowed.
  static func url(_ text: String) throws(ValueError) -> String {
    let url = text.trimmed
    let isClean = url.unicodeScalars.allSatisfy {
      !$0.properties.isWhitespace && $0.properties.generalCategory != .control
    }
    guard !url.isEmpty, isClean else {
      let hint: Hint? = if url.contains(" ") { "write a blank as %20" } else { nil }
      throw ValueError.expected("a URL", found: text, hint: hint)
    }
    return String(url)
  }
}

extension Timestamp {
  /// A typed date, including `now` and `today` in UTC, and Swift's names for dates.
  init(typed text: String, now: Timestamp?) throws(ValueError) {
    let word = text.trimmed
    // Nearly every date begins with a digit, and then cannot be a name.
    let mayBeName = word.utf8.first.flatMap(digit) == nil
    switch mayBeName ? word.lowercased() : "" {
    case "now", "date.now", ".now": self = try Timestamp.current(now, for: text)
    case "today": self = try Timestamp.current(now, for: text).startOfDay
    case "date.distantpast", ".distantpast": self = .earliest
    case "date.distantfuture", ".distantfuture": self = .distantFuture
    default: try self.init(word)
    }
  }

  private static func current(_ now: Timestamp?, for text: String) throws(ValueError) -> Timestamp {
    guard let now else { throw ValueError.expected("a fixed date", found: text) }
    return now
  }
}

extension FlagSet {
  /// Parses names of flags and masks. A number alone is the whole mask, including its fields.
  fileprivate func value(from text: String) throws(ValueError) -> Value {
    let word = String(text.trimmed)
    let number = plainMask(word) ?? bits(withoutName: word)
    if enumeration == nil, mask(named: Name(word)) == nil, let number {
      return .integer(try storedValue(of: number))
    }
    return .integer(stored(try mask(from: text)))
  }

  /// Parses Swift's rawValue or its bits: for `Int8`, -128 and 128 are the same mask.
  func storedValue(fromRaw text: String) throws(ValueError) -> Int64 {
    guard let mask = mask(decimal: text) else {
      throw ValueError.expected("the integer of a mask of \(rawType.bitWidth) bits", found: text)
    }
    return try storedValue(of: mask)
  }

  /// The bits of a decimal number, which may be negative if the highest bit is set. Nil if the raw
  /// type cannot hold the number. Its fields may have any value.
  func mask(decimal text: String) -> UInt64? {
    let mask: UInt64
    if case .number(let number) = NumberText.scanInteger(text.trimmed.utf8) {
      mask = self.mask(stored: number)
    } else if case .number(let number) = NumberText.scanMagnitude(text.trimmed.utf8, radix: 10) {
      mask = number
    } else {
      return nil
    }
    if mask & ~widthMask == 0 { return mask }
    return nil
  }

  /// The stored integer of a mask, whose fields must have valid values.
  package func storedValue(of mask: UInt64) throws(ValueError) -> Int64 {
    if let field = fields.first(where: { !$0.isValid(in: mask) }) {
      let value = field.type.rawText(of: field.value(in: mask))
      throw ValueError("\(field.name): \(value) is not a case of '\(field.declaredType)'")
    }
    return stored(mask)
  }
}
