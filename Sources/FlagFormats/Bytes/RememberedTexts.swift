import FlagModel

/// Caches the texts of stored values that have few distinct values, such as flags and cases. A
/// lookup checks a single slot. The cache grows while values often replace one another.
struct RememberedTexts {
  /// A value: a number, or a text by its hash and its length, with its bytes before the cached
  /// text.
  fileprivate struct Key: Equatable {
    enum Kind: Equatable {
      case nothing, integer, real
      case text(count: Int32)
    }

    var kind = Kind.nothing
    var number: UInt64 = 0
  }

  private struct Place {
    var key = Key()
    var start: Int32 = 0
    var count: Int32 = 0
  }

  private var places: [Place] = []
  private var bytes: [UInt8] = []
  /// The cache has two to the power of this number of places.
  private var bits: UInt64 = 11
  private static let mostBits: UInt64 = 15
  /// The number of values that have replaced another one since the cache became empty.
  private var replacements = 0
  private static let mostBytes = 1 << 20

  /// Appends the text of a cell, if it is cached.
  @inline(__always)
  func append(_ cell: StoredRow.Cell, of row: StoredRow, to line: inout LineBytes) -> Bool {
    if places.isEmpty { return false }
    switch cell {
    case .integer(let number):
      return append(Key(kind: .integer, number: UInt64(bitPattern: number)), nil, to: &line)
    case .real(let number):
      return append(Key(kind: .real, number: number.bitPattern), nil, to: &line)
    case .text(let range): return row.withBytes(range) { append(Key($0), $0, to: &line) }
    case .null, .blob: return false
    }
  }

  @inline(__always)
  private func append(
    _ key: Key, _ text: UnsafeBufferPointer<UInt8>?, to line: inout LineBytes
  ) -> Bool {
    let place = places[key.index(bits: bits)]
    guard place.key == key else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      let start = Int(place.start)
      if let text, !isEqual(text, bytes[start - text.count..<start]) { return false }
      line.append(UnsafeBufferPointer(rebasing: bytes[start..<start + Int(place.count)]))
      return true
    }
  }

  /// Caches the text of a cell, possibly in place of another one.
  mutating func remember(
    _ text: UnsafeBufferPointer<UInt8>, of cell: StoredRow.Cell, of row: StoredRow
  ) {
    switch cell {
    case .integer(let number):
      remember(text, Key(kind: .integer, number: UInt64(bitPattern: number)), nil)
    case .real(let number): remember(text, Key(kind: .real, number: number.bitPattern), nil)
    case .text(let range): row.withBytes(range) { remember(text, Key($0), $0) }
    case .null, .blob: break
    }
  }

  private mutating func remember(
    _ text: UnsafeBufferPointer<UInt8>, _ key: Key, _ stored: UnsafeBufferPointer<UInt8>?
  ) {
    let count = text.count + (stored?.count ?? 0)
    guard count < Self.mostBytes else { return }
    if replacements > places.count, bits < Self.mostBits {
      bits += 2
      places = []
    }
    if places.isEmpty || bytes.count + count > Self.mostBytes { removeAll() }
    if let stored { bytes.append(contentsOf: stored) }
    let index = key.index(bits: bits)
    if places[index].key.kind != .nothing { replacements += 1 }
    places[index] = Place(key: key, start: Int32(bytes.count), count: Int32(text.count))
    bytes.append(contentsOf: text)
  }

  private mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    places = [Place](repeating: Place(), count: 1 << Int(bits))
    replacements = 0
  }
}

/// Compares byte by byte. The generic comparison took 3 % of the instructions of an export.
@inline(__always)
private func isEqual(
  _ text: UnsafeBufferPointer<UInt8>, _ other: Slice<UnsafeBufferPointer<UInt8>>
) -> Bool {
  guard text.count == other.count else { return false }
  let start = other.startIndex
  for index in text.indices where text[index] != other.base[start + index] { return false }
  return true
}

extension RememberedTexts.Key {
  /// The key of a text. The hash uses words of eight bytes, the last of which may overlap the
  /// previous one.
  @inline(__always)
  fileprivate init(_ text: UnsafeBufferPointer<UInt8>) {
    var hash = Self.mixed(UInt64(text.count))
    let raw = UnsafeRawBufferPointer(text)
    if text.count < 8 {
      let word = text.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
      hash = Self.mixed(hash ^ word)
    } else {
      for offset in stride(from: 0, to: text.count - 8, by: 8) {
        hash = Self.mixed(hash ^ raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      }
      let last = raw.loadUnaligned(fromByteOffset: text.count - 8, as: UInt64.self)
      hash = Self.mixed(hash ^ last)
    }
    self.init(kind: .text(count: Int32(truncatingIfNeeded: text.count)), number: hash)
  }

  /// The highest bits of a product are mixed best.
  @inline(__always)
  func index(bits: UInt64) -> Int {
    Int(truncatingIfNeeded: Self.multiplied(number) >> (64 - bits))
  }

  private static func mixed(_ number: UInt64) -> UInt64 {
    let product = multiplied(number)
    return product ^ product >> 32
  }

  /// Multiplies with a constant that spreads bits evenly.
  private static func multiplied(_ number: UInt64) -> UInt64 { number &* 0x9E37_79B9_7F4A_7C15 }
}
