internal import CPostgreSQL
import FlagModel

/// The way in which the texts of a column become values of ours: what a server writes of a type, as
/// `configure` of the connection has told it to.
enum ColumnForm: Hashable {
  case bool
  case integer
  case real
  /// A number of so many digits that a `Double` holds each, or one that was calculated: a whole one
  /// is an integer if 64 bits hold it, and one that no `Double` gives back is a text.
  case number
  /// A number that only a text holds with all its digits.
  case digits
  /// A declared decimal as a whole number of its smallest unit; the server writes every digit.
  case units
  case text
  case bytes
  /// A moment in UTC, which we write without a zone.
  case moment
  case uuid
  case jsonb
  /// JSON of ours.
  indirect case array(ColumnForm)

  init(type: Oid, modifier: Int32) {
    if let element = PostgreSQLType.element(of: type) {
      // JSON in JSON needs no quotes.
      self = .array(element == .json ? .jsonb : Self(type: element.rawValue, modifier: modifier))
      return
    }
    switch PostgreSQLType(rawValue: type) {
    case .bool: self = .bool
    case .int2, .int4, .int8, .oid: self = .integer
    case .float4, .float8: self = .real
    case .numeric:
      // The digits of a declared numeric(p, s), above its scale.
      self = Self.precision(modifier) > Self.digitsOfDouble ? .digits : .number
    case .bytea: self = .bytes
    case .timestamp, .timestamptz: self = .moment
    case .uuid: self = .uuid
    case .jsonb: self = .jsonb
    default: self = .text
    }
  }

  /// The digits of a declared `numeric(p, s)`; 0 where none are said.
  static func precision(_ modifier: Int32) -> Int32 { modifier >= 4 ? (modifier - 4) >> 16 : 0 }

  private static let digitsOfDouble: Int32 = 15
  /// Those of a decimal of ours.
  static let digitsOfUnits: Int32 = 19

  /// Reads a text; the bytes of a text or a blob are appended to those given.
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
      if let units = Self.units(text) { return .integer(units) }
      bytes += text
    case .digits:
      if let number = Self.integer(text) { return .integer(number) }
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

  // MARK: Texts of types

  /// The number that gives back all digits of a text; nil if there is none.
  private static func exactReal(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    let number = real(text)
    let own = digits(text)
    if !number.isFinite || own.count <= digitsOfDouble { return number }
    // A Double is written with an exponent, or with the digits of its whole part.
    var shown = "\(number)"
    return shown.withUTF8 { digits($0.prefix { $0 | 0x20 != UInt8(ascii: "e") }) } == own
      ? number : nil
  }

  /// The digits without the zeros at both ends.
  private static func digits(_ text: some Sequence<UInt8>) -> ArraySlice<UInt8> {
    let zero = UInt8(ascii: "0")
    var digits = text.filter { zero...UInt8(ascii: "9") ~= $0 }.drop { $0 == zero }
    while digits.last == zero { digits.removeLast() }
    return digits
  }

  /// - Parameter isUnits: true if a point between the digits does not count.
  private static func integer(
    _ text: UnsafeBufferPointer<UInt8>, isUnits: Bool = false
  ) -> Int64? {
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
    return number == .min || text.isEmpty ? nil : -number
  }

  private static func units(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    integer(text, isUnits: true)
  }

  /// `NaN` and `Infinity` are numbers of a server as well.
  private static func real(_ text: UnsafeBufferPointer<UInt8>) -> Double {
    Double(decimal: text) ?? Double(Substring(decoding: text, as: UTF8.self)) ?? .nan
  }

  /// Without the zone, which is `+00`. Moments before Christ and without end stay as they are.
  private static func appendMoment(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    let end = text.count - 3
    let isUTC =
      end > 16 && text[end] == UInt8(ascii: "+") && text[end + 1] == UInt8(ascii: "0")
      && text[end + 2] == UInt8(ascii: "0")
    bytes += isUTC ? UnsafeBufferPointer(rebasing: text[..<end]) : text
  }

  /// Without the blanks between the parts.
  private static func appendCompact(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    var (isInText, isEscaped) = (false, false)
    for byte in text {
      if byte == UInt8(ascii: " "), !isInText { continue }
      bytes.append(byte)
      if byte == UInt8(ascii: "\""), !isEscaped { isInText.toggle() }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
  }

  /// `\x00ff`
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
    digit <= UInt8(ascii: "9") ? digit & 0x0F : digit & 0x0F + 9
  }
}
