import FlagModel
private import PlainText

/// Makes a flag set or an enum with Swift names from members.
struct FlagSetMaker {
  let name: Name
  let summary: String?
  /// The type from the source; nil if the values decide.
  let rawType: IntegerType?
  /// True if the names of members may begin with the name of the set.
  let repeatsName: Bool
  let members: [DefinedMember]
  let fields: [DefinedField]
  let source: (TokenPlace) -> SourcePlace
  private var notes: [Diagnostic] = []

  init(
    _ name: Name, summary: String?, rawType: IntegerType?, repeatsName: Bool,
    members: [DefinedMember], fields: [DefinedField] = [],
    source: @escaping (TokenPlace) -> SourcePlace
  ) {
    self.name = name
    self.summary = summary
    self.rawType = rawType
    self.repeatsName = repeatsName
    self.members = members
    self.fields = fields
    self.source = source
  }

  /// A member with a known value and its Swift name.
  private struct Named {
    let name: Name
    let number: Number
    let summary: String?
    let member: DefinedMember
  }

  // MARK: Flags

  static func flags(_ maker: FlagSetMaker) throws(Diagnostics) -> DefinedFlags {
    var maker = maker
    return try maker.flags()
  }

  private mutating func flags() throws(Diagnostics) -> DefinedFlags {
    let members = named()
    let type =
      rawType ?? Self.typeHolding(members.map(\.number) + fields.map { Number(Int128($0.mask)) })
    var flags: [Flag] = []
    for member in members {
      guard let mask = mask(member.number, type) else {
        leaveOut(member.member, "\(member.number.value) does not fit \(type.rawValue)")
        continue
      }
      flags.append(Flag(name: member.name, mask: mask, summary: member.summary))
    }
    var set = FlagSet(name: name, rawType: type, flags: [], summary: summary).adding(flags)
    for field in fields { add(field, to: &set) }
    try requireSome(flags.isEmpty && set.fields.isEmpty)
    return DefinedFlags(set: set, notes: notes)
  }

  /// The bits of a number in a type. `~FLAG` is valid, and so is 0x80000000 in a signed type.
  private func mask(_ number: Number, _ type: IntegerType) -> UInt64? {
    let fits = type.holds(number.value) || number.value >= 0 && number.value >> type.bitWidth == 0
    if fits { return UInt64(truncatingIfNeeded: number.value) & type.widthMask }
    return nil
  }

  /// The smallest type with at least 32 bits that can store all values.
  static func typeHolding(_ numbers: [Number]) -> IntegerType {
    let types: [IntegerType] = [.int32, .uint32, .int64, .uint64]
    let fitting = types.first { type in numbers.allSatisfy { type.holds($0.value) } }
    // A negative number and bit 31, as in `~0` and `0x80000000`, fit into 32 bits together.
    let small = numbers.allSatisfy { $0.value >= -(1 << 31) && $0.value < 1 << 32 }
    if fitting == .int64 && small { return .uint32 }
    return fitting ?? .uint64
  }

  // MARK: Fields

  /// Adds a field with an enum of its values; an invalid one is omitted.
  private mutating func add(_ field: DefinedField, to set: inout FlagSet) {
    do throws(FieldError) {
      guard let bits = BitField.bits(of: field.mask) else {
        throw FieldError(
          .bits, "its bits 0x\(String(field.mask, radix: 16, uppercase: true)) are not contiguous")
      }
      let name = NameStripping.identifier(field.name)
      guard let values = try enumeration(of: field, named: name, in: set) else {
        set = try set.adding(
          BitField(checking: name, bits, in: set.rawType, declaredType: "Int", .integer(.int)))
        return
      }
      set = try set.adding(
        BitField(
          checking: name, bits, in: set.rawType, declaredType: values.name, .enumeration(values),
          isOptional: values.caseName(of: .integer(0)) == nil, isInPlace: true))
    } catch {
      notes.append(
        Diagnostic(
          "the field '\(field.name)' is left out: \(error.message)", at: source(field.place),
          severity: .note))
    }
  }

  /// The enum `ModeType` with the values of the field `type` of `Mode`; nil if no value has a name.
  private mutating func enumeration(
    of field: DefinedField, named name: Name, in set: FlagSet
  ) throws(FieldError) -> Enumeration? {
    if field.values.isEmpty { return nil }
    let typeName = Name(set.name.text + name.text.prefix(1).uppercased() + name.text.dropFirst())
    var maker = FlagSetMaker(
      typeName, summary: nil, rawType: nil, repeatsName: false, members: field.values,
      source: source)
    let values = maker.values()
    notes += maker.notes
    if values.cases.isEmpty { throw FieldError(.type, "none of its values is known") }
    return values
  }

  // MARK: Enums

  static func enumeration(
    _ maker: FlagSetMaker
  ) throws(Diagnostics) -> (enumeration: Enumeration, notes: [Diagnostic]) {
    var maker = maker
    return try maker.enumeration()
  }

  private mutating func enumeration() throws(Diagnostics) -> (
    enumeration: Enumeration, notes: [Diagnostic]
  ) {
    let enumeration = values()
    try requireSome(enumeration.cases.isEmpty)
    return (enumeration, notes)
  }

  private mutating func values() -> Enumeration {
    let all = named()
    // The name of a limit such as `LAST_CORE` is omitted if another case has the same value.
    func isBound(_ named: Named) -> Bool {
      named.member.name.isOfBound
        && all.contains { $0.number.value == named.number.value && !$0.member.name.isOfBound }
    }
    let ordered = all.filter { !isBound($0) } + all.filter(isBound)
    let type = rawType ?? Self.typeHolding(ordered.map(\.number))
    var first: [Int64: Name] = [:]
    var cases: [Enumeration.Case] = []
    for member in ordered {
      guard let value = Int64(exactly: member.number.value), type.holds(member.number.value) else {
        leaveOut(member.member, "\(member.number.value) does not fit \(type.rawValue)")
        continue
      }
      if let other = first[value] {
        leaveOut(member.member, "'\(other)' has the value \(value) already")
        continue
      }
      first[value] = member.name
      cases.append(
        Enumeration.Case(name: member.name, rawValue: .integer(value), summary: member.summary))
    }
    return Enumeration(name: name, rawType: .integer(type), cases: cases, summary: summary)
  }

  // MARK: Helpers

  private func requireSome(_ areNone: Bool) throws(Diagnostics) {
    guard areNone else { return }
    throw Diagnostics(
      [Diagnostic("'\(name)' has no member whose value is known")]
        + notes.map { Diagnostic($0.message, at: $0.place, severity: .note, hint: $0.hint) })
  }

  private mutating func leaveOut(
    _ member: DefinedMember, _ reason: String, at place: TokenPlace? = nil
  ) {
    notes.append(
      Diagnostic(
        "'\(member.name)' is left out: \(reason)", at: source(place ?? member.place),
        severity: .note))
  }

  /// The members with a value, each with a unique name, ignoring case.
  private mutating func named() -> [Named] {
    var numbered: [(member: DefinedMember, number: Number)] = []
    for member in members.prefix(Schema.mostNames) {
      switch member.value {
      case .success(let number): numbered.append((member, number))
      case .failure(let reason): leaveOut(member, reason.message, at: reason.place)
      }
    }
    let names = NameStripping.names(of: numbered.map(\.member.name), in: repeatsName ? name : nil)
    var taken: [Name: Named] = [:]
    var named: [Named] = []
    for ((member, number), name) in zip(numbered, names) {
      let candidate = Named(
        name: name, number: number, summary: Self.summary(of: member, as: name), member: member)
      if let other = taken[name.lowercased] {
        if other.name != name || other.number.value != number.value {
          leaveOut(member, "'\(other.name)' has the same name here")
        }
        continue
      }
      taken[name.lowercased] = candidate
      named.append(candidate)
    }
    return named
  }

  /// The documentation of a member: its name in the source if that differs, and its comment.
  private static func summary(of member: DefinedMember, as name: Name) -> String? {
    if name == member.name { return member.comment?.text }
    return member.comment.map { "\(member.name): \($0)" } ?? member.name.text
  }
}

extension Name {
  /// True if a word of the name denotes the end of a range.
  fileprivate var isOfBound: Bool {
    text.lowercased().split(separator: "_").contains {
      ["first", "last", "min", "max"].contains($0)
    }
  }
}
