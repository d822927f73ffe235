import FlagModel

/// Finds fields among C constants by their names: `KIND_MASK` with `KIND_SHIFT`, or the file type
/// `S_IFMT`. Without such a name, several bits may be a combination of flags, unless other
/// constants count within them.
struct FieldFinder {
  private(set) var fields: [DefinedField] = []
  /// The constants that are not part of a field.
  private(set) var others: [DefinedMember]

  init(_ members: [DefinedMember]) {
    others = members
    for member in members.prefix(Schema.mostNames) {
      if member.name == "S_IFMT", let mask = member.bits {
        add("type", mask, of: member, beginning: "S_IF")
      } else if member.name.utf8.reversed().starts(with: "_MASK".utf8.reversed()) {
        let stem = Name(member.name.utf8.dropLast(4))
        let shift = members.first { $0.name == "\(stem)SHIFT" }
        if shift == nil, let mask = member.bits {
          addCounted(mask, of: member, stem)
          continue
        }
        guard let bits = member.bits, let places = shift?.bits, places < 64 else { continue }
        // A mask has its final position, or starts at bit 0.
        let isMoved = bits.trailingZeroBitCount == places
        guard isMoved || bits & 1 == 1 && (bits << places) >> places == bits else { continue }
        others.removeAll { $0.name == shift?.name }
        let mask = if isMoved { bits } else { bits << places }
        add(Self.name(of: stem), mask, of: member, beginning: stem)
      }
    }
  }

  /// Adds the field of a mask without a shift, such as Chromium's `CORE_MASK`. The constants within
  /// the mask must be the numbers from 1 to at least 5, because flags do not name all of these.
  /// Other constants must be above the mask.
  private mutating func addCounted(_ mask: UInt64, of member: DefinedMember, _ stem: Name) {
    let rivals = others.filter { $0.name != member.name && $0.bits != nil }
    guard mask & 1 == 1, BitField.bits(of: mask) != nil,
      !rivals.allSatisfy({ $0.name.utf8.starts(with: stem.utf8) })
    else { return }
    let values = rivals.filter { rival in
      guard let bits = rival.bits else { return false }
      return bits & ~mask == 0 && bits != mask
    }
    let numbers = Set(values.compactMap(\.bits)).subtracting([0])
    guard let greatest = numbers.max(), greatest >= 5, UInt64(numbers.count) == greatest,
      values.count < rivals.count
    else { return }
    others.removeAll { candidate in
      candidate.name == member.name || values.contains { $0.name == candidate.name }
    }
    let start = NameWords.commonStart(of: values.map(\.name) + [member.name])
    let prefix = Name(member.name.utf8.prefix(start))
    fields.append(
      DefinedField(
        name: Self.name(of: stem), mask: mask,
        values: values.map { $0.moved(by: 0, without: prefix) }, place: member.place))
  }

  /// The last word of the common beginning: `core` of `CHANNEL_CORE_`.
  private static func name(of stem: Name) -> Name {
    guard let word = stem.text.split(separator: "_").last else { return stem }
    return Name(word.lowercased())
  }

  /// Adds a field with the constants that have its prefix and are its values: bits of the mask, or
  /// numbers from its lowest bit.
  private mutating func add(
    _ name: Name, _ mask: UInt64, of member: DefinedMember, beginning stem: Name
  ) {
    others.removeAll { $0.name == member.name }
    let named = others.filter { $0.bits != nil && $0.name.utf8.starts(with: stem.utf8) }
    let isInPlace = named.contains { candidate in
      guard let bits = candidate.bits else { return false }
      return bits & ~mask == 0 && bits != 0
    }
    let shift: UInt64 = if isInPlace { 0 } else { UInt64(mask.trailingZeroBitCount) }
    let values = named.filter { candidate in
      guard let bits = candidate.bits else { return false }
      return bits & ~(mask >> shift) == 0
    }
    others.removeAll { candidate in values.contains { $0.name == candidate.name } }
    fields.append(
      DefinedField(
        name: name, mask: mask, values: values.map { $0.moved(by: shift, without: stem) },
        place: member.place))
  }
}

extension DefinedMember {
  fileprivate var bits: UInt64? { (try? value.get())?.bits }

  /// The value shifted to the bits of its field, and the name without the common prefix.
  fileprivate func moved(by shift: UInt64, without stem: Name) -> DefinedMember {
    DefinedMember(
      name: Name(name.utf8.dropFirst(stem.utf8.count)),
      value: value.map { Number(Int128($0.bits << shift)) }, place: place,
      comment: comment.map { "\(name): \($0)" } ?? name)
  }
}
