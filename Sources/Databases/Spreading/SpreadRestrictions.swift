package import Engines
package import FlagModel
import Migrations
import SQLText

/// The restrictions on changes of partitioned and distributed tables.
package struct SpreadRestrictions {
  private let database: Database

  package init(_ database: Database) { self.database = database }

  /// Throws if a change sets keys that the server cannot check for uniqueness, or moves records to
  /// other worker nodes.
  package func requireFixed(
    _ columns: some Sequence<Name>, of entity: Entity, isNew: Bool
  ) throws(DatabaseError) {
    guard database.kind.hasTablesOfModel, let spread = database.spread(of: entity),
      let column = spread.column
    else {
      return
    }
    if isNew, hasKeysOfServer(entity), columns.contains(entity.keyColumn) {
      let how = spread.isOfMachines ? "distributed" : "partitioned"
      throw DatabaseError(
        .refused,
        "the keys of '\(entity.name)' are assigned by the server alone, because it is "
          + "\(how) by '\(entity.name(ofColumn: column))'",
        hint: "leave out '\(entity.keyColumn)'", outcome: .unchanged)
    }
    if !isNew, spread.isOfMachines, columns.contains(column) {
      throw DatabaseError(
        .refused,
        "'\(entity.name(ofColumn: column))' \(Self.reasonOfPlace(entity))",
        hint: Self.hintOfPlace, outcome: .unchanged)
    }
  }

  package func hasKeysOfServer(_ entity: Entity) -> Bool {
    guard let column = database.spread(of: entity)?.column else { return false }
    return column != entity.keyColumn
  }

  package static func reasonOfPlace(_ entity: Entity) -> String {
    "selects the worker node of a record of '\(entity.name)', and cannot change"
  }

  package static let hintOfPlace: Hint = "delete the record, and insert it again"
}
