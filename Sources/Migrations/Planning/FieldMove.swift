import FlagModel
import SQLText

/// A value within a flag set that gets other bits or other numbers. It is a field, a flag that
/// becomes a field, a field that becomes a flag, or unnamed bits.
struct FieldMove {
  /// The old field. A flag counts as a one-bit number. Nil for unnamed bits.
  let old: BitField?
  let new: BitField
  /// The old bits.
  let from: UInt64
  /// The new bits for each old value; nil for numbers, whose bits move together.
  private let table: [(from: UInt64, to: UInt64)]?
  /// The cases that the new enum lacks.
  private var gone: [Name] = []

  /// - Parameter cases: pairs the cases of two enums.
  init(from old: BitField, to new: BitField, _ cases: (Enumeration, Enumeration) -> CaseMapping) {
    self.old = old
    self.new = new
    from = old.mask
    switch (old.enumeration, new.enumeration) {
    case (nil, nil): table = nil
    case (let oldCases?, let newCases?):
      let mapping = cases(oldCases, newCases)
      gone = mapping.removed.map(\.name)
      table = Self.table(old, new) { value in
        guard let name = oldCases.caseName(of: value).flatMap(mapping.pairing.new) else {
          return nil
        }
        return newCases.rawValue(of: name)
      }
    case (_?, nil): table = Self.table(old, new) { $0 }
    case (nil, let two?):
      table = Self.table(old, new) { value in
        if two.caseName(of: value) == nil { nil } else { value }
      }
    }
  }

  /// Makes a field of unnamed bits.
  init(unnamed bits: UInt64, to new: BitField) {
    old = nil
    self.new = new
    from = bits
    table = new.enumeration.map { enumeration in
      var masks = Set(enumeration.cases.compactMap { new.bits(of: $0.rawValue) })
      if new.isOptional { masks.insert(0) }
      return masks.filter { $0 & ~bits == 0 }.sorted().map { ($0, $0) }
    }
  }

  /// Maps the values of the old field, or those of a new number field that the bits can contain.
  private static func table(
    _ old: BitField, _ new: BitField, _ value: (Value) -> Value?
  ) -> [(from: UInt64, to: UInt64)] {
    let rawValues = old.enumeration?.cases.map(\.rawValue) ?? new.enumeration?.cases.map(\.rawValue)
    var table: [UInt64: UInt64] = [:]
    for rawValue in rawValues ?? [] {
      guard let from = old.bits(of: rawValue), let to = value(rawValue).flatMap(new.bits) else {
        continue
      }
      table[from] = to
    }
    // A nil field stays nil, or gets the value that is represented by zero bits.
    if old.isOptional || old.enumeration == nil && new.isOptional { table[0] = 0 }
    return table.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// True if no bit changes.
  var isIdentity: Bool {
    guard let table else { return old == nil || from == new.mask }
    let isWhole = old?.enumeration.map { table.count >= Set($0.cases.map(\.rawValue)).count }
    return isWhole == true && from == new.mask && table.allSatisfy { $0.from == $0.to }
  }

  /// True if a field with no bits set gets some.
  var fillsZero: Bool { table?.contains { $0.from == 0 && $0.to != 0 } ?? false }

  /// The values that the new field cannot contain, as text that follows the attribute's name.
  var lossWords: String {
    if old == nil { return "that are not a case of \(new.name)" }
    if !gone.isEmpty { return "that is removed: \(listed(gone))" }
    if table == nil { return "that does not fit in \(new.bitText)" }
    return "that cannot become \(new.shownType.withArticle)"
  }

  /// The new bits of a mask, in brackets if necessary.
  func expression(of mask: SQLText) -> SQLText {
    let bits: SQLText = "(\(mask) & \(literal(from)))"
    if let table {
      if table.allSatisfy({ $0.to == 0 }) { return "0" }
      let cases = table.filter { $0.to != 0 }.map { entry -> SQLText in
        "WHEN \(literal(entry.from)) THEN \(literal(entry.to))"
      }
      return "CASE \(bits) \(cases.joined(by: " ")) ELSE 0 END"
    }
    let distance = new.bits.lowerBound - (old ?? new).bits.lowerBound
    let moved: SQLText =
      if distance == 0 {
        bits
      } else if distance > 0 {
        "(\(bits) << \(literal: Int64(distance)))"
      } else {
        "(\(bits) >> \(literal: Int64(-distance)))"
      }
    // A right shift repeats bit 63.
    let kept: SQLText = "(\(moved) & \(literal(new.mask)))"
    return loses(mask).map { "\(.choice, of: $0, "0", kept)" } ?? kept
  }

  /// A condition that is true for masks whose value does not fit the new field; nil if all values
  /// fit.
  func loses(_ mask: SQLText) -> SQLText? {
    let bits: SQLText = "(\(mask) & \(literal(from)))"
    guard let table else {
      guard let old, old.bits.count > new.bits.count else { return nil }
      let beyond = from & ~(new.greatest << UInt64(old.bits.lowerBound))
      return "(\(mask) & \(literal(beyond))) <> 0"
    }
    let movable = table.map { literal($0.from) }.joined(by: ", ")
    if table.isEmpty { return "\(bits) <> 0" }
    return "\(bits) NOT IN (\(movable))"
  }

  private func literal(_ mask: UInt64) -> SQLText { "\(literal: Int64(bitPattern: mask))" }
}

extension BitField {
  /// Makes a one-bit number of a flag.
  init(_ flag: Flag) {
    let bit = flag.mask.trailingZeroBitCount
    self.init(
      name: flag.name, bits: bit...bit, declaredType: "Bool", type: .integer(.int),
      summary: flag.summary)
  }

  /// `bit 3`, `bits 0 to 7`
  var bitText: String {
    if bits.count == 1 { return "bit \(bits.lowerBound)" }
    return "bits \(bits.lowerBound) to \(bits.upperBound)"
  }

  var shownType: String { "\(declaredType)\(isOptional ? "?" : "")" }
}
