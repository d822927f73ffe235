import FlagModel

/// Constants, types and interfaces of TypeScript, from which only the types are erased.
struct TypeScriptStyle: PlainStyle {
  static let inherits = true
  let model: CodeModel
  private let fileExtension: String

  init(_ source: CodeSource, fileExtension: String = "ts") {
    self.fileExtension = fileExtension
    model = CodeModel(source.schema, in: .typeScript, declaredElsewhere: source.declaredElsewhere)
  }

  func preamble(_ units: [CodeUnit], isWhole: Bool) -> [CodeItem] {
    if isWhole { return [] }
    let declared = Set(units.map(\.name))
    return units.uses.filter { !declared.contains($0) }.map {
      .line("import { \($0) } from \(text: "./\($0.plain).\(fileExtension)")")
    }
  }

  // MARK: Flags

  /// True if the masks are `bigint`s, because the bit operators of numbers use 32 signed bits.
  private func isWide(_ set: FlagSet) -> Bool {
    set.rawType.bitWidth == 64 || set.rawType == .uint32
  }

  func flags(_ set: FlagSet) -> CodeUnit {
    let name = model.name(of: set.name)
    let flags = (set.flags + set.combinations).map { flag in
      CodeItem.line("\(key(flag.name)): \(number(of: flag.mask, set)),", flag.summary)
    }
    let raw: Code = if isWide(set) { "bigint" } else { "number" }
    var items: [CodeItem] = [
      .line("export type \(name) = \(raw);").onlyForTypes,
      constant(name, flags, set.summary),
    ]
    for (field, fieldName) in model.fields(of: set) {
      items += accessors(of: field, fieldName, in: set, name)
    }
    return CodeUnit(name: name, uses: model.enumerations(of: set), items: items)
  }

  private func constant(_ name: Identifier, _ members: [CodeItem], _ summary: String?) -> CodeItem {
    .declaration("export const \(name) =", summary, tail: "\(type: " as const");", members)
  }

  /// The stored number: the highest of 64 bits is its sign.
  private func number(of mask: UInt64, _ set: FlagSet) -> Code {
    if isWide(set) { return "\(set.stored(mask))n" }
    return "\(set.stored(mask))"
  }

  private func accessors(
    of field: BitField, _ name: Identifier, in set: FlagSet, _ owner: Identifier
  ) -> [CodeItem] {
    let isWideValue = field.enumeration.map(isWide) ?? (field.bits.count > 53)
    var type: Code = if isWideValue { "bigint" } else { "number" }
    var read: Code = if isWideValue { "bits" } else { "Number(bits)" }
    var value: Code = "value"
    if let enumeration = field.enumeration {
      type = Code(model.name(of: enumeration.name))
      read = "\(type)_of(\(read))"
    }
    if field.isOptional {
      type = "\(type) | null"
      read = "bits === 0n ? null : \(read)"
      value = "value ?? 0"
    }
    let bits: Code = "BigInt(mask) >> \(field.shift)n & \(hex: field.valueMask)n"
    let width = set.rawType.bitWidth
    let isSigned = set.rawType.isSigned || width == 64
    let cut: Code = if isSigned { "asIntN" } else { "asUintN" }
    let all: Code = "BigInt.\(cut)(\(width), all)"
    let result: Code = if isWide(set) { all } else { "Number(\(all))" }
    return [
      .declaration(
        "export function \(owner)_\(name)(mask\(type: ": \(owner)"))\(type: ": \(type)")",
        field.summary, [.line("const bits = \(bits);"), .line("return \(read);")]),
      .declaration(
        "export function \(owner)_with_\(name)(mask\(type: ": \(owner)"), value\(type: ": \(type)"))\(type: ": \(owner)")",
        [
          .line("const bits = BigInt(\(value)) << \(field.shift)n & \(hex: field.mask)n;"),
          .line("const all = BigInt(mask) & ~\(hex: field.mask)n | bits;"),
          .line("return \(result);"),
        ]),
    ]
  }

  // MARK: Enums

  func enumeration(_ enumeration: Enumeration) -> CodeUnit {
    let name = model.name(of: enumeration.name)
    let cases = enumeration.cases.map {
      CodeItem.line("\(key($0.name)): \(literal($0.rawValue, enumeration)),", $0.summary)
    }
    let raw: Code =
      if !enumeration.rawType.isNumber {
        "string"
      } else if isWide(enumeration) {
        "bigint"
      } else {
        "number"
      }
    var items: [CodeItem] = [
      .line("export type \(name) = (typeof \(name))[keyof typeof \(name)];").onlyForTypes,
      constant(name, cases, enumeration.summary),
    ]
    if let fallback = enumeration.fallback {
      items.append(
        .declaration(
          "export function \(name)_of(value\(type: ": \(raw)"))\(type: ": \(name)")",
          "The case of a stored value; the fallback for one that no case has.",
          [
            .line("const found = Object.values(\(name)).find((one) => one === value);"),
            .line("return found ?? \(name)[\(text: fallback.name.text)];"),
          ]))
    }
    return CodeUnit(name: name, items: items)
  }

  /// True if a JavaScript number cannot represent all raw values.
  private func isWide(_ enumeration: Enumeration) -> Bool {
    enumeration.cases.contains {
      if case .integer(let number) = $0.rawValue { abs(Double(number)) > 9e15 } else { false }
    }
  }

  private func literal(_ value: Value, _ enumeration: Enumeration) -> Code {
    if isWide(enumeration) { return "\(Code.literal(value))n" }
    return Code.literal(value)
  }

  /// The key of an object, quoted unless it is an identifier. `__proto__` has a special meaning, so
  /// it is a computed key.
  private func key(_ name: Name) -> Code {
    if name == "__proto__" { return "[\(text: name.text)]" }
    var scope = NameScope(.sql)
    let isPlain = name.utf8.allSatisfy { $0 < 0x80 } && isIdentifier(name.text)
    if isPlain { return Code(scope.spelling(of: name)) }
    return Code(text: name.text)
  }

  // MARK: Records

  func record(
    _ type: Name, _ members: [PlainMember], base: Identifier?, summary: String?
  ) -> CodeUnit {
    let name = model.name(of: type)
    let extended: Code = base.map { " extends \($0)" } ?? ""
    // Its types are those of the language, and need no imports.
    var imports: Set<Code> = []
    let lines = members.map { member in
      var type = Self.plainTypes.code(member.kind, in: model, &imports)
      if member.isOptional { type = "\(type) | null" }
      return CodeItem.line("\(key(member.modelName)): \(type);", member.summary)
    }
    return CodeUnit(
      name: name, uses: model.types(of: members),
      items: [
        CodeItem.declaration("export interface \(name)\(extended)", summary, lines).onlyForTypes
      ])
  }

  private static let plainTypes = PlainTypes(
    integer: { $0.bitWidth == 64 ? "bigint" : "number" }, bool: "boolean", double: "number",
    float: "number", string: "string", data: "Uint8Array", decimal: .init("string"),
    date: .init("Date"), uuid: .init("string"), url: .init("string"), any: "unknown",
    list: { "Array<\($0)>" }, set: { "Set<\($0)>" }, dictionary: { "Map<\($0), \($1)>" },
    optional: { "\($0) | null" })
}
