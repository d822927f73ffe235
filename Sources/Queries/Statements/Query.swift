package import FlagModel
package import Predicates
package import SQLText

/// A request for records of one entity.
///
/// This module makes statements of what commands ask for: records, groups, changes, statistics.
package struct Query: Hashable, Sendable {
  /// The part of the matching records that is wanted.
  package enum Answer: Hashable, Sendable {
    case records
    case count
    case exists
  }

  /// One key of the order.
  package struct Order: Hashable, Sendable {
    package let column: Name
    package let isDescending: Bool
    /// The value that is calculated; nil for a column.
    let term: Term?
    /// True for texts in the order of their bytes in UTF-8, whatever order the column has.
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

    /// The key as SQL, without its direction.
    func sql(ofGroupsIn table: GroupTable? = nil) -> SQLText {
      term?.sqlOfOrder(ofGroupsIn: table) ?? "\(name: column)"
    }

    /// The same for an order of records: a decimal is in the order in which its column keeps it.
    func sqlOfRecords() -> SQLText {
      if isByBytes { return "\(.byBytes, of: sql())" }
      guard let term, case .column(let own) = term.kind, own.scope == 0, own.form == .own,
        case .value(.decimal) = term.type
      else { return sql() }
      return "\(name: own.name)"
    }

    func directed(_ sql: SQLText) -> SQLText {
      isDescending ? "\(.descending, of: sql)" : "\(.ascending, of: sql)"
    }
  }

  package let entity: Entity
  package var columns: [QueryColumn]
  package var predicate: Predicate?
  /// The way to group the records; nil if each is a row of its own.
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
    let shown = columns.compactMap(\.term) + order.compactMap(\.term)
    let combined = grouping?.combined(
      of: entity, for: answer == .records ? shown : [], titles: columns.map(\.title))
    return sql(combined, tables: grouping?.tables(combined, where: predicate) ?? "")
  }

  /// The same with a definition of the groups that it is made of.
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

  /// A row of which nothing matters but that it is there. An aggregate alone makes one of all.
  private var row: SQLText { grouping == nil ? "1" : "count(*)" }

  private func source(_ combined: CombinedGroups?) -> SQLText {
    let joined = grouping?.joins(combined, of: entity, where: predicate) ?? ""
    let groups = grouping?.clauses(ofGroupsIn: combined?.table) ?? ""
    if let combined { return " FROM \(name: combined.table.name)\(joined)\(groups)" }
    if joined == "" { return "\(entity.rows(where: predicate))\(groups)" }
    return " FROM \(name: entity.source.table)\(joined)\(entity.whereClause(predicate))\(groups)"
  }

  /// The key comes last, or alone, so that one question always has one answer, whichever index
  /// the engine walks. It is never NULL; rows that nothing tells apart come as they are found.
  private func ordering(_ table: GroupTable?) -> SQLText {
    if let grouping { return grouping.ordering(after: order, ofGroupsIn: table) }
    let key = entity.source.key?.column
    let isTotal = order.contains { $0.column == key }
    let last = isTotal ? nil : key.map { "\(name: $0)" as SQLText }
    let all = order.map { $0.directed($0.sqlOfRecords()) } + (last.map { [$0] } ?? [])
    return all.isEmpty ? "" : " ORDER BY \(all.joined(by: ", "))"
  }

  private var slice: SQLText {
    var slice: SQLText = ""
    if let limit { slice += " LIMIT \(.integer(limit))" }
    guard let offset else { return slice }
    if limit == nil { slice += " LIMIT \(.unlimited)" }
    return "\(slice) OFFSET \(.integer(offset))"
  }
}
