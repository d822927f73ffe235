import FlagModel
internal import PlainText
import SQLText

/// A value within a mask that gets other bits, or other numbers: what was a field or a flag and is
/// one of them now, or bits without a name that a field gets.
struct FieldMove {
  /// The field before; a flag counts as a number of one bit. Nil for bits without a name.
  let old: BitField?
  let new: BitField
  /// The bits before.
  let from: UInt64
  /// The new bits for old ones; nil for numbers, whose bits are moved together.
  private let table: [(from: UInt64, to: UInt64)]?
  /// The cases that the new enum has not.
  private var gone: [Name] = []

  /// `cases` pairs the cases of two enums.
  init(
    from old: BitField, to new: BitField,
    _ cases: (Enumeration, Enumeration) -> CaseMapping
  ) {
    self.old = old
    self.new = new
    from = old.mask
    switch (old.enumeration, new.enumeration) {
    case (nil, nil): table = nil
    case (let one?, let two?):
      let mapping = cases(one, two)
      gone = mapping.removed.map(\.name)
      table = Self.table(old, new) { value in
        guard let name = one.caseName(of: value).flatMap(mapping.pairing.new) else { return nil }
        return two.rawValue(of: name)
      }
    case (_?, nil): table = Self.table(old, new) { $0 }
    case (nil, let two?): table = Self.table(old, new) { two.caseName(of: $0) == nil ? nil : $0 }
    }
  }

  /// Bits that nothing named become a field.
  init(unnamed bits: UInt64, to new: BitField) {
    old = nil
    self.new = new
    from = bits
    table = new.enumeration.map { enumeration in
      let known = enumeration.cases.compactMap { new.bits(of: $0.rawValue) }
      return Set(known + (new.isOptional ? [0] : [])).filter { $0 & ~bits == 0 }.sorted()
        .map { ($0, $0) }
    }
  }

  /// The values of the old field or, if it is a number, of the new one that the bits can hold.
  private static func table(
    _ old: BitField, _ new: BitField, _ value: (Value) -> Value?
  ) -> [(from: UInt64, to: UInt64)] {
    let known = old.enumeration?.cases.map(\.rawValue) ?? new.enumeration?.cases.map(\.rawValue)
    var table: [UInt64: UInt64] = [:]
    for one in known ?? [] {
      guard let from = old.bits(of: one), let to = value(one).flatMap(new.bits) else { continue }
      table[from] = to
    }
    // A field without a value stays without one, or gets the value that has no bits.
    if old.isOptional || old.enumeration == nil && new.isOptional { table[0] = 0 }
    return table.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// True if no bit of any value changes.
  var isIdentity: Bool {
    guard let table else { return old == nil || from == new.mask }
    let isWhole = old?.enumeration.map { table.count >= Set($0.cases.map(\.rawValue)).count }
    return isWhole == true && from == new.mask && table.allSatisfy { $0.from == $0.to }
  }

  /// True if values come to have bits where there were none.
  var fillsZero: Bool { table?.contains { $0.from == 0 && $0.to != 0 } ?? false }

  /// The values that have no place in the new field, in words that follow the attribute's name.
  var lossWords: String {
    if old == nil { return "that are not a case of \(new.name)" }
    if !gone.isEmpty { return "that is removed: \(listed(gone))" }
    return table == nil
      ? "that does not fit in \(new.bitText)" : "that cannot become \(new.shownType.withArticle)"
  }

  /// The new bits of a mask, which stands in brackets where it has to.
  func expression(of mask: SQLText) -> SQLText {
    let bits: SQLText = "(\(mask) & \(literal(from)))"
    if let table {
      if table.allSatisfy({ $0.to == 0 }) { return "0" }
      let cases = table.filter { $0.to != 0 }.map { one -> SQLText in
        "WHEN \(literal(one.from)) THEN \(literal(one.to))"
      }
      return "CASE \(bits) \(cases.joined(by: " ")) ELSE 0 END"
    }
    let distance = new.bits.lowerBound - (old ?? new).bits.lowerBound
    let moved: SQLText =
      distance == 0
      ? bits
      : distance > 0
        ? "(\(bits) << \(literal: Int64(distance)))" : "(\(bits) >> \(literal: Int64(-distance)))"
    // A shift to the right repeats bit 63.
    let kept: SQLText = "(\(moved) & \(literal(new.mask)))"
    return loses(mask).map { "\(.choice, of: $0, "0", kept)" } ?? kept
  }

  /// A condition that is true of masks whose value has no place in the new field; nil if all have.
  func loses(_ mask: SQLText) -> SQLText? {
    let bits: SQLText = "(\(mask) & \(literal(from)))"
    guard let table else {
      guard let old, old.bits.count > new.bits.count else { return nil }
      let beyond = from & ~(new.greatest << UInt64(old.bits.lowerBound))
      return "(\(mask) & \(literal(beyond))) <> 0"
    }
    let known = table.map { literal($0.from) }.joined(by: ", ")
    return table.isEmpty ? "\(bits) <> 0" : "\(bits) NOT IN (\(known))"
  }

  private func literal(_ mask: UInt64) -> SQLText { "\(literal: Int64(bitPattern: mask))" }
}

extension BitField {
  /// A flag as a number of one bit.
  init(_ flag: Flag) {
    let bit = flag.mask.trailingZeroBitCount
    self.init(
      name: flag.name, bits: bit...bit, declaredType: "Bool", type: .integer(.int),
      summary: flag.summary)
  }

  /// `bit 3`, `bits 0 to 7`
  var bitText: String {
    bits.count == 1 ? "bit \(bits.lowerBound)" : "bits \(bits.lowerBound) to \(bits.upperBound)"
  }

  var shownType: String { "\(declaredType)\(isOptional ? "?" : "")" }
}
