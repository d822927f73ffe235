import FlagModel

/// A column in SQL: `markers`, `s.markers`, `main.Sample.markers`; or the masks of many rows in one,
/// `bit_or(s.markers)`.
package struct SQLColumn {
  let qualifier: Name.Folded?
  let name: Name.Folded
  /// The original spelling, for SQL and for messages.
  let text: String
  let place: SourcePlace
  let scope: Int
  /// The name without its tables, in its original spelling.
  let lastPart: String
  /// `bit_or` or `bit_and`, in its original spelling; nil for the value of one row.
  var aggregate: String?

  /// The value as SQL.
  var value: String { wrapped(text) }

  /// A column with the aggregate of this one.
  func wrapped(_ column: String) -> String { aggregate.map { "\($0)(\(column))" } ?? column }

  /// The aggregates whose results are masks.
  package static let aggregates = ["BIT_OR", "BIT_AND"]
}

/// Finds the attribute for a column of plain SQL. It searches the named table, or the tables that
/// the statement reads at this place. The result of a subquery has the attributes of the tables that
/// it reads. For any other table, the attribute must be the only one with its name in the model.
struct SQLColumns {
  private enum Table {
    case entity(Entity)
    /// The `…_named` view of an entity.
    case namedView(Entity)
    /// A table that is not in the model.
    case other
  }

  private let scopes: [SQLScopes.Scope]
  private var tables: [Name.Folded: Table] = [:]
  private var everywhere: [Name.Folded: [(Entity, Attribute)]] = [:]

  init(_ schema: Schema, _ scopes: SQLScopes) {
    self.scopes = scopes.scopes
    for entity in schema.entities { tables[entity.viewName.folded] = .namedView(entity) }
    for entity in schema.tables.entities {
      tables[entity.source.table.folded] = .entity(entity)
      for attribute in entity.attributes {
        everywhere[attribute.column.folded, default: []].append((entity, attribute))
      }
    }
  }

  /// The attribute of a column with flags, and its flags.
  func flags(_ column: SQLColumn) throws(Diagnostic) -> (Attribute, FlagSet) {
    let attribute = try attribute(column, isOfFlags: true)
    guard let set = attribute.type.flagSet else {
      throw Diagnostic(
        "'\(column.text)' (\(attribute.declaredType)) holds no flags", at: column.place)
    }
    return (attribute, set)
  }

  /// The attribute of a column.
  /// - Parameter isOfFlags: true to ignore attributes without flags if the table of the column is
  ///   unknown.
  func attribute(_ column: SQLColumn, isOfFlags: Bool = false) throws(Diagnostic) -> Attribute {
    try match(column, isOfFlags: isOfFlags).attribute
  }

  /// The attribute of a column, with its entity; if several entities have the attribute, the first
  /// one.
  func match(
    _ column: SQLColumn, isOfFlags: Bool
  ) throws(Diagnostic) -> (entity: Entity, attribute: Attribute) {
    var scope: Int? = column.scope
    while let number = scope {
      let sources = scopes[number].sources.filter {
        column.qualifier == nil || column.qualifier == $0.name
      }
      let matches = try matches(of: column, in: sources)
      if !matches.isEmpty { return try onlyOne(column, of: matches, isNamed: true) }
      let results = attributes(column.name, ofResults: sources)
        .filter { !isOfFlags || $0.1.holdsFlags }
      if !results.isEmpty { return try onlyOne(column, of: results, isNamed: false) }
      if column.qualifier != nil, !sources.isEmpty { break }
      scope = scopes[number].outer
    }
    let anywhere = (everywhere[column.name] ?? []).filter { !isOfFlags || $0.1.holdsFlags }
    guard !anywhere.isEmpty else {
      let what = isOfFlags ? "attribute of flags" : "attribute"
      throw Diagnostic(
        "no \(what) is named '\(column.text)'", at: column.place,
        hint: hint(column, everywhere.values.joined().map(\.1).filter(\.holdsFlags)))
    }
    return try onlyOne(column, of: anywhere, isNamed: false)
  }

  /// The attributes of the tables that subqueries read.
  private func attributes(
    _ name: Name.Folded, ofResults sources: [SQLScopes.Source]
  ) -> [(Entity, Attribute)] {
    var attributes: [(Entity, Attribute)] = []
    for table in sources.flatMap({ $0.reads ?? [] }) {
      guard case .entity(let entity) = tables[table] else { continue }
      for attribute in self.attributes(name, of: entity) { attributes.append((entity, attribute)) }
    }
    return attributes
  }

  private func matches(
    of column: SQLColumn, in sources: [SQLScopes.Source]
  ) throws(Diagnostic) -> [(Entity, Attribute)] {
    var matches: [(Entity, Attribute)] = []
    for source in sources where source.reads == nil {
      switch tables[source.table] ?? .other {
      case .entity(let entity):
        matches += attributes(column.name, of: entity).map { (entity, $0) }
        guard column.qualifier == nil || !matches.isEmpty else {
          throw Diagnostic(
            "'\(column.text)' is not an attribute of \(entity.name)", at: column.place,
            hint: hint(column, entity.attributes))
        }
      case .namedView(let entity):
        guard let attribute = attributes(column.name, of: entity).first else { continue }
        throw Diagnostic(
          "'\(attribute.column)' of \(entity.viewName) is spelled out already", at: column.place,
          hint: "take it from \(entity.name)")
      case .other: continue
      }
    }
    return matches
  }

  private func attributes(_ name: Name.Folded, of entity: Entity) -> [Attribute] {
    (everywhere[name] ?? []).filter { $0.0.name == entity.name }.map(\.1)
  }

  /// Several attributes count as one if their values have the same meaning.
  /// - Parameter isNamed: true if the column can have the name of its table before it.
  private func onlyOne(
    _ column: SQLColumn, of matches: [(Entity, Attribute)], isNamed: Bool
  ) throws(Diagnostic) -> (entity: Entity, attribute: Attribute) {
    let (entity, attribute) = matches[0]
    guard matches.allSatisfy({ $0.1.type == attribute.type }) else {
      let tables = matches.map(\.0.name)
      let example = "\(entity.name).\(attribute.column)"
      throw Diagnostic(
        "several tables have '\(column.text)': \(tables.prefix(8).joined(separator: ", "))",
        at: column.place,
        hint: isNamed
          ? "say which, as in \(example)"
          : "move the call into the subquery or view, where the column is \(example)")
    }
    return matches.first { $0.1.isOptional } ?? (entity, attribute)
  }

  private func hint(_ column: SQLColumn, _ candidates: [Attribute]) -> Hint? {
    let typed = Name(column.text).parts.last ?? ""
    return .name(for: typed, in: candidates.map(\.column).sorted())
  }
}

extension Attribute {
  fileprivate var holdsFlags: Bool { if case .flags = type { true } else { false } }
}
