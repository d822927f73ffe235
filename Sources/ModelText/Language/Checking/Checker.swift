import FlagModel

/// Gives declarations their meaning: which types are flag sets, enums, entities and structs, what
/// the raw values are, how entities are related. Everything wrong is collected.
///
/// Of a source only what belongs to a model is looked at:
/// - every type that conforms to `OptionSet`;
/// - every enum with a raw type that stands in no class, struct or actor which is passed over, and
///   is no `CodingKey`;
/// - every `@Model` class, and every struct that conforms to `Entity`;
/// - where there is neither of those two: every plain struct that stands alone. It has stored
///   properties, conforms at most to the protocols in `plainProtocols`, stands in no other type
///   but a caseless enum, and no other struct uses it as a property's type;
/// - the aliases, structs and enums that these use.
/// All else (views, view models, actors, structs that nobody uses) is passed over.
final class Checker {
  let tree: ScopeTree
  /// The structs that other modules declare and whose properties are known, once a name was looked
  /// for among them. Few models have one.
  private(set) var usedKnown: ScopeTree?
  var known: ScopeTree {
    let known = usedKnown ?? .known
    usedKnown = known
    return known
  }
  var diagnostics = DiagnosticList()
  var entities: [Scope] = []
  /// The structs that entities use.
  var usedStructures: [Scope] = []
  /// The number of findings that wait for each other, so that a long chain of them ends before the
  /// stack.
  var depth = 0
  /// The modules that types are qualified by.
  var modules: Set<Name> = []
  static let depthLimit = 200

  /// True for the model of a database that has it already: what later versions refuse in new models
  /// is read there.
  let isStored: Bool

  /// True if tables and columns may have names of their own.
  let namesTables: Bool

  /// True if the sources are a part of a program, whose other types and constants are not seen.
  let isFragment: Bool
  /// The names of the types around a fragment, the outermost first.
  var surroundings: [Name] = []

  /// The models that sets with `@Flags` name.
  let earlierModels: EarlierModels
  /// The set whose flags get their bits at the moment.
  var numbered: Scope?

  /// The version to read of several; nil for the one that is in use.
  let wantedVersion: Name?
  /// The names of the versions before those that are read, the oldest first.
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
  }

  deinit {
    tree.dissolve()
    usedKnown?.dissolve()
  }

  func check() -> Schema? {
    markEntities()
    checkEntityNames()
    let checked = checkRelationships(entities.map(checkEntity))
    for scope in tree.all { reportDuplicates(scope) }
    let types = namedTypes()
    reportCoreData()
    let built = entities(of: checked)
    checkColumns(checked)
    guard !diagnostics.hasErrors else { return nil }
    let schema = Schema(types: types, entities: built)
    checkTables(of: schema, checked)
    checkSize(of: schema)
    return diagnostics.hasErrors ? nil : schema
  }

  /// Finds the entities, which must be known before any type has its name.
  func markEntities() {
    entities = findEntities()
    for entity in entities { entity.isEntity = true }
    findBases()
  }

  /// All that is done with a model takes time by the number of its names.
  private func checkSize(of schema: Schema) {
    let count =
      schema.flagSets.reduce(0) { $0 + $1.flags.count + $1.combinations.count + $1.fields.count }
      + schema.enumerations.reduce(0) { $0 + $1.cases.count }
      + schema.entities.reduce(0) { $0 + $1.properties.count }
    let most = namesTables ? Schema.mostNamesInTables : Schema.mostNames
    guard count > most else { return }
    diagnostics.append(
      Diagnostic(
        "expected at most \(most) flags, cases and properties in a model, found \(count)"))
  }

  /// The hint for a mistyped name. Once nobody will read it, looking for it is spared: for a long
  /// model full of mistakes that would take time without end.
  func suggestion(for name: Name, in names: () -> [Name]) -> Hint? {
    diagnostics.isFull ? nil : .name(for: name, in: names())
  }

  /// Runs a check; what it throws is reported, and it has no result then.
  func attempt<Result>(_ check: () throws(Rejection) -> Result) -> Result? {
    do throws(Rejection) {
      return try check()
    } catch {
      if let diagnostic = error.diagnostic { diagnostics.append(diagnostic) }
      return nil
    }
  }

  /// Parses, with what is wrong as a rejection.
  func parsing<Result>(
    _ parse: () throws(Diagnostic) -> Result
  ) throws(Rejection) -> Result {
    do {
      return try parse()
    } catch {
      throw Rejection(diagnostic: error)
    }
  }

  /// Works something out once. `cost` is its share of the depth: what asks more needs more of the
  /// stack. To meet it while it is being worked out is a cycle, for which `itself` has the words. What
  /// is unknowable is so each time that it is asked.
  func find<Value>(
    _ finding: Finding<Value>, name: Name, at place: SourcePlace?, keepsUnknowable: Bool = false,
    cost: Int = 1, itself: @autoclosure () -> Rejection? = nil,
    _ work: () throws(Rejection) -> Value
  ) throws(Rejection) -> Value {
    switch finding.state {
    case .found(let value): return value
    case .rejected(let rejection): throw rejection.isUnknowable ? rejection : .alreadySaid
    case .visiting:
      throw itself() ?? Rejection("'\(excerpt(name))' is declared by itself", at: place)
    case .unknown: break
    }
    guard depth < Checker.depthLimit else {
      throw Rejection("too many declarations depend on each other", at: place)
    }
    finding.state = .visiting
    depth += cost
    defer { depth -= cost }
    do throws(Rejection) {
      let value = try work()
      finding.state = .found(value)
      return value
    } catch {
      let rejection = keepsUnknowable ? error : Rejection(diagnostic: error.diagnostic)
      finding.state = .rejected(rejection)
      throw rejection
    }
  }

  func reportDuplicates(_ scope: Scope) {
    guard !scope.duplicates.isEmpty, isRelevant(scope), let place = scope.place else { return }
    for duplicate in scope.duplicates {
      diagnostics.append(
        Diagnostic(
          "'\(excerpt(duplicate.value))' is declared twice", at: duplicate.place,
          notes: [Diagnostic.Note("it is declared here first", at: place)]))
    }
  }

  /// True if the schema has the scope.
  private func isRelevant(_ scope: Scope) -> Bool {
    scope.isEntity || isFlagSet(scope) || isListed(scope)
      || usedStructures.contains { $0 === scope }
  }

  /// Notes that something is no part of the model, and the reason.
  func leaveOut(_ what: String, _ reason: Rejection) {
    guard let reason = reason.diagnostic else { return }
    diagnostics.append(
      Diagnostic(
        "\(what) is left out: \(reason.message)", at: reason.place, severity: .note,
        notes: reason.notes, hint: reason.hint))
  }
}
