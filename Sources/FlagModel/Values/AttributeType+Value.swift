import JSON
import PlainText

extension AttributeType {
  /// Reads what a person typed; never null. Without a clock, `now` and `today` are no dates.
  package func value(from text: String, now: Timestamp? = nil) throws(ValueError) -> Value {
    switch self {
    case .bool: .integer(try BoolText.bool(text) ? 1 : 0)
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

  /// A number where the text is one.
  private func anyValue(from text: String) throws(ValueError) -> Value {
    if let whole = try? NumberText.integer(text, for: .int64) { return .integer(whole) }
    if let real = try? NumberText.double(text) { return .real(real) }
    return .text(try PlainValueText.string(text))
  }

  /// Reads a value given as it is stored: a flag set's integer, an enum's raw value, a decimal's
  /// smallest units. The other types have one way of writing.
  package func rawValue(from text: String, now: Timestamp? = nil) throws(ValueError) -> Value {
    switch self {
    case .decimal: .integer(try NumberText.integer(text, for: .int64))
    case .flags(let set): .integer(try set.storedValue(fromRaw: text))
    case .enumeration(let enumeration): try enumeration.value(fromRaw: text)
    case .array, .json: try rawJSON(from: text, now: now)
    default: try value(from: text, now: now)
    }
  }

  /// Flags and cases within JSON are numbers or texts as they are stored, too.
  private func rawJSON(from text: String, now: Timestamp?) throws(ValueError) -> Value {
    let typed = text.trimmed.utf8
    guard typed.first == UInt8(ascii: "[") || typed.first == UInt8(ascii: "{"),
      let json = try? JSONValue(reading: typed)
    else { return try value(from: text, now: now) }
    return try stored(ofCoded: json, now)
  }

  package func value(
    from text: String, isRaw: Bool, now: Timestamp?
  ) throws(ValueError) -> Value {
    isRaw ? try rawValue(from: text, now: now) : try value(from: text, now: now)
  }
}

enum BoolText {
  /// The truth of the words that nearly all inputs have; nil for any other.
  static func bool(exactly text: UnsafeBufferPointer<UInt8>) -> Bool? {
    switch text.count {
    case 1: text[0] == UInt8(ascii: "1") ? true : text[0] == UInt8(ascii: "0") ? false : nil
    case 4: text.elementsEqual("true".utf8) ? true : nil
    case 5: text.elementsEqual("false".utf8) ? false : nil
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

/// Texts that are kept as they are.
enum PlainValueText {
  /// NUL is refused, since most clients take it for the end of the text.
  static func string(_ text: String) throws(ValueError) -> String {
    guard !text.utf8.contains(0) else {
      throw ValueError.expected("a text without the character NUL", found: text)
    }
    return text
  }

  /// True of a URL in visible ASCII.
  static func isPlainURL(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    !text.isEmpty && text.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// Not empty, without blanks and control characters; what a scheme demands beyond that is not
  /// looked at, and relative URLs are URLs.
  static func url(_ text: String) throws(ValueError) -> String {
    let url = text.trimmed
    let isClean = url.unicodeScalars.allSatisfy {
      !$0.properties.isWhitespace && $0.properties.generalCategory != .control
    }
    guard !url.isEmpty, isClean else {
      throw ValueError.expected(
        "a URL", found: text, hint: url.contains(" ") ? "write a blank as %20" : nil)
    }
    return String(url)
  }
}

extension Timestamp {
  /// A date as people type it: `now` and `today` (in UTC) as well, and the names that Swift has for dates.
  init(typed text: String, now: Timestamp?) throws(ValueError) {
    let word = text.trimmed
    // No need to look at the letters of what begins with a digit, as nearly every date does.
    switch word.utf8.first.flatMap(digit) == nil ? word.lowercased() : "" {
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
  /// Reads names of flags and masks. A number alone is the whole mask, with its fields.
  fileprivate func value(from text: String) throws(ValueError) -> Value {
    let word = String(text.trimmed)
    let number = plainMask(word) ?? bits(withoutName: word)
    if enumeration == nil, mask(named: Name(word)) == nil, let number {
      return .integer(try storedValue(of: number))
    }
    return .integer(stored(try mask(from: text)))
  }

  /// The rawValue as Swift has it, or its bits: for `Int8`, -128 and 128 are the same mask.
  func storedValue(fromRaw text: String) throws(ValueError) -> Int64 {
    guard let mask = mask(decimal: text) else {
      throw ValueError.expected("the integer of a mask of \(rawType.bitWidth) bits", found: text)
    }
    return try storedValue(of: mask)
  }

  /// The bits of a decimal number, negative where the highest one is set, or not; nil for what is no
  /// number that the raw type holds. Fields may have any value in it.
  func mask(decimal text: String) -> UInt64? {
    let mask: UInt64
    if case .number(let number) = NumberText.scanInteger(text.trimmed.utf8) {
      mask = self.mask(stored: number)
    } else if case .number(let number) = NumberText.scanMagnitude(text.trimmed.utf8, radix: 10) {
      mask = number
    } else {
      return nil
    }
    return mask & ~widthMask == 0 ? mask : nil
  }

  /// The integer that is kept for a mask, whose fields must have values of their types.
  package func storedValue(of mask: UInt64) throws(ValueError) -> Int64 {
    if let field = fields.first(where: { !$0.isValid(in: mask) }) {
      let value = field.type.rawText(of: field.value(in: mask))
      throw ValueError("\(field.name): \(value) is not a case of '\(field.declaredType)'")
    }
    return stored(mask)
  }
}
