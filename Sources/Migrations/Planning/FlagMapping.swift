import FlagModel
import SQLText

/// The changes of the bits of a flag set: bits that move, that go, and that get a name, of flags and
/// of fields.
struct FlagMapping {
  /// A flag of both models, and its bits.
  struct Move {
    let name: Name
    let from: UInt64
    let to: UInt64
  }

  let old: FlagSet
  let new: FlagSet
  let pairing: NamePairing
  /// Flags that have another bit.
  let moves: [Move]
  /// Bits that a flag has in both models.
  private let staying: UInt64
  /// Flags that go.
  let removed: [Flag]
  let added: [Flag]
  /// Fields of both models, flags that were fields or become them, and bits without a name that
  /// become a field.
  let fieldMoves: [FieldMove]
  let removedFields: [BitField]
  let addedFields: [BitField]
  /// Bits that are empty afterwards unless a flag moves there: those that moved away, those that
  /// were asked to be cleared, those that would otherwise get a name that they did not mean, and those beyond
  /// the width of the new type.
  let cleared: UInt64

  init(
    from old: FlagSet, to new: FlagSet, said: (Name) -> Name?, clears: (Name) -> Bool,
    cases: (Enumeration, Enumeration) -> CaseMapping
  ) {
    self.old = old
    self.new = new
    let pairing = NamePairing(old: old.flags.map(\.name), new: new.flags.map(\.name), said: said)
    self.pairing = pairing
    var staying: UInt64 = 0
    var moves: [Move] = []
    // Two names for one bit may come to have one each: a record then has both, as before.
    for flag in old.flags where flag.mask != 0 {
      guard let name = pairing.new(of: flag.name), let mask = new.mask(named: name), mask != 0
      else { continue }
      if mask == flag.mask {
        staying |= mask
      } else if !moves.contains(where: { $0.from == flag.mask && $0.to == mask }) {
        moves.append(Move(name: name, from: flag.mask, to: mask))
      }
    }
    let fields = FieldPairing(old, new, besides: pairing, said: said, cases)
    let (still, changing) = (
      fields.moves.filter(\.isIdentity), fields.moves.filter { !$0.isIdentity }
    )
    staying = still.reduce(staying) { $0 | $1.from }
    let kept = (moves.map(\.from) + changing.map(\.from)).reduce(staying, |)
    let removed = old.flags.filter {
      pairing.new(of: $0.name) == nil && !fields.pairs(flag: $0.name)
    }
    let arriving = moves.reduce(0) { $0 | $1.to }
    let named = new.flags.reduce(new.fieldMask) { $0 | $1.mask } | arriving
    let going =
      removed.map { (name: $0.name, mask: $0.mask) }
      + fields.removed.map { (name: $0.name, mask: $0.mask) }
    let leaving = (moves.map(\.from) + changing.map(\.from)).reduce(0, |)
    let beyond = Self.bits(of: old, beyond: new)
    cleared = going.reduce(leaving | beyond) { bits, one in
      let goes = kept & one.mask == 0 && (clears(one.name) || named & one.mask != 0)
      return goes ? bits | one.mask : bits
    }
    self.moves = moves
    self.staying = staying
    self.removed = removed.filter { kept & $0.mask == 0 && $0.mask != 0 }
    added = new.flags.filter {
      pairing.old(of: $0.name) == nil && !fields.makes(flag: $0.name)
    }
    fieldMoves = fields.moves
    removedFields = fields.removed
    addedFields = fields.added
  }

  /// True if a flag of the old set is a field of the new one.
  func hasField(from flag: Name) -> Bool {
    fieldMoves.contains { $0.old?.name == flag && !old.fields.contains { $0.name == flag } }
  }

  /// Bits that nothing in the old model names and that flags move to: what stands there is lost.
  var overwritten: UInt64 {
    let fields = fieldMoves.filter { $0.old != nil }
    let leaving = (moves.map(\.from) + fields.map(\.from)).reduce(0, |)
    let arriving = (moves.map(\.to) + fields.map(\.new.mask)).reduce(0, |)
    return arriving & ~leaving & ~old.flags.reduce(old.fieldMask) { $0 | $1.mask }
  }

  /// Bits that nothing in the old model names and that the new type has no room for.
  var unfit: UInt64 {
    Self.bits(of: old, beyond: new) & ~old.flags.reduce(old.fieldMask) { $0 | $1.mask }
  }

  private static func bits(of old: FlagSet, beyond new: FlagSet) -> UInt64 {
    UInt64(bitPattern: old.word.mask & ~new.word.mask)
  }

  /// The bits of the new set that flags of the old one have, with the bits that these had there:
  /// several where flags that had a bit each share one.
  var sources: [(to: UInt64, from: UInt64)] {
    var sources: [UInt64: UInt64] = moves.reduce(into: [:]) { $0[$1.to, default: 0] |= $1.from }
    for index in 0..<64 where staying & 1 << UInt64(index) != 0 {
      sources[1 << UInt64(index), default: 0] |= 1 << UInt64(index)
    }
    return sources.sorted { $0.key < $1.key }.map { (to: $0.key, from: $0.value) }
  }

  /// Every bit that is not simply kept.
  private var touched: UInt64 {
    changingFields.reduce(moves.reduce(cleared) { $0 | $1.to }) { $0 | $1.new.mask }
  }

  private var changingFields: [FieldMove] { fieldMoves.filter { !$0.isIdentity } }

  private var isWidened: Bool {
    old.rawType.bitWidth != new.rawType.bitWidth || old.rawType.isSigned != new.rawType.isSigned
  }

  private static func isNarrow(_ set: FlagSet) -> Bool {
    set.rawType.isSigned && set.rawType.bitWidth < 64
  }

  var isIdentity: Bool {
    touched == 0 && !(isWidened && (Self.isNarrow(old) || Self.isNarrow(new)))
  }

  /// The records whose column has to be written.
  func affected(_ column: SQLText) -> SQLText {
    if Self.isNarrow(old) || Self.isNarrow(new) || changingFields.contains(where: \.fillsZero) {
      return "\(column) <> \(expression(of: column))"
    }
    return "(\(column) & \(bits(touched))) <> 0"
  }

  /// The column's value in the new set.
  func expression(of column: SQLText) -> SQLText {
    if isIdentity { return column }
    let mask = unsigned(column)
    var pieces: [SQLText] = ["(\(mask) & \(bits(~touched | staying)))"]
    // Flags that move equally far move together.
    for (distance, from) in shifts.sorted(by: { $0.key < $1.key }) {
      let to = distance > 0 ? from << UInt64(distance) : from >> UInt64(-distance)
      let shift: SQLText =
        distance > 0
        ? "<< \(literal: Int64(distance))" : ">> \(literal: Int64(-distance))"
      // A shift to the right repeats bit 63.
      pieces.append("((\(mask) & \(bits(from))) \(shift) & \(bits(to)))")
    }
    pieces += changingFields.map { $0.expression(of: mask) }
    return signed(pieces.joined(by: " | "))
  }

  private var shifts: [Int: UInt64] {
    moves.reduce(into: [:]) {
      $0[$1.to.trailingZeroBitCount - $1.from.trailingZeroBitCount, default: 0] |= $1.from
    }
  }

  func bits(_ mask: UInt64) -> SQLText { "\(literal: Int64(bitPattern: mask))" }

  /// A negative number of a narrow type has ones beyond the type's width.
  private func unsigned(_ column: SQLText) -> SQLText {
    guard Self.isNarrow(old), let negatives = old.word.negatives else { return column }
    let isNegative: SQLText = "\(column) BETWEEN \(literal: negatives.lowerBound) AND -1"
    return "\(.choice, of: isNegative, "\(column) & \(literal: old.word.mask)", column)"
  }

  private func signed(_ mask: SQLText) -> SQLText {
    guard Self.isNarrow(new), let high = new.word.highPositives else { return mask }
    let isHigh: SQLText = """
      (\(mask)) BETWEEN \(literal: high.lowerBound) AND \(literal: high.upperBound)
      """
    return "\(.choice, of: isHigh, "(\(mask)) | \(literal: ~high.upperBound)", mask)"
  }
}
