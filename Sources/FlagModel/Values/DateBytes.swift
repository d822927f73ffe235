/// Parses dates as bytes, in the form that nearly all inputs have.
package enum DateBytes {
  /// Appends the stored form of `YYYY-MM-DD`, possibly with a time to the second and a fraction
  /// after `T` or a space, with or without `Z`. Returns false, and appends nothing, for any other
  /// text.
  package static func appendStored(
    _ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]
  ) -> Bool {
    let isDay = text.count == 10
    guard isDay || text.count >= 19 && (text[10] == UInt8(ascii: "T") || text[10] == 0x20) else {
      return false
    }
    var end = text.count
    if text[end - 1] == UInt8(ascii: "Z") { end -= 1 }
    if end > 19 {
      guard text[19] == UInt8(ascii: "."), (21...26).contains(end) else { return false }
      for index in 20..<end where text[index] &- 0x30 > 9 { return false }
      while text[end - 1] == 0x30 { end -= 1 }
      if end == 20 { end = 19 }
    }
    let start = bytes.count
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[..<10]))
    if isDay {
      bytes.append(contentsOf: midnight)
    } else {
      bytes.append(0x20)
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[11..<end]))
    }
    let isRight =
      bytes.count >= start + 19
      && bytes.withUnsafeBytes { $0.baseAddress.map { isMoment($0 + start) } == true }
    if !isRight { bytes.removeSubrange(start...) }
    return isRight
  }

  /// The time of a date in its stored form; nil for any other text.
  package static func moment(_ text: UnsafeBufferPointer<UInt8>) -> Timestamp? {
    guard text.count >= 19, let start = text.baseAddress, isMoment(start) else { return nil }
    func number(_ range: Range<Int>) -> Int64 {
      range.reduce(0) { $0 * 10 + Int64(text[$1] - 0x30) }
    }
    var fraction: Int64 = 0
    if text.count > 19 {
      let digits = 20..<text.count
      guard text[19] == UInt8(ascii: "."), 1...6 ~= digits.count,
        digits.allSatisfy({ 0x30...0x39 ~= text[$0] })
      else { return nil }
      fraction = (digits.count..<6).reduce(number(digits)) { number, _ in number * 10 }
    }
    let day = CivilDate(
      year: Int(number(0..<4)), month: Int(number(5..<7)), day: Int(number(8..<10)))
    let seconds = (number(11..<13) * 60 + number(14..<16)) * 60 + number(17..<19)
    return Timestamp(startOf: day).adding(microseconds: seconds * 1_000_000 + fraction)
  }

  /// The stored form of a date in the usual form; nil for any other text.
  static func stored(_ text: String) -> String? {
    var text = text
    var bytes = [UInt8]()
    let isDate = text.withUTF8 { appendStored($0, to: &bytes) }
    if isDate { return String(decoding: bytes, as: UTF8.self) }
    return nil
  }

  private static let midnight = Array(" 00:00:00".utf8)

  /// True if 19 bytes are `YYYY-MM-DD HH:MM:SS` with an existing day and time.
  package static func isMoment(_ text: UnsafeRawPointer) -> Bool {
    // XOR leaves the value of each digit, and zero for each separator.
    let first = word(text, 0) ^ 0x2D30_302D_3030_3030  // 0000-00-
    let second = word(text, 8) ^ 0x3030_3A30_3020_3030  // 00 00:00
    let last = word(text, 11) ^ 0x3030_3A30_303A_3030  // 00:00:00
    guard (beyondNine(first) | beyondNine(second) | beyondNine(last)) & 0x8080_8080_8080_8080 == 0,
      first & 0xFF00_00FF_0000_0000 == 0, second & 0x0000_FF00_00FF_0000 == 0,
      last & 0x0000_FF00_00FF_0000 == 0
    else { return false }
    let year = pair(first, 0) * 100 + pair(first, 2)
    let month = pair(first, 5)
    let day = pair(second, 0)
    return year > 0 && month >= 1 && month <= 12 && day >= 1
      && (day <= 28 || day <= CivilDate.daysInMonth(Int(month), of: Int(year)))
      && pair(second, 3) < 24 && pair(second, 6) < 60 && pair(last, 6) < 60
  }

  private static func word(_ text: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The highest bit is set in every byte that exceeds nine. Other bytes may be marked only if one
  /// exceeds nine.
  private static func beyondNine(_ word: UInt64) -> UInt64 {
    (word &+ 0x7676_7676_7676_7676) | word
  }

  /// The number of two neighbouring digits.
  private static func pair(_ digits: UInt64, _ index: UInt64) -> UInt64 {
    (digits >> (8 * index) & 0xFF) * 10 + (digits >> (8 * index + 8) & 0xFF)
  }
}
