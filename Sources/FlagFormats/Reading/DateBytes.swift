import FlagModel

/// Dates as bytes, in the spelling that nearly all inputs have.
enum DateBytes {
  /// Appends `YYYY-MM-DD`, with a time to the second and a fraction behind `T` or a blank or not,
  /// with `Z` or not, in the form in which it is kept. False, and nothing is appended, for any
  /// other text.
  static func appendStored(
    _ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]
  ) -> Bool {
    guard text.count >= 10, let base = text.baseAddress, isDay(base) else { return false }
    if text.count == 10 {
      bytes.append(contentsOf: text)
      bytes.append(contentsOf: midnight)
      return true
    }
    guard text.count >= 19, base[10] == UInt8(ascii: "T") || base[10] == 0x20, isTime(base + 11)
    else { return false }
    let isUTC = text[text.count - 1] == UInt8(ascii: "Z")
    var end = text.count - (isUTC ? 1 : 0)
    if end > 19 {
      guard text[19] == UInt8(ascii: "."), (21...26).contains(end) else { return false }
      for index in 20..<end where text[index] &- 0x30 > 9 { return false }
      while text[end - 1] == 0x30 { end -= 1 }
      if end == 20 { end = 19 }
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[..<10]))
    bytes.append(0x20)
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[11..<end]))
    return true
  }

  private static let midnight = Array(" 00:00:00".utf8)

  private static func isDay(_ text: UnsafePointer<UInt8>) -> Bool {
    guard let century = pair(text), let year = pair(text + 2), let month = pair(text + 5),
      let day = pair(text + 8), text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-")
    else { return false }
    guard century + year > 0, (1...12).contains(month) else { return false }
    return day >= 1
      && (day <= 28 || day <= CivilDate.daysInMonth(month, of: century * 100 + year))
  }

  private static func isTime(_ text: UnsafePointer<UInt8>) -> Bool {
    guard let hour = pair(text), let minute = pair(text + 3), let second = pair(text + 6),
      text[2] == UInt8(ascii: ":"), text[5] == UInt8(ascii: ":")
    else { return false }
    return hour < 24 && minute < 60 && second < 60
  }

  /// The number that two digits write.
  @inline(__always)
  private static func pair(_ text: UnsafePointer<UInt8>) -> Int? {
    let (tens, ones) = (text[0] &- 0x30, text[1] &- 0x30)
    return tens <= 9 && ones <= 9 ? Int(tens) * 10 + Int(ones) : nil
  }
}
