package import FlagModel
import Predicates
import SQLText

/// One column of a result: its heading, its type and its source.
package struct QueryColumn: Hashable, Sendable {
  enum Source: Hashable, Sendable {
    case column(Name)
    /// A value that is calculated for each record.
    case expression(Term)
    /// The name or key of a to-one record. If `otherwiseKey` is true, the key also replaces a
    /// missing name.
    case other(Relationship, target: Entity, shown: Name, otherwiseKey: Bool)
    /// The names or keys of the records of a to-many relationship, as a JSON array. If `otherwiseKey`
    /// is true, the key also replaces a missing name.
    case list(Relationship, target: Entity, shown: Name, otherwiseKey: Bool)
  }

  package let title: Name
  /// The type of the shown values; nil for the integers of a key.
  package let type: AttributeType?
  let source: Source

  /// The primary key.
  package static func key(of entity: Entity) -> QueryColumn {
    if let key = entity.keyAttribute, key.isShownByType {
      return attribute(key).titled(entity.keyColumn)
    }
    return QueryColumn(title: entity.keyColumn, type: nil, source: .column(entity.keyColumn))
  }

  package static func attribute(_ attribute: Attribute) -> QueryColumn {
    var source = Source.column(attribute.column)
    if !attribute.isShownAsStored { source = .expression(Term(attribute)) }
    return QueryColumn(title: attribute.name, type: attribute.type, source: source)
  }

  /// The column with all stored digits.
  package var withAllDigits: QueryColumn {
    guard case .expression(let term) = source, case .column(let column) = term.kind,
      column.form == .digits
    else { return self }
    return QueryColumn(title: title, type: type, source: .column(column.name))
  }

  /// A relationship, shown by its related records.
  package static func relationship(
    _ relationship: Relationship, in schema: Schema, _ references: ShownReferences = .byName
  ) -> QueryColumn? {
    guard let target = schema.entity(named: relationship.target) else { return nil }
    let label = references.label(of: target)
    let mayLackLabel = references.mayLackLabel(target)
    let shown = label ?? target.attributeForHiddenKey
    if relationship.isToMany {
      var label: Attribute?
      if let shown, shown.type.isSameInJSON { label = shown }
      return QueryColumn(
        title: relationship.name, type: .array(label?.type ?? .integer(.int)),
        source: .list(
          relationship, target: target, shown: label?.column ?? target.keyColumn,
          otherwiseKey: mayLackLabel && label?.isOptional == true))
    }
    if let key = relationship.foreignKey, label == nil {
      if let other = target.attribute(referredToBy: relationship), other.isShownByType {
        let shown = Attribute(
          name: relationship.name, column: key.column, declaredType: other.declaredType,
          type: other.type, stored: other.stored, isOptional: true)
        return attribute(shown)
      }
      return QueryColumn(title: relationship.name, type: nil, source: .column(key.column))
    }
    return QueryColumn(
      title: relationship.name, type: shown?.type,
      source: .other(
        relationship, target: target,
        shown: shown?.column ?? target.columnForHiddenKey ?? target.keyColumn,
        otherwiseKey: mayLackLabel))
  }

  /// The keys of the records of a to-many relationship, as a JSON array.
  package static func keys(of relationship: Relationship, in schema: Schema) -> QueryColumn? {
    guard let target = schema.entity(named: relationship.target), let key = target.source.key
    else { return nil }
    return QueryColumn(
      title: relationship.name, type: .array(key.type),
      source: .list(relationship, target: target, shown: key.column, otherwiseKey: false))
  }

  static func expression(
    _ term: Term, titled title: Name, at place: SourcePlace
  ) throws(Diagnostic) -> QueryColumn {
    let type: AttributeType?
    switch term.type {
    case .value(let attribute): type = attribute
    case .calendar: type = .string
    case .record: type = nil
    case .moment, .duration:
      throw Diagnostic(
        "'\(place.source.text(place.range))' is a date or a length of time that is calculated, and "
          + "cannot be shown", at: place)
    }
    return QueryColumn(title: title, type: type, source: .expression(term))
  }

  /// A column without values, for an entity that lacks it.
  package static func missing(_ title: Name, _ type: AttributeType?) -> QueryColumn {
    let term = Term.constant(.null, type ?? .integer(.int64))
    return QueryColumn(title: title, type: type, source: .expression(term))
  }

  package func titled(_ title: Name?) -> QueryColumn {
    title.map { QueryColumn(title: $0, type: type, source: source) } ?? self
  }

  /// The name of the values in an ORDER BY.
  package var nameInAnswer: Name { if case .column(let name) = source { name } else { title } }

  /// The calculated value; nil for a stored value.
  var term: Term? { if case .expression(let term) = source { term } else { nil } }

  /// The column of the table whose stored values are shown; nil if SQL makes the values.
  var storedColumn: Name? { if case .column(let name) = source { name } else { nil } }

  /// The column as SQL, for records of an entity or for groups, which may come from a table.
  func sql(in entity: Entity, ofGroups isOfGroups: Bool, in table: GroupTable? = nil) -> SQLText {
    switch source {
    case .column(let name):
      // A decimal of a group is a calculated number, and a decimal of a record has its stored form.
      guard isOfGroups, table == nil, let type, type.isDecimal else { return "\(name: name)" }
      return "\(.read(.own, type), of: "\(name: name)")"
    // An expression is its own heading.
    case .expression(let term):
      let digits = isOfGroups ? nil : term.sqlOfAllDigits
      let sql = digits ?? term.sql(ofGroupsIn: table)
      if title.text.isIdentifier { return "\(sql) AS \(name: title)" }
      return "\(sql)\(.heading(title))"
    case .other(let relationship, let target, let shown, let otherwiseKey):
      let others = Others(relationship, target, of: entity, in: table?.name ?? entity.source.table)
      let label: SQLText = "(SELECT \(others.column(shown)) \(others.source))"
      guard otherwiseKey else { return "\(label) AS \(name: title)" }
      return "\(.firstShown, of: label, others.key) AS \(name: title)"
    case .list(let relationship, let target, let shown, let otherwiseKey):
      let others = Others(relationship, target, of: entity, in: entity.source.table)
      var value = others.column(shown)
      if otherwiseKey {
        let key = others.column(target.columnForHiddenKey ?? target.keyColumn)
        value = "CAST(\(.firstShown, of: value, key) AS text) AS \(name: shown)"
      }
      let rows: SQLText = """
        SELECT \(value) \(others.source) \
        ORDER BY \(others.order)
        """
      return """
        (SELECT \(.jsonArray, of: "\(name: shown)") FROM \(.rows, of: rows, "listed")) \
        AS \(name: title)
        """
    }
  }
}

extension Attribute {
  /// True for a key whose stored values do not look like those of its type: flags of a mask, cases, `true`.
  fileprivate var isShownByType: Bool {
    if stored != .own { return true }
    return switch type {
    case .integer, .double, .string, .data, .uuid, .url, .any: false
    case .bool, .float, .decimal, .date, .array, .flags, .enumeration, .json: true
    }
  }

  /// True for the stored form, because it may have more digits than the number for calculations.
  fileprivate var isShownAsStored: Bool {
    switch (stored, type) {
    case (.own, _), (.native, .double), (.native, .integer): true
    default: false
    }
  }
}

/// The related records, in a subquery.
private struct Others {
  private let relationship: Relationship
  private let target: Entity
  private let ownTable: SQLText
  private let entity: Entity
  /// The alias of the other entity in the statement, because its table name could hide the table of
  /// this entity.
  private let alias: Name

  init(_ relationship: Relationship, _ target: Entity, of entity: Entity, in table: Name) {
    self.relationship = relationship
    self.target = target
    ownTable = "\(name: table)"
    self.entity = entity
    alias = ["other", "another"].first { $0.folded != entity.source.table.folded } ?? "other"
  }

  func column(_ name: Name) -> SQLText { "\(name: alias).\(name: name)" }

  private func ownColumn(_ name: Name?) -> SQLText {
    "\(ownTable).\(name: name ?? entity.keyColumn)"
  }

  private func link(_ column: SQLText, to ownName: Name?) -> SQLText {
    .link(column, to: ownColumn(ownName), isNumber: ownName == nil && entity.isNumbered)
  }

  /// The key of the related record, even if the record does not exist.
  var key: SQLText {
    relationship.foreignKey.map { ownColumn($0.column) }
      ?? "(SELECT \(column(target.keyColumn)) \(source))"
  }

  /// `FROM … WHERE …`
  var source: SQLText {
    let others: SQLText = "\(name: target.source.table) AS \(name: alias)"
    switch relationship.storage {
    case .column(let key):
      return """
        FROM \(others) WHERE \(column(key.otherColumn ?? target.keyColumn)) \
        = \(ownColumn(key.column))\(ofKind)
        """
    case .inverse(let key):
      return """
        FROM \(others) WHERE \(link(column(key.column), to: key.otherColumn))\(ofKind)
        """
    case .joinTable(let join):
      let pairs: SQLText = "\(name: join.name)"
      return """
        FROM \(pairs) JOIN \(others) \
        ON \(column(target.keyColumn)) = \(pairs).\(name: join.otherColumn) \
        WHERE \(link("\(pairs).\(name: join.ownColumn)", to: nil))\(ofKind)
        """
    }
  }

  /// ` AND other.kind = …`
  private var ofKind: SQLText { target.condition(ofKindIn: alias).map { " AND \($0)" } ?? "" }

  /// The order of a list: by its order column, then by the key.
  var order: SQLText {
    let key = column(target.keyColumn)
    switch relationship.storage {
    case .inverse(let foreign): return foreign.order.map { "\(column($0)), \(key)" } ?? key
    case .joinTable(let join):
      return join.order.map { "\(name: join.name).\(name: $0), \(key)" } ?? key
    case .column: return key
    }
  }
}
