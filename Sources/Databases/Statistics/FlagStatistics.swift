package import FlagModel

/// The statistics of the flags of a column, from its combinations. The combinations are few, so
/// that all else is computed from their counts, without another look at the records.
package struct FlagStatistics: Sendable {
  /// A set of flags that records have, and how many have exactly it.
  package struct Combination: Hashable, Sendable {
    package let mask: UInt64
    package let count: Int64
  }

  /// One bit, declared or not.
  package struct Member: Hashable, Sendable {
    package let bit: Int
    /// The first name of the bit, or `0x40`.
    package let name: String
    package let isDeclared: Bool
    /// The number of records that have it.
    package let count: Int64
    /// The number of records that have it and nothing else.
    package let alone: Int64

    package var mask: UInt64 { 1 << UInt64(bit) }
  }

  /// Two flags and how many records have both.
  package struct Pair: Hashable, Sendable {
    /// Indices of members.
    package let first: Int
    package let second: Int
    package let count: Int64
    /// The number of records that would have both by chance.
    package let byChance: Double

    /// The ratio of the count to what chance would give; nil if chance gives none.
    package var lift: Double? { byChance > 0 ? Double(count) / byChance : nil }
  }

  /// A flag that no record has without another.
  package struct Implication: Hashable, Sendable {
    package let flag: Member
    package let implied: Member
  }

  package let set: FlagSet
  /// The number of records that have flags, even if these are none.
  package let records: Int64
  /// The number of records with a value that is no flags, as only another program can store it.
  package let others: Int64
  /// The most frequent first; of equally frequent ones the lower bits first.
  package let combinations: [Combination]
  /// Every declared flag, and every other bit that some record has, by their bits.
  package let members: [Member]
  /// Of two bits, in 64 rows of 64, how many records have both.
  private let both: [Int64]

  /// The stored numbers with how many records have each; two numbers may mean the same flags,
  /// beside other fields.
  package init(_ set: FlagSet, stored: [(value: Int64, count: Int64)], others: Int64 = 0) {
    self.others = others
    var sums: [Combination] = []
    let flags = stored.map { (set.mask(stored: $0) & ~set.fieldMask, $1) }
    for (mask, count) in flags.sorted(by: { $0.0 < $1.0 }) {
      let others = sums.last?.mask == mask ? sums.removeLast().count : 0
      sums.append(Combination(mask: mask, count: others + count))
    }
    combinations = sums.sorted { ($1.count, $0.mask) < ($0.count, $1.mask) }
    let set = set.withoutFields
    self.set = set
    records = combinations.reduce(0) { $0 + $1.count }
    both = Self.cooccurrence(in: combinations)
    let declared = set.flags.reduce(0) { $0 | $1.mask }
    let occurring = combinations.reduce(0) { $0 | $1.mask }
    members = Self.bits(of: declared | occurring).map { [both, combinations] bit in
      let mask: UInt64 = 1 << UInt64(bit)
      return Member(
        bit: bit, name: set.text(of: mask), isDeclared: set.declaredMask & mask != 0,
        count: both[65 * bit], alone: combinations.first { $0.mask == mask }?.count ?? 0)
    }
  }

  /// The number of records with no flag at all.
  package var empty: Int64 { combinations.first { $0.mask == 0 }?.count ?? 0 }

  /// The number of records with a bit that no flag declares.
  package var undeclared: Int64 {
    combinations.reduce(0) { $0 + (set.undeclaredBits(in: $1.mask) == 0 ? 0 : $1.count) }
  }

  /// Every two members that some record has, at least one each.
  package var pairs: [Pair] {
    let present = members.indices.filter { members[$0].count > 0 }
    return present.flatMap { first in
      present.filter { $0 > first }.map { pair(first, $0) }
    }
  }

  package func pair(_ first: Int, _ second: Int) -> Pair {
    let (a, b) = (members[first], members[second])
    let count = both[64 * a.bit + b.bit]
    let byChance = Double(a.count) * Double(b.count) / Double(max(1, records))
    return Pair(first: first, second: second, count: count, byChance: byChance)
  }

  /// The flags that some records have and some have not, in groups that always come together.
  private var companies: [[Member]] {
    members.filter { $0.count > 0 && $0.count < records }.reduce(into: []) { companies, member in
      let place = companies.firstIndex { $0[0].count == member.count && implies(member, $0[0]) }
      if let place { companies[place].append(member) } else { companies.append([member]) }
    }
  }

  /// The flags of which none comes without all others, the lowest bits first.
  package var inseparable: [[Member]] { companies.filter { $0.count > 1 } }

  /// The flags that never come without another, where that does not follow from the rest. Of flags
  /// that always come together the first stands for all. A flag that every record has is implied by
  /// all, which says nothing.
  package var implications: [Implication] {
    let members = companies.map { $0[0] }
    return members.flatMap { flag -> [Implication] in
      let implied = members.filter { $0.count > flag.count && implies(flag, $0) }
      let nearest = implied.filter { one in
        !implied.contains { $0.count < one.count && implies($0, one) }
      }
      return nearest.map { Implication(flag: flag, implied: $0) }
    }
  }

  /// An upper limit for the records that have all these flags: the count of the rarest pair of
  /// them.
  func mostRecords(with mask: UInt64) -> Int64 {
    let bits = Self.bits(of: mask)
    return bits.reduce(records) { least, bit in bits.reduce(least) { min($0, both[64 * bit + $1]) }
    }
  }

  private func implies(_ flag: Member, _ other: Member) -> Bool {
    both[64 * flag.bit + other.bit] == flag.count
  }

  static func bits(of mask: UInt64) -> [Int] {
    var bits: [Int] = []
    var rest = mask
    while rest != 0 {
      bits.append(rest.trailingZeroBitCount)
      rest &= rest - 1
    }
    return bits
  }

  /// The number of records that have both of two bits; on the diagonal, the number that have the
  /// one.
  private static func cooccurrence(in combinations: [Combination]) -> [Int64] {
    var both = [Int64](repeating: 0, count: 64 * 64)
    for combination in combinations {
      let bits = bits(of: combination.mask)
      for first in bits {
        for second in bits { both[64 * first + second] += combination.count }
      }
    }
    return both
  }
}
