import FlagModel

/// An entity before its relationships are linked to their inverses.
struct CheckedEntity {
  let scope: Scope
  var properties: [CheckedProperty]
  let uniques: [[Name]]
  let indexes: [[Name]]
  let expressions: [NamedExpression]
  let originalName: Name?
}

struct CheckedProperty {
  let declaration: PropertyDeclaration
  /// Nil for a relationship until its inverse is known.
  var property: Property?
  var relationship: UnlinkedRelationship?
}

extension Checker {
  /// The protocols to which a plain struct may conform and still count as data.
  private static let plainProtocols: Set<Name> = [
    "Codable", "Encodable", "Decodable", "Hashable", "Equatable", "Comparable", "Identifiable",
    "Sendable", "CustomStringConvertible", "CustomDebugStringConvertible", "Copyable",
    "BitwiseCopyable",
    // Protocols with which other libraries store structs.
    "EncodableRecord", "FetchableRecord", "MutablePersistableRecord", "PersistableRecord",
    "StructDecoder", "TableRecord",
  ]

  /// The protocols of structs that are never data.
  private static let otherProtocols: Set<Name> = [
    "App", "AppIntent", "AsyncParsableCommand", "ButtonStyle", "CodingKey", "Commands", "Error",
    "GeometryEffect", "LocalizedError", "NSViewControllerRepresentable", "NSViewRepresentable",
    "ParsableArguments", "ParsableCommand", "PreviewProvider", "Scene", "Shape", "TimelineProvider",
    "ToolbarContent", "UIViewControllerRepresentable", "UIViewRepresentable", "View",
    "ViewModifier", "Widget", "WidgetBundle",
  ]

  func findEntities() -> [Scope] {
    let declared = tree.all.filter { isDeclaredEntity($0) }
    if !declared.isEmpty { return entitiesOfOneVersion(declared) }
    let managed = managedClasses
    if !managed.isEmpty { return managed }
    markPartsOfStructs()
    var guessed = tree.all.filter { isPlainStruct($0) && !$0.isPartOfStruct }
    // An empty model is useless, so a struct with an unknown protocol counts as data.
    if guessed.isEmpty, tree.all.allSatisfy({ !isFlagSet($0) && $0.keyword != .enum }) {
      guessed = tree.all.filter { isPlainStruct($0, withAnyProtocol: true) && !$0.isPartOfStruct }
    }
    for scope in guessed { scope.isGuessed = true }
    return guessed
  }

  /// Reports a Core Data class without properties if there is no entity, because the user gave the
  /// file for it.
  func reportCoreData() {
    guard entities.isEmpty, !diagnostics.hasErrors else { return }
    let managed = tree.all.first { $0.keyword == .class && $0.inherits("NSManagedObject") }
    guard let managed, let name = managed.name else { return }
    diagnostics.append(
      Diagnostic(
        "'\(excerpt(name.value))' is a class of Core Data without an '@NSManaged' property",
        at: name.place, hint: "also give the file that declares its properties"))
  }

  func isDeclaredEntity(_ scope: Scope) -> Bool {
    switch scope.keyword {
    case .class: scope.attribute(named: "Model") != nil
    case .struct:
      scope.attribute(named: "Model") != nil || scope.attribute(named: "Entity") != nil
        || scope.inherits("Entity")
    default: false
    }
  }

  private func isPlainStruct(_ scope: Scope, withAnyProtocol: Bool = false) -> Bool {
    scope.keyword == .struct && !isFlagSet(scope) && scope.declaration?.isGeneric == false
      && !scope.storedProperties.isEmpty
      && scope.chain.dropFirst().allSatisfy { $0.keyword == nil || $0.keyword == .enum }
      && scope.inherited.allSatisfy {
        let name = $0.lastName ?? ""
        if withAnyProtocol { return !Checker.otherProtocols.contains(name) }
        return Checker.plainProtocols.contains(name)
      }
  }

  private func markPartsOfStructs() {
    for user in tree.all where user.keyword == .struct {
      for property in user.storedProperties {
        guard let type = property.type?.innermost, let structure = scope(of: type, in: user),
          structure !== user
        else { continue }
        structure.isPartOfStruct = true
      }
    }
  }

  // MARK: Names

  func checkEntityNames() {
    var seen: [Name.Folded: Scope] = [:]
    for entity in entities {
      guard let name = entity.name else { continue }
      guard let first = seen[name.value.folded] else {
        seen[name.value.folded] = entity
        checkReserved(name)
        continue
      }
      // `reportNamesakes` reports it.
      if first.path == entity.path { continue }
      let isVersion = first.path != entity.path && first.name?.value == name.value
      let problem: String
      var hint: Hint?
      if isVersion {
        problem =
          "there are two entities '\(excerpt(name.value))': '\(excerpt(first.path))' and "
          + "'\(excerpt(entity.path))'"
        hint = "a model is one version: leave the other out, or declare both 'VersionedSchema'"
      } else {
        problem =
          "the entities '\(excerpt(first.path))' and '\(excerpt(name.value))' differ only in case"
      }
      diagnostics.append(
        Diagnostic(
          problem, at: name.place,
          notes: [Diagnostic.Note("the first is declared here", at: first.place)], hint: hint))
    }
  }

  private func checkReserved(_ name: NameSyntax) {
    // Foreign tables may have any name.
    guard !namesTables, let prefix = name.value.reservedPrefix else { return }
    let isName = name.value.folded.starts(with: prefix)
    let names = if isName { "names" } else { "names of views" }
    diagnostics.append(
      Diagnostic("\(names) that begin with '\(prefix)' are reserved", at: name.place))
  }

  // MARK: Contents

  func checkEntity(_ scope: Scope) -> CheckedEntity {
    var properties: [CheckedProperty] = []
    if scope.declaration?.isGeneric == true {
      diagnostics.append(Diagnostic("an entity cannot be generic", at: scope.place))
    }
    for declaration in distinctProperties(of: scope) {
      let checked = attempt { () throws(Rejection) in
        try explaining(scope) { () throws(Rejection) in try checkProperty(declaration, of: scope) }
      }
      properties.append(checked ?? CheckedProperty(declaration: declaration))
    }
    let columns = properties.reduce(0) { $0 + ($1.property?.attributes.count ?? 1) }
    // Foreign tables exist already, however many columns they have.
    if columns > Checker.columnLimit, !namesTables {
      diagnostics.append(
        Diagnostic(
          "'\(excerpt(scope.path))' has \(columns) columns, but can have \(Checker.columnLimit) at most",
          at: scope.place))
    }
    return CheckedEntity(
      scope: scope, properties: properties,
      uniques: keyPathLists("Unique", of: scope, properties),
      indexes: keyPathLists("Index", of: scope, properties),
      expressions: expressions(of: scope),
      originalName: attempt { () throws(Rejection) in try originalName(of: scope) } ?? nil)
  }

  /// Adds an explanation to the first error in a struct that is taken for an entity without being
  /// declared as one.
  private func explaining<Result>(
    _ scope: Scope, _ check: () throws(Rejection) -> Result
  ) throws(Rejection) -> Result {
    do throws(Rejection) {
      return try check()
    } catch {
      guard scope.isGuessed, let mistake = error.diagnostic else { throw error }
      scope.isGuessed = false
      let note = Diagnostic.Note(
        "'\(excerpt(scope.path))' is read as an entity, since nothing is declared '@Model' or "
          + "'Entity'", at: scope.place)
      throw Rejection(
        mistake.message, at: mistake.place, notes: mistake.notes + [note], hint: mistake.hint)
    }
  }

  /// SQLite allows 2,000 columns, one of which is the key.
  static let columnLimit = 1_999

  /// The stored properties, without those that another branch of the same `#if` declares again.
  private func distinctProperties(of scope: Scope) -> [PropertyDeclaration] {
    var distinct: [PropertyDeclaration] = []
    var seen: [Name: PropertyDeclaration] = [:]
    for property in scope.storedProperties {
      guard let first = seen[property.name.value] else {
        seen[property.name.value] = property
        distinct.append(property)
        continue
      }
      let isSame = first.type?.text == property.type?.text
      if isSame, first.branch.excludes(property.branch) { continue }
      let isOtherBranch = first.branch.excludes(property.branch)
      let fate =
        if isOtherBranch { "has another type in another branch of '#if'" } else {
          "is declared twice"
        }
      diagnostics.append(
        Diagnostic(
          "'\(excerpt(property.name.value))' \(fate)", at: property.name.place,
          notes: [Diagnostic.Note("it is declared here first", at: first.name.place)]))
    }
    return distinct
  }

  /// `@Entity(originalName: "Specimen")`
  func originalName(of scope: Scope) throws(Rejection) -> Name? {
    guard let code = scope.attribute(named: "Entity")?.arguments else { return nil }
    return try originalName(in: try parsing { () throws(Diagnostic) in try code.argumentList() })
  }

  func originalName(in arguments: [Expression.Argument]) throws(Rejection) -> Name? {
    guard let argument = arguments.first(where: { $0.label?.value == "originalName" }) else {
      return nil
    }
    guard case .string(let name) = argument.value.kind, !name.isEmpty else {
      throw Rejection("expected a string as originalName", at: argument.value.place)
    }
    return Name(name)
  }
}

extension TypeSyntax {
  /// The type without `?` and `[]`; for a dictionary, the type of the values.
  var innermost: TypeSyntax {
    switch kind {
    case .array(let inner), .dictionary(_, let inner), .optional(let inner): inner.innermost
    case .named(["Set"], let arguments) where arguments.count == 1: arguments[0].innermost
    case .named, .composition, .unsupported: self
    }
  }
}
