public import FlagModel

/// The CHECKs by which every client keeps the optional structs of an entity whole, each at one
/// column.
///
/// A part is compared with the first required part alone, which stands for the struct, and at the
/// column of the two that is declared later: so each column can be added to a table that has
/// records, and one that is added changes no other.
struct GroupChecks {
  private var checks: [[UInt8]: [String]] = [:]

  /// The columns may be said to have other names.
  init(
    of entity: Entity, in dialect: some Dialect,
    naming name: (Attribute) -> String = { $0.column }
  ) {
    self.init(entity.groupRules, of: entity, in: dialect, naming: name)
  }

  /// Those of one struct alone.
  init(of rule: GroupRule, in entity: Entity, _ dialect: some Dialect) {
    self.init([rule], of: entity, in: dialect) { $0.column }
  }

  private init(
    _ rules: [GroupRule], of entity: Entity, in dialect: some Dialect,
    naming name: (Attribute) -> String
  ) {
    guard !rules.isEmpty else { return }
    var places: [[UInt8]: Int] = [:]
    for attribute in entity.attributes { places[Array(attribute.column.utf8)] = places.count }
    for rule in rules {
      let anchor = dialect.quoted(name(rule.anchor))
      for part in rule.required.dropFirst() {
        add("(\(dialect.quoted(name(part))) IS NULL) = (\(anchor) IS NULL)", at: part)
      }
      for part in rule.others {
        let isLater =
          places[Array(part.column.utf8)] ?? 0 > places[Array(rule.anchor.column.utf8)] ?? 0
        add(
          "\(dialect.quoted(name(part))) IS NULL OR \(anchor) IS NOT NULL",
          at: isLater ? part : rule.anchor)
      }
    }
  }

  private mutating func add(_ check: String, at attribute: Attribute) {
    checks[Array(attribute.column.utf8), default: []].append(check)
  }

  /// What is to be checked at a column, by the name that the entity has for it.
  subscript(column: String) -> [String] { checks[Array(column.utf8)] ?? [] }
}

extension GroupRule {
  /// Whether a record, or a row of what it will be, breaks the rule. SQLite's expressions may not be
  /// as deep as a struct has parts, and a list is not.
  var isBroken: SQLText {
    "1 IN (\(Self.areNull(required))) AND 0 IN (\(Self.areNull(attributes)))"
  }

  /// For each attribute whether it has no value, as a list.
  static func areNull(_ attributes: [Attribute]) -> SQLText {
    attributes.map { "\(name: $0.column) IS NULL" as SQLText }.joined(by: ", ")
  }
}

extension Entity {
  /// A query for the keys of records that break a rule, and for whether each part is missing.
  public func broken(_ rule: GroupRule) -> SQLText {
    halves(rule, from: "\(name: name)")
  }

  /// The same of the records that an update is to change, as they would be after it.
  public func broken(_ rule: GroupRule, after update: Update) -> SQLText {
    let changes = Dictionary(update.assignments.map { ($0.column, $0.sql) }) { $1 }
    let values = rule.attributes.map { part in
      "\(changes[part.column] ?? "\(name: part.column)") AS \(name: part.column)" as SQLText
    }
    return halves(
      rule,
      from: """
        (SELECT \(name: keyColumn), \(values.joined(by: ", ")) \
        FROM \(name: name)\(whereClause(update.predicate)))
        """)
  }

  private func halves(_ rule: GroupRule, from source: SQLText) -> SQLText {
    let parts = rule.attributes.map { "\(name: $0.column) IS NULL" as SQLText }
    return """
      SELECT \(name: keyColumn), \(parts.joined(by: ", ")) FROM \(source) WHERE \(rule.isBroken)
      """
  }

  /// What would be half of a struct in a new record that has these values and no others.
  public func halfGroup(in assignments: [Assignment]) -> HalfGroup? {
    let given = Set(
      assignments.lazy.filter { $0.change != .set(.null) }.map { Array($0.column.utf8) })
    for rule in groupRules {
      if let half = rule.violation(isNull: { !given.contains(Array($0.column.utf8)) }) {
        return half
      }
    }
    return nil
  }
}
