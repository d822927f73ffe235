package import FlagModel
package import SQLText

extension Database {
  /// The records that violate a rule, from a query for them.
  package func halves(
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
