package import FlagModel

/// A dialect that writes the names of flags and of field values with the operators of its engine.
package protocol FlagSpelling: Dialect {
  /// One of two values, by a condition.
  func either(_ condition: SQLText, _ value: SQLText, or other: SQLText) -> SQLText
  /// True if a number is not 0.
  func isSet(_ bits: SQLText) -> SQLText
  /// The bits of a number without some of them. The highest bit does not mean negative.
  func bits(of number: SQLText, _ word: NumberWord, besides known: UInt64) -> SQLText
  /// The bits that others do not have.
  func bits(_ bits: SQLText, besides others: SQLText) -> SQLText
  /// `|0x40`; empty for 0.
  func hexadecimalText(of bits: SQLText) -> SQLText
  func withoutFirstCharacter(_ text: SQLText) -> SQLText
}

extension FlagSpelling {
  /// `HRM|PLX|0x40`: the flags, the combinations with additional bits, the undeclared bits, and the
  /// fields. It is the text of `AttributeType.text(of:)`.
  package func names(of set: FlagSet, in number: SQLText) -> SQLText {
    var pieces: [SQLText] = []
    var named: UInt64 = 0
    for flag in set.flags where flag.mask != 0 && named & flag.mask == 0 {
      named |= flag.mask
      pieces.append(either(isSet("\(number) & \(bits(flag.mask))"), label(flag), or: "''"))
    }
    var rest = bits(of: number, set.word, besides: named | set.fieldMask)
    var claimed: UInt64 = 0
    for combination in set.combinations where combination.mask & ~named != 0 {
      let mask = bits(combination.mask)
      let isThere: SQLText = "(\(number) & \(mask)) = \(mask)"
      // Bits that an earlier combination has named are not named again.
      var isNew: SQLText = ""
      if combination.mask & claimed != 0 { isNew = " AND \(isSet("\(rest) & \(mask)"))" }
      pieces.append(either("\(isThere)\(isNew)", label(combination), or: "''"))
      rest = bits(rest, besides: either(isThere, mask, or: "0"))
      claimed |= combination.mask & ~named
    }
    pieces.append(hexadecimalText(of: rest))
    pieces += set.fields.map { name(of: $0, in: number) }
    return withoutFirstCharacter(pieces.joined(by: " || "))
  }

  /// `|core=link`; empty for the number 0 and for a value without a case.
  private func name(of field: BitField, in number: SQLText) -> SQLText {
    let value: SQLText = "\(.text("|\(field.name)=")) || \(fieldName(field, in: number))"
    if field.enumeration == nil {
      return either(isSet(self.field(field, in: number)), value, or: "''")
    }
    if field.isOptional { return "coalesce(\(value), '')" }
    return value
  }
}
