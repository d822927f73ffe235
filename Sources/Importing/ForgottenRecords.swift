import Databases
import Engines
import FlagModel
import SQLText

/// Records that an import adds and then takes away again, because nobody has their reference. The
/// audit log forgets them.
struct ForgottenRecords: DatabaseWork {
  let database: Database

  init(in database: Database) { self.database = database }

  /// The last row of the audit log; nil if there is no log, or if the user may not delete its rows.
  func endOfLog() throws -> Int64? {
    try database.translated {
      guard let log = try database.auditLog() else { return nil }
      if let transactions = dialect.log.transactions,
        try connection.value(transactions.mayForget) != .integer(1)
      {
        return nil
      }
      return try log.end
    }
  }

  /// Deletes the rows of records that this transaction has added and taken away again since a row of
  /// the log. If other records referred to them in a column, all rows stay, because `undo` needs them
  /// for those records. Call it within `write`.
  func forget(_ keys: [Value], of entity: Entity, after start: Int64) throws {
    let gone = GoneRecords(keys, of: entity, after: start, schema.tables, dialect)
    try database.translated {
      if try connection.value(gone.reference) != nil { return }
      try connection.run(gone.removal)
    }
  }
}

/// The SQL for the log of records that are gone.
private struct GoneRecords {
  private let isOfRecord: SQLText
  private let isNew: SQLText
  private let namesRecord: SQLText
  /// The references to such records: in columns, and in join tables that another record owns.
  private let isColumn: SQLText
  private let isPair: SQLText

  init(
    _ keys: [Value], of entity: Entity, after start: Int64, _ tables: Schema,
    _ dialect: any Dialect
  ) {
    let table = entity.source.table
    let ofTransaction = dialect.log.transactions.map { " AND \($0.isOfThisTransaction)" as SQLText }
    isNew = "id > \(.integer(start))\(ofTransaction ?? "")"
    isOfRecord = """
      entity = \(.text(table.text)) AND \(name: "key") IN \(list: keys, of: .integer(.int64))
      """
    let texts = keys.map { Value.text($0.text) }
    namesRecord = """
      (CAST(before AS TEXT) IN \(list: texts, of: .string) \
      OR CAST(after AS TEXT) IN \(list: texts, of: .string))
      """
    var columns: [SQLText] = []
    var pairs: [SQLText] = []
    for other in tables.entities {
      for relationship in other.relationships where relationship.target == table {
        switch relationship.storage {
        case .column(let key): columns.append(Self.isProperty(key.column, of: other))
        case .joinTable(let join) where join.isOwner:
          pairs.append(Self.isProperty(relationship.name, of: other))
        case .joinTable, .inverse: break
        }
      }
    }
    isColumn = Self.any(columns)
    isPair = Self.any(pairs)
  }

  private static func isProperty(_ name: Name, of entity: Entity) -> SQLText {
    "entity = \(.text(entity.name.text)) AND property = \(.text(name.text))"
  }

  private static func any(_ conditions: [SQLText]) -> SQLText {
    if conditions.isEmpty { return "1 = 0" }
    return "(\(conditions.joined(by: " OR ")))"
  }

  /// A query for a change of a column of another record that referred to one of the records.
  var reference: SQLText {
    """
    SELECT 1 FROM \(name: LogNames.log) WHERE \(isNew) AND \(isColumn) AND \(namesRecord) \
    AND NOT (\(isOfRecord)) LIMIT 1
    """
  }

  var removal: SQLText {
    """
    DELETE FROM \(name: LogNames.log) WHERE \(isNew) \
    AND (\(isOfRecord) OR \(isPair) AND \(namesRecord))
    """
  }
}
