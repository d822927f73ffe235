import FlagModel

/// A model with the names of its types and members in a language.
struct CodeModel {
  let schema: Schema
  let language: CodeLanguage
  /// The types that the code may use, and that other code declares.
  let declaredElsewhere: Set<Name>
  let types: [Name: NamedType]
  private let paths: [Name: [Identifier]]

  /// - Parameter nests: true for a language with nested types; in others, `Sample.Status` becomes
  ///   `SampleStatus`.
  /// - Parameter reserved: further names that the generated code uses at the outermost level.
  init(
    _ schema: Schema, in language: CodeLanguage, nests: Bool = false,
    declaredElsewhere: Set<Name> = [],
    reserved: Set<String> = []
  ) {
    self.schema = schema
    self.language = language
    self.declaredElsewhere = declaredElsewhere
    types = Dictionary(schema.types.map { ($0.name, $0) }) { first, _ in first }
    let names = schema.types.map(\.name) + schema.entities.map(\.name)
    var scope = NameScope(language, reserved: language.types.union(reserved))
    guard nests else {
      let flat = names.map { Name($0.parts.map(\.text).joined()) }
      let chosen = scope.identifiers(for: flat, or: "Type")
      paths = Dictionary(zip(names, chosen.map { [$0] })) { first, _ in first }
      return
    }
    paths = CodeModel.nestedPaths(of: names, in: &scope)
  }

  /// A path for each name and for its surrounding names; each level has its own scope.
  private static func nestedPaths(
    of names: [Name], in outermost: inout NameScope
  ) -> [Name: [Identifier]] {
    let language = outermost.language
    var scopes: [Name: NameScope] = ["": outermost]
    var paths: [Name: [Identifier]] = [:]
    for name in names {
      var path: [Identifier] = []
      let parts = name.parts
      for end in parts.indices {
        let here = Name(path: parts[...end])
        if let existing = paths[here] {
          path = existing
          continue
        }
        let owner = Name(path: parts[..<end])
        let identifier = scopes[owner, default: NameScope(language)].spelling(of: parts[end])
        path.append(identifier)
        paths[here] = path
      }
    }
    return paths
  }

  /// The name of a type within its surrounding type.
  func name(of type: Name) -> Identifier { path(of: type).last ?? .own("_") }

  func path(of type: Name) -> [Identifier] {
    if let path = paths[type] { return path }
    var scope = NameScope(language)
    return type.parts.map { scope.spelling(of: $0) }
  }

  func reference(to type: Name) -> Code { path(of: type).map { Code($0) }.joined(by: ".") }

  func has(_ type: Name) -> Bool { paths[type] != nil }

  // MARK: Members

  /// The names of members of one type, in their order.
  func members(_ names: [Name], reserved: Set<String> = []) -> [Identifier] {
    var scope = NameScope(language, reserved: reserved)
    return scope.identifiers(for: names)
  }

  /// The flags and combinations of a set, with their names.
  func flags(of set: FlagSet, reserved: Set<String> = []) -> [(flag: Flag, name: Identifier)] {
    let flags = set.flags + set.combinations
    return Array(zip(flags, members(flags.map(\.name), reserved: reserved)))
  }

  func cases(
    of enumeration: Enumeration, reserved: Set<String> = []
  ) -> [(value: Enumeration.Case, name: Identifier)] {
    Array(zip(enumeration.cases, members(enumeration.cases.map(\.name), reserved: reserved)))
  }

  /// The name of the case for unknown values.
  func fallback(
    of enumeration: Enumeration, in cases: [(value: Enumeration.Case, name: Identifier)]
  ) -> Identifier? {
    cases.first { $0.value.name == enumeration.fallback?.name }?.name
  }

  func fields(
    of set: FlagSet, reserved: Set<String> = []
  ) -> [(field: BitField, name: Identifier)] {
    Array(zip(set.fields, members(set.fields.map(\.name), reserved: reserved)))
  }

  /// The enums of the fields.
  func enumerations(of set: FlagSet) -> Set<Identifier> {
    let enumerations = set.fields.compactMap(\.enumeration)
    return Set(enumerations.map { name(of: $0.name) })
  }

  /// The names of a mask that consists of flags; each bit has its first name. Nil for another mask.
  func names(of mask: UInt64, in flags: [(flag: Flag, name: Identifier)]) -> [Identifier]? {
    var rest: UInt64 = mask
    var names: [Identifier] = []
    for (flag, name) in flags where flag.mask.nonzeroBitCount == 1 && rest & flag.mask != 0 {
      names.append(name)
      rest &= ~flag.mask
    }
    if rest == 0 { return names }
    return nil
  }

  /// True for a wrapper or an alias that is replaced by its content, in languages without separate
  /// types for properties.
  func isTransparent(_ type: NamedType) -> Bool {
    switch type {
    case .alias: true
    case .structure(let structure): structure.isWrapper
    case .flagSet, .enumeration, .payloads: false
    }
  }
}

extension Structure {
  /// True if it is stored like its only property.
  var isWrapper: Bool {
    if properties.count == 1, case .attribute = properties[0] { true } else { false }
  }
}

extension Enumeration {
  /// The case for unknown values: the declared fallback, or the first case.
  var fallback: Case? { cases.first { $0.name == declaredFallback } ?? cases.first }
}
