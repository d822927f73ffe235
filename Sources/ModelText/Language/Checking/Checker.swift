import FlagModel

/// Interprets declarations: it finds flag sets, enums, entities, structs, raw values and
/// relationships. It collects all errors.
///
/// It uses only these parts of a source:
/// - every type that conforms to `OptionSet`;
/// - every enum with a raw type, unless it is a `CodingKey` or inside a class, struct or actor that
///   is ignored;
/// - every `@Model` class, and every struct that conforms to `Entity`;
/// - without any of these two: every plain struct that is not part of another. It has stored
///   properties and conforms only to the protocols in `plainProtocols`. It is at most nested in an
///   enum without cases, and no other struct has a property of its type;
/// - the aliases, structs and enums that these use. Everything else is ignored, such as views, view
///   models, actors and unused structs.
final class Checker {
  let tree: ScopeTree
  /// The structs of frameworks that a model may use. They are created at the first lookup, because
  /// few models use them.
  private(set) var usedFrameworkTypes: ScopeTree?
  var frameworkTypes: ScopeTree {
    let structures = usedFrameworkTypes ?? .ofCoreGraphics
    usedFrameworkTypes = structures
    return structures
  }
  var diagnostics = DiagnosticList()
  var entities: [Scope] = []
  /// The structs that entities use.
  var usedStructures: [Scope] = []
  /// The number of nested evaluations, which is limited to protect the stack.
  var depth = 0
  /// The modules that qualify types.
  var modules: Set<Name> = []
  static let depthLimit = 200

  /// True for the stored model of a database, which may contain parts that new models may not have.
  let isStored: Bool

  /// True if tables and columns may have explicit names.
  let namesTables: Bool

  /// True if the sources are a part of a program whose other types and constants are unknown.
  let isFragment: Bool
  /// The names of the types around a fragment, outermost first.
  var surroundings: [Name] = []

  /// The models that flag sets with `@Flags` name.
  let earlierModels: EarlierModels
  /// The flag set whose bits are being chosen.
  var numbered: Scope?

  /// The requested version of the model; nil for the current one.
  let wantedVersion: Name?
  /// True to read flag sets without the flags whose values their types cannot hold.
  var keepsWideFlags = false
  /// These flags.
  var wideFlags: [WideFlag] = []
  /// The names of older versions, oldest first.
  var olderVersions: [Name] = []

  init(
    _ declarations: [Declaration], isStored: Bool, namesTables: Bool = false, version: Name? = nil,
    earlier: EarlierModels = .none, isFragment: Bool = false
  ) {
    earlierModels = earlier
    self.isFragment = isFragment
    self.isStored = isStored
    self.namesTables = namesTables
    wantedVersion = version
    tree = ScopeTree(declarations, isStored: isStored)
    for scope in tree.all { addInherited(to: scope) }
  }

  deinit {
    tree.dissolve()
    usedFrameworkTypes?.dissolve()
  }

  func check() -> Schema? {
    markEntities()
    checkEntityNames()
    let checked = checkRelationships(entities.map(checkEntity))
    for scope in tree.all { reportDuplicates(scope) }
    reportNamesakes()
    let types = namedTypes()
    reportCoreData()
    let built = entities(of: checked)
    checkColumns(checked)
    guard !diagnostics.hasErrors else { return nil }
    let schema = Schema(types: types, entities: built)
    checkTables(of: schema, checked)
    checkSize(of: schema)
    if diagnostics.hasErrors { return nil }
    return schema
  }

  /// Finds the entities, which must be known before type names are resolved.
  func markEntities() {
    entities = findEntities()
    for entity in entities { entity.isEntity = true }
    findBases()
  }

  /// Limits the number of names, because all later work is proportional to it.
  private func checkSize(of schema: Schema) {
    let count =
      schema.flagSets.reduce(0) { $0 + $1.flags.count + $1.combinations.count + $1.fields.count }
      + schema.enumerations.reduce(0) { $0 + $1.cases.count }
      + schema.entities.reduce(0) { $0 + $1.properties.count }
    let most = if namesTables { Schema.mostNamesInTables } else { Schema.mostNames }
    guard count > most else { return }
    diagnostics.append(
      Diagnostic(
        "expected at most \(most) flags, cases and properties in a model, found \(count)"))
  }

  /// The hint for a misspelt name. When the diagnostics are full, no search takes place, because it
  /// would be too slow for a long model with many mistakes.
  func suggestion(for name: Name, in names: () -> [Name]) -> Hint? {
    if diagnostics.isFull { return nil }
    return .name(for: name, in: names())
  }

  /// Runs a check; reports its error and returns nil if it throws.
  func attempt<Result>(_ check: () throws(Rejection) -> Result) -> Result? {
    do throws(Rejection) {
      return try check()
    } catch {
      if let diagnostic = error.diagnostic { diagnostics.append(diagnostic) }
      return nil
    }
  }

  /// Runs a parser, and converts its error to a rejection.
  func parsing<Result>(
    _ parse: () throws(Diagnostic) -> Result
  ) throws(Rejection) -> Result {
    do {
      return try parse()
    } catch {
      throw Rejection(diagnostic: error)
    }
  }

  /// Evaluates a definition once.
  ///
  /// - Parameters:
  ///   - keepsUnknowable: true to keep a rejection of a value that is only known at run time.
  ///   - cost: the share of the depth limit; a deeper evaluation needs more of the stack.
  ///   - itself: the error for a cycle, in which an evaluation needs its own result.
  func find<Value>(
    _ result: CachedResult<Value>, name: Name, at place: SourcePlace?,
    keepsUnknowable: Bool = false,
    cost: Int = 1, itself: @autoclosure () -> Rejection? = nil,
    _ work: () throws(Rejection) -> Value
  ) throws(Rejection) -> Value {
    switch result.state {
    case .found(let value): return value
    case .rejected(let rejection): throw rejection.isUnknowable ? rejection : .alreadySaid
    case .visiting:
      throw itself() ?? Rejection("'\(excerpt(name))' is declared by itself", at: place)
    case .unknown: break
    }
    guard depth < Checker.depthLimit else {
      throw Rejection("too many declarations depend on each other", at: place)
    }
    result.state = .visiting
    depth += cost
    defer { depth -= cost }
    do throws(Rejection) {
      let value = try work()
      result.state = .found(value)
      return value
    } catch {
      let rejection =
        if keepsUnknowable { error } else { Rejection(diagnostic: error.diagnostic) }
      result.state = .rejected(rejection)
      throw rejection
    }
  }

  func reportDuplicates(_ scope: Scope) {
    guard !scope.duplicates.isEmpty, isRelevant(scope), let place = scope.place else { return }
    for duplicate in scope.duplicates {
      reportDuplicate(duplicate, of: place)
    }
  }

  /// Reports types of one name in several files if the model uses them.
  private func reportNamesakes() {
    var declared: [Name: Scope] = [:]
    for scope in tree.all where scope.parent === tree.model && isRelevant(scope) {
      guard let name = scope.name else { continue }
      guard let first = declared[name.value] else {
        declared[name.value] = scope
        continue
      }
      reportDuplicate(
        name, of: first.place, hint: "give one of them another name, or leave its file out")
    }
  }

  private func reportDuplicate(
    _ name: NameSyntax, of first: SourcePlace?, hint: Hint? = nil
  ) {
    diagnostics.append(
      Diagnostic(
        "'\(excerpt(name.value))' is declared twice", at: name.place,
        notes: [Diagnostic.Note("it is declared here first", at: first)], hint: hint))
  }

  /// True if the schema contains the scope.
  private func isRelevant(_ scope: Scope) -> Bool {
    scope.isEntity || isFlagSet(scope) && !scope.isUnusedNamesake || isListed(scope)
      || usedStructures.contains { $0 === scope }
  }

  /// Notes that a declaration is not part of the model, and the reason.
  func leaveOut(_ what: String, _ reason: Rejection) {
    guard let reason = reason.diagnostic else { return }
    diagnostics.append(
      Diagnostic(
        "\(what) is left out: \(reason.message)", at: reason.place, severity: .note,
        notes: reason.notes, hint: reason.hint))
  }
}
