import FlagModel

/// Value classes, enum classes and data classes of Kotlin.
struct KotlinStyle: PlainStyle {
  let model: CodeModel

  init(_ source: CodeSource) {
    model = CodeModel(source.schema, in: .kotlin, declaredElsewhere: source.declaredElsewhere)
  }

  // MARK: Flags

  /// The integer types that have bit operators.
  private struct Raw {
    let type: Code
    let suffix: Code
    let isSigned: Bool
    let isWide: Bool
    /// The conversion from and to a `ULong`.
    var conversion: Code { "to\(type)()" }

    init(_ raw: IntegerType) {
      isSigned = raw.isSigned
      isWide = raw.bitWidth == 64
      switch (isSigned, isWide) {
      case (true, true):
        type = "Long"
        suffix = "L"
      case (true, false):
        type = "Int"
        suffix = ""
      case (false, true):
        type = "ULong"
        suffix = "uL"
      case (false, false):
        type = "UInt"
        suffix = "u"
      }
    }
  }

  static let reservedNames: Set<String> = ["contains", "minus", "or", "plus", "rawValue"]

  func flags(_ set: FlagSet) -> CodeUnit {
    let name = model.name(of: set.name)
    let raw = Raw(set.rawType)
    let flags = model.flags(of: set)
    let constants = flags.map { flag, member in
      CodeItem.line("val \(member) = \(name)(\(number(of: flag.mask, set, raw)))", flag.summary)
    }
    let fields = model.fields(of: set, reserved: Self.reservedNames)
    let operators: [CodeItem] = [
      .line("infix fun or(other: \(name)) = \(name)(rawValue or other.rawValue)"),
      .line("operator fun plus(other: \(name)) = \(name)(rawValue or other.rawValue)"),
      .line("operator fun minus(other: \(name)) = \(name)(rawValue and other.rawValue.inv())"),
      .line(
        "operator fun contains(other: \(name)) = (rawValue and other.rawValue) == other.rawValue"),
    ]
    return CodeUnit(
      name: name,
      items: [
        .declaration(
          "value class \(name)(val rawValue: \(raw.type))", set.summary, attributes: ["@JvmInline"],
          CodeItem.groups(operators) + fields.flatMap { accessors(of: $0, $1, raw, name) }
            + [.declaration("companion object", constants)])
      ])
  }

  /// A number of the type; the smallest one has no literal.
  private func number(of mask: UInt64, _ set: FlagSet, _ raw: Raw) -> Code {
    let width = if raw.isWide { 64 } else { 32 }
    if mask.nonzeroBitCount == 1, mask.trailingZeroBitCount < width {
      let isSign = set.stored(mask) < 0 && set.rawType.isSigned && set.rawType.bitWidth < 32
      if !isSign { return "1\(raw.suffix) shl \(mask.trailingZeroBitCount)" }
    }
    let stored = set.stored(mask)
    if !raw.isSigned { return "\(UInt64(bitPattern: stored))\(raw.suffix)" }
    if stored == .min { return "Long.MIN_VALUE" }
    return "\(stored)\(raw.suffix)"
  }

  private func accessors(
    of field: BitField, _ name: Identifier, _ raw: Raw, _ owner: Identifier
  ) -> [CodeItem] {
    let enumeration = field.enumeration.map { (model.name(of: $0.name), rawType(of: $0)) }
    let type: Code = enumeration.map { Code($0.0) } ?? "Long"
    let optional: Code = if field.isOptional { "?" } else { "" }
    let value: Code =
      enumeration.map { "\($0.0).of(bits\(conversion(to: $0.1)))" } ?? "bits.toLong()"
    let read: Code = if field.isOptional { "if (bits == 0uL) null else \(value)" } else { value }
    let number: Code = if enumeration == nil { "value" } else { "value\(optional).rawValue" }
    let written: Code = if field.isOptional { "(\(number) ?: 0)" } else { number }
    return [
      .declaration(
        "val \(name): \(type)\(optional) get()", field.summary,
        [
          .line("val bits = (rawValue.toULong() shr \(field.shift)) and \(hex: field.valueMask)uL"),
          .line("return \(read)"),
        ]),
      .declaration(
        "fun with\(capitalized(name))(value: \(type)\(optional)): \(owner)",
        [
          .line("val mask = \(hex: field.mask)uL"),
          .line("val bits = (\(written).toULong() shl \(field.shift)) and mask"),
          .line("return \(owner)(((rawValue.toULong() and mask.inv()) or bits).\(raw.conversion))"),
        ]),
    ]
  }

  private func capitalized(_ name: Identifier) -> Identifier {
    var scope = NameScope(.sql)
    return scope.spelling(of: Name(name.plain.prefix(1).uppercased() + name.plain.dropFirst()))
  }

  // MARK: Enums

  static let reservedNamesOfEnums: Set<String> = [
    "Companion", "entries", "name", "of", "ordinal", "rawValue", "valueOf", "values",
  ]

  private func rawType(of enumeration: Enumeration) -> Code {
    switch enumeration.rawType {
    case .integer(let type): Self.integer(type)
    case .real: "Double"
    case .string, .character, .caseName: "String"
    }
  }

  /// The signed type that holds all numbers of the type, or the bits of a `UInt64`.
  @Sendable private static func integer(_ type: IntegerType) -> Code {
    if type.bitWidth == 64 || type == .uint32 { return "Long" }
    return "Int"
  }

  private func conversion(to type: Code) -> Code {
    switch type {
    case "Int": ".toInt()"
    case "Double": ".toDouble()"
    default: ".toLong()"
    }
  }

  func enumeration(_ enumeration: Enumeration) -> CodeUnit {
    let name = model.name(of: enumeration.name)
    let raw = rawType(of: enumeration)
    let cases = model.cases(of: enumeration, reserved: Self.reservedNamesOfEnums)
    var lines = cases.enumerated().map { index, named in
      let end: Code = if index == cases.count - 1 { ";" } else { "," }
      return CodeItem.line(
        "\(named.name)(\(literal(named.value.rawValue, raw)))\(end)", named.value.summary)
    }
    if lines.isEmpty { lines = [.line(";")] }
    let fallback = model.fallback(of: enumeration, in: cases).map { first in
      CodeItem.declaration(
        "companion object",
        [
          .line(
            "fun of(rawValue: \(raw)) = values().find { it.rawValue == rawValue } ?: \(first)",
            "The case of a stored value; the fallback for one that no case has.")
        ])
    }
    return CodeUnit(
      name: name,
      items: [
        .declaration(
          "enum class \(name)(val rawValue: \(raw))", enumeration.summary,
          CodeItem.groups(lines, fallback.asGroup))
      ])
  }

  private func literal(_ value: Value, _ raw: Code) -> Code {
    if case .integer(.min) = value { return "Long.MIN_VALUE" }
    if raw == "Long" { return "\(Code.literal(value))L" }
    return Code.literal(value)
  }

  // MARK: Records

  func record(
    _ type: Name, _ members: [PlainMember], base: Identifier?, summary: String?
  ) -> CodeUnit {
    let name = model.name(of: type)
    var imports: Set<Code> = []
    let lines = members.map { member -> CodeItem in
      let type = Self.plainTypes.code(member.kind, in: model, &imports)
      let end: Code = if member.isOptional { "? = null," } else { "," }
      return .line("val \(member.name): \(type)\(end)", member.summary)
    }
    // A data class has at least one property.
    guard !lines.isEmpty else {
      return CodeUnit(name: name, items: [.declaration("class \(name)", summary, [])])
    }
    var item = CodeItem.declaration("data class \(name)", summary, lines)
    item.brackets = .round
    return CodeUnit(name: name, imports: imports, items: [item])
  }

  private static let plainTypes = PlainTypes(
    integer: integer, bool: "Boolean",
    double: "Double", float: "Float", string: "String", data: "ByteArray",
    decimal: .init("BigDecimal", from: "java.math.BigDecimal"),
    date: .init("Instant", from: "java.time.Instant"),
    uuid: .init("UUID", from: "java.util.UUID"), url: .init("URI", from: "java.net.URI"),
    any: "Any", list: { "List<\($0)>" }, set: { "Set<\($0)>" },
    dictionary: { "Map<\($0), \($1)>" }, optional: { "\($0)?" })
}
