import FlagModel

/// `bitflags`, enums and structs of Rust.
struct RustStyle: PlainStyle {
  let model: CodeModel

  init(_ source: CodeSource) {
    model = CodeModel(source.schema, in: .rust, declaredElsewhere: source.declaredElsewhere)
  }

  func preamble(_ units: [CodeUnit], isWhole: Bool) -> [CodeItem] {
    let lints: Code = "dead_code, non_camel_case_types, non_snake_case, non_upper_case_globals"
    var uses: [CodeItem] = units.imports.map { .line("use \($0);") }
    if !isWhole {
      for name in units.uses where name != units.first?.name {
        uses.append(.line("use super::\(name);"))
      }
    }
    return CodeItem.groups([.line("#![allow(\(lints))]")], uses)
  }

  func index(_ units: [CodeUnit]) -> (name: String, items: [CodeItem])? {
    let names = units.map(\.name).sorted()
    // Modules and types share one namespace.
    let modules = names.map { $0.prefixed(by: "of_") }
    let files = zip(names, modules).map { name, module in
      CodeItem(attributes: ["#[path = \(text: "\(name.plain).rs")]"], head: "mod \(module);")
    }
    let types = zip(names, modules).map { CodeItem.line("pub use \($1)::\($0);") }
    return (
      "mod.rs", CodeItem.groups([.line("#![allow(non_snake_case, unused_imports)]")], files, types)
    )
  }

  @Sendable private static func integer(_ type: IntegerType) -> Code {
    if type.isSigned { return "i\(type.bitWidth)" }
    return "u\(type.bitWidth)"
  }

  // MARK: Flags

  static let reservedNames: Set<String> = [
    "all", "bits", "complement", "contains", "difference", "empty", "from_bits",
    "from_bits_retain", "from_bits_truncate", "from_name", "insert", "intersection", "intersects",
    "is_all", "is_empty", "iter", "iter_names", "remove", "set", "symmetric_difference", "toggle",
    "union",
  ]

  func flags(_ set: FlagSet) -> CodeUnit {
    let name = model.name(of: set.name)
    let raw = Self.integer(set.rawType)
    let flags = model.flags(of: set, reserved: Self.reservedNames)
    let constants = flags.map { flag, member in
      CodeItem.line("const \(member) = \(value(of: flag, in: set, flags));", flag.summary)
    }
    let others = CodeItem.line("const _ = !0;", "Bits without a name are kept.")
    var items = [
      CodeItem.declaration(
        "bitflags::bitflags!",
        [
          .declaration(
            "pub struct \(name): \(raw)", set.summary,
            attributes: ["#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]"],
            CodeItem.groups(constants, [others]))
        ])
    ]
    if !set.fields.isEmpty {
      let fields = model.fields(of: set, reserved: Self.reservedNames)
      items.append(.declaration("impl \(name)", fields.flatMap { accessors(of: $0, $1, raw) }))
    }
    return CodeUnit(name: name, uses: model.enumerations(of: set), items: items)
  }

  private func value(
    of flag: Flag, in set: FlagSet, _ flags: [(flag: Flag, name: Identifier)]
  ) -> Code {
    if flag.mask.nonzeroBitCount == 1, set.flags.contains(flag) {
      return "1 << \(flag.mask.trailingZeroBitCount)"
    }
    let names = model.names(of: flag.mask, in: flags) ?? []
    if names.isEmpty { return Code.number(set.stored(flag.mask), set.rawType) }
    return names.map { "Self::\($0).bits()" }.joined(by: " | ")
  }

  private func accessors(of field: BitField, _ name: Identifier, _ raw: Code) -> [CodeItem] {
    var type: Code
    var read: Code
    var written: Code
    if let enumeration = field.enumeration {
      type = Code(model.name(of: enumeration.name))
      read = "\(type)::from_raw(bits as \(rawType(of: enumeration)))"
      if !field.isOptional { read = "\(read).unwrap_or(\(type)::FALLBACK)" }
      written = "value.raw_value() as u64"
    } else {
      type = if case .integer(let integer) = field.type { Self.integer(integer) } else { "u64" }
      read = "bits as \(type)"
      written = "value as u64"
    }
    if field.isOptional {
      type = "Option<\(type)>"
      read = "if bits == 0 { None } else { \(read) }"
      written = "value.map_or(0, |value| \(written))"
    }
    return [
      .declaration(
        "pub fn \(name)(self) -> \(type)", field.summary,
        [
          .line("let bits = self.bits() as u64 >> \(field.shift) & \(hex: field.valueMask);"),
          .line("\(read)"),
        ]),
      .declaration(
        "pub fn \(name.prefixed(by: "with_"))(self, value: \(type)) -> Self",
        [
          .line("let bits = (\(written)) << \(field.shift) & \(hex: field.mask);"),
          .line("let others = self.bits() as u64 & !\(hex: field.mask);"),
          .line("Self::from_bits_retain((others | bits) as \(raw))"),
        ]),
    ]
  }

  // MARK: Enums

  static let reservedNamesOfEnums: Set<String> = ["FALLBACK", "from_raw", "raw_value"]

  private func rawType(of enumeration: Enumeration) -> Code {
    switch enumeration.rawType {
    case .integer(let type): Self.integer(type)
    case .real: "f64"
    case .string, .character, .caseName: "&str"
    }
  }

  func enumeration(_ enumeration: Enumeration) -> CodeUnit {
    let name = model.name(of: enumeration.name)
    let raw = rawType(of: enumeration)
    let cases = model.cases(of: enumeration, reserved: Self.reservedNamesOfEnums)
    let type = CodeItem.declaration(
      "pub enum \(name)", enumeration.summary,
      attributes: ["#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]"],
      cases.map { .line("\($1),", $0.summary) })
    guard let fallback = model.fallback(of: enumeration, in: cases) else {
      return CodeUnit(name: name, items: [type])
    }
    let returned: Code = if raw == "&str" { "&'static str" } else { raw }
    let constants: [CodeItem] = [
      .line(
        "pub const FALLBACK: Self = Self::\(fallback);", "The case of a value that no case has.")
    ]
    let out = CodeItem.declaration(
      "pub const fn raw_value(self) -> \(returned)",
      [
        .statement(
          "match self", cases.map { .line("Self::\($1) => \(Code.literal($0.rawValue)),") })
      ])
    let back = CodeItem.declaration(
      "pub fn from_raw(raw: \(raw)) -> Option<Self>",
      [
        .statement(
          "match raw",
          cases.map { .line("\(pattern($0.rawValue)) => Some(Self::\($1)),") }
            + [.line("_ => None,")])
      ])
    return CodeUnit(
      name: name,
      items: [type, .declaration("impl \(name)", CodeItem.groups(constants, [out, back]))])
  }

  /// Real numbers are compared, because not all versions of Rust allow them as patterns.
  private func pattern(_ value: Value) -> Code {
    if case .real = value { return "_ if raw == \(Code.literal(value))" }
    return Code.literal(value)
  }

  // MARK: Records

  func record(
    _ type: Name, _ members: [PlainMember], base: Identifier?, summary: String?
  ) -> CodeUnit {
    let name = model.name(of: type)
    var imports: Set<Code> = []
    let lines = members.map { member -> CodeItem in
      var type = Self.plainTypes.code(member.kind, in: model, &imports)
      if member.isOptional { type = "Option<\(type)>" }
      return .line("pub \(member.name): \(type),", member.summary)
    }
    return CodeUnit(
      name: name, imports: imports, uses: model.types(of: members),
      items: [
        .declaration(
          "pub struct \(name)", summary, attributes: ["#[derive(Clone, Debug, PartialEq)]"], lines)
      ])
  }

  // The standard library has no type for decimals or for JSON.
  private static let plainTypes = PlainTypes(
    integer: integer, bool: "bool", double: "f64", float: "f32", string: "String",
    data: "Vec<u8>", decimal: .init("String"),
    date: .init("SystemTime", from: "std::time::SystemTime"), uuid: .init("String"),
    url: .init("String"), any: "String", list: { "Vec<\($0)>" }, set: { "Vec<\($0)>" },
    dictionary: { "Vec<(\($0), \($1))>" }, optional: { "Option<\($0)>" },
    object: { "Box<\($0)>" })
}
