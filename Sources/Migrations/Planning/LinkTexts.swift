import FlagModel
import SQLText

/// An attribute of the old model whose texts or flags name records by a unique value. Such an attribute can
/// become a relationship, and a relationship can become such an attribute.
struct LinkTexts {
  let attribute: Attribute
  /// The entity with the attribute, and the entity whose records it names. Both are in the old
  /// model.
  let entity: Entity
  let target: Entity

  /// Nil if the attribute names no records.
  init?(_ attribute: Attribute, of entity: Entity, naming target: Entity, isToMany: Bool) {
    switch attribute.type {
    case .string, .array(.string, _), .flags: break
    default: return nil
    }
    self.attribute = attribute
    self.entity = entity
    self.target = target
    isList = isToMany || attribute.type != .string
  }

  private let isList: Bool

  private var column: SQLText { "\(table: entity.name).\(name: attribute.column)" }
  private var key: SQLText { "\(table: entity.name).\(name: entity.keyColumn)" }

  /// The names as an array.
  private var list: SQLText {
    guard isList, attribute.type == .string else { return column }
    let array = AttributeType.array(.string)
    return """
      \(.asColumn(array), of: "\(.becoming(ValueConversion(from: .string, to: array)), of: column)")
      """
  }

  /// The names with the key of their record: `own` and `flagdb_name`.
  private var names: SQLText {
    if case .flags(let set) = attribute.type { return names(of: set) }
    guard isList else {
      return """
        SELECT \(key) AS own, \(column) AS flagdb_name FROM \(table: entity.name) WHERE \(column) <> ''
        """
    }
    let valid: SQLText = "\(.choice, of: "\(.isJSON, of: list)", list, "'[]'")"
    return """
      SELECT \(key) AS own, flagdb_list.value AS flagdb_name FROM \(table: entity.name), \
      \(.elements(.string), of: valid, "flagdb_list")
      """
  }

  /// The names of the flags, a row for each flag of a record.
  private func names(of set: FlagSet) -> SQLText {
    let flags = set.flags.map { flag -> SQLText in
      """
      SELECT \(key) AS own, \(.text(flag.name.text), of: .string) AS flagdb_name \
      FROM \(table: entity.name) WHERE (\(column) & \(literal: set.stored(flag.mask))) <> 0
      """
    }
    return flags.joined(by: " UNION ALL ")
  }

  private var named: SQLText { "\(.rows, of: names, "flagdb_named")" }

  /// A query for the pairs: `own` and `other`.
  var pairs: SQLText {
    "SELECT own, \(otherKey) AS other FROM \(named) WHERE \(otherKey) IS NOT NULL"
  }

  /// The key of the named record, found by a unique attribute or else by the key. NULL if there is
  /// no such record.
  private var otherKey: SQLText {
    let labels = target.labels.map { label -> SQLText in
      let name: SQLText =
        if label.type == .string {
          "flagdb_name"
        } else {
          "\(.becoming(ValueConversion(from: .string, to: label.type)), of: "flagdb_name")"
        }
      return """
        (SELECT \(name: target.keyColumn) FROM \(table: target.name) AS named \
        WHERE named.\(name: label.column) = \(name))
        """
    }
    if labels.count == 1 { return labels[0] }
    if !labels.isEmpty { return "coalesce(\(labels.joined(by: ", ")))" }
    let key = ValueConversion(from: .string, to: .integer(.int))
    return """
      (SELECT \(name: target.keyColumn) FROM \(table: target.name) AS named \
      WHERE named.\(name: target.keyColumn) = \(.becoming(key), of: "flagdb_name"))
      """
  }

  /// The conversions of the names that SQL cannot do.
  var conversions: [ConvertedValues] {
    list.conversions(in: "\(table: entity.name)") + otherKey.conversions(in: named)
  }

  /// The condition for a record with a name that matches no record.
  var namesNobody: SQLText {
    let isUnknown: SQLText = "\(key) IN (SELECT own FROM \(named) WHERE \(otherKey) IS NULL)"
    guard case .flags(let set) = attribute.type else { return isUnknown }
    let others = ~set.flagBits & set.widthMask
    return "\(isUnknown) OR (\(column) & \(literal: Int64(bitPattern: others))) <> 0"
  }
}

extension LinkSource {
  /// The texts of an attribute that becomes the relationship or its inverse.
  init?(ofTextsThatBecome relationship: Relationship, in after: Entity, _ diff: SchemaDiff) {
    guard let target = diff.new.entity(named: relationship.target) else { return nil }
    func texts(_ name: Name, of entity: Entity, naming other: Entity, isToMany: Bool) -> LinkTexts?
    {
      guard let before = diff.before(entity), let named = diff.before(other),
        let old = diff.properties(before, entity).old(of: name),
        let attribute = before.attribute(named: old)
      else { return nil }
      return LinkTexts(attribute, of: before, naming: named, isToMany: isToMany)
    }
    if let direct = texts(
      relationship.name, of: after, naming: target, isToMany: relationship.isToMany)
    {
      self.init(direct, isReversed: false)
    } else if let inverse = relationship.inverse.flatMap(target.relationship(named:)),
      let other = texts(inverse.name, of: target, naming: after, isToMany: inverse.isToMany)
    {
      self.init(other, isReversed: true)
    } else {
      return nil
    }
  }
}

extension ColumnPlanner {
  /// The relationship that becomes the attribute, and a query for the names of the records linked with
  /// a record: `flagdb_name`. Nil if there was no such relationship.
  private func linkedNames(
    thatBecome attribute: Attribute
  ) -> (relationship: Relationship, rows: SQLText, words: WordTable?)? {
    guard let old = pairing.old(of: attribute.name).flatMap(before.relationship(named:)),
      let target = diff.old.entity(named: old.target),
      let links = LinkSource(of: old, in: before, diff.old, isReversed: false)
    else { return nil }
    let words = attribute.type.isFlags ? WordTable(of: old, in: diff.old) : nil
    let named = words?.word ?? target.label
    let label: SQLText = "named.\(name: named?.column ?? target.keyColumn)"
    let text = Conversion(of: label, from: named?.type ?? .integer(.int), to: .string)
    let rows: SQLText = """
      SELECT \(text.expression) AS flagdb_name FROM \(links.rows) \
      JOIN \(table: target.name) AS named ON named.\(name: target.keyColumn) = other \
      WHERE own = \(links.key(of: before)) ORDER BY other
      """
    return (old, rows, words)
  }

  /// The names of linked records, for a relationship that becomes the attribute; nil if there was
  /// no such relationship.
  func labels(thatBecome attribute: Attribute) -> SQLText? {
    guard let (old, rows, words) = linkedNames(thatBecome: attribute) else { return nil }
    switch attribute.type {
    case .string where !old.isToMany: return "(\(rows))"
    case .string:
      // A name with a comma would look like two names in a list.
      let list: SQLText = "(SELECT \(.textList, of: "flagdb_name") FROM \(self.rows(rows)))"
      if attribute.isOptional { return list }
      return "coalesce(\(list), '')"
    case .array(.string, let isSet):
      let rows = isSet ? "SELECT flagdb_name FROM \(self.rows(rows)) ORDER BY flagdb_name" : rows
      return "(SELECT \(.jsonArray, of: "flagdb_name") FROM \(self.rows(rows)))"
    case .flags(let set):
      let names: SQLText = "SELECT flagdb_name FROM \(self.rows(rows))"
      let flags = set.flags.map { flag -> SQLText in
        let name = words?.text(for: flag, of: set) ?? flag.name.text
        let isNamed: SQLText = "\(.text(name), of: .string) IN (\(names))"
        return "\(.choice, of: isNamed, "\(literal: set.stored(flag.mask))", "0")"
      }
      return "(\(flags.joined(by: " | ")))"
    default: return nil
    }
  }

  /// The column of an attribute that was a relationship.
  func column(
    _ definition: ColumnDefinition, _ attribute: Attribute, of labels: SQLText,
    or fallback: SQLText?
  ) -> ColumnMigration {
    let path: Name = "\(after.name).\(attribute.name)"
    return ColumnMigration(
      definition: definition, obstacleToAdding: "are given values", old: nil,
      value: fallback.map { "coalesce(\(labels), \($0))" } ?? labels,
      stored: "\(name: attribute.column)", edit: .impossible, dialect: dialect,
      checks: attribute.isOptional || fallback != nil
        ? unknownFlags(attribute)
        : unknownFlags(attribute) + [
          check(
            .obstacle, path, .other("would have no \(attribute.name)"),
            where: "\(labels) IS NULL", shows: "NULL", from: records(ofColumn: attribute.column),
            hint: "give them a value: --fill \(path)=VALUE")
        ], inspections: [])
  }

  /// The records that are linked with a name that is no flag.
  private func unknownFlags(_ attribute: Attribute) -> [MigrationCheck] {
    guard case .flags(let set) = attribute.type,
      let (old, rows, words) = linkedNames(thatBecome: attribute)
    else { return [] }
    let names = set.flags.map { flag -> SQLText in
      "\(.text(words?.text(for: flag, of: set) ?? flag.name.text), of: .string)"
    }
    let isKnown: SQLText = "flagdb_name IN (\(names.joined(by: ", ")))"
    let unknown: SQLText = """
      SELECT flagdb_name FROM \(self.rows(rows)) WHERE (\(isKnown)) IS NOT TRUE LIMIT 1
      """
    return [
      check(
        .loss, "\(after.name).\(attribute.name)",
        .have("\(old.name) that are no flag of \(set.name)"),
        where: "EXISTS (\(unknown))", shows: "(\(unknown))")
    ]
  }
}
