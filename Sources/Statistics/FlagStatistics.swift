package import FlagModel

/// The statistics of the flags in a column. All numbers are calculated from the counts of its
/// combinations, which are few, without another scan of the records.
package struct FlagStatistics: Sendable {
  /// A set of flags, and the number of records with exactly this set.
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
    /// The number of records with the bit.
    package let count: Int64
    /// The number of records with this bit alone.
    package let alone: Int64

    package var mask: UInt64 { 1 << UInt64(bit) }
  }

  /// Two flags, and the number of records with both.
  package struct Pair: Hashable, Sendable {
    /// The index of a member.
    package let first: Int
    package let second: Int
    package let count: Int64
    /// The expected number of records with both flags if the flags were independent.
    package let byChance: Double

    /// The ratio of the count to the expected number; nil if that is zero.
    package var lift: Double? { byChance > 0 ? Double(count) / byChance : nil }
  }

  /// A flag that only occurs together with another.
  package struct Implication: Hashable, Sendable {
    package let flag: Member
    package let implied: Member
  }

  package let set: FlagSet
  /// The number of records with a value.
  package let records: Int64
  /// The number of records with a value that is not a mask, which only another program can store. SQL reads a number
  /// from it, so they have flags, but no combination.
  package let others: Int64
  /// The combinations, most frequent first, then by lower bits.
  package let combinations: [Combination]
  /// The flags in the values that are not masks.
  let otherFlags: [Combination]
  /// Every declared flag, and every other bit that occurs, in the order of bits.
  package let members: [Member]
  /// A matrix of 64 by 64: the number of records with both bits.
  private let both: [Int64]

  /// - Parameters:
  ///   - stored: the stored numbers with their record counts. Two numbers may have the same flags, but different
  ///     fields.
  ///   - others: the numbers that SQL reads from values that are not masks, with their record counts.
  package init(
    _ set: FlagSet, stored: [(value: Int64, count: Int64)],
    others: [(value: Int64, count: Int64)] = []
  ) {
    combinations = Self.combinations(of: set, stored)
    otherFlags = Self.combinations(of: set, others)
    let all = combinations + otherFlags
    let set = set.withoutFields
    self.set = set
    records = all.reduce(0) { $0 + $1.count }
    self.others = otherFlags.reduce(0) { $0 + $1.count }
    both = Self.cooccurrence(in: all)
    let occurring = all.reduce(0) { $0 | $1.mask }
    members = Self.bits(of: set.flagBits | occurring).map { [both, combinations] bit in
      let mask: UInt64 = 1 << UInt64(bit)
      return Member(
        bit: bit, name: set.text(of: mask), isDeclared: set.declaredMask & mask != 0,
        count: both[65 * bit], alone: combinations.first { $0.mask == mask }?.count ?? 0)
    }
  }

  /// The sets of flags of stored numbers, most frequent first, then by lower bits.
  private static func combinations(
    of set: FlagSet, _ stored: [(value: Int64, count: Int64)]
  ) -> [Combination] {
    var sums: [Combination] = []
    let flags = stored.map { (set.mask(stored: $0) & ~set.fieldMask, $1) }
    for (mask, count) in flags.sorted(by: { $0.0 < $1.0 }) {
      var count = count
      if sums.last?.mask == mask { count += sums.removeLast().count }
      sums.append(Combination(mask: mask, count: count))
    }
    return sums.sorted { ($1.count, $0.mask) < ($0.count, $1.mask) }
  }

  /// The number of records without any flag.
  package var empty: Int64 { combinations.first { $0.mask == 0 }?.count ?? 0 }

  /// The number of records with an undeclared bit.
  package var undeclared: Int64 {
    var count: Int64 = 0
    for combination in combinations + otherFlags
    where set.undeclaredBits(in: combination.mask) != 0 {
      count += combination.count
    }
    return count
  }

  /// All pairs of members that occur together in at least one record.
  package var pairs: [Pair] {
    let present = members.indices.filter { members[$0].count > 0 }
    var pairs: [Pair] = []
    for first in present {
      for second in present where second > first { pairs.append(pair(first, second)) }
    }
    return pairs
  }

  package func pair(_ first: Int, _ second: Int) -> Pair {
    let a = members[first]
    let b = members[second]
    let count = both[64 * a.bit + b.bit]
    let byChance = Double(a.count) * Double(b.count) / Double(max(1, records))
    return Pair(first: first, second: second, count: count, byChance: byChance)
  }

  /// The flags that some but not all records have, grouped if they always occur together.
  private var companies: [[Member]] {
    members.filter { $0.count > 0 && $0.count < records }.reduce(into: []) { companies, member in
      let place = companies.firstIndex { $0[0].count == member.count && implies(member, $0[0]) }
      if let place { companies[place].append(member) } else { companies.append([member]) }
    }
  }

  /// The groups of flags that only occur together, lowest bits first.
  package var inseparable: [[Member]] { companies.filter { $0.count > 1 } }

  /// The flags that only occur together with another, without those that follow from others. The
  /// first flag of a group that always occurs together stands for the group. Flags that every
  /// record has are excluded, because all flags imply them.
  package var implications: [Implication] {
    let members = companies.map { $0[0] }
    var implications: [Implication] = []
    for flag in members {
      let implied = members.filter { $0.count > flag.count && implies(flag, $0) }
      for candidate in implied {
        let isNearest = !implied.contains { $0.count < candidate.count && implies($0, candidate) }
        if isNearest { implications.append(Implication(flag: flag, implied: candidate)) }
      }
    }
    return implications
  }

  /// An upper limit for the number of records with all these flags: the count of the rarest pair.
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

  /// The number of records with both bits; on the diagonal, with the one bit.
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
