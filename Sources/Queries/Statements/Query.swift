package import FlagModel
package import Predicates
package import SQLText

/// A query for records of one entity.
///
/// This module generates the statements of commands: queries, groups, changes and statistics.
package struct Query: Hashable, Sendable {
  /// The requested form of the result.
  package enum Answer: Hashable, Sendable {
    case records
    case count
    case exists
  }

  /// A sort key.
  package struct Order: Hashable, Sendable {
    package let column: Name
    package let isDescending: Bool
    /// The value to sort by; nil for a column.
    let term: Term?
    /// True to sort texts by their bytes in UTF-8, whatever collation the column has.
    private let isByBytes: Bool

    init(_ term: Term, named name: Name, isDescending: Bool) {
      column = name
      self.isDescending = isDescending
      self.term = term
      isByBytes = false
    }

    package init(column: Name, isDescending: Bool, isByBytes: Bool = false) {
      self.column = column
      self.isDescending = isDescending
      self.isByBytes = isByBytes
      term = nil
    }

    /// True if all records have the same value. A number in ORDER BY would be that of a column.
    var isConstant: Bool { term?.constant != nil }

    /// The sort key as SQL, without its direction.
    func sql(ofGroupsIn table: GroupTable? = nil) -> SQLText {
      term?.sqlOfOrder(ofGroupsIn: table) ?? "\(name: column)"
    }

    /// The sort key for records. A decimal is sorted by its stored form.
    func sqlOfRecords() -> SQLText {
      if isByBytes { return "\(.byBytes, of: sql())" }
      guard let term, case .column(let column) = term.kind, column.scope == 0, column.form == .own,
        case .value(.decimal) = term.type
      else { return sql() }
      return "\(name: column.name)"
    }

    func directed(_ sql: SQLText) -> SQLText {
      if isDescending { return "\(.descending, of: sql)" }
      return "\(.ascending, of: sql)"
    }
  }

  package let entity: Entity
  package var columns: [QueryColumn]
  package var predicate: Predicate?
  /// The grouping; nil if each record is a row.
  package var grouping: Grouping?
  package var order: [Order]
  package var limit: Int64?
  package var offset: Int64?
  package var answer: Answer

  package init(
    _ entity: Entity, columns: [QueryColumn] = [], predicate: Predicate? = nil,
    grouping: Grouping? = nil, order: [Order] = [], limit: Int64? = nil, offset: Int64? = nil,
    answer: Answer = .records
  ) {
    self.entity = entity
    self.columns = columns
    self.predicate = predicate
    self.grouping = grouping
    self.order = order
    self.limit = limit
    self.offset = offset
    self.answer = answer
  }

  package var sql: SQLText {
    let combined = grouping?.combined(of: entity, for: shownTerms, titles: columns.map(\.title))
    return sql(combined, tables: grouping?.tables(combined, where: predicate) ?? "")
  }

  /// True if the answer is empty without a matching record. Without a key, all records are one group, even if there are
  /// none.
  package var showsOnlyRecords: Bool { grouping?.keys.isEmpty != true }

  /// The terms of the columns and of the order; empty for a number.
  var shownTerms: [Term] {
    if answer != .records { return [] }
    return columns.compactMap(\.term) + order.compactMap(\.term)
  }

  /// The query with a given definition of its groups.
  func sql(_ combined: CombinedGroups, _ definition: SQLText) -> SQLText {
    sql(combined, tables: grouping?.tables(definition) ?? "")
  }

  private func sql(_ combined: CombinedGroups?, tables: SQLText) -> SQLText {
    let source = source(combined)
    switch answer {
    case .records:
      let list = columns.map {
        $0.sql(in: entity, ofGroups: grouping != nil, in: combined?.table)
      }.joined(by: ", ")
      return "\(tables)SELECT \(list)\(source)\(ordering(combined?.table))\(slice)"
    case .count where limit == nil && offset == nil && grouping == nil:
      return "SELECT count(*)\(source)"
    case .count:
      return "\(tables)SELECT count(*) FROM \(.rows, of: "SELECT \(row)\(source)\(slice)", "asked")"
    case .exists:
      return "\(tables)SELECT EXISTS (SELECT \(row)\(source)\(slice))"
    }
  }

  /// A row for a test of existence. A query with only an aggregate would return one row even
  /// without records.
  private var row: SQLText { grouping == nil ? "1" : "count(*)" }

  private func source(_ combined: CombinedGroups?) -> SQLText {
    let joined = grouping?.joins(combined, of: entity, where: predicate) ?? ""
    let groups = grouping?.clauses(ofGroupsIn: combined?.table) ?? ""
    if let combined { return " FROM \(name: combined.table.name)\(joined)\(groups)" }
    if joined == "" { return "\(entity.rows(where: predicate))\(groups)" }
    return " FROM \(name: entity.source.table)\(joined)\(entity.whereClause(predicate))\(groups)"
  }

  /// Adds the key to the order, so that the result is deterministic, whichever index the engine
  /// uses. Without a key of one column, it is the first set of columns that are unique together,
  /// which is the primary key if there is one. Other records come in an undefined order.
  private func ordering(_ table: GroupTable?) -> SQLText {
    if let grouping { return grouping.ordering(after: order, ofGroupsIn: table) }
    let keys =
      entity.source.key.map { [$0.column] } ?? entity.columns(of: entity.uniques.first ?? [])
    var all = order.filter { !$0.isConstant }.map { $0.directed($0.sqlOfRecords()) }
    for key in keys where !order.contains(where: { $0.column == key }) {
      all.append("\(name: key)")
    }
    if all.isEmpty { return "" }
    return " ORDER BY \(all.joined(by: ", "))"
  }

  private var slice: SQLText {
    var slice: SQLText = ""
    if let limit { slice += " LIMIT \(.integer(limit))" }
    guard let offset else { return slice }
    if limit == nil { slice += " LIMIT \(.unlimited)" }
    return "\(slice) OFFSET \(.integer(offset))"
  }
}
