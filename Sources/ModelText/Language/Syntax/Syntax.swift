import FlagModel

/// The parsed declarations before any check. Parts that are rarely needed (initializers, arguments)
/// stay unparsed tokens until they are requested.

/// A name without backquotes, and its place.
struct NameSyntax {
  let value: Name
  let place: SourcePlace
}

/// Tokens that are parsed as an expression on request.
struct Code {
  let file: SourceFile
  let tokens: Range<Int>

  var place: SourcePlace {
    guard let first = tokens.first, let last = tokens.last else {
      return file.place(file.tokens[tokens.lowerBound].range)
    }
    return file.place(
      file.tokens[first].range.lowerBound..<file.tokens[last].range.upperBound)
  }
}

indirect enum Declaration {
  case type(TypeDeclaration)
  case alias(AliasDeclaration)
  case property(PropertyDeclaration)
  /// `let (a, b) = …`, which a model cannot store, with the place of its keyword.
  case pattern(SourcePlace, isStatic: Bool)
  case enumCase(CaseDeclaration)
  case macro(MacroSyntax)
  case initialiser(InitialiserDeclaration)
  case accessor(AccessorDeclaration)
}

/// `@NSManaged func addToDepartments(_ value: Department)`, with the type of the only parameter.
struct AccessorDeclaration {
  let name: Name
  let type: TypeSyntax
}

/// `init(label name: T) { … }`, with the parts that matter for a flag set.
struct InitialiserDeclaration {
  /// The label of the first parameter, if it has one.
  let label: Name?
  /// The type of the first parameter.
  let type: TypeSyntax?
  let parameterCount: Int
  /// True if it only assigns its argument to the raw value.
  let keepsArgument: Bool
  let place: SourcePlace

  /// `init(type:)`
  var signature: String {
    if parameterCount == 0 { return "init()" }
    let others = if parameterCount > 1 { " …" } else { "" }
    return "init(\(label ?? "_"):\(others))"
  }

  /// `init(rawValue:)`
  var isRaw: Bool { parameterCount == 1 && label == "rawValue" }
}

/// `struct X: Y { … }`, and likewise class, enum, extension.
struct TypeDeclaration {
  enum Keyword: String {
    case `struct`, `class`, `enum`, `extension`, `actor`, `protocol`
  }

  var keyword: Keyword
  /// The name, or for an extension its path.
  let path: [NameSyntax]
  let attributes: [AttributeSyntax]
  /// `public` or `package`; nil for a type with lower access.
  let access: Name?
  let isPrivate: Bool
  let isGeneric: Bool
  let inherited: [TypeSyntax]
  var members: [Declaration]
  /// The closing bracket of the body.
  let end: SourcePlace
  let doc: String?
  let branch: Branch

  var name: NameSyntax { path[path.count - 1] }

  func attribute(named name: Name) -> AttributeSyntax? {
    attributes.first { $0.name.value == name }
  }
}

/// The `#if` branch of a declaration.
struct Branch {
  let number: Int
  let file: SourceFile

  /// True if no program contains both.
  func excludes(_ other: Branch) -> Bool {
    file.source == other.file.source && file.branches.areExclusive(number, other.number)
  }

  func contains(_ other: Branch) -> Bool {
    file.source == other.file.source && file.branches.contains(number, other.number)
  }
}

/// `typealias X = T`
struct AliasDeclaration {
  let name: NameSyntax
  let type: TypeSyntax
  let isPrivate: Bool
  let isGeneric: Bool
  let doc: String?
  let branch: Branch
}

/// One name in a declaration with `let` or `var`. A class, because it has many parts:
/// see Documentation/Decisions/large-values-are-shared.md.
final class PropertyDeclaration {
  /// `let` or `var`, which several names may share.
  let keyword: SourcePlace
  let name: NameSyntax
  let attributes: [AttributeSyntax]
  /// `lazy`, `weak` or `unowned`.
  let modifier: NameSyntax?
  let isPrivate: Bool
  let isStatic: Bool
  let type: TypeSyntax?
  let initialiser: Code?
  /// The body of a computed property; nil for a stored one.
  let getter: Code?
  let doc: String?
  let branch: Branch

  init(
    keyword: SourcePlace, name: NameSyntax, attributes: [AttributeSyntax], modifier: NameSyntax?,
    isPrivate: Bool, isStatic: Bool, type: TypeSyntax?, initialiser: Code?, getter: Code?,
    doc: String?, branch: Branch
  ) {
    self.keyword = keyword
    self.name = name
    self.attributes = attributes
    self.modifier = modifier
    self.isPrivate = isPrivate
    self.isStatic = isStatic
    self.type = type
    self.initialiser = initialiser
    self.getter = getter
    self.doc = doc
    self.branch = branch
  }

  var isStored: Bool { !isStatic && getter == nil }

  /// `@Attribute(.ephemeral)`: SwiftData tracks the property, but does not store it.
  var isEphemeral: Bool {
    attributes.contains { attribute in
      guard attribute.name.value == "Attribute" else { return false }
      let arguments = try? attribute.arguments?.argumentList()
      return arguments?.contains { $0.isOption("ephemeral") } == true
    }
  }

  /// A key that distinguishes declarations of the same name in branches of `#if` and in files.
  var key: Name {
    let place = "\(name.value) \(name.place.range.lowerBound)"
    if isPrivate, let file = name.place.source.name { return Name("\(place) \(file)") }
    return Name(place)
  }

  func attribute(named name: Name) -> AttributeSyntax? {
    attributes.first { $0.name.value == name }
  }
}

/// One name after `case`.
struct CaseDeclaration {
  let name: NameSyntax
  /// The associated values; nil without any.
  let payload: Code?
  let rawValue: Code?
  let doc: String?
  let branch: Branch
}

/// One associated value: `days: Int = 3`.
struct PayloadSyntax {
  let label: NameSyntax?
  let type: TypeSyntax
  let initialiser: Code?
}

/// `@Name<T>(…)`
struct AttributeSyntax {
  let name: NameSyntax
  let typeArguments: [TypeSyntax]
  /// The tokens in its brackets.
  let arguments: Code?
}

/// `#Name<T>(…)`
struct MacroSyntax {
  let name: NameSyntax
  let arguments: Code?
}

/// A type as written.
struct TypeSyntax {
  indirect enum Kind {
    case named([Name], arguments: [TypeSyntax])
    case array(TypeSyntax)
    case dictionary(TypeSyntax, TypeSyntax)
    case optional(TypeSyntax)
    /// `A & B`; of more than two, the second is a composition too.
    case composition(TypeSyntax, TypeSyntax)
    /// A type that no column can store, with a description for messages: `a closure`.
    case unsupported(String)

    /// `T?`, unless `T` is itself optional.
    static func made(optional inner: TypeSyntax) -> Kind {
      if inner.isOptional { return .unsupported("a doubled optional") }
      return .optional(inner)
    }
  }

  let kind: Kind
  let place: SourcePlace

  /// The description of `Any` for messages.
  static let any = "'Any'"

  var isOptional: Bool {
    if case .optional = kind { true } else { false }
  }

  /// The last name of a plain named type.
  var lastName: Name? {
    if case .named(let path, _) = kind { path.last } else { nil }
  }

  /// `Sample` of `Key<Sample>`, with or without `?`.
  var keyTarget: TypeSyntax? {
    switch kind {
    case .named(let path, let arguments) where arguments.count == 1 && path.last == "Key":
      arguments[0]
    case .optional(let inner): inner.keyTarget
    default: nil
    }
  }

  var text: String { place.source.text(place.range) }
}

/// An expression, with the parts of Swift that constants consist of.
struct Expression {
  indirect enum Kind {
    /// Digits without underscores, with their prefix.
    case integer(String)
    case real(String)
    case string(String)
    case bool(Bool)
    case null
    case name(Name)
    /// `Set<Int>`
    case specialized(Name, [TypeSyntax])
    /// `base.name`; `.name` without a base.
    case member(Expression?, NameSyntax)
    case call(Expression, [Argument])
    case array([Expression])
    case dictionary([(key: Expression, value: Expression)])
    case prefix(String, Expression)
    /// `1...`
    case postfixRange(Expression)
    case binary(String, Expression, Expression)
    case unwrap(Expression)
    case cast(Expression, TypeSyntax)
    /// `\Root.a.b`, whose root can only be determined with the declarations, or `\.a.b`.
    case keyPath([Name], hasRoot: Bool)
    /// An expression that cannot be evaluated, with a description for messages: `a closure`.
    case other(String)
  }

  struct Argument {
    let label: NameSyntax?
    let value: Expression
  }

  /// The description of an expression with several branches.
  static let branching = "an 'if' or 'switch'"

  let kind: Kind
  let place: SourcePlace
  /// The depth of the expressions below this one.
  let depth: Int
}
