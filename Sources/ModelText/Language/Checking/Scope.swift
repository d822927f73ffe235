import FlagModel

/// A scope of names: the model itself, or a type with all its extensions.
final class Scope {
  enum Kind {
    case model
    /// The private declarations of one file.
    case file
    case type(TypeDeclaration.Keyword)
    /// A type of another module that the model extends.
    case foreign
  }

  let kind: Kind
  let name: NameSyntax?
  let parent: Scope?
  /// Its index among all declarations.
  let sequence: Int
  let declaration: TypeDeclaration?

  var types: [Name: Scope] = [:]
  var aliases: [Name: AliasScope] = [:]
  private(set) var properties: [PropertyDeclaration] = []
  private var constantProperties: [Name: PropertyDeclaration] = [:]
  /// Private constants with the name of another, which are declared in extensions in other files.
  private var otherConstants: [PropertyDeclaration] = []
  private(set) var initialisers: [InitialiserDeclaration] = []
  private(set) var accessors: [AccessorDeclaration] = []
  private(set) var cases: [CaseDeclaration] = []
  private(set) var macros: [MacroSyntax] = []
  var inherited: [TypeSyntax] = []
  /// Declarations with the same name that no `#if` separates.
  var duplicates: [NameSyntax] = []
  /// True for an entity.
  var isEntity = false
  /// True for a Core Data class.
  var isManaged = false
  /// The entity from which it inherits.
  var base: Scope?
  /// True for a struct that is taken for an entity because no entity is declared.
  var isGuessed = false
  /// True for an enum or a flag set that is the type of a property.
  var isUsed = false
  /// True for a version that is not read, and for its entities.
  var isLeftOut = false
  /// The entity of the same name that replaces this one.
  var standIn: Scope?
  /// True for a struct that is the type, or the element type, of another struct's property.
  var isPartOfStruct = false

  /// Its index among the checked entities.
  var index: Int?
  /// The indexes of the entities in its hierarchy, if it is the top entity.
  var members: [Int] = []
  /// The table from its `@Table`.
  var table: WrittenTable?
  /// The columns of its hierarchy, if it is the top entity.
  var columns: [Name.Folded: (what: String, place: SourcePlace?)] = [:]

  /// The cached results of the checker, so that each evaluation and each error occurs once.
  let flagSet = CachedResult<FlagSet>()
  let enumeration = CachedResult<Enumeration>()
  let payloads = CachedResult<PayloadEnumeration>()
  let structure = CachedResult<[Property]>()
  let rawType = CachedResult<IntegerType>()
  let numbers = CachedResult<[Name: UInt64]>()
  private var constants: [Name: CachedResult<IntegerConstant>] = [:]
  private var masks: [Name: CachedResult<UInt64>] = [:]

  init(
    _ kind: Kind, name: NameSyntax? = nil, in parent: Scope? = nil, sequence: Int = 0,
    declaration: TypeDeclaration? = nil
  ) {
    self.kind = kind
    self.name = name
    self.parent = parent
    self.sequence = sequence
    self.declaration = declaration
  }

  /// The name with its surrounding types; for an entity only its own name.
  var fullName: Name {
    guard let name else { return "" }
    guard !isEntity, let parent, parent.name != nil else { return name.value }
    return "\(parent.fullName).\(name.value)"
  }

  /// True for a private type if another file declares a type with the same name. It is part of a
  /// model only if the model uses it.
  var hasNamesake = false
  var isUnusedNamesake: Bool { hasNamesake && !isUsed }

  /// True if it is inside a version or a class that is not read.
  var isPassedOver: Bool {
    for scope in chain {
      if scope.isEntity { return false }
      if scope.isLeftOut { return true }
    }
    return false
  }

  /// The name as written, including namespaces.
  var path: Name {
    guard let name else { return "" }
    guard let parent, parent.name != nil else { return name.value }
    return "\(parent.path).\(name.value)"
  }

  var place: SourcePlace? { name?.place }

  /// True for the private declarations of a file.
  var isFile: Bool {
    if case .file = kind { true } else { false }
  }

  var keyword: TypeDeclaration.Keyword? {
    if case .type(let keyword) = kind { keyword } else { nil }
  }

  func attribute(named name: Name) -> AttributeSyntax? {
    declaration?.attribute(named: name)
  }

  func inherits(_ name: Name) -> Bool {
    inherited.contains { $0.lastName == name }
  }

  /// The stored properties of a record or a value. Properties with `@Transient` or `.ephemeral`,
  /// named expressions, and the key are excluded.
  var storedProperties: [PropertyDeclaration] {
    properties.filter {
      $0.isStored && (!isManaged || $0.isManaged) && $0.attribute(named: "Transient") == nil
        && $0.attribute(named: "Expression") == nil && !$0.isEphemeral && !isOwnKey($0)
    }
  }

  /// True for `var id: Key<Sample>?` in `Sample`, the key of every record.
  private func isOwnKey(_ property: PropertyDeclaration) -> Bool {
    guard property.name.value == "id", let key = property.type?.keyTarget?.lastName else {
      return false
    }
    return key == name?.value || key == "Self"
  }

  /// The named expressions: `@Expression("…")`.
  var expressionProperties: [PropertyDeclaration] {
    properties.filter { $0.attribute(named: "Expression") != nil }
  }

  /// True for an enum without cases, which is a namespace.
  var isNamespace: Bool { keyword == .enum && cases.isEmpty && inherited.isEmpty }

  /// The surrounding types, from itself to the model.
  var chain: some Sequence<Scope> {
    Swift.sequence(first: self) { $0.parent }
  }

  /// The `static` property of a type, or the `let` of a file, with the name. Of several, it is
  /// the one in the file of the given place.
  func constantProperty(named name: Name, at place: SourcePlace? = nil) -> PropertyDeclaration? {
    let other = otherConstants.first {
      $0.name.value == name && $0.name.place.source == place?.source
    }
    return other ?? constantProperties[name]
  }

  /// Breaks the reference cycles between scopes.
  func dissolve() {
    let inner = types.values
    types = [:]
    aliases = [:]
    base = nil
    standIn = nil
    for scope in inner { scope.dissolve() }
  }

  // MARK: Adding declarations

  func add(_ member: Declaration) {
    switch member {
    case .property(let property):
      properties.append(property)
      if property.isStatic || name == nil { addConstant(property) }
    case .initialiser(let initialiser): initialisers.append(initialiser)
    case .accessor(let accessor): accessors.append(accessor)
    case .enumCase(let enumCase): cases.append(enumCase)
    case .macro(let macro): macros.append(macro)
    case .type, .alias, .pattern: break
    }
  }

  private func addConstant(_ property: PropertyDeclaration) {
    let name = property.name.value
    if constantProperties[name] == nil {
      constantProperties[name] = property
    } else if property.isPrivate {
      otherConstants.append(property)
    }
  }
}

/// A `typealias` and its scope.
final class AliasScope {
  let declaration: AliasDeclaration
  let scope: Scope
  let sequence: Int
  /// True for a private alias if another file declares a type with the same name. A model does not
  /// contain it.
  var hasNamesake = false
  /// The resolved type, after the first request.
  var resolved: Result<ResolvedType, Rejection>?

  init(_ declaration: AliasDeclaration, in scope: Scope, sequence: Int) {
    self.declaration = declaration
    self.scope = scope
    self.sequence = sequence
  }

  var fullName: Name {
    if scope.name == nil { return declaration.name.value }
    return "\(scope.fullName).\(declaration.name.value)"
  }
}

/// A cached result of an evaluation.
final class CachedResult<Value> {
  enum State {
    case unknown
    /// The evaluation is in progress. Another request is a cycle.
    case visiting
    case found(Value)
    /// The value is invalid, which has been reported, or only known at run time.
    case rejected(Rejection)
  }

  var state = State.unknown
}

extension Scope {
  func constant(_ key: Name) -> CachedResult<IntegerConstant> {
    Self.result(of: key, in: &constants)
  }

  func mask(_ key: Name) -> CachedResult<UInt64> { Self.result(of: key, in: &masks) }

  private static func result<Value>(
    of key: Name, in cache: inout [Name: CachedResult<Value>]
  ) -> CachedResult<Value> {
    if let result = cache[key] { return result }
    let result = CachedResult<Value>()
    cache[key] = result
    return result
  }
}

/// The reason why a declaration is not understood; without a diagnostic if it has already been
/// reported.
indirect enum Rejection: Error {
  /// `isUnknowable` is true if the text may be valid, and the value is only known at run time.
  case found(Diagnostic, isUnknowable: Bool)
  /// The value of a flag that its type cannot hold, where other flags are read without it.
  case wide(Diagnostic)
  case alreadySaid

  init(diagnostic: Diagnostic?) {
    self = diagnostic.map { .found($0, isUnknowable: false) } ?? .alreadySaid
  }

  init(
    _ message: String, at place: SourcePlace?, notes: [Diagnostic.Note] = [], hint: Hint? = nil,
    isUnknowable: Bool = false
  ) {
    self = .found(
      Diagnostic(message, at: place, notes: notes, hint: hint), isUnknowable: isUnknowable)
  }

  var diagnostic: Diagnostic? {
    switch self {
    case .found(let diagnostic, _), .wide(let diagnostic): diagnostic
    case .alreadySaid: nil
    }
  }

  var isUnknowable: Bool {
    switch self {
    case .found(_, let isUnknowable): isUnknowable
    case .wide: true
    case .alreadySaid: false
    }
  }
}
