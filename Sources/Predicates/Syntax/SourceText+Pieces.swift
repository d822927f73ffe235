package import FlagModel

extension SourceText {
  /// The ranges between commas outside of brackets and quotes.
  package var pieces: [Range<Int>] {
    var pieces: [Range<Int>] = []
    var (start, depth) = (0, 0)
    var quote: UInt8?
    var index = 0
    while index < utf8.count {
      let byte = utf8[index]
      switch byte {
      case _ where quote != nil:
        if byte == UInt8(ascii: "\\") { index += 1 }
        if byte == quote { quote = nil }
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): quote = byte
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: ",") where depth <= 0:
        pieces.append(start..<index)
        start = index + 1
      default: break
      }
      index += 1
    }
    return pieces + [start..<utf8.count]
  }
}
