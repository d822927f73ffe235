import FlagModel

/// `enum.IntFlag`s, enums and dataclasses of Python.
struct PythonStyle: PlainStyle {
  static let inherits = true
  let model: CodeModel

  init(_ source: CodeSource) {
    model = CodeModel(source.schema, in: .python, declaredElsewhere: source.declaredElsewhere)
  }

  var entities: [Entity] { model.entitiesAfterTheirBases }

  func preamble(_ units: [CodeUnit], isWhole: Bool) -> [CodeItem] {
    var modules: [CodeItem] = []
    var names: [CodeItem] = []
    for code in units.imports {
      if code.words.contains(" ") {
        names.append(.line(code))
      } else {
        modules.append(.line("import \(code)"))
      }
    }
    var imports: [CodeItem] = []
    if !isWhole {
      for name in units.uses where name != units.first?.name {
        imports.append(.line("from .\(name) import \(name)"))
      }
    }
    return CodeItem.groups([.line("from __future__ import annotations")], modules + names, imports)
  }

  func index(_ units: [CodeUnit]) -> (name: String, items: [CodeItem])? {
    ("__init__.py", units.map(\.name).sorted().map { .line("from .\($0) import \($0)") })
  }

  // MARK: Flags

  /// The names that an `IntFlag` has besides its flags.
  static let reservedNames: Set<String> = [
    "classmethod", "cls", "from_stored", "int", "mro", "name", "property", "self", "stored",
    "value",
  ]

  func flags(_ set: FlagSet) -> CodeUnit {
    let fields = model.fields(of: set, reserved: Self.reservedNames)
    let flags = model.flags(of: set, reserved: Self.reservedNames)
    let members = flags.map { flag, name in
      CodeItem.line("\(name) = \(value(of: flag, in: set, flags))", flag.summary)
    }
    let name = model.name(of: set.name)
    return CodeUnit(
      name: name, imports: ["enum"],
      uses: model.enumerations(of: set),
      items: [
        .declaration(
          "class \(name)(enum.IntFlag)", set.summary,
          CodeItem.groups(members, conversions(set, name))
            + fields.flatMap { accessors(of: $0, $1, in: name) })
      ])
  }

  private func value(
    of flag: Flag, in set: FlagSet, _ flags: [(flag: Flag, name: Identifier)]
  ) -> Code {
    if flag.mask.nonzeroBitCount == 1, set.flags.contains(flag) {
      return "1 << \(flag.mask.trailingZeroBitCount)"
    }
    let names = model.names(of: flag.mask, in: flags) ?? []
    if names.isEmpty { return "\(hex: flag.mask)" }
    return names.map { Code($0) }.joined(by: " | ")
  }

  /// Python's flags are never negative. A database stores the highest bit of 64, or of a signed
  /// type, as the sign.
  private func conversions(_ set: FlagSet, _ name: Identifier) -> [CodeItem] {
    let width = set.rawType.bitWidth
    let isSigned = set.rawType.isSigned || width == 64
    let stored: Code =
      if isSigned {
        "int(self) - (1 << \(width)) if int(self) >> \(width - 1) else int(self)"
      } else {
        "int(self)"
      }
    return [
      .declaration(
        "def from_stored(cls, number: int) -> \(name)", "The flags of a number of a database.",
        attributes: ["@classmethod"], [.line("return cls(number & \(hex: set.widthMask))")]),
      .declaration(
        "def stored(self) -> int", "The number that a database keeps.", attributes: ["@property"],
        [.line("return \(stored)")]),
    ]
  }

  private func accessors(of field: BitField, _ name: Identifier, in set: Identifier) -> [CodeItem] {
    var type: Code = "int"
    var read: Code = "bits"
    var written: Code = "int(value)"
    if let enumeration = field.enumeration {
      type = Code(model.name(of: enumeration.name))
      read = "\(type).from_stored(bits)"
    }
    if field.isOptional {
      type = "\(type) | None"
      read = "\(read) if bits else None"
      written = "(0 if value is None else int(value))"
    }
    let bits: Code = "int(self) >> \(field.shift) & \(hex: field.valueMask)"
    return [
      .declaration(
        "def \(name)(self) -> \(type)", field.summary, attributes: ["@property"],
        [.line("bits = \(bits)"), .line("return \(read)")]),
      .declaration(
        "def \(name.prefixed(by: "with_"))(self, value: \(type)) -> \(set)",
        [
          .line("bits = \(written) << \(field.shift) & \(hex: field.mask)"),
          .line("return \(set)(int(self) & ~\(hex: field.mask) | bits)"),
        ]),
    ]
  }

  // MARK: Enums

  func enumeration(_ enumeration: Enumeration) -> CodeUnit {
    let name = model.name(of: enumeration.name)
    let base: Code
    let raw: Code
    switch enumeration.rawType {
    case .integer:
      base = "enum.IntEnum"
      raw = "int"
    case .real:
      base = "float, enum.Enum"
      raw = "float"
    case .string, .character, .caseName:
      base = "str, enum.Enum"
      raw = "str"
    }
    let cases = model.cases(of: enumeration, reserved: Self.reservedNames)
    let lines = cases.map { enumCase, name in
      CodeItem.line("\(name) = \(Code.pythonLiteral(enumCase.rawValue))", enumCase.summary)
    }
    var read: [CodeItem] = []
    if let fallback = model.fallback(of: enumeration, in: cases) {
      read.append(reading(raw, as: name, or: fallback))
    }
    return CodeUnit(
      name: name, imports: ["enum"],
      items: [
        .declaration("class \(name)(\(base))", enumeration.summary, CodeItem.groups(lines, read))
      ])
  }

  private func reading(_ raw: Code, as name: Identifier, or fallback: Identifier) -> CodeItem {
    .declaration(
      "def from_stored(cls, value: \(raw)) -> \(name)",
      "The case of a stored value; the fallback for one that no case has.",
      attributes: ["@classmethod"],
      [
        .statement("try", [.line("return cls(value)")]),
        .statement("except ValueError", [.line("return cls.\(fallback)")]),
      ])
  }

  // MARK: Records

  func record(
    _ type: Name, _ members: [PlainMember], base: Identifier?, summary: String?
  ) -> CodeUnit {
    let name = model.name(of: type)
    var imports: Set<Code> = ["from dataclasses import dataclass"]
    let lines = members.map { member -> CodeItem in
      let type = Self.plainTypes.code(member.kind, in: model, &imports)
      let end: Code = if member.isOptional { " | None = None" } else { "" }
      return .line("\(member.name): \(type)\(end)", member.summary)
    }
    let header: Code = base.map { "class \(name)(\($0))" } ?? "class \(name)"
    return CodeUnit(
      name: name, imports: imports,
      uses: model.types(of: members),
      items: [
        .declaration(header, summary, attributes: ["@dataclass(kw_only=True)"], lines)
      ])
  }

  private static let plainTypes = PlainTypes(
    integer: { _ in "int" }, bool: "bool", double: "float", float: "float", string: "str",
    data: "bytes", decimal: .init("decimal.Decimal", from: "decimal"),
    date: .init("datetime.datetime", from: "datetime"), uuid: .init("uuid.UUID", from: "uuid"),
    url: .init("str"), any: "object", list: { "list[\($0)]" }, set: { "set[\($0)]" },
    dictionary: { "dict[\($0), \($1)]" }, optional: { "\($0) | None" })
}

extension Code {
  fileprivate static func pythonLiteral(_ value: Value) -> Code {
    if case .null = value { return "None" }
    return literal(value)
  }
}
