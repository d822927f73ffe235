internal import CPostgreSQL
import FlagModel

/// The conversion of a column's texts to values. The settings of the connection determine the text
/// format.
enum ResultForm: Hashable {
  case bool
  case integer
  case real
  /// A number whose digits all fit a `Double`, or a calculated one. An integer within 64 bits
  /// becomes an integer. A number that no `Double` represents becomes a text.
  case number
  /// A number whose digits only a text can represent.
  case digits
  /// A declared decimal as an integer of its smallest unit. The server writes every digit.
  case units
  case text
  case bytes
  /// A time in UTC, which flagdb writes without a zone.
  case moment
  case uuid
  case jsonb
  /// flagdb's JSON.
  indirect case array(ResultForm)

  init(type: Oid, modifier: Int32) {
    if let element = PostgreSQLType.element(of: type) {
      // JSON within JSON is not quoted.
      self = .array(element == .json ? .jsonb : Self(type: element.rawValue, modifier: modifier))
      return
    }
    switch PostgreSQLType(rawValue: type) {
    case .bool: self = .bool
    case .int2, .int4, .int8, .oid: self = .integer
    case .float4, .float8: self = .real
    case .numeric:
      // The declared precision of a numeric(p, s) is in the bits above its scale.
      self = Self.precision(modifier) > Self.digitsOfDouble ? .digits : .number
    case .bytea: self = .bytes
    case .timestamp, .timestamptz: self = .moment
    case .uuid: self = .uuid
    case .jsonb: self = .jsonb
    default: self = .text
    }
  }

  /// The declared precision of `numeric(p, s)`; 0 without a declaration.
  static func precision(_ modifier: Int32) -> Int32 { modifier >= 4 ? (modifier - 4) >> 16 : 0 }

  private static let digitsOfDouble: Int32 = 15
  /// The precision of a flagdb decimal.
  static let digitsOfUnits: Int32 = 19

  /// Converts a text; the bytes of a text or a blob are appended to the given bytes.
  func read(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) -> StoredRow.Cell {
    let start = bytes.count
    switch self {
    case .bool: return .integer(text.first == UInt8(ascii: "t") ? 1 : 0)
    case .integer:
      if let number = Self.integer(text) { return .integer(number) }
      bytes += text
    case .real: return .real(Self.real(text))
    case .number:
      if let number = Self.integer(text) { return .integer(number) }
      if let real = Self.exactReal(text) { return .real(real) }
      bytes += text
    case .units:
      if let units = Self.integer(text, isUnits: true) { return .integer(units) }
      if let endless = Self.endless(text) { return .real(endless) }
      bytes += text
    case .digits:
      if let number = Self.integer(text) { return .integer(number) }
      if let endless = Self.endless(text) { return .real(endless) }
      bytes += text
    case .text: bytes += text
    case .moment: Self.appendMoment(text, to: &bytes)
    case .uuid: bytes += text.lazy.map { (0x61...0x7A).contains($0) ? $0 & ~0x20 : $0 }
    case .jsonb: Self.appendCompact(text, to: &bytes)
    case .bytes:
      Self.appendBytes(text, to: &bytes)
      return .blob(start..<bytes.count)
    case .array(let element):
      var reader = ArrayReader(text, of: element)
      if !reader.appendJSON(to: &bytes) {
        bytes.removeSubrange(start...)
        bytes += text
      }
    }
    return .text(start..<bytes.count)
  }

  /// Reads a text as one value.
  func value(of text: UnsafeBufferPointer<UInt8>) -> Value {
    var bytes: [UInt8] = []
    switch read(text, to: &bytes) {
    case .null: return .null
    case .integer(let number): return .integer(number)
    case .real(let number): return .real(number)
    case .text: return .text(String(decoding: bytes, as: UTF8.self))
    case .blob: return .blob(bytes)
    }
  }

  // MARK: Texts of types

  /// The number that represents all digits of a text exactly; nil if there is none.
  private static func exactReal(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    if let endless = endless(text) { return endless }
    let number = real(text)
    let written = digits(text)
    // A number beyond all Doubles is read as infinity or 0.
    if written.isEmpty || written.count <= digitsOfDouble && number.isNormal { return number }
    // A Double is written with an exponent, or with all digits of its integer part.
    var shown = "\(number)"
    return shown.withUTF8 { digits($0.prefix { $0 | 0x20 != UInt8(ascii: "e") }) } == written
      ? number : nil
  }

  /// The digits without leading and trailing zeros.
  private static func digits(_ text: some Sequence<UInt8>) -> ArraySlice<UInt8> {
    let zero = UInt8(ascii: "0")
    var digits = text.filter { zero...UInt8(ascii: "9") ~= $0 }.drop { $0 == zero }
    while digits.last == zero { digits.removeLast() }
    return digits
  }

  /// - Parameter isUnits: true if a point between the digits is ignored.
  private static func integer(_ text: UnsafeBufferPointer<UInt8>, isUnits: Bool = false) -> Int64? {
    let isNegative = text.first == UInt8(ascii: "-")
    var number: Int64 = 0
    for index in (isNegative ? 1 : 0)..<text.count {
      let byte = text[index]
      guard case let digit = byte &- UInt8(ascii: "0"), digit < 10 else {
        if isUnits, byte == UInt8(ascii: ".") { continue }
        return nil
      }
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (next, isOver) = product.subtractingReportingOverflow(Int64(digit))
      if isTooLarge || isOver { return nil }
      number = next
    }
    if isNegative { return number }
    if number == .min || text.isEmpty { return nil }
    return -number
  }

  /// `NaN`, `Infinity` or `-Infinity`; nil for all other texts.
  private static func endless(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard let last = text.last, last > UInt8(ascii: "9") else { return nil }
    return Double(Substring(decoding: text, as: UTF8.self))
  }

  /// `NaN` and `Infinity` are numbers of a server too.
  private static func real(_ text: UnsafeBufferPointer<UInt8>) -> Double {
    Double(decimal: text) ?? Double(Substring(decoding: text, as: UTF8.self)) ?? .nan
  }

  /// Appends a time without the zone, which is `+00`. Times BC and infinite times stay unchanged.
  private static func appendMoment(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    let end = text.count - 3
    let isUTC =
      end > 16 && text[end] == UInt8(ascii: "+") && text[end + 1] == UInt8(ascii: "0")
      && text[end + 2] == UInt8(ascii: "0")
    bytes += isUTC ? UnsafeBufferPointer(rebasing: text[..<end]) : text
  }

  /// Appends JSON without spaces between its tokens.
  private static func appendCompact(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    var isInText = false
    var isEscaped = false
    for byte in text {
      if byte == UInt8(ascii: " "), !isInText { continue }
      bytes.append(byte)
      if byte == UInt8(ascii: "\""), !isEscaped { isInText.toggle() }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
  }

  /// Appends the bytes of `\x00ff`.
  private static func appendBytes(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    let digits = text.dropFirst(2)
    bytes.reserveCapacity(bytes.count + digits.count / 2)
    var index = digits.startIndex
    while index + 1 < digits.endIndex {
      bytes.append(nibble(digits[index]) << 4 | nibble(digits[index + 1]))
      index += 2
    }
  }

  private static func nibble(_ digit: UInt8) -> UInt8 {
    if digit <= UInt8(ascii: "9") { return digit & 0x0F }
    return digit & 0x0F + 9
  }
}
