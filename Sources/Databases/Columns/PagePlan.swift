package import Columns
import Engines
package import FlagModel
package import Queries
import SQLText

/// The way to answer a query from the pages of its table.
package struct PagePlan {
  enum Answer {
    case groups(GroupScan)
    case count(GroupRequest)
  }

  package let table: Name
  /// The columns that are read.
  package let columns: [Name]
  let answer: Answer
  let source: any ColumnSource
}

extension Database {
  /// The most groups, which are in memory twice.
  private static let mostGroups = 50_000

  /// The way to answer a query from pages, or the reason why SQL answers it; nil if there is no question for
  /// columns in it. Call it within the transaction in which the query runs.
  package func pagePlan(of query: Query) throws -> Result<PagePlan, ColumnRefusal>? {
    let scan = query.groupScan
    let count = query.countScan
    guard let table = scan?.table ?? count?.table else { return nil }
    let columns = scan?.columns ?? count?.columns ?? []
    return try translated {
      do {
        let reader = try columnReader()
        if let scan { try requireOrder(scan, query, reader) }
        try requireScan(of: table, query)
        let source = try reader.columns(columns, of: table)
        let answer = scan.map { PagePlan.Answer.groups($0) } ?? count.map { .count($0.request) }
        guard let answer else { return nil }
        return .success(PagePlan(table: table, columns: columns, answer: answer, source: source))
      } catch let refusal as ColumnRefusal {
        return .failure(refusal)
      }
    }
  }

  /// Throws where SQL does not read the whole table.
  private func requireScan(of table: Name, _ query: Query) throws {
    let steps = try plan(of: query.sql).map { $0.drop { $0 == " " } }
    guard steps.contains(where: { $0 == "SCAN \(table)" || $0.hasPrefix("SCAN \(table) ") }),
      !steps.contains(where: { $0.hasPrefix("SEARCH \(table) ") })
    else { throw ColumnRefusal("an index finds the records") }
  }

  /// Throws where real numbers would be added up in another order than SQL's.
  private func requireOrder(
    _ scan: GroupScan, _ query: Query, _ reader: any ColumnReader
  ) throws {
    if scan.needsTotal, !reader.addsInOrder {
      throw ColumnRefusal("this SQLite makes means in a way of its own")
    }
    guard scan.needsOrder else { return }
    let steps = try plan(of: query.sql).map { $0.drop { $0 == " " } }
    guard steps.contains(where: { $0 == "SCAN \(scan.table)" }) else {
      throw ColumnRefusal("SQL adds up real numbers in the order of an index")
    }
  }

  /// The statement that makes the answer of groups that pages gave; nil where SQL has to make them.
  func sqlOfPages(_ query: Query) throws -> SQLText? {
    guard case .success(let plan)? = try pagePlan(of: query), case .groups(let scan) = plan.answer,
      let groups = try groups(plan, scan.request)
    else { return nil }
    return scan.sql(of: groups)
  }

  /// The number of records that pages gave; nil where SQL has to count them.
  func countOfPages(_ query: Query) throws -> Int64? {
    guard case .success(let plan)? = try pagePlan(of: query),
      case .count(let request) = plan.answer,
      case .integer(let count)? = try groups(plan, request)?.first?.first
    else { return nil }
    return count
  }

  private func groups(_ plan: PagePlan, _ request: GroupRequest) throws -> [[Value]]? {
    try translated {
      do {
        var groups = ColumnGroups(request, atMost: Self.mostGroups)
        try plan.source.pass { try groups.add($0) }
        return try groups.rows().map { try $0.map { try Value($0) } }
      } catch is ColumnRefusal {
        return nil
      }
    }
  }
}

extension Value {
  fileprivate init(_ value: ColumnValue) throws(ColumnRefusal) {
    switch value {
    case .null: self = .null
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .text(let bytes):
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw ColumnRefusal("a text is not UTF-8")
      }
      self = .text(text)
    case .blob(let bytes): self = .blob(bytes)
    }
  }
}
