import FlagModel

extension LineBytes {
  /// Appends a stored date as it is shown, with a `T` and a `Z`; false, and nothing appended, where
  /// it is not as flagdb keeps dates: `YYYY-MM-DD HH:MM:SS`, a fraction without zeros at its end.
  mutating func append(date stored: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = stored.baseAddress, stored.count >= 19, stored.count <= 26,
      isMoment(UnsafeRawPointer(start)), stored.count == 19 || isFraction(stored[19...])
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

/// True if 19 bytes are `YYYY-MM-DD HH:MM:SS`, of a day and a time that exist.
private func isMoment(_ text: UnsafeRawPointer) -> Bool {
  // What is left of each byte is the value of the digit, or nothing where a separator stands.
  let first = word(text, 0) ^ 0x2D30_302D_3030_3030  // 0000-00-
  let second = word(text, 8) ^ 0x3030_3A30_3020_3030  // 00 00:00
  let last = word(text, 11) ^ 0x3030_3A30_303A_3030  // 00:00:00
  guard (beyondNine(first) | beyondNine(second) | beyondNine(last)) & highBits == 0,
    first & 0xFF00_00FF_0000_0000 == 0, second & 0x0000_FF00_00FF_0000 == 0,
    last & 0x0000_FF00_00FF_0000 == 0
  else { return false }
  let year = pair(first, 0) * 100 + pair(first, 2)
  let (month, day) = (pair(first, 5), pair(second, 0))
  return year > 0 && month >= 1 && month <= 12 && day >= 1
    && (day <= 28 || day <= CivilDate.daysInMonth(Int(month), of: Int(year)))
    && pair(second, 3) < 24 && pair(second, 6) < 60 && pair(last, 6) < 60
}

/// A point and digits, the last of which is no zero.
private func isFraction(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
  guard text.count > 1, text.first == UInt8(ascii: "."), text.last != UInt8(ascii: "0") else {
    return false
  }
  return text.dropFirst().allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
}

private func word(_ text: UnsafeRawPointer, _ offset: Int) -> UInt64 {
  UInt64(littleEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
}

/// The highest bit set in every byte that is more than nine; other bytes may be marked only where
/// one of these is.
private func beyondNine(_ word: UInt64) -> UInt64 {
  (word &+ 0x7676_7676_7676_7676) | word
}

/// The number that two neighbouring digits make.
private func pair(_ digits: UInt64, _ index: UInt64) -> UInt64 {
  (digits >> (8 * index) & 0xFF) * 10 + (digits >> (8 * index + 8) & 0xFF)
}
