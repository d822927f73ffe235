import Databases
import Engines
import FlagModel
import SQLText

/// A table of a model for the comparison; its key columns come first.
struct TakenTable {
  struct Column {
    let name: Name
    /// The type of the values; nil for keys.
    let type: AttributeType?
  }

  let name: Name
  let columns: [Column]
  let keys: Int
  /// The column whose keys the engine generates.
  let numbered: Name?

  /// All tables of a model; join tables come last.
  static func all(of schema: Schema) -> [TakenTable] {
    let entities = schema.tables.entities
    return entities.map(TakenTable.init) + entities.flatMap(pairs)
  }

  private init(_ entity: Entity) {
    let others = entity.columnProperties.compactMap { property -> Column? in
      switch property {
      case .attribute(let attribute): Column(name: attribute.column, type: attribute.type)
      case .relationship(let relationship):
        relationship.foreignKey.map { Column(name: $0.column, type: nil) }
      case .group: nil
      }
    }.filter { $0.name != entity.keyColumn }
    name = entity.name
    columns = [Column(name: entity.keyColumn, type: nil)] + others.sorted { $0.name < $1.name }
    keys = 1
    numbered = entity.keyColumn
  }

  private init(_ join: Relationship.JoinTable) {
    name = join.name
    columns = [join.ownColumn, join.otherColumn].map { Column(name: $0, type: nil) }
    keys = 2
    numbered = nil
  }

  private static func pairs(of entity: Entity) -> [TakenTable] {
    entity.relationships.compactMap { relationship in
      guard case .joinTable(let join) = relationship.storage, join.isOwner else { return nil }
      return TakenTable(join)
    }
  }

  /// The records in the order of their keys. Use them within `read` or `write`.
  func rows(of database: Database) throws -> RowCursor {
    let listed = columns.map { column -> SQLText in
      let name: SQLText = "\(name: column.name)"
      return column.type.map { "\(.listed($0), of: name)" } ?? name
    }
    let order = columns.prefix(keys).map { "\(name: $0.name)" as SQLText }.joined(by: ", ")
    let selection: SQLText =
      "SELECT \(listed.joined(by: ", ")) FROM \(name: name) ORDER BY \(order)"
    let rows = try database.translated {
      RowCursor(
        try database.connection.prepareToRead(selection.written(in: database.dialect)),
        of: database)
    }
    rows.read(columns.map(\.type))
    return rows
  }

  /// The placeholder for a value that is bound later.
  func mark(_ place: Int) -> SQLText { "\(.null, of: columns[place].type)" }

  /// The condition for a record whose key is bound later.
  var isRecord: SQLText {
    (0..<keys).map { "\(name: columns[$0].name) = \(mark($0))" as SQLText }.joined(by: " AND ")
  }
}
