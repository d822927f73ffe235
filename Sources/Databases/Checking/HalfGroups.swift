import FlagModel
import Queries
import SQLText

extension Database {
  /// Records with only a part of an optional struct. Another program can write them if it disables
  /// the checks.
  func halfGroups(_ rule: GroupRule, of entity: Entity) throws -> [Finding] {
    try halves(of: rule, entity.broken(rule), most: 100).map { key, half in
      Finding(problem: half.message, entity: entity.name, attribute: half.missing[0].name, key: key)
    }
  }

  /// The records that violate a rule, from a query for them.
  func halves(
    of rule: GroupRule, _ query: SQLText, most: Int
  ) throws -> [(key: Value, half: HalfGroup)] {
    let parts = rule.attributes
    let rows = try rows(query)
    return try rows.all(atMost: most) {
      var missing: Set<[UInt8]> = []
      for (index, part) in parts.enumerated() where rows.value(at: index + 1) != .integer(0) {
        missing.insert(Array(part.column.utf8))
      }
      return rule.violation { missing.contains(Array($0.column.utf8)) }.map {
        (rows.value(at: 0), $0)
      }
    }
  }
}
