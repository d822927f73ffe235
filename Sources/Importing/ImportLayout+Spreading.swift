package import Databases
package import Engines
package import FlagModel
import Migrations
import Queries
import SQLText

extension ImportLayout {
  /// Throws if the import sets columns that the distribution of the records does not allow.
  package func requireTaken(
    by database: Database, _ conflict: ImportConflict
  ) throws(DatabaseError) {
    try SpreadRestrictions(database).requireFixed(columns, of: entity, isNew: true)
    switch conflict {
    case .stop, .leaveOut: break
    case .replace:
      try SpreadRestrictions(database).requireFixed(entity.storedColumns, of: entity, isNew: false)
    case .update(let key):
      try SpreadRestrictions(database).requireFixed(
        columns.filter { $0 != key }, of: entity, isNew: false)
    }
  }
}

/// A property that an import may not set because of the distribution, and the reason.
package struct ColumnOfSpread: Hashable, Sendable {
  package let property: Name
  package let reason: String
  package let hint: Hint

  /// The properties, for an input that does not list its columns before its records.
  package static func all(
    of entity: Entity, in database: Database, _ conflict: ImportConflict
  ) -> [ColumnOfSpread] {
    guard database.kind.hasTablesOfModel, let spread = database.spread(of: entity),
      let column = spread.column
    else {
      return []
    }
    var columns: [ColumnOfSpread] = []
    if SpreadRestrictions(database).hasKeysOfServer(entity) {
      let how = spread.isOfMachines ? "distributed" : "partitioned"
      columns.append(
        ColumnOfSpread(
          property: entity.name(ofColumn: entity.keyColumn),
          reason: "is assigned by the server alone, because '\(entity.name)' is "
            + "\(how) by '\(entity.name(ofColumn: column))'",
          hint: "leave it out: --skip '\(entity.keyColumn)'"))
    }
    if case .update(let key) = conflict, spread.isOfMachines, column != key {
      columns.append(
        ColumnOfSpread(
          property: entity.name(ofColumn: column), reason: SpreadRestrictions.reasonOfPlace(entity),
          hint: SpreadRestrictions.hintOfPlace))
    }
    return columns
  }
}
