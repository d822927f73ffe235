import FlagModel
import JSON

/// Parses an array in the format of the server, and writes it as JSON:
///
///     array   = [bounds "="] "{" [item ("," item)*] "}"
///     item    = array | "NULL" | word | '"' text '"'
///
/// A backslash escapes the next character.
struct ArrayReader {
  private let text: UnsafeBufferPointer<UInt8>
  private let element: ResultForm
  private var place = 0
  /// The maximum number of dimensions on a server.
  private static let greatestDepth = 6

  init(_ text: UnsafeBufferPointer<UInt8>, of element: ResultForm) {
    self.text = text
    self.element = element
    // An array that does not begin at index 1 has its bounds first.
    if text.first == UInt8(ascii: "["), let sign = text.firstIndex(of: UInt8(ascii: "=")) {
      place = sign + 1
    }
  }

  /// Appends the array as JSON; returns false if the text is not an array.
  mutating func appendJSON(to bytes: inout [UInt8]) -> Bool {
    appendArray(to: &bytes, depth: 1) && place == text.count
  }

  private var next: UInt8? { place < text.count ? text[place] : nil }

  private mutating func accept(_ sign: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: sign) else { return false }
    place += 1
    return true
  }

  private mutating func appendArray(to bytes: inout [UInt8], depth: Int) -> Bool {
    guard depth <= Self.greatestDepth, accept("{") else { return false }
    bytes.append(UInt8(ascii: "["))
    if !accept("}") {
      repeat {
        guard appendItem(to: &bytes, depth: depth) else { return false }
        if next == UInt8(ascii: ",") { bytes.append(UInt8(ascii: ",")) }
      } while accept(",")
      guard accept("}") else { return false }
    }
    bytes.append(UInt8(ascii: "]"))
    return true
  }

  private mutating func appendItem(to bytes: inout [UInt8], depth: Int) -> Bool {
    if next == UInt8(ascii: "{") { return appendArray(to: &bytes, depth: depth + 1) }
    let isQuoted = accept("\"")
    var item: [UInt8] = []
    while let byte = next {
      if isQuoted
        ? byte == UInt8(ascii: "\"") : byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}")
      {
        break
      }
      place += 1
      if byte != UInt8(ascii: "\\") {
        item.append(byte)
      } else if let escaped = next {
        item.append(escaped)
        place += 1
      }
    }
    if isQuoted, !accept("\"") { return false }
    if !isQuoted, item.elementsEqual("NULL".utf8) {
      bytes += "null".utf8
    } else {
      append(item, to: &bytes)
    }
    return true
  }

  private func append(_ item: [UInt8], to bytes: inout [UInt8]) {
    var read: [UInt8] = []
    switch item.withUnsafeBufferPointer({ element.read($0, to: &read) }) {
    case .null: bytes += "null".utf8
    case .integer(1) where element == .bool: bytes += "true".utf8
    case .integer where element == .bool: bytes += "false".utf8
    case .integer(let number): bytes += "\(number)".utf8
    case .real(let number) where number.isFinite: bytes += "\(number)".utf8
    case .text where element == .jsonb || element == .digits: bytes += read
    case .text where element == .moment: JSON.appendJSON(Self.moment(read), to: &bytes)
    case .text: JSON.appendJSON(String(decoding: read, as: UTF8.self), to: &bytes)
    // JSON has no bytes and no infinite numbers, so they become strings.
    case .blob, .real: JSON.appendJSON(String(decoding: item, as: UTF8.self), to: &bytes)
    }
  }

  /// A time in JSON: `2026-11-20T10:00:00Z`.
  private static func moment(_ text: [UInt8]) -> String {
    "\(String(decoding: text, as: UTF8.self).replacing(" ", with: "T"))Z"
  }
}
