import FlagModel

/// Flag sets, enums and structs of a model in Swift.
struct SwiftTypes {
  let model: CodeModel
  /// `public ` or empty.
  let access: Code
  /// True if the library FlagDB stores the values.
  var isStored = false
  /// The name of the case for unknown values.
  var fallbackName: StaticString = "fallback"

  /// The declaration of a type, including its nested types.
  func item(for type: NamedType, _ nested: [CodeItem]) -> CodeItem {
    switch type {
    case .flagSet(let set): flagSet(set, nested)
    case .enumeration(let enumeration): self.enumeration(enumeration, nested)
    case .payloads(let enumeration): payloads(enumeration, nested)
    case .structure(let structure): self.structure(structure, nested)
    case .alias(let alias):
      .line(
        "\(access)typealias \(model.name(of: alias.name)) = \(self.type(alias.target))",
        alias.summary)
    }
  }

  // MARK: Flags

  let values: Code = "Codable, Hashable, Sendable"

  private func flagSet(_ set: FlagSet, _ nested: [CodeItem]) -> CodeItem {
    let raw = Code(stringLiteral: set.rawType.rawValue)
    let keyword: Code = if set.fields.isEmpty { "let" } else { "var" }
    let stored: [CodeItem] = [.line("\(access)\(keyword) rawValue: \(raw)")]
    let start: [CodeItem] = [
      .statement("\(access)init(rawValue: \(raw))", [.line("self.rawValue = rawValue")])
    ]
    let flags = model.flags(of: set)
    let names = flags.prefix(set.flags.count).map { flag, name in
      let bit = flag.mask.trailingZeroBitCount
      return CodeItem.line(
        "\(access)static let \(name) = Self(rawValue: 1 << \(bit))", flag.summary)
    }
    let combinations = flags.dropFirst(set.flags.count).map { flag, name in
      CodeItem.line(
        "\(access)static let \(name)\(combination(flag.mask, of: set, flags))", flag.summary)
    }
    let fields = model.fields(of: set)
    var conformances: Code = values
    var ofLibrary: [CodeItem] = []
    if isStored {
      conformances = "NamedFlags, Storable, \(values)"
      ofLibrary = [table(flags)] + accessors(flags, besides: fields.map(\.name))
    }
    return .declaration(
      "\(access)struct \(model.name(of: set.name)): OptionSet, \(conformances)", set.summary,
      CodeItem.groups(
        stored, start, names, combinations, fields.map { field($0, $1) }, ofLibrary, nested))
  }

  /// The names of the flags, for the library.
  private func table(_ flags: [(flag: Flag, name: Identifier)]) -> CodeItem {
    let rows = flags.map { flag, name -> Code in "(\(text: flag.name.text), .\(name))" }
    return .line(
      "\(access)static let namedFlags: [(name: String, flags: Self)] = [\(list: rows)]",
      "The flags and their names.")
  }

  /// `hasHRM` for each flag.
  private func accessors(
    _ flags: [(flag: Flag, name: Identifier)], besides fields: [Identifier]
  ) -> [CodeItem] {
    let flags = flags.filter { $0.flag.mask != 0 }
    let names = model.members(
      flags.map { Name("has\($0.name.plain.prefix(1).uppercased())\($0.name.plain.dropFirst())") },
      reserved: Set(fields.map(\.plain)))
    return zip(flags, names).map { named, accessor in
      .declaration(
        "\(access)var \(accessor): Bool",
        [
          .line("get { contains(.\(named.name)) }"),
          .line(
            "set { if newValue { formUnion(.\(named.name)) } else { subtract(.\(named.name)) } }"),
        ])
    }
  }

  private func combination(
    _ mask: UInt64, of set: FlagSet, _ flags: [(flag: Flag, name: Identifier)]
  ) -> Code {
    if let names = model.names(of: mask, in: flags) {
      return ": Self = \(names.asMembers)"
    }
    return " = Self(rawValue: \(Code.number(set.stored(mask), set.rawType)))"
  }

  /// A field is calculated in 64 bits, whatever the width and the sign of the mask.
  private func field(_ field: BitField, _ name: Identifier) -> CodeItem {
    let shift = field.shift
    return .declaration(
      "\(access)var \(name): \(type(field.shownType))", field.summary,
      [
        .statement(
          "get",
          [
            .line(
              "let bits = UInt64(truncatingIfNeeded: rawValue) >> \(shift) & \(hex: field.valueMask)"
            ),
            .line("return \(value(of: field))"),
          ]),
        .statement(
          "set",
          [
            .line("let bits = UInt64(truncatingIfNeeded: \(bits(of: field))) << \(shift)"),
            .line("let others = UInt64(truncatingIfNeeded: rawValue) & ~\(hex: field.mask)"),
            .line("rawValue = RawValue(truncatingIfNeeded: others | bits & \(hex: field.mask))"),
          ]),
      ])
  }

  private func value(of field: BitField) -> Code {
    let declared = type(field.declaredType)
    guard let enumeration = field.enumeration else {
      return "\(declared)(truncatingIfNeeded: bits)"
    }
    let enumCase: Code =
      "\(declared)(rawValue: \(rawType(of: enumeration))(truncatingIfNeeded: bits))"
    guard !field.isOptional, let fallback = fallback(of: enumeration) else { return enumCase }
    return "\(enumCase) ?? .\(fallback)"
  }

  private func bits(of field: BitField) -> Code {
    guard field.enumeration != nil else { return "newValue" }
    if field.isOptional { return "newValue?.rawValue ?? 0" }
    return "newValue.rawValue"
  }

  // MARK: Enums

  private func enumeration(_ enumeration: Enumeration, _ nested: [CodeItem]) -> CodeItem {
    let name = model.name(of: enumeration.name)
    let raw = rawType(of: enumeration)
    // A raw type requires a case.
    guard !enumeration.cases.isEmpty else {
      return .line("\(access)typealias \(name) = \(raw)", enumeration.summary)
    }
    let cases = model.cases(of: enumeration).map { enumCase, name in
      CodeItem.line("case \(name) = \(Code.literal(enumCase.rawValue))", enumCase.summary)
    }
    let conformances: Code = if isStored { "Storable, \(values)" } else { values }
    return .declaration(
      "\(access)enum \(name): \(raw), CaseIterable, \(conformances)", enumeration.summary,
      CodeItem.groups(cases, fallbackConstant(of: enumeration).asGroup, nested))
  }

  /// The constant for the case of unknown values, unless a case has its name.
  private func fallbackConstant(of enumeration: Enumeration) -> CodeItem? {
    guard let fallback = fallback(of: enumeration),
      enumeration.rawValue(of: Name("\(fallbackName)")) == nil
    else { return nil }
    let value: Code = if isStored { ": Self? = .\(fallback)" } else { " = Self.\(fallback)" }
    return .line(
      "\(access)static let \(.own(fallbackName) as Identifier)\(value)",
      "The case of a value that no case has.")
  }

  func fallback(of enumeration: Enumeration) -> Identifier? {
    model.cases(of: enumeration).first { $0.value.name == enumeration.fallback?.name }?.name
  }

  private func payloads(_ enumeration: PayloadEnumeration, _ nested: [CodeItem]) -> CodeItem {
    let names = model.members(enumeration.cases.map(\.name))
    var cases: [CodeItem] = []
    for (enumCase, name) in zip(enumeration.cases, names) {
      let labels = model.members(enumCase.fields.map(\.name))
      var values: [Code] = []
      for (index, field) in enumCase.fields.enumerated() {
        let type = self.type(field.shownType)
        values.append(field.isUnlabeled(at: index) ? type : "\(labels[index]): \(type)")
      }
      let list: Code = values.isEmpty ? "" : "(\(list: values))"
      cases.append(.line("case \(name)\(list)", enumCase.summary))
    }
    let conformances: Code = if isStored { "StoredAsJSON, \(values)" } else { values }
    return .declaration(
      "\(access)enum \(model.name(of: enumeration.name)): \(conformances)", enumeration.summary,
      CodeItem.groups(cases, nested))
  }

  /// The type of the raw values in generated code; an enum without a raw type uses texts.
  func rawType(of enumeration: Enumeration) -> Code {
    switch enumeration.rawType {
    case .integer(let type): Code(stringLiteral: type.rawValue)
    case .real: "Double"
    case .string, .character, .caseName: "String"
    }
  }

  // MARK: Structs

  private func structure(_ structure: Structure, _ nested: [CodeItem]) -> CodeItem {
    let members = SwiftMembers(self, structure.properties, within: nil)
    let isStoredWrapper = isStored && structure.isWrapper
    let storing: Code =
      if isStoredWrapper {
        "Storable, "
      } else if isStored {
        "StoredAsJSON, "
      } else {
        ""
      }
    return .declaration(
      "\(access)struct \(model.name(of: structure.name)): \(storing)\(values)", structure.summary,
      CodeItem.groups(
        members.properties, members.codingKeys(structure.codingKeys).asGroup,
        members.initializer(besidesOther: isStoredWrapper).asGroup,
        isStoredWrapper ? members.storedValue : [], nested))
  }

  // MARK: Types

  /// The stored types for Foundation types that the library does not support.
  private static let keptAs: [String: Code] = [
    "CGFloat": "Double", "Character": "String", "Locale": "String", "TimeZone": "String",
  ]

  /// A declared type, `[Sample.Status]`, with the names in the code.
  func type(_ declared: Name) -> Code {
    var pieces: [Code] = []
    var word = ""
    for character in declared.text + " " {
      guard Name.typeSigns.contains(character) else {
        word.append(character)
        continue
      }
      if !word.isEmpty {
        if isStored, !model.has(Name(word)), let kept = Self.keptAs[word] {
          pieces.append(kept)
        } else {
          pieces.append(model.reference(to: Name(word)))
        }
      }
      word = ""
      pieces.append(Code(stringLiteral: "\(character)"))
    }
    return pieces.dropLast().joined(by: "")
  }
}

extension Collection<Code> {
  fileprivate func joined(by words: String) -> Code { Array(self).joined(by: words) }
}

extension Code {
  /// A raw value as a Swift literal.
  static func literal(_ value: Value) -> Code {
    switch value {
    case .integer(let number): "\(number)"
    case .real(let number): Code(stringLiteral: "\(number)")
    case .text(let text): Code(text: text)
    case .null, .blob: "nil"
    }
  }

  /// `name: Type = value`
  static func parameter(_ name: Identifier, _ type: Code, _ value: Code?) -> Code {
    guard let value else { return "\(name): \(type)" }
    return "\(name): \(type) = \(value)"
  }

  /// A stored integer as a number of the type.
  static func number(_ stored: Int64, _ type: IntegerType) -> Code {
    if type.isSigned { return "\(stored)" }
    return "\(UInt64(bitPattern: stored))"
  }
}
