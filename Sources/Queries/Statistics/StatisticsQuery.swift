package import FlagModel
package import Predicates
package import SQLText

/// The statements for the statistics of an entity's records, or of a selection.
package struct StatisticsQuery: Hashable, Sendable {
  /// A measure, and the edges between its bins, in ascending order.
  package struct Binning: Hashable, Sendable {
    package let measure: Measure
    package let edges: [Value]

    package init(_ measure: Measure, edges: [Value]) {
      self.measure = measure
      self.edges = edges
    }
  }

  package let entity: Entity
  package let predicate: Predicate?

  package init(_ entity: Entity, predicate: Predicate? = nil) {
    self.entity = entity
    self.predicate = predicate
  }

  private var source: SQLText { entity.rows(where: predicate) }

  /// A statement with one row for all numbers, from one scan.
  package func summary(_ columns: [SummaryColumn]) -> SQLText {
    "SELECT \(columns.map(\.sql).joined(by: ", "))\(source)"
  }

  /// Every stored value of a column with its number of records, including NULL. Without a
  /// condition, an index on the column answers it alone.
  package func combinations(of attribute: Attribute) -> SQLText {
    let value = Term(attribute).sql
    return "SELECT \(value), count(*)\(source) GROUP BY \(value)"
  }

  /// Every number that SQL reads from the values of a column as masks, with true if the value equals the number,
  /// and with its number of records. Conditions on flags compare these numbers.
  package func masks(of attribute: Attribute) -> SQLText {
    let value = Term(attribute).sql
    return "SELECT \(value) & -1, \(value) = (\(value) & -1), count(*)\(source) GROUP BY 1, 2"
  }

  /// The most frequent values of an attribute, each with its number of records and with the number
  /// of distinct values.
  package func frequencies(of attribute: Attribute, limit: Int64) -> SQLText {
    let counts: SQLText =
      "SELECT \(Term(attribute).sql) AS value, count(*) AS records\(source) GROUP BY 1"
    return """
      SELECT value, records, count(*) OVER () FROM \(.rows, of: counts, "counted") \
      WHERE value IS NOT NULL \
      ORDER BY records DESC, \(TermType.value(attribute.type).inOrder("value")) LIMIT \(.integer(limit))
      """
  }

  /// A row for each record with the bin numbers of all measures. To count the bins in SQL would
  /// sort all records for each measure, which is three times as slow as counting the rows.
  package func binNumbers(_ binnings: [Binning]) -> SQLText {
    var numbers: [SQLText] = []
    for binning in binnings {
      let measure = binning.measure.sql
      let type = TermType.value(binning.measure.type).ofConstants
      let edges = binning.edges.map { "\($0, of: type)" as SQLText }
      var number = binNumber(of: measure, edges, within: 0...edges.count)
      if binning.measure.mayBeNull {
        number = "CASE WHEN \(measure) IS NOT NULL THEN \(number) END"
      }
      numbers.append(number)
    }
    return "SELECT \(numbers.joined(by: ", "))\(source)"
  }

  /// A nested CASE that halves the possible bins with each comparison.
  private func binNumber(
    of measure: SQLText, _ edges: [SQLText], within bins: ClosedRange<Int>
  ) -> SQLText {
    if bins.lowerBound == bins.upperBound { return "\(literal: Int64(bins.lowerBound))" }
    let middle = (bins.lowerBound + bins.upperBound) / 2
    let below = binNumber(of: measure, edges, within: bins.lowerBound...middle)
    let above = binNumber(of: measure, edges, within: middle + 1...bins.upperBound)
    return "CASE WHEN \(measure) < \(edges[middle]) THEN \(below) ELSE \(above) END"
  }

  /// The values of a measure in ascending order, from a lower limit and below an upper one.
  package func sorted(
    _ measure: Measure, from lower: Value?, below upper: Value?, offset: Int64, limit: Int64
  ) -> SQLText {
    let type = TermType.value(measure.type).ofConstants
    var bounds: [SQLText] = ["value IS NOT NULL"]
    if let lower { bounds.append("value >= \(lower, of: type)") }
    if let upper { bounds.append("value < \(upper, of: type)") }
    return """
      SELECT value FROM \(.rows, of: "SELECT \(measure.sql) AS value\(source)", "measured") \
      WHERE \(bounds.joined(by: " AND ")) \
      ORDER BY value LIMIT \(.integer(limit)) OFFSET \(.integer(offset))
      """
  }

  /// The number of records for each number of related records in a to-many relationship, without
  /// those that have none; nil for a to-one relationship.
  package func others(in relationship: Relationship, to target: Entity) -> SQLText? {
    let (column, referred): (Name, Name)
    switch relationship.storage {
    case .column: return nil
    case .inverse(let key): (column, referred) = (key.column, key.otherColumn ?? entity.keyColumn)
    case .joinTable(let join): (column, referred) = (join.ownColumn, entity.keyColumn)
    }
    guard referred == entity.keyColumn, entity.isNumbered else {
      return distribution(
        """
        SELECT count(*) AS others FROM (SELECT \(name: referred)\(source)) AS asked \
        JOIN \(name: table(of: relationship, to: target)) AS linked \
        ON asked.\(name: referred) = linked.\(name: column) GROUP BY asked.\(name: referred)
        """)
    }
    var selection: SQLText = "\(name: column) IS NOT NULL"
    if entity.selection(predicate) != nil {
      selection += " AND \(name: column) IN (SELECT \(name: referred)\(source))"
    }
    var rows = target.rows(where: selection)
    if case .joinTable(let join) = relationship.storage {
      rows = " FROM \(name: join.name) WHERE \(selection)"
    }
    return distribution("SELECT count(*) AS others\(rows) GROUP BY \(name: column)")
  }

  private func table(of relationship: Relationship, to target: Entity) -> Name {
    if case .joinTable(let join) = relationship.storage { join.name } else { target.source.table }
  }

  private func distribution(_ counts: SQLText) -> SQLText {
    """
    SELECT others, count(*) FROM \(.rows, of: counts, "counted") GROUP BY others ORDER BY others
    """
  }
}
