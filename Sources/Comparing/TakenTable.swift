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
  /// The indexes of the columns that refer to records of the same table.
  let ownReferences: [Int]

  /// All tables of a model, each after those that its records refer to; join tables come last. `undo` reads the changes
  /// backwards, so that it removes a record before those that the record refers to.
  static func all(of schema: Schema) -> [TakenTable] {
    let entities = schema.tables.entities
    return targetsFirst(entities).map(TakenTable.init) + entities.flatMap(pairs)
  }

  /// The entities, each after those that it refers to, unless they refer to it too.
  private static func targetsFirst(_ entities: [Entity]) -> [Entity] {
    let named = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
    var ordered: [Entity] = []
    var visited: Set<Name> = []
    func visit(_ entity: Entity) {
      guard visited.insert(entity.name).inserted else { return }
      for relationship in entity.relationships where relationship.foreignKey != nil {
        if let target = named[relationship.target] { visit(target) }
      }
      ordered.append(entity)
    }
    for entity in entities { visit(entity) }
    return ordered
  }

  private init(_ entity: Entity) {
    var others: [Column] = []
    for property in entity.columnProperties {
      guard let column = property.column, column != entity.keyColumn else { continue }
      if case .attribute(let attribute) = property {
        others.append(Column(name: column, type: attribute.type))
      } else {
        others.append(Column(name: column, type: nil))
      }
    }
    name = entity.name
    columns = [Column(name: entity.keyColumn, type: nil)] + others.sorted { $0.name < $1.name }
    keys = 1
    numbered = entity.keyColumn
    let references = entity.relationships.filter { $0.target == entity.name }
      .compactMap { $0.foreignKey?.column }
    ownReferences = columns.indices.filter { [columns] in references.contains(columns[$0].name) }
  }

  private init(_ join: Relationship.JoinTable) {
    name = join.name
    columns = [join.ownColumn, join.otherColumn].map { Column(name: $0, type: nil) }
    keys = 2
    numbered = nil
    ownReferences = []
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
