package import FlagModel
import Predicates
package import SQLText

// Queries with one key whose values become columns or periods.

extension AnswerChecker {
  /// The number of records for each group and each value of an attribute.
  func series(by groups: [AnswerItem], of attribute: Attribute) throws(Diagnostic) -> SeriesQuery {
    try requireOne(groups, "one group")
    let (grouped, keys) = try keys(of: groups)
    let value = Term(attribute).flagsAlone
    // The column of a field has the whole mask.
    let isColumn = attribute.field == nil && value == Term(attribute)
    var grouping = Grouping(keys: keys + [Grouping.Key(term: value)], of: entity)
    let columns = [
      try grouped.groupColumn(groups[0], grouping),
      isColumn
        ? .attribute(attribute)
        : try .expression(value, titled: attribute.name, at: groups[0].word.place),
      try grouped.groupColumn(try countOfRecords(), grouping),
    ]
    grouping.addLabels(of: columns)
    return SeriesQuery(
      query: Query(entity, columns: columns, grouping: grouping), attribute: attribute,
      unit: keys[0].unit, isOfSeveral: keys[0].term.isOfEach)
  }

  /// A row for each group, and a column for each value of one more key.
  func crossTable(
    columns: [AnswerItem], groups: [AnswerItem], across: [AnswerItem],
    having: [PredicateSyntax], sort: [AnswerItem]
  ) throws(Diagnostic) -> CrossQuery {
    try requireOne(across, "one key of columns")
    let cell = columns.isEmpty ? [try countOfRecords()] : columns
    try requireOne(cell, "one value for each cell")
    let cells = try query(
      columns: groups + across + cell, groups: groups + across, having: [], sort: [],
      isDistinct: false)
    let rows = try query(
      columns: groups + cell, groups: groups, having: having, sort: sort, isDistinct: false)
    return CrossQuery(
      cells: cells, rows: rows, keyCount: groups.count,
      hasOwnRows: !having.isEmpty || !sort.isEmpty,
      unit: cells.grouping?.keys.last?.unit)
  }

  private func requireOne(_ items: [AnswerItem], _ what: String) throws(Diagnostic) {
    guard items.count > 1 else { return }
    throw Diagnostic("expected \(what), found \(items.count)", at: items[1].word.place)
  }
}

extension Grouping.Key {
  /// The calendar unit of the groups; nil if the key is no date function.
  fileprivate var unit: CalendarUnit? {
    if case .function(.ofDate(let part), _) = term.kind { part.unit } else { nil }
  }
}

/// The query for the frequencies of flags or cases over time. Its rows are a period, a value, and
/// the number of records with both.
package struct SeriesQuery: Hashable, Sendable {
  package var query: Query
  package let attribute: Attribute
  /// The calendar unit of a period; nil if periods are other values.
  package let unit: CalendarUnit?
  /// True if a record may belong to several periods.
  package let isOfSeveral: Bool
}

/// The query for a cross table. Its rows are the keys of a row, the key of a column, and a cell.
package struct CrossQuery: Hashable, Sendable {
  package var cells: Query
  /// The query for the rows to show, with their keys and the total over all columns.
  package var rows: Query
  /// The number of keys before the key of the columns.
  package let keyCount: Int
  /// True if the rows need their own query, because they are filtered or sorted.
  package var hasOwnRows: Bool
  /// The calendar unit of a column; nil if columns are other values.
  package let unit: CalendarUnit?

  /// The value of a cell without records: 0 for a count, otherwise NULL.
  package var absent: Value {
    switch cells.columns[keyCount + 1].term?.kind {
    case .groupCount, .ofGroup(.count, _), .ofGroup(.distinctCount, _): .integer(0)
    default: .null
    }
  }
}
