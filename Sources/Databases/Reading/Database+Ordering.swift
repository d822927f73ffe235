import Engines
package import FlagModel

extension Database {
  /// True if an ORDER BY on the column sorts texts by their bytes.
  package func ordersByBytes(
    _ column: Name, _ type: AttributeType?, of entity: Entity
  ) throws -> Bool {
    if kind.hasTablesOfModel, connection.keepsDeclaredTypes { return true }
    switch type {
    case .string: break
    case .any where !connection.keepsDeclaredTypes: break
    // A server sorts its enums in the order of their labels, and arrays by their elements.
    case .array where connection.keepsDeclaredTypes: return false
    case .enumeration(let enumeration) where !enumeration.rawType.isNumber:
      if connection.keepsDeclaredTypes { return false }
    default: return true
    }
    let table = entity.source.table
    // Other names belong to values that the query calculates.
    guard connection.has(table, column: column) || kind.isForeign else { return true }
    return try translated { try connection.collation(of: column, in: table) == nil }
  }
}
