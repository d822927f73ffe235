package import Databases
package import Engines
import Queries

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
