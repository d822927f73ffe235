package import FlagModel
package import SQLText

extension Schema {
  /// `FROM … WHERE …` for the rows of a table that have none of its kinds; nil if the table has
  /// only one kind.
  package func strayRows(of root: Entity) -> SQLText? {
    guard let kinds = root.source.kinds else { return nil }
    return """
       FROM \(name: root.source.table) \
      WHERE (\(name: kinds.column) IN \(list: kinds.all)) IS NOT TRUE
      """
  }
}
