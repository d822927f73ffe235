import FlagModel
import Predicates

/// All changes of a command to one flags attribute: flags that are set, added, removed or toggled,
/// and values of the mask's fields.
struct FlagChange {
  private let attribute: Attribute
  private let set: FlagSet
  private let reader: ValueReader
  private var masks: [AssignmentSyntax.Operation: UInt64] = [:]
  /// The bits that get a new value, and that value.
  private var replaced: UInt64 = 0
  private var value: UInt64 = 0
  /// The replaced bits whose value is calculated.
  private var calculated: [CalculatedBits] = []
  private var isNull = false

  init(
    _ same: [AssignmentSyntax], of attribute: Attribute, _ set: FlagSet, _ reader: ValueReader
  ) throws(Diagnostic) {
    self.attribute = attribute
    self.set = set
    self.reader = reader
    for assignment in same {
      if let field = attribute.fields.first(where: { $0.name == assignment.name.name }) {
        try setField(field, assignment)
      } else if assignment.operation == .set {
        try replace(by: assignment)
      } else {
        try change(by: assignment)
      }
    }
    if isNull, same.count > 1 { throw setAndChanged(same[1]) }
  }

  /// The assignment to the column. Bits that are not mentioned stay unchanged.
  var assignment: Assignment {
    func assigned(_ change: Assignment.Change) -> Assignment {
      Assignment(column: attribute.column, isOptional: attribute.isOptional, change: change)
    }
    if isNull { return assigned(.set(.null)) }
    let adding = set.stored(value | masks[.add, default: 0])
    let cleared = replaced | masks[.remove, default: 0]
    if cleared & set.widthMask == set.widthMask, calculated.isEmpty {
      return assigned(.set(.integer(adding)))
    }
    // For the highest bit of a narrow type, the number has ones beyond the type's width.
    let beyond = set.hasSignBit(cleared) ? ~set.widthMask : 0
    let word = calculated.isEmpty || set.word.width == 64 ? nil : set.word
    return assigned(
      .flags(
        adding: adding, removing: Int64(bitPattern: cleared | beyond),
        toggling: set.stored(masks[.toggle, default: 0]), word: word, calculated: calculated))
  }

  // MARK: Fields and whole masks

  private mutating func setField(
    _ field: Attribute, _ assignment: AssignmentSyntax
  ) throws(Diagnostic) {
    guard let bits = field.field, assignment.operation == .set else {
      throw Diagnostic(
        "'\(assignment.operation.rawValue)' changes flags, and '\(field.name)' "
          + "(\(field.declaredType)) is a field", at: assignment.name.place,
        hint: "write \(field.name)=VALUE")
    }
    if assignment.rightSide == .null, attribute.isOptional, !bits.isOptional {
      throw Diagnostic("'\(field.name)' cannot be null: its mask can", at: assignment.name.place)
    }
    switch try reader.right(of: assignment, for: field) {
    case .term(let term):
      try replace(bits.mask, by: 0, assignment)
      calculated.append(CalculatedBits(field: bits, term))
    case .value(let value):
      guard let set = bits.bits(of: value) else {
        throw Diagnostic("'\(field.name)' has \(bits.bits.count) bits", at: assignment.name.place)
      }
      try replace(bits.mask, by: set, assignment)
    }
  }

  /// `transition=CHAIN_END` replaces the flags and keeps the fields; a number or another attribute
  /// replaces the whole mask.
  private mutating func replace(by assignment: AssignmentSyntax) throws(Diagnostic) {
    if !masks.isEmpty { throw setAndChanged(assignment) }
    let right = try reader.right(of: assignment, for: attribute)
    switch right {
    case .term(let term):
      var mask = set.flagMask
      if term.isAttribute, term.type == .value(attribute.type) { mask = set.widthMask }
      try replace(mask, by: 0, assignment)
      calculated.append(CalculatedBits(flags: term, mask))
    case .value(.integer(let number)):
      try replace(replacedBits(by: assignment), by: set.mask(stored: number), assignment)
    case .value: isNull = true
    }
  }

  /// The bits that a value replaces. Names do not replace fields that they do not mention.
  private func replacedBits(by assignment: AssignmentSyntax) -> UInt64 {
    guard case .text(let word) = assignment.rightSide, !reader.isRaw,
      set.bits(number: word.text) == nil
    else {
      return set.widthMask
    }
    return set.flagMask | ((try? set.bits(from: word.text))?.ofFields ?? 0)
  }

  private mutating func replace(
    _ mask: UInt64, by bits: UInt64, _ assignment: AssignmentSyntax
  ) throws(Diagnostic) {
    if isNull { throw setAndChanged(assignment) }
    if replaced & mask != 0 {
      throw Diagnostic("'\(assignment.name.name)' is given twice", at: assignment.name.place)
    }
    replaced |= mask
    value |= bits
  }

  private func setAndChanged(_ assignment: AssignmentSyntax) -> Diagnostic {
    Diagnostic("'\(attribute.name)' is set and changed on the same line", at: assignment.name.place)
  }

  // MARK: Flags

  private mutating func change(by assignment: AssignmentSyntax) throws(Diagnostic) {
    let mask = try mask(assignment)
    if replaced & set.flagMask != 0 || isNull { throw setAndChanged(assignment) }
    let others = masks.filter { $0.key != assignment.operation }
    if let twice = others.values.first(where: { $0 & mask != 0 }) {
      let names = set.names(of: twice & mask).joined(separator: ", ")
      throw Diagnostic("\(names) is given twice with opposite signs", at: assignment.name.place)
    }
    masks[assignment.operation, default: 0] |= mask
  }

  private func mask(_ assignment: AssignmentSyntax) throws(Diagnostic) -> UInt64 {
    guard case .text(let word) = assignment.rightSide else {
      throw Diagnostic("expected flags of '\(attribute.name)'", at: assignment.name.place)
    }
    guard !word.text.allSatisfy({ $0 == " " }) else {
      throw Diagnostic(
        "expected flags of '\(attribute.name)', found nothing", at: assignment.name.place)
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
      "'\(assignment.operation.rawValue)' changes flags, and '\(word.text)' has bits of a field",
      at: word.place, hint: "write \(field.name)=VALUE")
  }

  private func mask(of text: String) throws(ValueError) -> UInt64 {
    if let number = Int64(text), reader.isRaw { return set.mask(stored: number) }
    if let bits = set.bits(number: text) { return bits }
    let bits = try set.bits(from: text)
    return bits.set | bits.ofFields
  }
}
