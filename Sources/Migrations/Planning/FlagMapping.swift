import FlagModel
import SQLText

/// The changes of the bits in a flag set: moved, removed and newly named bits, for flags and
/// fields.
struct FlagMapping {
  /// A flag in both models, with its bits.
  struct Move {
    let name: Name
    let from: UInt64
    let to: UInt64
  }

  let old: FlagSet
  let new: FlagSet
  let pairing: NamePairing
  /// The flags that have another bit.
  let moves: [Move]
  /// The bits of the flags that do not move.
  private let staying: UInt64
  /// The removed flags.
  let removed: [Flag]
  let added: [Flag]
  /// The fields in both models, flags that become fields or were fields, and unnamed bits that
  /// become a field.
  let fieldMoves: [FieldMove]
  let removedFields: [BitField]
  let addedFields: [BitField]
  /// The bits that are cleared unless a flag moves there. A bit is cleared if its flag moved away,
  /// if `--clear` asks for it, if it would get an unrelated name, or if
  /// the new type has no room for it.
  let cleared: UInt64

  init(
    from old: FlagSet, to new: FlagSet, renaming: (Name) -> Name?, clears: (Name) -> Bool,
    cases: (Enumeration, Enumeration) -> CaseMapping
  ) {
    self.old = old
    self.new = new
    let pairing = NamePairing(
      old: old.flags.map(\.name), new: new.flags.map(\.name), renaming: renaming)
    self.pairing = pairing
    let (moves, stayingFlags) = Self.moves(from: old, to: new, pairing)
    let fields = FieldPairing(old, new, besides: pairing, renaming: renaming, cases)
    let changing = fields.moves.filter { !$0.isIdentity }
    staying = fields.moves.filter(\.isIdentity).reduce(stayingFlags) { $0 | $1.from }
    let leaving = (moves.map(\.from) + changing.map(\.from)).reduce(0, |)
    let kept = staying | leaving
    let removed = old.flags.filter {
      pairing.new(of: $0.name) == nil && fields.names.new(of: $0.name) == nil
    }
    let arriving = moves.reduce(0) { $0 | $1.to }
    let named = new.namedBits | arriving
    let going =
      removed.map { (name: $0.name, mask: $0.mask) }
      + fields.removed.map { (name: $0.name, mask: $0.mask) }
    var cleared = leaving | Self.bits(of: old, beyond: new)
    for member in going where kept & member.mask == 0 {
      if clears(member.name) || named & member.mask != 0 { cleared |= member.mask }
    }
    self.cleared = cleared
    self.moves = moves
    self.removed = removed.filter { kept & $0.mask == 0 && $0.mask != 0 }
    added = new.flags.filter {
      pairing.old(of: $0.name) == nil && fields.names.old(of: $0.name) == nil
    }
    fieldMoves = fields.moves
    removedFields = fields.removed
    addedFields = fields.added
  }

  /// The flags that have another bit, and the bits of those that do not move.
  private static func moves(
    from old: FlagSet, to new: FlagSet, _ pairing: NamePairing
  ) -> ([Move], staying: UInt64) {
    var staying: UInt64 = 0
    var moves: [Move] = []
    // Two names of one bit can get separate bits. A record then has both flags.
    for flag in old.flags where flag.mask != 0 {
      guard let name = pairing.new(of: flag.name), let mask = new.mask(named: name), mask != 0
      else { continue }
      if mask == flag.mask {
        staying |= mask
      } else if !moves.contains(where: { $0.from == flag.mask && $0.to == mask }) {
        moves.append(Move(name: name, from: flag.mask, to: mask))
      }
    }
    return (moves, staying)
  }

  /// True if a flag of the old set is a field in the new set.
  func hasField(from flag: Name) -> Bool {
    fieldMoves.contains { $0.old?.name == flag && !old.fields.contains { $0.name == flag } }
  }

  /// The unnamed old bits to which flags move. Their values are lost.
  var overwritten: UInt64 {
    let fields = fieldMoves.filter { $0.old != nil }
    let leaving = (moves.map(\.from) + fields.map(\.from)).reduce(0, |)
    let arriving = (moves.map(\.to) + fields.map(\.new.mask)).reduce(0, |)
    return arriving & ~leaving & ~old.namedBits
  }

  /// The unnamed old bits that do not fit the new type.
  var unfit: UInt64 { Self.bits(of: old, beyond: new) & ~old.namedBits }

  private static func bits(of old: FlagSet, beyond new: FlagSet) -> UInt64 {
    UInt64(bitPattern: old.word.mask & ~new.word.mask)
  }

  /// The new bits of old flags, each with its old bits. There are several old bits if flags merge.
  var sources: [(to: UInt64, from: UInt64)] {
    var sources: [UInt64: UInt64] = moves.reduce(into: [:]) { $0[$1.to, default: 0] |= $1.from }
    for index in 0..<64 where staying & 1 << UInt64(index) != 0 {
      sources[1 << UInt64(index), default: 0] |= 1 << UInt64(index)
    }
    return sources.sorted { $0.key < $1.key }.map { (to: $0.key, from: $0.value) }
  }

  /// All bits that change.
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

  /// A condition for the records whose column must be written.
  func affected(_ column: SQLText) -> SQLText {
    if Self.isNarrow(old) || Self.isNarrow(new) || changingFields.contains(where: \.fillsZero) {
      return "\(column) <> \(expression(of: column))"
    }
    return "(\(column) & \(bits(touched))) <> 0"
  }

  /// The column's value in the new flag set.
  func expression(of column: SQLText) -> SQLText {
    if isIdentity { return column }
    let mask = unsigned(column)
    var pieces: [SQLText] = ["(\(mask) & \(bits(~touched | staying)))"]
    // Flags with the same distance move together.
    for (distance, from) in shifts.sorted(by: { $0.key < $1.key }) {
      let to: UInt64
      let shift: SQLText
      if distance > 0 {
        to = from << UInt64(distance)
        shift = "<< \(literal: Int64(distance))"
      } else {
        to = from >> UInt64(-distance)
        shift = ">> \(literal: Int64(-distance))"
      }
      // A right shift repeats bit 63.
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

  /// The mask without sign extension: a negative number of a narrow type has ones beyond its width.
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
