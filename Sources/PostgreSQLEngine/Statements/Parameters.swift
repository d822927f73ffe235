internal import CPostgreSQL
import FlagModel

/// The values of a statement in their form for the server. Numbers and bytes have a type. A text
/// has none, so that the server converts it to a date, a UUID or JSON if it expects one.
struct Parameters {
  private(set) var values: [Value] = []

  /// Sets a value; the first has the number 1. Unset values are NULL.
  mutating func set(_ value: Value, at index: Int) {
    while values.count < index { values.append(.null) }
    values[index - 1] = value
  }

  /// The types of the values, 0 for none.
  var types: [Oid] { values.map(Self.type) }

  /// True if a statement that was prepared for the types accepts the values.
  func fit(_ types: [Oid]) -> Bool {
    values.count == types.count
      && zip(values, types).allSatisfy { $0 == .null || Self.type(of: $0) == $1 }
  }

  /// True if a text contains NUL, which the server does not accept.
  var hasUnsendableText: Bool {
    values.contains { value in
      if case .text(let text) = value { text.utf8.contains(0) } else { false }
    }
  }

  private static func type(of value: Value) -> Oid {
    switch value {
    case .null, .text: 0
    case .integer: PostgreSQLType.int8.rawValue
    case .real: PostgreSQLType.float8.rawValue
    case .blob: PostgreSQLType.bytea.rawValue
    }
  }

  /// Calls the body with the addresses, lengths and formats of the values for libpq.
  func withAddresses(
    _ body: (_ addresses: [UnsafePointer<CChar>?], _ lengths: [Int32], _ formats: [Int32]) -> Int32
  ) -> Int32 {
    var bytes: [UInt8] = []
    let places = values.map { value -> Range<Int>? in
      let start = bytes.count
      if Self.append(value, to: &bytes) { return start..<bytes.count }
      return nil
    }
    let formats = values.map { value -> Int32 in if case .text = value { 0 } else { 1 } }
    // An empty buffer would have no address, and libpq takes a null address for NULL.
    bytes.append(0)
    return bytes.withUnsafeBytes { bytes in
      let start = bytes.assumingMemoryBound(to: CChar.self).baseAddress
      let addresses = places.map { place in place.flatMap { start?.advanced(by: $0.lowerBound) } }
      return body(addresses, places.map { Int32(clamping: $0?.count ?? 0) }, formats)
    }
  }

  /// Sends a statement with the values.
  func send(_ sql: String, on handle: OpaquePointer) -> Int32 {
    withAddresses { addresses, lengths, formats in
      PQsendQueryParams(handle, sql, Int32(addresses.count), types, addresses, lengths, formats, 0)
    }
  }

  /// Sends the values for a named statement.
  func send(toStatement name: String, on handle: OpaquePointer) -> Int32 {
    withAddresses { addresses, lengths, formats in
      PQsendQueryPrepared(handle, name, Int32(addresses.count), addresses, lengths, formats, 0)
    }
  }

  /// Appends a value as the server reads it; false for NULL.
  private static func append(_ value: Value, to bytes: inout [UInt8]) -> Bool {
    switch value {
    case .null: return false
    case .integer(let number): append(UInt64(bitPattern: number), to: &bytes)
    case .real(let number): append(number.bitPattern, to: &bytes)
    case .text(let text):
      bytes += text.utf8
      bytes.append(0)
    case .blob(let blob): bytes += blob
    }
    return true
  }

  private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
  }
}
