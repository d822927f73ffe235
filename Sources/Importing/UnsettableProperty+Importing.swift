package import Databases
package import FlagModel
import Migrations
import SQLText

extension UnsettableProperty {
  /// The properties that no record of an import may set, for an input that does not list its columns before its
  /// records.
  package static func all(
    of entity: Entity, in database: Database, _ conflict: ImportConflict
  ) throws -> [UnsettableProperty] {
    if database.kind.isForeign {
      let rules = ForeignTableRules(database)
      return try rules.calculatedColumns(of: entity, lookingUp: conflict.key).map { column in
        let name = entity.name(ofColumn: column)
        return UnsettableProperty(
          name, reason: "is calculated by the \(rules.keeper), and cannot be set",
          hint: "leave it out: --skip '\(name)'")
      }
    }
    return propertiesOfDistribution(of: entity, in: database, conflict)
  }

  private static func propertiesOfDistribution(
    of entity: Entity, in database: Database, _ conflict: ImportConflict
  ) -> [UnsettableProperty] {
    guard database.kind.hasTablesOfModel, let spread = database.spread(of: entity),
      let column = spread.column
    else {
      return []
    }
    var properties: [UnsettableProperty] = []
    if SpreadRestrictions(database).hasKeysOfServer(entity) {
      let how = spread.isOfMachines ? "distributed" : "partitioned"
      properties.append(
        UnsettableProperty(
          entity.name(ofColumn: entity.keyColumn),
          reason: "is assigned by the server alone, because '\(entity.name)' is "
            + "\(how) by '\(entity.name(ofColumn: column))'",
          hint: "leave it out: --skip '\(entity.keyColumn)'"))
    }
    if case .update(let key) = conflict, spread.isOfMachines, column != key {
      properties.append(
        UnsettableProperty(
          entity.name(ofColumn: column), reason: SpreadRestrictions.reasonOfPlace(entity),
          hint: SpreadRestrictions.hintOfPlace))
    }
    return properties
  }
}
