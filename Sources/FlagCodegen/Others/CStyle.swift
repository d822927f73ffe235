import FlagModel

/// A C header with flags, enum cases and fields of masks.
struct CStyle: CodeStyleWriter {
  let model: CodeModel

  init(_ source: CodeSource) {
    model = CodeModel(source.schema, in: .c, declaredElsewhere: source.declaredElsewhere)
  }

  /// Enums first, because fields of masks use them.
  func units() -> [CodeUnit] {
    let enumerations = model.plainTypes.compactMap {
      if case .enumeration(let enumeration) = $0 { self.enumeration(enumeration) } else { nil }
    }
    let sets = model.plainTypes.compactMap {
      if case .flagSet(let set) = $0 { flags(set) } else { nil }
    }
    return enumerations + sets
  }

  func preamble(_ units: [CodeUnit], isWhole: Bool) -> [CodeItem] {
    var includes: [CodeItem] = [.line("#include <stdint.h>")]
    if !isWhole {
      for name in units.uses { includes.append(.line("#include \(text: "\(name.text).h")")) }
    }
    return CodeItem.groups([.line("#pragma once")], includes)
  }

  // MARK: Flags

  private func flags(_ set: FlagSet) -> CodeUnit {
    let name = model.name(of: set.name)
    let flags = model.flags(of: set)
    let constants = flags.map { flag, member in
      CodeItem.line(
        "#define \(Identifier.joined([name, member])) ((\(name))\(number(of: flag, set)))",
        flag.summary)
    }
    let fields = model.fields(of: set, reserved: Set(flags.map(\.name.text)))
    return CodeUnit(
      name: name, uses: model.enumerations(of: set),
      items: CodeItem.groups(
        [.line("typedef \(type(set.rawType)) \(name);", set.summary)], constants)
        + fields.flatMap { accessors(of: $0, $1, in: set, name) })
  }

  private func number(of flag: Flag, _ set: FlagSet) -> Code {
    if flag.mask.nonzeroBitCount == 1 {
      return "(UINT64_C(1) << \(flag.mask.trailingZeroBitCount))"
    }
    return "UINT64_C(\(hex: flag.mask))"
  }

  private func type(_ type: IntegerType) -> Code {
    if type.isSigned { return "int\(type.bitWidth)_t" }
    return "uint\(type.bitWidth)_t"
  }

  private func accessors(
    of field: BitField, _ member: Identifier, in set: FlagSet, _ name: Identifier
  ) -> [CodeItem] {
    let value: Code =
      switch field.type {
      case .enumeration(let enumeration): Code(model.name(of: enumeration.name))
      case .integer(let integer): type(integer)
      default: "uint64_t"
      }
    let get = Identifier.joined([name, .own("get"), member])
    let put = Identifier.joined([name, .own("with"), member])
    var documentation = field.summary
    if field.isOptional {
      documentation = [field.summary, "0 if there is none."].compactMap(\.self).joined(
        separator: "\n")
    }
    return [
      .declaration(
        "static inline \(value) \(get)(\(name) mask)",
        documentation,
        [
          .line(
            "return (\(value))((uint64_t)mask >> \(field.shift) & UINT64_C(\(hex: field.valueMask)));"
          )
        ]),
      .declaration(
        "static inline \(name) \(put)(\(name) mask, \(value) value)",
        [
          .line(
            "uint64_t bits = (uint64_t)value << \(field.shift) & UINT64_C(\(hex: field.mask));"),
          .line("return (\(name))(((uint64_t)mask & ~UINT64_C(\(hex: field.mask))) | bits);"),
        ]),
    ]
  }

  // MARK: Enums

  private func enumeration(_ enumeration: Enumeration) -> CodeUnit {
    let name = model.name(of: enumeration.name)
    let cases = model.cases(of: enumeration, reserved: ["fallback"])
    var constants = cases.map { enumCase, member in
      CodeItem.line(
        "#define \(Identifier.joined([name, member])) \(constant(enumCase.rawValue, name))",
        enumCase.summary)
    }
    if let first = model.fallback(of: enumeration, in: cases) {
      constants.append(
        .line(
          "#define \(Identifier.joined([name, .own("fallback")])) \(Identifier.joined([name, first]))",
          "The case of a value that no case has."))
    }
    let declared: Code =
      switch enumeration.rawType {
      case .integer(let integer): type(integer)
      case .real: "double"
      case .string, .character, .caseName: "const char *"
      }
    return CodeUnit(
      name: name,
      items: CodeItem.groups(
        [.line("typedef \(declared) \(name);", enumeration.summary)], constants))
  }

  private func constant(_ value: Value, _ type: Identifier) -> Code {
    switch value {
    case .integer(.min): "((\(type))(-INT64_C(\(Int64.max)) - 1))"
    case .integer(let number): "((\(type))INT64_C(\(number)))"
    default: Code.literal(value)
    }
  }
}
