import Columns

/// The serial types of values in records.
enum SerialType {
  /// An upper limit for serial types, beyond any value in a file.
  static let greatest: UInt64 = 1 << 32

  /// The size of a value in bytes; nil for reserved serial types.
  @inline(__always)
  static func size(_ type: UInt64) -> Int? {
    switch type {
    case 0, 8, 9: return 0
    case 1...4: return Int(type)
    case 5: return 6
    case 6, 7: return 8
    case 10, 11: return nil
    default: return type < greatest ? Int(type - 12) / 2 : nil
    }
  }
}

/// The decoding of a number or NULL, by its serial type. Serial types vary from record to record, so that
/// calculating is faster than a conditional.
struct NumberDecoding {
  /// The number of these serial types.
  static let count = 10
  static let null: UInt8 = 0
  static let real: UInt8 = 7

  let kind: ColumnBatch.Kind
  private let shift: Int64
  private let mask: Int64
  private let constant: Int64

  /// - Parameter bytes: the eight bytes from the beginning of the number on.
  @inline(__always)
  func word(_ bytes: Int64) -> Int64 { bytes &>> shift & mask | constant }

  init(_ type: UInt8) {
    let size = SerialType.size(UInt64(type)) ?? 0
    switch type {
    case Self.null: kind = ColumnBatch.Kind.null
    case Self.real: kind = ColumnBatch.Kind.real
    default: kind = ColumnBatch.Kind.integer
    }
    shift = Int64(size == 0 ? 0 : 64 - 8 * size)
    mask = size == 0 ? 0 : -1
    constant = type == 9 ? 1 : 0
  }
}
