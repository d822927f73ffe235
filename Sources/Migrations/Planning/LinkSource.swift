import FlagModel
import SQLText

/// The location of a new relationship's links in the old database.
struct LinkSource {
  /// A query for the pairs: `own` and `other`.
  private(set) var pairs: SQLText
  /// The classes that the records of the pairs must have, where others had links before.
  private(set) var limits: [LinkLimit] = []
  /// The same query without these limits.
  private(set) var allPairs: SQLText
  /// The old relationship with a column for the links, and its entity; nil if they are in a join
  /// table or on the other side.
  private let column: (entity: Entity, relationship: Relationship)?
  let joinTable: Relationship.JoinTable?
  /// The second of two separate relationships that become inverses.
  private(set) var rival: (entity: Entity, relationship: Relationship, pairs: SQLText)?
  /// The texts that named the other records, if an attribute becomes the relationship. A text that
  /// names no record is lost.
  private(set) var texts: LinkTexts?

  /// Finds the old relationship, or its old inverse.
  init?(of relationship: Relationship, in after: Entity, _ diff: SchemaDiff) {
    guard let target = diff.new.entity(named: relationship.target) else { return nil }
    var sources: [(was: FormerRelationship, links: LinkSource, isReversed: Bool)] = []
    for isReversed in [false, true] {
      let (entity, other) = isReversed ? (target, after) : (after, target)
      // A relationship to another entity keeps no links.
      guard let name = isReversed ? relationship.inverse : relationship.name,
        let was = FormerRelationship(of: name, in: entity, diff),
        diff.entities.new(of: was.relationship.target) == other.name,
        let links = LinkSource(
          of: was.relationship, in: was.entity, diff.old, isReversed: isReversed)
      else { continue }
      sources.append((was, links, isReversed))
    }
    guard let first = sources.first else {
      guard let named = LinkSource(ofTextsThatBecome: relationship, in: after, diff) else {
        return nil
      }
      self = named
      limit(to: LinkLimit.limits(of: relationship, in: after, formerly: nil, diff))
      return
    }
    self = first.links
    let former = (
      name: first.was.relationship.name, entity: first.was.entity, isReversed: first.isReversed
    )
    limit(to: LinkLimit.limits(of: relationship, in: after, formerly: former, diff))
    if let second = sources.dropFirst().first, second.was != first.was,
      second.was.relationship.inverse != first.was.relationship.name
    {
      rival = (second.was.entity, second.was.relationship, second.links.pairs)
    }
  }

  private mutating func limit(to limits: [LinkLimit]) {
    self.limits = limits
    if limits.isEmpty { return }
    let conditions = limits.map(\.condition).joined(by: " AND ")
    pairs = "SELECT own, other FROM \(.rows, of: allPairs, "flagdb_all") WHERE \(conditions)"
  }

  /// The condition for the keys of a column that keep their links; nil if all do.
  func limit(ofKeys column: SQLText) -> SQLText? {
    limits.first { $0.end == .other }.map { "\(column) IN (\($0.keys))" }
  }

  /// The pairs as a table.
  var rows: SQLText { "\(.rows, of: pairs, "flagdb_links")" }

  /// The keys of the rival's records whose links this relationship lacks.
  func keysOnly(ofRival pairs: SQLText) -> SQLText {
    """
    SELECT other FROM (SELECT own, other FROM \(.rows, of: pairs, "flagdb_rivals") \
    EXCEPT SELECT own, other FROM \(rows)) AS flagdb_lost
    """
  }

  init(_ texts: LinkTexts, isReversed: Bool) {
    pairs =
      if isReversed {
        "SELECT other AS own, own AS other FROM \(.rows, of: texts.pairs, "flagdb_named")"
      } else {
        texts.pairs
      }
    allPairs = pairs
    column = nil
    joinTable = nil
    self.texts = texts
  }

  init?(of relationship: Relationship, in entity: Entity, _ schema: Schema, isReversed: Bool) {
    let (ownColumn, otherColumn): (SQLText, SQLText) =
      if isReversed { ("other", "own") } else { ("own", "other") }
    switch relationship.storage {
    case .column(let key):
      pairs = """
        SELECT \(name: entity.keyColumn) AS \(ownColumn), \(name: key.column) AS \(otherColumn) \
        FROM \(table: entity.name) WHERE \(name: key.column) IS NOT NULL
        """
      column = isReversed ? nil : (entity, relationship)
      joinTable = nil
      allPairs = pairs
    case .inverse(let key):
      guard let target = schema.entity(named: relationship.target),
        let inverse = relationship.inverse.flatMap(target.relationship(named:))
      else { return nil }
      pairs = """
        SELECT \(name: key.column) AS \(ownColumn), \(name: target.keyColumn) AS \(otherColumn) \
        FROM \(table: target.name) WHERE \(name: key.column) IS NOT NULL
        """
      column = isReversed ? (target, inverse) : nil
      joinTable = nil
      allPairs = pairs
    case .joinTable(let join):
      pairs = """
        SELECT \(name: join.ownColumn) AS \(ownColumn), \(name: join.otherColumn) AS \(otherColumn) \
        FROM \(table: join.name)
        """
      allPairs = pairs
      column = nil
      var own = join.ownColumn
      var other = join.otherColumn
      if isReversed { swap(&own, &other) }
      joinTable = Relationship.JoinTable(
        name: join.name, ownColumn: own, otherColumn: other, isOwner: join.isOwner != isReversed)
    }
  }

  /// The column of the entity's own table that already contains the other key.
  func copiedColumn(of entity: Entity) -> Name? {
    guard let column, column.entity.name == entity.name else { return nil }
    return column.relationship.foreignKey?.column
  }

  func isRequiredColumn(of entity: Entity) -> Bool {
    copiedColumn(of: entity) != nil
      && column?.relationship.cardinality == .toOne(isOptional: false)
  }

  var isUnique: Bool { column?.relationship.isUniqueColumn ?? false }

  func key(of entity: Entity) -> SQLText { "\(table: entity.name).\(name: entity.keyColumn)" }

  /// The first key of the linked records.
  func firstKey(of entity: Entity) -> SQLText {
    "(SELECT min(other) FROM \(rows) WHERE own = \(key(of: entity)))"
  }

  /// The old column, with its definition under the new names.
  func renamed(
    _ relationship: Relationship, _ diff: SchemaDiff, _ entity: Entity, _ checks: GroupChecks
  ) -> (name: Name, definition: ColumnDefinition)? {
    guard let column, column.entity.name == entity.name,
      let old = column.relationship.foreignKey, let new = relationship.foreignKey
    else { return nil }
    let was = column.relationship
    let renamed = Relationship(
      name: relationship.name, target: relationship.target, cardinality: was.cardinality,
      storage: .column(.init(column: new.column, isUnique: old.isUnique)))
    let rule = diff.old.ruleOfOtherSide(of: was)
    return ColumnDefinition(relationship: renamed, rule: rule, checks: checks).map {
      (old.column, $0)
    }
  }
}

/// A relationship of the old model, with its entity.
private struct FormerRelationship: Equatable {
  let entity: Entity
  let relationship: Relationship

  /// Nil if the relationship is new.
  init?(of name: Name, in after: Entity, _ diff: SchemaDiff) {
    guard let before = diff.before(after),
      let old = diff.properties(before, after).old(of: name),
      let relationship = before.relationship(named: old)
    else { return nil }
    entity = before
    self.relationship = relationship
  }
}
