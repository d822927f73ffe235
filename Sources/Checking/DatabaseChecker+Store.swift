import CoreDataStores
import Databases
import Engines
package import FlagModel
import Predicates
import SQLText

// Checks a Core Data store. SQLite itself has no constraints for its references and required
// values.

extension DatabaseChecker {
  func findingsInStore(_ tables: [TableShape]) throws -> [Finding] {
    guard kind.isCoreData else { return [] }
    var findings = try foreignCache(tables) + lastKeys()
    for entity in schema.entities {
      if entity.parent == nil { findings += try strayKinds(of: entity) }
      let base = entity.parent.flatMap(schema.entity(named:))
      for attribute in entity.attributes where base?.attribute(named: attribute.name) == nil {
        findings += try wrongForms(attribute, of: entity)
      }
      for relationship in entity.relationships
      where base?.relationship(named: relationship.name) == nil {
        findings += try danglingLinks(relationship, of: entity)
        findings += try wrongCompanions(relationship, of: entity)
        findings += try brokenInverses(relationship, of: entity)
      }
    }
    return findings
  }

  /// A cached model that does not belong to the store.
  private func foreignCache(_ tables: [TableShape]) throws -> [Finding] {
    let names = try database.translated { try CoreDataStore(connection, tables).strangeEntities() }
    if names.isEmpty { return [] }
    return [
      Finding(
        problem: "the model in Z_MODELCACHE does not match the store: only one of the two has "
          + listedInQuotes(names, "and"))
    ]
  }

  /// Notes on entities whose names differ between the store and its model.
  package func staleNames() throws -> [String] {
    guard kind.isCoreData else { return [] }
    return try schema.entities.compactMap { entity in
      guard let kinds = entity.source.kinds, let number = kinds.ownKind ?? kinds.all.first else {
        return nil
      }
      let rows = try database.rows("SELECT Z_NAME FROM Z_PRIMARYKEY WHERE Z_ENT = \(number)")
      guard try rows.next(), let name = rows.text(at: 0), Name(name) != entity.name else {
        return nil
      }
      return "Z_PRIMARYKEY calls '\(entity.name)' '\(name)', its name before it was renamed"
    }
  }

  /// The keys at or above `Z_MAX`. Core Data gives the key after `Z_MAX` to the next record, so
  /// such a key would be used twice.
  private func lastKeys() throws -> [Finding] {
    try schema.entities.filter { $0.parent == nil }.flatMap { entity -> [Finding] in
      guard let kind = entity.source.kinds?.all.first else { return [] }
      let rows = try database.rows(
        """
        SELECT Z_MAX, (SELECT max(Z_PK) FROM \(name: entity.source.table)) AS most \
        FROM Z_PRIMARYKEY WHERE Z_ENT = \(kind) AND Z_MAX < most
        """)
      return try rows.all {
        guard let last = rows.integer(at: 0), let most = rows.integer(at: 1) else { return nil }
        return Finding(
          problem: "Z_MAX is \(last), and the last record has the key \(most)", entity: entity.name,
          key: .integer(most))
      }
    }
  }

  /// Records whose `Z_ENT` is no entity of the table.
  private func strayKinds(of root: Entity) throws -> [Finding] {
    guard let stray = schema.strayRows(of: root) else { return [] }
    return try oneFinding("Z_ENT does not name an entity of the table", in: root, nil, stray)
  }

  // MARK: Values

  private func wrongForms(_ attribute: Attribute, of entity: Entity) throws -> [Finding] {
    let column: SQLText = "\(name: attribute.column)"
    var findings: [Finding] = []
    if !attribute.isOptional {
      findings += try oneFinding(
        "a required value is missing", in: entity, attribute.name,
        entity.rows(where: "\(column) IS NULL"))
    }
    if let (problem, condition) = attribute.type.wrongForm(of: column) {
      findings += try oneFinding(problem, in: entity, attribute.name, entity.rows(where: condition))
    }
    if attribute.stored == .external {
      let size: SQLText = "\(.byteCount(.external), of: column)"
      findings += try oneFinding(
        "the external file with the data is missing", in: entity, attribute.name,
        entity.rows(where: "\(column) IS NOT NULL AND \(size) IS NULL"))
    }
    return findings
  }

  // MARK: References

  /// References to missing records.
  private func danglingLinks(_ relationship: Relationship, of entity: Entity) throws -> [Finding] {
    guard let target = schema.entity(named: relationship.target) else { return [] }
    let problem = "refers to a \(target.name) that does not exist"
    switch relationship.storage {
    case .column(let key):
      let column: SQLText = "\(name: key.column)"
      return try oneFinding(
        problem, in: entity, relationship.name,
        entity.rows(
          where: "\(column) IS NOT NULL AND \(column) NOT IN \(Self.keys(of: target))"))
    case .joinTable(let table):
      let column: SQLText = "\(name: table.otherColumn)"
      let from: SQLText =
        " FROM \(name: table.name) WHERE \(column) NOT IN \(Self.keys(of: target))"
      return try oneFinding(
        problem, in: entity, relationship.name, from, key: "\(name: table.ownColumn)")
    case .inverse: return []
    }
  }

  private static func keys(of entity: Entity) -> SQLText {
    "(SELECT \(name: entity.keyColumn)\(entity.rows()))"
  }

  /// Pairs of references that should be inverse to each other, but are not.
  package func brokenInverses(_ relationship: Relationship, of entity: Entity) throws -> [Finding] {
    guard let column = relationship.foreignKey?.column, let inverse = relationship.inverse,
      let target = schema.entity(named: relationship.target),
      let back = target.relationship(named: inverse)?.foreignKey?.column
    else { return [] }
    let table: SQLText = "\(name: entity.source.table)"
    let stray: SQLText = """
      EXISTS (SELECT 1 FROM \(name: target.source.table) AS flagdb_o \
      WHERE flagdb_o.\(name: target.keyColumn) = \(table).\(name: column) \
      AND flagdb_o.\(name: back) IS NOT \(table).\(name: entity.keyColumn))
      """
    return try oneFinding(
      "\(relationship.name) refers to a \(target.name) whose \(inverse) does not refer back",
      in: entity,
      relationship.name, entity.rows(where: stray))
  }

  /// The column beside a reference that contains the entity of the other record: `Z5_OWNER` beside
  /// `ZOWNER`.
  private func wrongCompanions(
    _ relationship: Relationship, of entity: Entity
  ) throws -> [Finding] {
    guard let column = relationship.foreignKey?.column, column.utf8.first == UInt8(ascii: "Z"),
      let target = schema.entity(named: relationship.target)
    else { return [] }
    let ending = Name("_\(Name(column.utf8.dropFirst()))").folded
    let companion = try database.columns(of: entity).first { name in
      let digits = name.utf8.dropFirst().prefix { (0x30...0x39).contains($0) }
      return !digits.isEmpty && name.utf8.first == UInt8(ascii: "Z")
        && Name(name.utf8.dropFirst(1 + digits.count)).folded == ending
    }
    guard let companion else { return [] }
    let key: SQLText = "\(name: entity.source.table).\(name: column)"
    let other: SQLText =
      " FROM \(name: target.source.table) AS flagdb_o WHERE flagdb_o.\(name: target.keyColumn) = \(key)"
    return try oneFinding(
      "\(companion) does not match the entity of the record in \(column)", in: entity,
      relationship.name,
      entity.rows(
        where:
          "EXISTS (SELECT 1\(other)) AND \(name: companion) IS NOT (SELECT flagdb_o.Z_ENT\(other))")
    )
  }

  /// One finding for all records of a query, with their number and one as an example.
  func oneFinding(
    _ problem: String, in entity: Entity, _ property: Name?, _ from: SQLText,
    key: SQLText? = nil
  ) throws -> [Finding] {
    let key = key ?? "\(name: entity.keyColumn)"
    let rows = try database.rows("SELECT count(*), min(\(key))\(from)")
    return try rows.all {
      guard let count = rows.integer(at: 0), count > 0 else { return nil }
      var words = problem
      if count > 1 { words += ", in \(counted(count, "record"))" }
      return Finding(
        problem: words, entity: entity.name, attribute: property,
        key: rows.value(at: 1))
    }
  }
}

extension AttributeType {
  /// A description and an SQL condition for values that Core Data would not write; nil if there is
  /// no such rule.
  func wrongForm(of column: SQLText) -> (problem: String, condition: SQLText)? {
    switch self {
    case .bool: ("the value is neither 0 nor 1", "\(column) NOT IN (0, 1)")
    case .integer: ("the value is not an integer", "typeof(\(column)) NOT IN ('integer', 'null')")
    case .date, .double, .float:
      ("the value is not a number", "typeof(\(column)) NOT IN ('integer', 'real', 'null')")
    case .string, .url: ("the value is not text", "typeof(\(column)) NOT IN ('text', 'null')")
    case .uuid:
      (
        "the value is not the 16 bytes of a UUID",
        "\(column) IS NOT NULL AND (typeof(\(column)) <> 'blob' OR length(\(column)) <> 16)"
      )
    case .data: ("the value is not data", "typeof(\(column)) NOT IN ('blob', 'null')")
    default: nil
    }
  }
}
