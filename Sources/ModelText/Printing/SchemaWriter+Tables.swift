import FlagModel

// Prints the names of foreign tables and columns as Swift.

extension SchemaWriter {
  /// `@Table("ZTRIP", key: "Z_PK", kindColumn: "Z_ENT", kind: 1)`; nil for a table of a flagdb
  /// database.
  func tableMacro(_ entity: Entity, _ base: Entity?) -> String? {
    let root = schema.root(of: entity)
    let standard = EntitySource(ofEntity: root.name, hierarchies[root.name] ?? [])
    let source = entity.source
    let before = base?.source ?? standard
    var arguments: [String] = []
    if source.table != before.table { arguments.append(SwiftText.string(source.table.text)) }
    if source.key != before.key { arguments.append(keyArgument(source.key)) }
    // In a flagdb database, the kinds are the names of the entities.
    if let kinds = source.kinds, root.source.kinds?.isWholeTable != true {
      if kinds.column != base?.source.kinds?.column {
        arguments.append("kindColumn: \(SwiftText.string(kinds.column.text))")
      }
      if let kind = kinds.ownKind {
        arguments.append("kind: \(literal(kind))")
      } else if !hasKinds(root) {
        arguments.append("kind: \(literal(.null))")
      }
    }
    if arguments.isEmpty { return nil }
    return "@Table(\(arguments.joined(separator: ", ")))"
  }

  private func hasKinds(_ root: Entity) -> Bool {
    schema.members(of: root).contains { $0.source.kinds?.ownKind != nil }
  }

  private func keyArgument(_ key: EntitySource.Key?) -> String {
    switch key {
    case nil: "key: nil"
    case .known(let column, _): argument("key", column)
    case .hidden(let number, nil): argument("rowid", number)
    case .hidden(let number, let key?): "\(argument("key", key)), \(argument("rowid", number))"
    }
  }

  private func literal(_ kind: Value) -> String {
    if case .integer(let number) = kind { return "\(number)" }
    if case .text(let text) = kind { return SwiftText.string(text) }
    return "nil"
  }

  /// `@Column("ZCODE")`; nil for a column with the default name.
  func columnMacro(_ attributes: [Attribute]) -> String? {
    if attributes.allSatisfy({ $0.column == Attribute.column(of: $0.name) }) { return nil }
    let names = attributes.map { SwiftText.string($0.column.text) }
    return "@Column(\(names.joined(separator: ", ")))"
  }

  /// `@Column("ZSAMPLE", references: "code")`, `@Table("Z_3TAGS", own: …)`; nil for the default
  /// storage of a relationship.
  func columnMacro(_ relationship: Relationship, of owner: Name) -> String? {
    switch relationship.storage {
    case .column(let key): return columnMacro(key, isNamed: key.column != relationship.name)
    case .inverse(let key):
      if relationship.inverse == nil { return columnMacro(key, isNamed: true, key.order) }
      if relationship.isToMany && key.order != nil {
        return "@Column(\(argument("order", key.order)))"
      }
      return nil
    case .joinTable(let join): return columnMacro(join, relationship, of: owner)
    }
  }

  private func columnMacro(
    _ key: Relationship.ForeignKey, isNamed: Bool, _ order: Name? = nil
  ) -> String? {
    var arguments: [String] = []
    if isNamed { arguments.append(SwiftText.string(key.column.text)) }
    if key.otherColumn != nil { arguments.append(argument("references", key.otherColumn)) }
    if order != nil { arguments.append(argument("order", order)) }
    if arguments.isEmpty { return nil }
    return "@Column(\(arguments.joined(separator: ", ")))"
  }

  private func columnMacro(
    _ join: Relationship.JoinTable, _ relationship: Relationship, of owner: Name
  ) -> String? {
    let standard = Relationship.JoinTable(
      of: owner, relationship.name, inverse: relationship.inverse)
    // Without explicit columns, the first side is parsed as the owner.
    let places = [owner, relationship.target].map { name in
      schema.entities.firstIndex { $0.name == name } ?? 0
    }
    let isStandard =
      !join.isOwner
      || (relationship.inverse == nil || places[0] <= places[1])
        && (standard.name, standard.ownColumn, standard.otherColumn)
          == (join.name, join.ownColumn, join.otherColumn)
    if isStandard { return join.order.map { "@Column(\(argument("order", $0)))" } }
    var arguments = [
      SwiftText.string(join.name.text), argument("own", join.ownColumn),
      argument("other", join.otherColumn),
    ]
    if join.order != nil { arguments.append(argument("order", join.order)) }
    return "@Table(\(arguments.joined(separator: ", ")))"
  }

  private func argument(_ label: String, _ name: Name?) -> String {
    "\(label): \(SwiftText.string(name?.text ?? ""))"
  }
}
