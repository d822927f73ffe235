import FlagModel

/// Appends a stored date as it is shown. Dates as flagdb keeps them are copied with a `T` and a `Z`;
/// what another client wrote is looked at closely.
func appendDate(_ stored: String, to bytes: inout [UInt8]) {
  var stored = stored
  let start = bytes.count
  let isPlain = stored.withUTF8 { text in
    guard isPlainDate(text) else { return false }
    bytes.append(contentsOf: text)
    return true
  }
  if isPlain {
    bytes[start + 10] = UInt8(ascii: "T")
    bytes.append(UInt8(ascii: "Z"))
  } else {
    AttributeType.date.appendText(of: .text(stored), to: &bytes)
  }
}

/// Whether a text is `YYYY-MM-DD HH:MM:SS` with a day that every month has.
private func isPlainDate(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
  guard text.count == 19, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
    text[10] == UInt8(ascii: " "), text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":")
  else { return false }
  func number(at index: Int) -> UInt8? {
    let (tens, ones) = (text[index] &- 0x30, text[index + 1] &- 0x30)
    return tens <= 9 && ones <= 9 ? tens * 10 + ones : nil
  }
  guard let century = number(at: 0), let year = number(at: 2), century > 0 || year > 0,
    let month = number(at: 5), 1...12 ~= month, let day = number(at: 8), 1...28 ~= day,
    let hour = number(at: 11), hour < 24, let minute = number(at: 14), minute < 60,
    let second = number(at: 17), second < 60
  else { return false }
  return true
}
