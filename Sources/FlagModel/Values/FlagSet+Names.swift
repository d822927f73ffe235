package import PlainText

extension FlagSet {
  /// The names of a mask: flags in the order of declaration (the first name of each bit), then
  /// combinations for the remaining bits, then undeclared bits as `0x40`. Bits of fields have no
  /// names.
  package func names(of mask: UInt64) -> [String] {
    let (names, rest) = parts(of: mask)
    return rest == 0 ? names : names + [FlagSet.hexText(rest)]
  }

  /// The names of a mask, and the bits without a name.
  private func parts(of mask: UInt64) -> (names: [String], rest: UInt64) {
    var rest = mask & ~fieldMask
    var names: [String] = []
    for flag in flags where flag.mask != 0 && rest & flag.mask == flag.mask {
      names.append(flag.name.text)
      rest &= ~flag.mask
    }
    for combination in combinations
    where mask & combination.mask == combination.mask && rest & combination.mask != 0 {
      names.append(combination.name.text)
      rest &= ~combination.mask
    }
    return (names, rest)
  }

  /// The names of a mask, and then its fields: `CHAIN_END`, `core=link`.
  package func items(of mask: UInt64) -> [String] {
    if fields.isEmpty { return names(of: mask) }
    return names(of: mask) + fields.compactMap { $0.text(in: mask) }
  }

  /// The items of a mask that another mask lacks. Bits without a name are compared one by one.
  package func items(of mask: UInt64, besides other: UInt64, in others: FlagSet) -> [String] {
    let (names, rest) = parts(of: mask)
    let (otherNames, otherRest) = others.parts(of: other)
    var items = names.filter { !otherNames.contains($0) }
    if rest & ~otherRest != 0 { items.append(FlagSet.hexText(rest & ~otherRest)) }
    let otherFields = others.fields.compactMap { $0.text(in: other) }
    return items + fields.compactMap { $0.text(in: mask) }.filter { !otherFields.contains($0) }
  }

  /// `HRM|PLX`, `CHAIN_END|core=link`; empty without flags.
  package func text(of mask: UInt64) -> String { items(of: mask).joined(separator: "|") }

  package func undeclaredBits(in mask: UInt64) -> UInt64 { mask & ~declaredMask }

  static func hexText(_ mask: UInt64) -> String { "0x" + String(mask, radix: 16, uppercase: true) }

  /// True if a list of flags can contain the name without ambiguity. No name has a dot.
  package static func canBeListed(_ name: Name) -> Bool {
    let bytes = name.utf8
    return name.text.trimmed.utf8.elementsEqual(bytes) && NumberText.radix(of: bytes) == 10
      && !bytes.contains { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "|") }
      && bytes.first != UInt8(ascii: "[") && bytes.last != UInt8(ascii: "]")
  }

  /// Parses `HRM,PLX` or `HRM|PLX`, with or without dots before the names or brackets around them.
  /// An empty text means no flags; `0x40`, `0o100` or `64` is a mask; `core=link` is a field.
  package func mask(from text: some StringProtocol) throws(ValueError) -> UInt64 {
    try bits(from: text).set
  }

  /// The bits of a text such as `CHAIN_END|core=link`, and the bits of the fields that it names.
  package func bits(
    from text: some StringProtocol
  ) throws(ValueError) -> (set: UInt64, ofFields: UInt64) {
    var list = text.trimmed.utf8
    if list.first == UInt8(ascii: "["), list.last == UInt8(ascii: "]") {
      list = Substring(list.dropFirst().dropLast()).trimmed.utf8
    }
    var bits: (set: UInt64, ofFields: UInt64) = (0, 0)
    while !list.isEmpty {
      let end = list.firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "|") }
      try add(Substring(list[..<(end ?? list.endIndex)]), to: &bits)
      guard let end else { break }
      list = list[list.index(after: end)...]
      if list.isEmpty { throw nameless }
    }
    return bits
  }

  /// The union of named flags and fields; a repeated name is allowed.
  package func mask(ofNames names: some Sequence<some StringProtocol>) throws(ValueError) -> UInt64
  {
    var bits: (set: UInt64, ofFields: UInt64) = (0, 0)
    for name in names { try add(Substring(name), to: &bits) }
    return bits.set
  }

  private func add(
    _ item: Substring, to bits: inout (set: UInt64, ofFields: UInt64)
  ) throws(ValueError) {
    guard !fields.isEmpty, let (field, value) = try fieldAndValue(in: item) else {
      let mask = try self.bits(ofItem: item)
      if let field = fields.first(where: { $0.mask & mask != 0 }) {
        throw ValueError(
          "\(ValueError.quoted(item)) has bits of the field '\(field.name)'",
          hint: .words("write \(field.sample)"))
      }
      bits.set |= mask
      return
    }
    let set = try field.bits(from: value)
    guard bits.ofFields & field.mask == 0 || bits.set & field.mask == set else {
      throw ValueError("the field '\(field.name)' is given twice")
    }
    bits.set |= set
    bits.ofFields |= field.mask
  }

  /// `core` and `link` of `core=link`; nil if the item is not a field.
  private func fieldAndValue(
    in item: Substring
  ) throws(ValueError) -> (BitField, value: Substring)? {
    guard let equals = item.utf8.firstIndex(of: UInt8(ascii: "=")), mask(named: Name(item)) == nil
    else { return nil }
    let typed = Name(item[..<equals].trimmed)
    guard let field = field(named: typed) else {
      throw ValueError(
        "\(ValueError.quoted(typed.text)) is not a field of '\(name)'",
        hint: .name(for: typed, in: fields.map(\.name), orAll: "its fields are"))
    }
    return (field, item[item.utf8.index(after: equals)...].trimmed)
  }

  private func bits(ofItem item: Substring) throws(ValueError) -> UInt64 {
    let item = item.trimmed
    let name = Self.withoutDot(item)
    if let mask = mask(named: Name(name)) ?? mask(inFiles: Name(item)) { return mask }
    if name.isEmpty { throw nameless }
    if let field = field(named: Name(name)) {
      throw ValueError(
        "'\(name)' is a field of '\(self.name)' and needs a value",
        hint: .words("write \(field.sample)"))
    }
    let radix = NumberText.radix(of: name.utf8)
    if radix != 10 { return try bits(name, radix: radix) }
    if let mask = plainMask(name) { return mask }
    if let number = plainNumber(name) { throw numberFound(name, number) }
    throw unknown(name)
  }

  /// `HRM` of `.HRM`
  private static func withoutDot(_ item: some StringProtocol) -> String {
    if item.utf8.first == UInt8(ascii: ".") { return String(item.dropFirst()) }
    return String(item)
  }

  private func bits(_ name: String, radix: UInt64) throws(ValueError) -> UInt64 {
    let scanned = NumberText.scanMagnitude(name.utf8.dropFirst(2), radix: radix)
    switch scanned {
    case .number(let mask) where mask & ~widthMask == 0: return mask
    case .malformed:
      throw ValueError.expected("bits such as 0x40", found: name)
    case .number, .tooLarge:
      throw ValueError.expected(
        "bits of '\(self.name)', which has \(rawType.bitWidth)", found: name)
    }
  }

  /// The items of a list as people write it, valid or not.
  package static func items(of text: some StringProtocol) -> [String] {
    var list = text.trimmed
    if list.hasPrefix("["), list.hasSuffix("]") { list = Substring(list.dropFirst().dropLast()) }
    return list.split { $0 == "," || $0 == "|" }.map { String($0.trimmed) }
  }

  /// True if an item is an unknown name. Numbers, fields, and texts that no list can contain are
  /// not unknown names.
  package func isUnknown(_ item: String) -> Bool {
    let name = Self.withoutDot(item)
    if name.isEmpty || !Self.canBeListed(Name(name)) || plainNumber(name) != nil { return false }
    let isField = !fields.isEmpty && name.contains("=") || field(named: Name(name)) != nil
    return !isField && mask(named: Name(name)) == nil && mask(inFiles: Name(item)) == nil
  }

  /// The bits of an item such as `0x40`; nil for a name.
  package func bits(withoutName item: String) -> UInt64? {
    if NumberText.radix(of: item.utf8) == 10 { return nil }
    return bits(number: item)
  }

  /// The next bit for a new flag, as a mask: the one after the highest used bit, or else the lowest
  /// free one; nil if all are used.
  /// See Documentation/Decisions/new-names-take-new-bits.md.
  /// - Parameter others: undeclared bits that are used.
  package func freeBit(besides others: UInt64 = 0) -> UInt64? {
    let used = declaredMask | others
    let afterHighest = 64 - used.leadingZeroBitCount
    // After a flag on the highest bit, the lower free bits are used.
    let free =
      if afterHighest < rawType.bitWidth { afterHighest } else { (~used).trailingZeroBitCount }
    if free < rawType.bitWidth { return 1 << UInt64(free) }
    return nil
  }

  /// The bits of a number: in another base than ten the written bits, and in decimal Swift's
  /// `rawValue`. Nil if the raw type cannot hold it.
  package func bits(number text: String) -> UInt64? {
    let radix = NumberText.radix(of: text.utf8)
    if radix != 10 { return try? bits(text, radix: radix) }
    return mask(decimal: Self.wholeNumber(text))
  }

  /// `5` for `5.0`, as programs write an integer of a column that also has missing values.
  private static func wholeNumber(_ text: String) -> String {
    let digits = text.utf8.dropLast(2)
    guard text.hasSuffix(".0"), let first = digits.first, let last = digits.last else {
      return text
    }
    let isNumber = (0x30...0x39).contains(last) && (first == 0x2D || (0x30...0x39).contains(first))
    return isNumber ? String(text.dropLast(2)) : text
  }

  /// The mask for a decimal number. Nil in a set of cases, where a number would be a raw value, and
  /// for a number that begins with 0, which is octal elsewhere.
  func plainMask(_ text: String) -> UInt64? {
    let text = Self.wholeNumber(text)
    let isOctal = text.utf8.count > 1 && text.utf8.first == UInt8(ascii: "0")
    if enumeration == nil && !isOctal && plainNumber(text) != nil { return mask(decimal: text) }
    return nil
  }

  private var nameless: ValueError {
    ValueError("expected the name of a flag of '\(name)', found none")
  }

  private func unknown(_ name: String) -> ValueError {
    ValueError(
      "\(ValueError.quoted(name)) is not a flag of '\(self.name)'",
      hint: .name(for: Name(name), in: names, orAll: "its flags are"))
  }

  private func plainNumber(_ text: some StringProtocol) -> NumberText.Scanned<Int64>? {
    guard text.utf8.contains(where: { digit($0) != nil }),
      text.utf8.allSatisfy({ digit($0) != nil || $0 == 0x2B || $0 == 0x2D })
    else { return nil }
    return NumberText.scanInteger(text.utf8)
  }

  private func numberFound(_ text: some StringProtocol, _ number: NumberText.Scanned<Int64>)
    -> ValueError
  {
    var hint: Hint?
    if case .number(let stored) = number {
      let mask = mask(stored: stored)
      let isShown = fields.allSatisfy { $0.isValid(in: mask) }
      let names = if isShown { items(of: mask).joined(separator: ",") } else { "the names" }
      if names.isEmpty {
        hint = "leave it empty for no flags"
      } else if enumeration == nil {
        hint = "write \(names)"
      } else {
        hint = "write \(names), or use --raw"
      }
    }
    return ValueError.expected("names of flags of '\(name)'", found: text, hint: hint)
  }

  /// The stored integer of a mask, which is Swift's `rawValue`: the highest bit of a signed type
  /// makes it negative. Bits beyond the type's width stay unchanged.
  package func stored(_ mask: UInt64) -> Int64 { word.value(of: Int64(bitPattern: mask)) }

  /// True if the stored number of a mask is negative in some columns and not in others, because it
  /// has the highest bit of a type with fewer than 64 bits.
  package func hasSignBit(_ mask: UInt64) -> Bool { word.hasSign(Int64(bitPattern: mask)) }

  /// The mask of a stored integer. The highest bit of the type may make it negative or not.
  package func mask(stored: Int64) -> UInt64 {
    UInt64(bitPattern: word.signed(false).value(of: stored))
  }

  /// True if the raw type can hold the integer, and its fields have valid values.
  func isRawValue(_ stored: Int64) -> Bool {
    let mask = mask(stored: stored)
    return mask & ~widthMask == 0 && self.stored(mask) == stored
      && fields.allSatisfy { $0.isValid(in: mask) }
  }
}
