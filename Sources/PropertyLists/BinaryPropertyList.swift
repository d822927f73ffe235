/// A binary property list: objects, a table of their offsets, and a 32-byte trailer that describes
/// the table.
///
///     "bplist0?" object… offset… | 6 unused, offset size, reference size,
///                                  count of objects, root, offset of the table
///
/// The file is not trusted: each offset, count and reference is checked against the length first.
struct BinaryPropertyList: PropertyListSource {
  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let count: Int
  private let table: Int
  let root: Int

  private static let header = 8
  private static let trailer = 32

  init(_ bytes: [UInt8]) throws(PropertyListError) {
    self.bytes = bytes
    guard bytes.count >= Self.header + Self.trailer else { throw .broken("it ends too early") }
    let end = bytes.count - Self.trailer
    offsetSize = Int(bytes[end + 6])
    referenceSize = Int(bytes[end + 7])
    count = try Self.number(in: bytes, at: end + 8, size: 8, "the count of objects")
    root = try Self.number(in: bytes, at: end + 16, size: 8, "the outermost object")
    table = try Self.number(in: bytes, at: end + 24, size: 8, "the offset of the table")
    guard count <= PropertyList.mostObjects else {
      throw .tooLarge(what: "objects", limit: PropertyList.mostObjects)
    }
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
      throw .broken("the size of offsets")
    }
    guard table >= Self.header, table <= end, count <= (end - table) / offsetSize else {
      throw .broken("the table of offsets")
    }
    guard root < count else { throw .broken("the outermost object") }
  }

  func value(of object: Int) throws(PropertyListError) -> PropertyListValue {
    guard object >= 0, object < count else { throw .broken("a reference to object \(object)") }
    let start = try Self.number(
      in: bytes, at: table + object * offsetSize, size: offsetSize, "the offset of object \(object)"
    )
    guard start >= Self.header, start < table else {
      throw .broken("the offset of object \(object)")
    }
    var piece = Piece(object: object, at: start + 1, end: table)
    let low = Int(bytes[start] & 0x0F)
    switch bytes[start] >> 4 {
    case 0x0: return try single(low, piece)
    case 0x1: return try integer(&piece, size: 1 << low)
    case 0x2: return .real(try real(&piece, size: 1 << low))
    case 0x3: return .date(try real(&piece, size: 8))
    case 0x4: return .data(Array(bytes[try take(&piece, length(low, &piece), each: 1)]))
    case 0x5: return try text(bytes[take(&piece, length(low, &piece), each: 1)], piece)
    case 0x6: return try wideText(bytes[take(&piece, length(low, &piece), each: 2)], piece)
    case 0x8: return .uid(try number(&piece, size: low + 1))
    // Arrays, and sets with or without an order.
    case 0xA, 0xB, 0xC: return .list(try references(&piece, length(low, &piece)))
    case 0xD:
      let count = try length(low, &piece)
      return .dictionary(keys: try references(&piece, count), values: try references(&piece, count))
    default: throw piece.problem
    }
  }

  // MARK: Kinds of objects

  private func single(_ low: Int, _ piece: Piece) throws(PropertyListError) -> PropertyListValue {
    switch low {
    case 0: .null
    case 8: .bool(false)
    case 9: .bool(true)
    default: throw piece.problem
    }
  }

  /// Reads an integer. Eight bytes are signed, fewer are unsigned, and sixteen bytes represent a
  /// large unsigned integer.
  private func integer(
    _ piece: inout Piece, size: Int
  ) throws(PropertyListError) -> PropertyListValue {
    guard size <= 16 else { throw piece.problem }
    let range = try take(&piece, size, each: 1)
    let bits = bytes[range].suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    if size == 16, bits > Int64.max || bytes[range].prefix(8).contains(where: { $0 != 0 }) {
      return .real(Double(bits))
    }
    return .integer(Int64(bitPattern: bits))
  }

  private func real(_ piece: inout Piece, size: Int) throws(PropertyListError) -> Double {
    guard size == 4 || size == 8 else { throw piece.problem }
    let bits = bytes[try take(&piece, size, each: 1)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    if size == 8 { return Double(bitPattern: bits) }
    return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
  }

  private func text(
    _ bytes: ArraySlice<UInt8>, _ piece: Piece
  ) throws(PropertyListError) -> PropertyListValue {
    // Some writers use UTF-8 in ASCII strings.
    guard let text = String(validating: bytes, as: UTF8.self) else { throw piece.problem }
    return .string(text)
  }

  private func wideText(
    _ bytes: ArraySlice<UInt8>, _ piece: Piece
  ) throws(PropertyListError) -> PropertyListValue {
    let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    guard let text = String(validating: units, as: UTF16.self) else { throw piece.problem }
    return .string(text)
  }

  private func references(_ piece: inout Piece, _ count: Int) throws(PropertyListError) -> [Int] {
    let range = try take(&piece, count, each: referenceSize)
    var references: [Int] = []
    references.reserveCapacity(count)
    for start in stride(from: range.lowerBound, to: range.upperBound, by: referenceSize) {
      references.append(try Self.number(in: bytes, at: start, size: referenceSize, "a reference"))
    }
    return references
  }

  // MARK: Bytes

  /// The unread bytes of an object. Its end is not known exactly.
  private struct Piece {
    let object: Int
    var at: Int
    let end: Int

    var problem: PropertyListError { .broken("object \(object)") }
  }

  /// The length of an object, in its marker byte or in an integer after it.
  private func length(_ low: Int, _ piece: inout Piece) throws(PropertyListError) -> Int {
    guard low == 15 else { return low }
    let mark = bytes[try take(&piece, 1, each: 1).lowerBound]
    guard mark >> 4 == 1, mark & 0x0F <= 3 else { throw piece.problem }
    return try number(&piece, size: 1 << Int(mark & 0x0F))
  }

  /// Skips a number of parts of a given size.
  private func take(
    _ piece: inout Piece, _ count: Int, each size: Int
  ) throws(PropertyListError) -> Range<Int> {
    guard count <= (piece.end - piece.at) / size else { throw piece.problem }
    let range = piece.at..<piece.at + count * size
    piece.at = range.upperBound
    return range
  }

  private func number(_ piece: inout Piece, size: Int) throws(PropertyListError) -> Int {
    guard size <= 8 else { throw piece.problem }
    let start = try take(&piece, size, each: 1).lowerBound
    return try Self.number(in: bytes, at: start, size: size, "object \(piece.object)")
  }

  /// Reads an offset, a count or a reference.
  private static func number(
    in bytes: [UInt8], at start: Int, size: Int, _ part: @autoclosure () -> String
  ) throws(PropertyListError) -> Int {
    let bits = bytes[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard let number = Int(exactly: bits) else { throw .broken(part()) }
    return number
  }
}
