/// Where bytes stop being UTF-8: the offset of the first byte that no text can have there, or of a
/// character that the end cuts short; nil when all of it is text.
public func firstInvalidUTF8(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
  var at = 0
  while true {
    at = endOfASCII(in: bytes, from: at)
    if at == bytes.count { return nil }
    let length = lengthOfScalar(in: bytes, at: at)
    if length == 0 { return at }
    at += length
  }
}

/// Where bytes stop being UTF-8; nil when all of it is text.
public func firstInvalidUTF8(in bytes: [UInt8]) -> Int? {
  bytes.withUnsafeBufferPointer { firstInvalidUTF8(in: $0) }
}

private func endOfASCII(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
  let raw = UnsafeRawBufferPointer(bytes)
  var at = start
  while at + 8 <= raw.count,
    raw.loadUnaligned(fromByteOffset: at, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
  {
    at += 8
  }
  while at < bytes.count, bytes[at] < 0x80 { at += 1 }
  return at
}

/// The bytes of the scalar that begins here, or 0 where none does: the well-formed sequences of
/// the Unicode standard, which leave out overlong forms, surrogates and what is beyond U+10FFFF.
private func lengthOfScalar(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Int {
  let length: Int
  var second: ClosedRange<UInt8> = 0x80...0xBF
  switch bytes[start] {
  case 0xC2...0xDF: length = 2
  case 0xE0: (length, second) = (3, 0xA0...0xBF)
  case 0xED: (length, second) = (3, 0x80...0x9F)
  case 0xE1...0xEF: length = 3
  case 0xF0: (length, second) = (4, 0x90...0xBF)
  case 0xF4: (length, second) = (4, 0x80...0x8F)
  case 0xF1...0xF3: length = 4
  default: return 0
  }
  guard start + length <= bytes.count, second.contains(bytes[start + 1]) else { return 0 }
  let rest = bytes[(start + 2)..<(start + length)]
  return rest.allSatisfy { 0x80...0xBF ~= $0 } ? length : 0
}
