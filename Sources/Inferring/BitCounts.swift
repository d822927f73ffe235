import Databases
import FlagModel
import Queries

/// The bits of an attribute in all records, including those that are not read as evidence.
struct BitCounts {
  /// The number of records that are not NULL.
  private(set) var records = 0
  /// The number of records with each bit.
  private(set) var counts = [Int](repeating: 0, count: UInt64.bitWidth)
  /// True if every number has 32 bits.
  private(set) var isNarrow = true
  private let set: FlagSet?

  /// Counts the stored combinations, which is cheaper than reading all records. Use it within `read`.
  init(of attribute: Attribute, _ entity: Entity, in database: Database) throws {
    if case .flags(let set) = attribute.type { self.set = set } else { set = nil }
    let rows = try database.rows(StatisticsQuery(entity).combinations(of: attribute))
    while try rows.next() {
      guard let stored = rows.integer(at: 0), let count = rows.integer(at: 1) else { continue }
      add(stored, Int(count))
    }
  }

  private mutating func add(_ stored: Int64, _ count: Int) {
    records += count
    if Int32(exactly: stored) == nil { isNarrow = false }
    for bit in (set?.mask(stored: stored) ?? UInt64(bitPattern: stored)).setBits {
      counts[bit] += count
    }
  }

  /// The used bits that no flag or field declares.
  var unknownBits: [Int] {
    var used: UInt64 = 0
    for bit in counts.indices where counts[bit] > 0 { used |= 1 << UInt64(bit) }
    return mask(set.map { $0.undeclaredBits(in: used) } ?? used).setBits
  }

  func mask(stored: Int64) -> UInt64 {
    set.map { $0.mask(stored: stored) } ?? mask(UInt64(bitPattern: stored))
  }

  /// The mask without the sign bits of numbers with 32 bits.
  private func mask(_ bits: UInt64) -> UInt64 { set == nil && isNarrow ? bits & 0xFFFF_FFFF : bits }
}

extension UInt64 {
  /// The numbers of the bits that are set.
  fileprivate var setBits: [Int] { (0..<UInt64.bitWidth).filter { self >> UInt64($0) & 1 == 1 } }
}
