import Databases
import Engines
import FlagModel
import Predicates
import SQLText

// Checks tables with several classes. SQLite's own check skips constraints in a file that is open
// for reading, and another program can disable them.

extension DatabaseChecker {
  func wrongClasses() throws -> [Finding] {
    // A server enforces its constraints.
    if connection.isRemote { return [] }
    var findings: [Finding] = []
    for entity in schema.entities {
      guard let kinds = entity.source.kinds,
        try database.columns(of: entity).contains(kinds.column)
      else { continue }
      if entity.parent == nil, let stray = schema.strayRows(of: entity) {
        findings += try oneFinding(
          "'\(kinds.column)' does not name a class of the table", in: entity, nil, stray)
      }
      findings += try misplacedValues(of: entity, kinds)
    }
    return findings
  }

  /// Values of a class in records of other classes, and missing values that the class requires.
  private func misplacedValues(
    of entity: Entity, _ kinds: EntitySource.Kinds
  ) throws -> [Finding] {
    guard let parent = entity.parent.flatMap(schema.entity(named:)) else { return [] }
    let columns = try database.columns(of: entity)
    var findings: [Finding] = []
    for attribute in entity.attributes
    where parent.attribute(named: attribute.name) == nil && columns.contains(attribute.column) {
      let column: SQLText = "\(name: attribute.column)"
      findings += try oneFinding(
        "a record that is no \(entity.name) has a value", in: entity, attribute.name,
        """
         FROM \(name: entity.source.table) WHERE \(column) IS NOT NULL \
        AND (\(name: kinds.column) IN \(list: kinds.all)) IS NOT TRUE
        """)
      if attribute.isOptional { continue }
      findings += try oneFinding(
        "a required value is missing", in: entity, attribute.name,
        entity.rows(where: "\(column) IS NULL"))
    }
    return findings
  }
}
