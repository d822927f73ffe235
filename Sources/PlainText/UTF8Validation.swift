/// The offset of the first invalid byte, or of a truncated character at the end; nil if all bytes
/// are valid UTF-8.
package func firstInvalidUTF8(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
  var at = 0
  while true {
    at = endOfASCII(in: bytes, from: at)
    if at == bytes.count { return nil }
    guard let start = bytes.baseAddress else { return nil }
    let length = lengthOfScalar(at: start + at, before: bytes.count - at)
    if length == 0 || length > bytes.count - at { return at }
    at += length
  }
}

/// The offset of the first invalid byte; nil if all bytes are valid UTF-8.
package func firstInvalidUTF8(in bytes: [UInt8]) -> Int? {
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

/// The length of the scalar at a pointer: 0 if it is invalid, and beyond the end if it is
/// truncated. Overlong forms, surrogates and numbers above U+10FFFF are invalid, as in the Unicode
/// standard.
@inline(never)
package func lengthOfScalar(at pointer: UnsafePointer<UInt8>, before end: Int) -> Int {
  let length: Int
  var second: ClosedRange<UInt8> = 0x80...0xBF
  switch pointer[0] {
  case 0xC2...0xDF: length = 2
  case 0xE0: (length, second) = (3, 0xA0...0xBF)
  case 0xED: (length, second) = (3, 0x80...0x9F)
  case 0xE1...0xEF: length = 3
  case 0xF0: (length, second) = (4, 0x90...0xBF)
  case 0xF4: (length, second) = (4, 0x80...0x8F)
  case 0xF1...0xF3: length = 4
  default: return 0
  }
  for index in 1..<length where index < end {
    let byte = pointer[index]
    guard index == 1 ? second.contains(byte) : 0x80...0xBF ~= byte else { return 0 }
  }
  return length
}
