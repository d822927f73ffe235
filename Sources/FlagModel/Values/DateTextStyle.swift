/// The format of dates in a text column, so that a new date is written like the existing ones.
package struct DateTextStyle: Hashable, Sendable {
  /// The character between day and time; nil if the texts have no time.
  private let separator: UInt8?
  /// The number of digits in the fraction of a second; nil if the texts have no seconds.
  private let places: Int?
  /// The suffix for UTC: empty, `Z`, ` UTC`, or a zero offset.
  private let zone: [UInt8]

  /// The format of a text; nil if it is not a known date.
  package init?(showing text: String) {
    let bytes = Array(text.utf8)
    guard (try? Timestamp(text)) != nil, bytes.count >= 10 else { return nil }
    guard bytes.count > 10 else {
      separator = nil
      places = nil
      zone = []
      return
    }
    separator = bytes[10]
    let time = bytes[11...]
    let end = time.firstIndex { !Self.isOfTime($0) } ?? time.endIndex
    zone = time[end...].map(Self.ofUTC)
    if end - 11 < 8 {
      places = nil
    } else if let point = time[..<end].firstIndex(of: UInt8(ascii: ".")) {
      places = end - point - 1
    } else {
      places = 0
    }
  }

  /// Appends a date from flagdb's stored form. Parts that the format lacks are written all the
  /// same, so that nothing is lost.
  package func append(_ kept: some RandomAccessCollection<UInt8>, to bytes: inout [UInt8]) {
    let fraction = kept.dropFirst(20)
    if separator == nil, kept.dropFirst(11).elementsEqual(Self.midnight) {
      return bytes.append(contentsOf: kept.prefix(10))
    }
    bytes.append(contentsOf: kept.prefix(10))
    bytes.append(separator ?? UInt8(ascii: " "))
    let isMinute = separator != nil && places == nil && kept.dropFirst(17).elementsEqual(Self.zeros)
    bytes.append(contentsOf: kept.prefix(isMinute ? 16 : 19).dropFirst(11))
    if fraction.count > 0 || places ?? 0 > 0 {
      bytes.append(UInt8(ascii: "."))
      bytes.append(contentsOf: fraction)
      for _ in 0..<max(0, (places ?? 0) - fraction.count) { bytes.append(UInt8(ascii: "0")) }
    }
    bytes.append(contentsOf: zone)
  }

  private static let midnight = Array("00:00:00".utf8)
  private static let zeros = Array("00".utf8)

  /// The text of a time.
  package func text(of moment: Timestamp) -> String {
    var bytes: [UInt8] = []
    append(Array(moment.storedText.utf8), to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isOfTime(_ byte: UInt8) -> Bool {
    (0x30...0x3A).contains(byte) || byte == UInt8(ascii: ".")
  }

  /// Converts `+02:00` to `+00:00`, because the written time is UTC.
  private static func ofUTC(_ byte: UInt8) -> UInt8 {
    switch byte {
    case 0x30...0x39: 0x30
    case UInt8(ascii: "-"): UInt8(ascii: "+")
    default: byte
    }
  }
}
