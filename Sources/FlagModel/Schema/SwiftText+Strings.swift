/// String literals.
extension SwiftText {
  /// Takes a literal in the form of `string` from the beginning of a text; nil if there is none.
  static func takeString(from bytes: inout ArraySlice<UInt8>) -> String? {
    guard bytes.popFirst() == UInt8(ascii: "\"") else { return nil }
    var end = bytes.startIndex
    while end < bytes.endIndex, bytes[end] != UInt8(ascii: "\"") {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard end < bytes.endIndex else { return nil }
    let literal = bytes[..<end]
    bytes = bytes[(end + 1)...]
    return unescaped(literal) ?? nil
  }

  /// The text with its escapes replaced. The inner optional is nil for an interpolation, and the
  /// outer one for an unknown escape.
  package static func unescaped(_ bytes: ArraySlice<UInt8>, pounds: Int = 0) -> String?? {
    var text: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), rest.prefix(pounds).count == pounds,
        rest.prefix(pounds).allSatisfy({ $0 == UInt8(ascii: "#") })
      else {
        text.append(byte)
        continue
      }
      rest = rest.dropFirst(pounds)
      switch rest.popFirst() {
      case UInt8(ascii: "n"): text.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "t"): text.append(UInt8(ascii: "\t"))
      case UInt8(ascii: "r"): text.append(UInt8(ascii: "\r"))
      case UInt8(ascii: "0"): text.append(0)
      case UInt8(ascii: "\n"): break
      case let escaped? where "\\\"'".utf8.contains(escaped): text.append(escaped)
      case UInt8(ascii: "u"):
        guard let scalar = scalar(&rest) else { return nil }
        text.append(contentsOf: Array(String(scalar).utf8))
      case UInt8(ascii: "("): return .some(nil)
      default: return nil
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// `{1F600}`
  private static func scalar(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard rest.popFirst() == UInt8(ascii: "{"), let end = rest.firstIndex(of: UInt8(ascii: "}"))
    else { return nil }
    let digits = String(decoding: rest[..<end], as: UTF8.self)
    rest = rest[(end + 1)...]
    return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
  }
}
