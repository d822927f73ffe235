package import Columns
package import Engines
package import FlagModel
package import Queries
package import SQLText

/// Plans and gives answers from the pages of large tables.
package struct PagePlanner {
  let connection: any Connection
  /// The threads that read the pages.
  let sharing: ScanSharing
  /// The size of a database in bytes from which its pages are read.
  let leastSize: Int64

  package init(of connection: any Connection, _ sharing: ScanSharing, leastSize: Int64) {
    self.connection = connection
    self.sharing = sharing
    self.leastSize = leastSize
  }

  /// The maximum number of groups, which are in memory twice.
  private static let mostGroups = ColumnGroups.Limit(groups: 50_000)

  /// The way to answer a query from pages, or the reason why SQL must answer it. Nil if the query
  /// is of another form. Call it within the transaction of the query.
  package func pagePlan(of query: Query) throws -> Result<PagePlan, ColumnRefusal>? {
    let scan = query.groupScan
    let count = query.countScan
    guard let table = scan?.table ?? count?.table else { return nil }
    let columns = scan?.columns ?? count?.columns ?? []
    do {
      let source = try self.source(of: columns, in: table, insteadOf: query.sql) { reader, step in
        if let scan { try requireOrder(scan, of: query, step, reader) }
        if !step.isOfTable, query.limit != nil {
          throw ColumnRefusal("a limit ends the walk of an index")
        }
      }
      let answer = scan.map { groups($0) } ?? count.map { .count($0.request) }
      guard let answer else { return nil }
      return .success(
        PagePlan(table: table, columns: columns, answer: answer, source: source, sharing: sharing))
    } catch let refusal as ColumnRefusal {
      return .failure(refusal)
    }
  }

  /// The way to read the records of a query from pages in the order of SQL, or the reason why SQL must read
  /// them. Nil if the query is of another form. Call it within the transaction of the query.
  package func recordPlan(of query: Query) throws -> Result<PagePlan, ColumnRefusal>? {
    guard let scan = query.recordScan else { return nil }
    // The index on flags finds the few records that have them.
    if try QueryPlanner(self).planned(query, isShown: false).flags?.usesIndex == true {
      return nil
    }
    do {
      let source = try source(of: scan.columns, in: scan.table, insteadOf: query.sql) { _, step in
        guard step.isOfTable, step.isInOrder else {
          throw ColumnRefusal("SQL reads the records in the order of an index")
        }
      }
      return .success(
        PagePlan(
          table: scan.table, columns: scan.columns, answer: .records(scan), source: source,
          sharing: sharing))
    } catch let refusal as ColumnRefusal {
      return .failure(refusal)
    }
  }

  /// The groups from an index, if the index has all requested data.
  private func groups(_ scan: GroupScan) -> PagePlan.Answer {
    guard let column = scan.countedColumn,
      let counts = try? columnReader().counts(of: column, in: scan.table),
      counts.isOfIntegers
    else { return .groups(scan) }
    return .integers(scan, counts)
  }

  /// A source for columns of a table. Throws a `ColumnRefusal` if SQL is as fast, because it does
  /// not read the whole table.
  /// - Parameter check: called with the scan by which SQL would read the table.
  private func source(
    of columns: [Name], in table: Name, insteadOf sql: SQLText,
    _ check: (any ColumnReader, FullScan) throws -> Void = { _, _ in }
  ) throws -> any ColumnSource {
    let reader = try columnReader()
    guard let scan = try connection.fullScan(of: table, in: sql), scan.isAlone else {
      throw ColumnRefusal("an index finds the records")
    }
    try check(reader, scan)
    return try reader.columns(columns, of: table)
  }

  /// Throws if SQL would add up real numbers in another order or in another way.
  private func requireOrder(
    _ scan: GroupScan, of query: Query, _ step: FullScan, _ reader: any ColumnReader
  ) throws {
    if scan.needsTotal, !reader.addsInOrder {
      throw ColumnRefusal("the engine calculates means differently")
    }
    if !scan.needsOrder || step.isOfTable { return }
    // SQL reads the records in the order of an index, or backwards for a descending order of the
    // groups.
    guard !query.order.contains(where: \.isDescending), let index = step.walkedIndex,
      scan.areKeys(try reader.columns(ofIndex: index))
    else { throw ColumnRefusal("SQL adds up real numbers in the order of an index") }
  }

  /// A statement with the groups from pages as constants; nil if SQL must calculate them.
  package func sqlOfPages(_ query: Query) throws -> SQLText? {
    guard case .success(let plan)? = try pagePlan(of: query) else { return nil }
    switch plan.answer {
    case .count, .records: return nil
    case .groups(let scan):
      return try groups(plan, scan.request).flatMap { scan.sql(of: $0) }
    case .integers(let scan, let source):
      let counts = try passing {
        var counts = ColumnCounts()
        try source.count(where: nil, into: &counts)
        return counts
      }
      guard let counts, counts.others == 0 else { return nil }
      return scan.sql(of: scan.groups(of: counts))
    }
  }

  /// The number of records from pages; nil if SQL must count them.
  package func countOfPages(_ query: Query) throws -> Int64? {
    guard case .success(let plan)? = try pagePlan(of: query),
      case .count(let request) = plan.answer,
      case .integer(let count)? = try groups(plan, request)?.first?.first
    else { return nil }
    return count
  }

  private func groups(_ plan: PagePlan, _ request: GroupRequest) throws -> [[Value]]? {
    try passing {
      var groups = ColumnGroups(request, atMost: Self.mostGroups)
      try plan.source.add(to: &groups, sharing)
      return try groups.rows().map { try $0.map { try Value($0) } }
    }
  }

  // MARK: Statistics

  /// The numbers of a summary from pages; nil if SQL must calculate them.
  package func summary(_ query: StatisticsQuery, _ columns: [SummaryColumn]) throws -> [Value]? {
    guard let scan = query.summaryScan(columns) else { return nil }
    let table = query.entity.source.table
    let groups = try groups(scan.request, of: scan.columns, in: table, query.summary(columns)) {
      if scan.request.needsTotal, !$0.addsInOrder {
        throw ColumnRefusal("the engine calculates means differently")
      }
      if scan.request.needsOrder, !$1.isOfTable {
        throw ColumnRefusal("SQL adds up real numbers in the order of an index")
      }
    }
    return groups?.first.map { scan.values(of: $0) }
  }

  /// The most frequent values of an attribute, with their numbers of records, and the number of all different
  /// values, from pages; nil if SQL must count them.
  package func frequencies(
    _ query: StatisticsQuery, of attribute: Attribute, limit: Int64
  ) throws -> (values: [(value: Value, count: Int64)], distinct: Int64)? {
    guard let scan = query.frequencyScan(of: attribute),
      let groups = try groups(
        scan.request, of: scan.columns, in: query.entity.source.table,
        query.frequencies(of: attribute, limit: limit))
    else { return nil }
    return (scan.mostFrequent(groups, limit: Int(limit)), Int64(groups.count { $0[0] != .null }))
  }

  private func groups(
    _ request: GroupRequest, of columns: [Name], in table: Name, _ sql: SQLText,
    _ check: (any ColumnReader, FullScan) throws -> Void = { _, _ in }
  ) throws -> [[Value]]? {
    try passing {
      let source = try source(of: columns, in: table, insteadOf: sql, check)
      var groups = ColumnGroups(request, atMost: Self.mostGroups)
      try source.add(to: &groups, sharing)
      return try groups.rows().map { try $0.map { try Value($0) } }
    }
  }

  /// The number of values in each bin from pages; nil if SQL must count them.
  package func bins(
    _ query: StatisticsQuery, _ binnings: [StatisticsQuery.Binning]
  ) throws -> [[Int64]]? {
    guard let scan = query.binScan(binnings) else { return nil }
    return try passing {
      var bins = scan.bins
      try source(
        of: scan.columns, in: query.entity.source.table, insteadOf: query.binNumbers(binnings)
      ).add(to: &bins, sharing)
      return bins.counts
    }
  }

  /// The maximum size of values that are sorted in memory. They are in memory twice while the parts of
  /// several threads are joined.
  private static let mostBytes = 12 << 20

  /// The values of a measure in ascending order from pages; nil if SQL must sort them.
  package func sorted(
    _ query: StatisticsQuery, _ measure: Measure, from lower: Value?, below upper: Value?,
    offset: Int64, limit: Int64
  ) throws -> [Value]? {
    guard
      let scan = query.sliceScan(measure, from: lower, below: upper, atMost: Self.mostBytes)
    else { return nil }
    let sql = query.sorted(measure, from: lower, below: upper, offset: offset, limit: limit)
    return try passing {
      var slice = scan.slice
      try source(of: scan.columns, in: query.entity.source.table, insteadOf: sql)
        .add(to: &slice, sharing)
      return try slice.takeValues(from: Int(offset), count: Int(limit)).map { try Value($0) }
    }
  }

  /// The result is nil if the pages cannot give the answer.
  private func passing<Result>(_ body: () throws -> Result) throws -> Result? {
    do {
      return try body()
    } catch is ColumnRefusal {
      return nil
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
