import FlagModel

extension LineBytes {
  /// Appends a stored date in its displayed form, with `T` and `Z`. Returns false, and appends
  /// nothing, if the date is not in flagdb's form: `YYYY-MM-DD HH:MM:SS`, possibly with a fraction
  /// without trailing zeros.
  mutating func append(date stored: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = stored.baseAddress, stored.count >= 19, stored.count <= 26,
      DateBytes.isMoment(UnsafeRawPointer(start)), stored.count == 19 || isFraction(stored[19...])
    else { return false }
    append(atMost: 27) { place in
      place.update(from: start, count: stored.count)
      place[10] = UInt8(ascii: "T")
      place[stored.count] = UInt8(ascii: "Z")
      return stored.count + 1
    }
    return true
  }
}

/// True for a point and digits without a trailing zero.
private func isFraction(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
  guard text.count > 1, text.first == UInt8(ascii: "."), text.last != UInt8(ascii: "0") else {
    return false
  }
  return text.dropFirst().allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
}
