internal import CPostgreSQL

/// A record of a COPY … TO STDOUT in text format: a line with tabs between the cells and `\N` for
/// NULL. https://www.postgresql.org/docs/current/sql-copy.html#id-1.9.3.55.9.2
struct CopyLine {
  private let start: UnsafeMutablePointer<UInt8>
  private let count: Int

  /// Takes ownership of a buffer that libpq has allocated.
  init(_ start: UnsafeMutablePointer<CChar>, count: Int) {
    self.start = UnsafeMutableRawPointer(start).assumingMemoryBound(to: UInt8.self)
    self.count = count
  }

  func free() { PQfreemem(start) }

  /// Finds the texts of the cells. Escapes are resolved in place, once.
  func split(into texts: CellTexts) {
    var from = 0
    var at = 0
    var index = 0
    while at < count, index < texts.count {
      switch start[at] {
      case UInt8(ascii: "\t"), UInt8(ascii: "\n"):
        texts[index] = UnsafeBufferPointer(start: start + from, count: at - from)
        from = at + 1
        index += 1
      case UInt8(ascii: "\\"):
        (texts[index], at) = escaped(from, at)
        from = at + 1
        index += 1
      default: break
      }
      at += 1
    }
  }

  /// The text of a cell with a backslash, and the offset of its end.
  private func escaped(_ from: Int, _ first: Int) -> (UnsafeBufferPointer<UInt8>?, end: Int) {
    var source = first
    var target = first
    var isNull = false
    while start[source] != UInt8(ascii: "\t"), start[source] != UInt8(ascii: "\n") {
      var byte = start[source]
      if byte == UInt8(ascii: "\\") {
        source += 1
        isNull = target == from && start[source] == UInt8(ascii: "N")
        byte = Self.meaning(of: start[source])
      }
      start[target] = byte
      source += 1
      target += 1
    }
    return (isNull ? nil : UnsafeBufferPointer(start: start + from, count: target - from), source)
  }

  /// The byte for a letter after a backslash.
  private static func meaning(of letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "v"): 0x0B
    default: letter
    }
  }
}

/// The texts of the cells of one record, nil for NULL. The buffer is reused for all records.
typealias CellTexts = UnsafeMutableBufferPointer<UnsafeBufferPointer<UInt8>?>
