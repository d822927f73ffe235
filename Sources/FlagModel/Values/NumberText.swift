import PlainText

/// Parses numbers as people write them: ASCII digits and a point, without separators.
enum NumberText {
  /// The result of scanning a text for a number.
  enum Scanned<Number> {
    case number(Number)
    case tooLarge
    case malformed
  }

  /// Parses a decimal number with an optional sign, a hexadecimal one after `0x`, or an octal one
  /// after `0o`.
  static func integer(_ text: some StringProtocol, for type: IntegerType) throws(ValueError)
    -> Int64
  {
    let range = type.storedRange
    switch scanInteger(text.trimmed.utf8) {
    case .number(let number) where range.contains(number): return number
    case .malformed:
      throw ValueError.expected("a whole number", found: text, hint: integerRepair(text))
    case .number, .tooLarge:
      var hint: Hint?
      if type.bitWidth == 64, !type.isSigned { hint = unsignedLimit }
      throw ValueError.expected(
        "a whole number from \(range.lowerBound) to \(range.upperBound) (\(type.rawValue))",
        found: text, hint: hint)
    }
  }

  private static let unsignedLimit: Hint = "a database stores integers as signed 64-bit numbers"

  static func scanInteger(_ utf8: some Collection<UInt8>) -> Scanned<Int64> {
    var rest = utf8[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    let radix = radix(of: rest)
    if radix != 10 { rest.removeFirst(2) }
    switch scanMagnitude(rest, radix: radix) {
    case .malformed: return .malformed
    case .tooLarge: return .tooLarge
    case .number(let magnitude):
      return signed(magnitude, isNegative: isNegative).map { .number($0) } ?? .tooLarge
    }
  }

  /// The base, from the first two characters.
  static func radix(of digits: some Collection<UInt8>) -> UInt64 {
    guard digits.first == UInt8(ascii: "0"), let mark = digits.dropFirst().first else { return 10 }
    switch mark | 0x20 {
    case UInt8(ascii: "x"): return 16
    case UInt8(ascii: "o"): return 8
    case UInt8(ascii: "b"): return 2
    default: return 10
    }
  }

  /// Scans digits up to the end of the text; at least one is required.
  static func scanMagnitude(_ digits: some Collection<UInt8>, radix: UInt64) -> Scanned<UInt64> {
    var value: UInt64 = 0
    var overflows = false
    guard !digits.isEmpty else { return .malformed }
    for byte in digits {
      guard let digit = hexDigit(byte), digit < radix else { return .malformed }
      let (product, productOverflow) = value.multipliedReportingOverflow(by: radix)
      let (sum, sumOverflow) = product.addingReportingOverflow(UInt64(digit))
      overflows = overflows || productOverflow || sumOverflow
      value = sum
    }
    if overflows { return .tooLarge }
    return .number(value)
  }

  static func signed(_ magnitude: UInt64, isNegative: Bool) -> Int64? {
    if !isNegative { return Int64(exactly: magnitude) }
    if magnitude == Int64.min.magnitude { return .min }
    return Int64(exactly: magnitude).map { -$0 }
  }

  /// Parses decimal notation with an optional exponent, rounded to the nearest Double. Zero has no
  /// sign, because SQLite does not store it.
  static func double(_ text: some StringProtocol) throws(ValueError) -> Double {
    let number = text.trimmed
    if let value = DecimalDigits(number.utf8)?.double { return value }
    guard isDecimalNotation(number.utf8), let value = Double(String(number)) else {
      throw ValueError.expected("a number", found: text, hint: numberRepair(text))
    }
    guard value.isFinite else {
      throw ValueError.expected("a number that a Double can hold", found: text)
    }
    if value == 0 { return 0 }
    return value
  }

  /// The nearest Float, which the app will read.
  static func float(_ text: some StringProtocol) throws(ValueError) -> Double {
    _ = try double(text)
    guard let value = Float(String(text.trimmed)), value.isFinite else {
      throw ValueError.expected("a number that a Float can hold", found: text)
    }
    if value == 0 { return 0 }
    return Double(value)
  }

  /// `[+-] digits [. digits] [e [+-] digits]`, or without the digits before the point.
  static func isDecimalNotation(_ utf8: some Collection<UInt8>) -> Bool {
    var rest = utf8[...]
    func isSign(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") }
    func takeDigits() -> Bool {
      let count = rest.prefix { digit($0) != nil }.count
      rest = rest.dropFirst(count)
      return count > 0
    }
    if let first = rest.first, isSign(first) { rest.removeFirst() }
    let hasWhole = takeDigits()
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      guard takeDigits() else { return false }
    } else if !hasWhole {
      return false
    }
    if rest.first.map({ $0 | 0x20 }) == UInt8(ascii: "e") {
      rest.removeFirst()
      if let sign = rest.first, isSign(sign) { rest.removeFirst() }
      guard takeDigits() else { return false }
    }
    return rest.isEmpty
  }

  /// The decimal places that a number needs, negative for zeros before the point. Nil for 0 and for a text that is no
  /// number.
  static func places(of text: String) -> Int? {
    guard isDecimalNotation(text.utf8) else { return nil }
    let parts = text.split { $0 == "e" || $0 == "E" }
    let number = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    let digits = number.joined().utf8
    guard let last = digits.lastIndex(where: { UInt8(ascii: "1")...UInt8(ascii: "9") ~= $0 }) else {
      return nil
    }
    let zeros = digits.distance(from: last, to: digits.endIndex) - 1
    let places = number.count > 1 ? number[1].utf8.count : 0
    let exponent = parts.count > 1 ? Int32(parts[1]).map(Int.init) ?? 0 : 0
    return places - exponent - zeros
  }

  private static func integerRepair(_ text: some StringProtocol) -> Hint? {
    if let whole = wholePart(text) { return "write it as \(whole)" }
    return numberRepair(text)
  }

  /// `12` of `12.0` or `12.00`.
  private static func wholePart(_ text: some StringProtocol) -> String? {
    let parts = text.trimmed.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let whole = parts.first, let fraction = parts.last,
      case .number = scanInteger(whole.utf8), !fraction.isEmpty,
      fraction.utf8.allSatisfy({ $0 == UInt8(ascii: "0") })
    else { return nil }
    return String(whole)
  }

  /// A suggestion for a number with separators or non-ASCII digits.
  static func numberRepair(_ text: some StringProtocol) -> Hint? {
    let scalars = text.trimmed.unicodeScalars
    if scalars.contains(where: { !$0.isASCII && $0.properties.numericType == .decimal }) {
      return "write it with the digits 0 to 9"
    }
    let parts = text.trimmed.split(omittingEmptySubsequences: false) { "_,' \u{A0}".contains($0) }
    let joined = parts.joined()
    guard parts.count > 1, isDecimalNotation(joined.utf8) else { return nil }
    let isGrouped = parts.dropFirst().allSatisfy { $0.prefix { $0 != "." }.utf8.count == 3 }
    if isGrouped { return "write it without separators: \(joined)" }
    if parts.count == 2 && text.contains(",") {
      return "write the decimal point as a point: \(parts.joined(separator: "."))"
    }
    return nil
  }
}

extension IntegerType {
  /// The values of the type that a signed 64-bit integer can hold.
  package var storedRange: ClosedRange<Int64> {
    if isSigned {
      let highest = Int64.max >> Int64(64 - bitWidth)
      return (-highest - 1)...highest
    }
    if bitWidth == 64 { return 0...Int64.max }
    return 0...((1 << Int64(bitWidth)) - 1)
  }
}
