import FlagModel

/// `flags BIOMarker RAW HRM=0x2 vitals=HRM,PLX kind:0xF0=Kind`: adds a flag set, or flags to an
/// existing one.
struct FlagSetAddition: ModelAddition {
  private let name: Name
  private let words: [String]
  /// The flags from the file of `--from`.
  private let defined: FlagSet?

  init(_ name: String, _ words: [String], from defined: FlagSet? = nil) throws {
    self.name = try modelName(name)
    self.words = words
    self.defined = defined?.named(self.name)
  }

  func added(to schema: Schema, now: Timestamp) throws -> Schema {
    var set = try extendedSet(in: schema) ?? FlagSet(name: name, rawType: .int64, flags: [])
    for word in words where Self.isField(word) {
      set = try adding(field: word, to: set, schema)
    }
    for word in words where !Self.isField(word) {
      let (label, value) = splitAtEquals(word)
      if set.mask(named: Name(label)) != nil {
        throw CommandError("'\(label)' is a flag of \(name) already")
      }
      let mask = try value.map { try self.mask($0, set) } ?? nextBit(set)
      set = set.adding([Flag(name: try memberName(label), mask: mask)])
    }
    return try enumerations(newTo: schema).reduce(schema) { try $0.adding($1) }
      .replacing(.flagSet(set))
  }

  /// The existing flag set, extended with the flags of the file; nil for a new one.
  private func extendedSet(in schema: Schema) throws -> FlagSet? {
    let existing = schema.flagSets.first { $0.name == name }
    guard let defined else { return existing }
    guard let existing else { return defined }
    let new = try (defined.flags + defined.combinations).filter { flag in
      let mask = existing.mask(named: flag.name)
      if let mask, mask != flag.mask {
        throw CommandError("'\(flag.name)' is a flag of \(name) already, with other bits")
      }
      return mask == nil
    }
    return try defined.fields.filter { !existing.fields.contains($0) }
      .reduce(existing.adding(new)) { set, field in
        try Self.checked { () throws(FieldError) in try set.adding(field) }
      }
  }

  /// The enums of the file's fields that the model lacks.
  private func enumerations(newTo schema: Schema) -> [Enumeration] {
    (defined?.fields ?? []).compactMap(\.enumeration)
      .filter { !schema.types.contains(.enumeration($0)) }
  }

  /// True for `kind:0xF0=Kind`.
  private static func isField(_ word: String) -> Bool { word.prefix { $0 != "=" }.contains(":") }

  private func adding(field word: String, to set: FlagSet, _ schema: Schema) throws -> FlagSet {
    let colon = word.firstIndex(of: ":") ?? word.endIndex
    let field = try modelName(word[..<colon])
    return try Self.checked { () throws(FieldError) in
      try set.adding(
        BitField(checking: field, word[colon...].dropFirst(), in: set.rawType, of: schema))
    }
  }

  private static func checked(_ set: () throws(FieldError) -> FlagSet) throws -> FlagSet {
    do throws(FieldError) {
      return try set()
    } catch {
      throw CommandError(error.message, hint: error.hint)
    }
  }

  /// Parses a number, `1<<3`, or names of flags.
  private func mask(_ text: Substring, _ set: FlagSet) throws -> UInt64 {
    if text.hasPrefix("1<<"), let bit = Int(text.dropFirst(3)), (0..<64).contains(bit) {
      return 1 << UInt64(bit)
    }
    if text.hasPrefix("0x"), let mask = UInt64(text.dropFirst(2), radix: 16) { return mask }
    if let mask = UInt64(text) { return mask }
    do {
      return try set.mask(from: text)
    } catch {
      throw CommandError(
        error.message, hint: error.hint ?? "expected a number, 1<<BIT, or flags named before")
    }
  }

  private func nextBit(_ set: FlagSet) throws -> UInt64 {
    guard let bit = set.freeBit() else { throw CommandError("\(name) has no free bit") }
    return bit
  }
}

extension Schema {
  /// The model with an additional enum.
  func adding(_ enumeration: Enumeration) throws -> Schema {
    if types.contains(where: { $0.name == enumeration.name }) {
      throw CommandError("'\(enumeration.name)' is in the model already")
    }
    return replacing(.enumeration(enumeration))
  }

  /// The model with a type that replaces the one of the same name, or is added at the end.
  func replacing(_ type: NamedType) -> Schema {
    var types = types
    if let index = types.firstIndex(where: { $0.name == type.name }) {
      types[index] = type
    } else {
      types.append(type)
    }
    return Schema(types: types, entities: entities)
  }
}
