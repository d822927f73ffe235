import FlagModel
import Predicates

/// All that one line makes of one attribute of flags: what it sets, adds, takes and turns over, and
/// what it makes of the fields of the mask.
struct FlagChange {
  private let attribute: Attribute
  private let set: FlagSet
  private let isRaw: Bool
  private let now: Timestamp
  private var masks: [AssignmentSyntax.Operation: UInt64] = [:]
  /// Bits that get a value, whatever they were, and that value.
  private var replaced: UInt64 = 0
  private var value: UInt64 = 0
  private var isNull = false

  init(
    _ same: [AssignmentSyntax], of attribute: Attribute, _ set: FlagSet, isRaw: Bool, now: Timestamp
  ) throws(Diagnostic) {
    (self.attribute, self.set, self.isRaw, self.now) = (attribute, set, isRaw, now)
    for one in same {
      if let field = attribute.fields.first(where: { $0.name == one.name.name }) {
        try setField(field, one)
      } else if one.operation == .set {
        try replace(by: one)
      } else {
        try change(by: one)
      }
    }
    if isNull, same.count > 1 { throw setAndChanged(same[1]) }
  }

  /// The assignment to the column. Bits that nobody named stay as they are.
  var assignment: Assignment {
    func assigned(_ change: Assignment.Change) -> Assignment {
      Assignment(column: attribute.column, isOptional: attribute.isOptional, change: change)
    }
    if isNull { return assigned(.set(.null)) }
    let adding = set.stored(value | masks[.add, default: 0])
    let cleared = replaced | masks[.remove, default: 0]
    if cleared & set.widthMask == set.widthMask { return assigned(.set(.integer(adding))) }
    // The number for the highest bit of a narrow type has ones beyond the type's width.
    let beyond = set.hasSignBit(cleared) ? ~set.widthMask : 0
    return assigned(
      .flags(
        adding: adding, removing: Int64(bitPattern: cleared | beyond),
        toggling: set.stored(masks[.toggle, default: 0])))
  }

  // MARK: Fields and whole masks

  private mutating func setField(
    _ field: Attribute, _ one: AssignmentSyntax
  ) throws(Diagnostic) {
    guard let bits = field.field, one.operation == .set else {
      throw Diagnostic(
        "'\(one.operation.rawValue)' changes flags, and '\(field.name)' "
          + "(\(field.declaredType)) is a field", at: one.name.place,
        hint: "write \(field.name)=VALUE")
    }
    let value: Value
    if one.given == .null, attribute.isOptional, !bits.isOptional {
      throw Diagnostic("'\(field.name)' cannot be null: its mask can", at: one.name.place)
    } else {
      value = try ChangeRequest.value(
        one.given, for: field, name: one.name, isRaw: isRaw, now: now)
    }
    guard let set = bits.bits(of: value) else {
      throw Diagnostic("'\(field.name)' has \(bits.bits.count) bits", at: one.name.place)
    }
    try replace(bits.mask, by: set, one)
  }

  /// `transition=CHAIN_END` makes these the flags and keeps the fields; a number is all of the mask.
  private mutating func replace(by one: AssignmentSyntax) throws(Diagnostic) {
    if !masks.isEmpty { throw setAndChanged(one) }
    if case .text(let word) = one.given, !isRaw, set.bits(number: word.text) == nil {
      let bits: (set: UInt64, ofFields: UInt64)
      do {
        bits = try set.bits(from: word.text)
      } catch {
        throw Diagnostic("\(attribute.name): \(error.message)", at: word.place, hint: error.hint)
      }
      return try replace(set.flagMask | bits.ofFields, by: bits.set, one)
    }
    let value = try ChangeRequest.value(
      one.given, for: attribute, name: one.name, isRaw: isRaw, now: now)
    guard case .integer(let number) = value else {
      isNull = true
      return
    }
    try replace(set.widthMask, by: set.mask(stored: number), one)
  }

  private mutating func replace(
    _ mask: UInt64, by bits: UInt64, _ one: AssignmentSyntax
  ) throws(Diagnostic) {
    if isNull { throw setAndChanged(one) }
    if replaced & mask != 0 {
      throw Diagnostic("'\(one.name.name)' is given twice", at: one.name.place)
    }
    replaced |= mask
    value |= bits
  }

  private func setAndChanged(_ one: AssignmentSyntax) -> Diagnostic {
    Diagnostic("'\(attribute.name)' is set and changed on the same line", at: one.name.place)
  }

  // MARK: Flags

  private mutating func change(by one: AssignmentSyntax) throws(Diagnostic) {
    let mask = try mask(one)
    if replaced & set.flagMask != 0 || isNull { throw setAndChanged(one) }
    let others = masks.filter { $0.key != one.operation }
    if let twice = others.values.first(where: { $0 & mask != 0 }) {
      let names = set.names(of: twice & mask).joined(separator: ", ")
      throw Diagnostic(
        "\(names) is given twice with opposite signs", at: one.name.place)
    }
    masks[one.operation, default: 0] |= mask
  }

  private func mask(_ one: AssignmentSyntax) throws(Diagnostic) -> UInt64 {
    guard case .text(let word) = one.given else {
      throw Diagnostic("expected flags of '\(attribute.name)'", at: one.name.place)
    }
    guard !word.text.allSatisfy({ $0 == " " }) else {
      throw Diagnostic(
        "expected flags of '\(attribute.name)', found nothing", at: one.name.place)
    }
    let mask: UInt64
    do {
      mask = try self.mask(of: word.text)
    } catch {
      throw Diagnostic("\(attribute.name): \(error.message)", at: word.place, hint: error.hint)
    }
    guard let field = attribute.fields.first(where: { ($0.field?.mask ?? 0) & mask != 0 }) else {
      return mask
    }
    throw Diagnostic(
      "'\(one.operation.rawValue)' changes flags, and '\(word.text)' has bits of a field",
      at: word.place, hint: "write \(field.name)=VALUE")
  }

  private func mask(of text: String) throws(ValueError) -> UInt64 {
    if let number = Int64(text), isRaw { return set.mask(stored: number) }
    if let bits = set.bits(number: text) { return bits }
    let bits = try set.bits(from: text)
    return bits.set | bits.ofFields
  }
}
