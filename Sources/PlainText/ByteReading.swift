/// A lexer with the bytes of its source and a position in them. Its short functions are inlined, as
/// they run for each byte. See Documentation/Decisions/inlined-functions-are-public.md.
public protocol ByteReading {
  var bytes: [UInt8] { get }
  /// The offset of the next byte.
  var at: Int { get }
}

extension ByteReading {
  /// The next byte, or one after it; 0 if there is none.
  @inlinable
  public func byte(_ ahead: Int = 0) -> UInt8 { at + ahead < bytes.count ? bytes[at + ahead] : 0 }

  /// True if a text is next.
  @inlinable
  public func isAt(_ text: StaticString) -> Bool {
    guard at + text.utf8CodeUnitCount <= bytes.count else { return false }
    return text.withUTF8Buffer { bytes[at..<at + $0.count].elementsEqual($0) }
  }
}
