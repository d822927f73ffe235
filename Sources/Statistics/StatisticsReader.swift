import Columns
import Databases
import Engines
import FlagModel
import Predicates
import Queries
import QueryPlanning
import SQLText

/// Reads the statistics of one entity with few scans: one for all numbers, one for all histograms,
/// one for each flag column or its index, and one for each text.
/// See Documentation/Decisions/bins-are-counted-row-by-row.md.
struct StatisticsReader {
  let database: Database
  let query: StatisticsQuery
  let limit: StatisticsLimit
  /// The same query in its fastest form for reading records, and for counting combinations.
  let reading: StatisticsQuery
  let counting: StatisticsQuery
  /// The column whose index answers the latter.
  private let countedColumn: Name?
  /// The number of records, if pages contain it.
  private let countedRecords: Int64?
  private(set) var statements: [SQLText] = []
  private var counts: [Name: ColumnCounts] = [:]
  /// The few numbers of each column; the number of records is under nil.
  private var summary: [Name: [(column: SummaryColumn, value: Value)]] = [:]

  init(_ database: Database, _ query: StatisticsQuery, _ limit: StatisticsLimit) throws {
    self.database = database
    self.query = query
    self.limit = limit
    let entity = query.entity
    reading = StatisticsQuery(entity, predicate: try database.quickest(query.predicate, of: entity))
    let plan = try database.planned(
      Query(entity, predicate: query.predicate, answer: .count), isShown: false
    ).flags
    let isByIndex = plan?.method == .index(.index)
    counting = if isByIndex { StatisticsQuery(entity, predicate: plan?.predicate) } else { reading }
    countedColumn = isByIndex ? plan?.attribute.column : nil
    countedRecords = plan?.method == .pages ? plan?.records : nil
  }

  /// The statistics of properties, in their order.
  mutating func read(_ properties: [Property]) throws -> EntityStatistics {
    try announce(properties)
    try summarize(properties)
    let records = count(.records)
    var histograms = try histograms(of: properties.compactMap(\.measure)).makeIterator()
    let results = try properties.compactMap { property -> PropertyStatistics? in
      switch property {
      case .attribute(let attribute):
        let measured = Measure(attribute).flatMap { _ in histograms.next() }
        return try statistics(of: attribute, measured, records)
      case .relationship(let relationship): return try statistics(of: relationship, records)
      case .group: return nil
      }
    }
    return EntityStatistics(
      entity: query.entity, records: records, properties: results, statements: statements)
  }

  // MARK: Queries

  /// The number of values that are read of a text.
  var mostFrequentValues: Int64 { Int64(max(1, limit.top)) }

  /// The fastest form for combinations of flags.
  func fastest(for attribute: Attribute) -> StatisticsQuery {
    attribute.column == countedColumn ? counting : reading
  }

  /// The answer from the pages of the table; nil if SQL must give it.
  func fromPages<Answer>(_ answer: (PagePlanner) throws -> Answer?) throws -> Answer? {
    try database.translated { try answer(PagePlanner(database)) }
  }

  /// Notes a statement that was answered from pages.
  mutating func note(_ statement: (StatisticsQuery) -> SQLText) {
    statements.append(statement(query))
  }

  /// Notes a statement in its plain form, and runs its fastest form.
  mutating func rows(_ statement: (StatisticsQuery) -> SQLText) throws -> RowCursor {
    try rows(statement, by: reading)
  }

  private mutating func rows(
    _ statement: (StatisticsQuery) -> SQLText, by quickest: StatisticsQuery
  ) throws -> RowCursor {
    statements.append(statement(query))
    return try database.rows(statement(quickest))
  }

  /// The columns of one query; SQLite limits a result to 2,000 columns.
  private static let mostColumns = 500

  /// The columns of each query.
  func summaries(of properties: [Property]) -> [[SummaryColumn]] {
    let columns = [.records] + properties.flatMap { summaryColumns(of: $0) }
    return columns.chunks(of: Self.mostColumns).map { Array($0) }
  }

  /// Reads all numbers about all properties that a single scan can give.
  private mutating func summarize(_ properties: [Property]) throws {
    for part in summaries(of: properties) {
      if part == [.records], let records = try recordsInPages(properties) {
        statements.append(query.summary(part))
        summary[SummaryColumn.records.name] = [(.records, .integer(records))]
        continue
      }
      if part != [.records], let values = try fromPages({ try $0.summary(reading, part) }) {
        statements.append(query.summary(part))
        for (column, value) in zip(part, values) {
          summary[column.name, default: []].append((column, value))
        }
        continue
      }
      let query = part == [.records] ? counting : reading
      let rows = try rows({ $0.summary(part) }, by: query)
      guard try rows.next() else { continue }
      for (index, column) in part.enumerated() {
        summary[column.name, default: []].append((column, rows.value(at: index)))
      }
    }
  }

  /// The number of records, if an index on one of the properties contains it.
  private mutating func recordsInPages(_ properties: [Property]) throws -> Int64? {
    if let countedRecords { return countedRecords }
    for property in properties {
      if case .attribute(let attribute) = property, case .flags = attribute.type,
        query.predicate == nil, let counts = try counts(of: attribute)
      {
        return counts.total
      }
    }
    return nil
  }

  /// The records of each combination, from the pages of an index; nil if SQL must count them.
  private mutating func counts(of attribute: Attribute) throws -> ColumnCounts? {
    guard attribute.stored == .own else { return nil }
    if let cached = counts[attribute.column] { return cached }
    let condition = query.predicate?.flagConditions(of: query.entity).first {
      $0.attribute == attribute && $0.rest == nil
    }
    if query.predicate != nil, condition == nil { return nil }
    let columnCounts = try fromPages { try $0.counts(of: attribute, in: query.entity, condition) }
    counts[attribute.column] = columnCounts
    return columnCounts
  }

  private func summaryColumns(of property: Property) -> [SummaryColumn] {
    switch property {
    case .group: return []
    case .relationship(let relationship):
      return relationship.foreignKey.map { [.present("\(name: $0.column)", of: $0.column)] } ?? []
    case .attribute(let attribute):
      if case .flags = attribute.type { return [] }
      let present = SummaryColumn.present(attribute.counted, of: attribute.column)
      if let measure = Measure(attribute) {
        var columns = [present]
        if measure.quantity != .value { columns.append(.measured(measure)) }
        columns += [.minimum(measure), .maximum(measure)]
        if measure.isWhole {
          columns += [.highSum(measure), .lowSum(measure)]
        } else {
          columns.append(.mean(measure))
        }
        if measure.type != .date { columns.append(.deviation(measure)) }
        return columns
      }
      return [present]
        + (attribute.type.cases ?? []).map { .matching(attribute, $0.value) }
    }
  }

  func value(_ column: SummaryColumn) -> Value {
    summary[column.name]?.first { $0.column == column }?.value ?? .null
  }

  func count(_ column: SummaryColumn) -> Int64 {
    if case .integer(let count) = value(column) { count } else { 0 }
  }

  /// The number of values of a measure.
  func count(of measure: Measure) -> Int64 {
    if measure.quantity != .value { return count(.measured(measure)) }
    return count(.present(measure.attribute.counted, of: measure.attribute.column))
  }

  // MARK: Properties

  private mutating func statistics(
    of attribute: Attribute, _ measured: MeasureStatistics?, _ records: Int64
  ) throws -> PropertyStatistics {
    var present = count(.present(attribute.counted, of: attribute.column))
    let detail: PropertyStatistics.Detail
    if case .flags(let set) = attribute.type {
      let flags = try flagStatistics(attribute, set)
      present = flags.records
      detail = .flags(flags)
    } else if let measured {
      detail = .measure(measured)
    } else {
      detail = .values(try valueStatistics(attribute, present, records))
    }
    return PropertyStatistics(
      name: attribute.name, typeName: attribute.declaredType, present: present,
      nulls: records - present, detail: detail)
  }

  private mutating func flagStatistics(
    _ attribute: Attribute, _ set: FlagSet
  ) throws -> FlagStatistics {
    if let counts = try counts(of: attribute), counts.others == 0 {
      statements.append(query.combinations(of: attribute))
      return FlagStatistics(set, stored: counts.integers)
    }
    let rows = try rows({ $0.combinations(of: attribute) }, by: fastest(for: attribute))
    var stored: [(value: Int64, count: Int64)] = []
    while try rows.next() {
      guard let count = rows.integer(at: 1) else { continue }
      switch rows.value(at: 0) {
      case .integer(let value): stored.append((value, count))
      case .null: break
      case .real, .text, .blob: return try statisticsOfMixedValues(attribute, set)
      }
    }
    return FlagStatistics(set, stored: stored)
  }

  /// The flags of a column in which another program stored texts or real numbers, counted as conditions find them.
  private mutating func statisticsOfMixedValues(
    _ attribute: Attribute, _ set: FlagSet
  ) throws -> FlagStatistics {
    let rows = try rows { $0.masks(of: attribute) }
    var stored: [(value: Int64, count: Int64)] = []
    var others: [(value: Int64, count: Int64)] = []
    while try rows.next() {
      guard let value = rows.integer(at: 0), let count = rows.integer(at: 2) else { continue }
      if rows.integer(at: 1) == 1 {
        stored.append((value, count))
      } else {
        others.append((value, count))
      }
    }
    return FlagStatistics(set, stored: stored, others: others)
  }

  private mutating func valueStatistics(
    _ attribute: Attribute, _ present: Int64, _ records: Int64
  ) throws -> ValueStatistics {
    if let cases = attribute.type.cases {
      let rows = cases.map {
        ValueStatistics.Row(text: $0.text, count: count(.matching(attribute, $0.value)))
      }
      // Undeclared values are searched only if the cases do not add up to all records.
      if rows.reduce(0, { $0 + $1.count }) == present {
        return ValueStatistics(
          distinct: Int64(rows.count { $0.count > 0 }), rows: rows, omittedRecords: 0,
          uniqueness: .none)
      }
    }
    if query.entity.isUnique(attribute), attribute.type.cases == nil {
      return ValueStatistics(
        distinct: present, rows: [], omittedRecords: present, uniqueness: .unique)
    }
    return try frequencies(attribute, present, records)
  }

  private mutating func frequencies(
    _ attribute: Attribute, _ present: Int64, _ records: Int64
  ) throws -> ValueStatistics {
    let (values, distinct) = try mostFrequent(attribute, mostFrequentValues)
    let first = values.first?.count ?? 0
    var shown: [ValueStatistics.Row] = []
    for (value, count) in values
    where shown.count < limit.top && limit.admits(count, of: records) {
      shown.append(.init(text: attribute.type.text(of: value), count: count))
    }
    let uniqueness = limit.uniqueness(of: distinct, present, mostFrequent: first)
    if uniqueness != .none { shown = [] }
    return ValueStatistics(
      distinct: distinct, rows: shown,
      omittedRecords: present - shown.reduce(0) { $0 + $1.count }, uniqueness: uniqueness)
  }

  /// The most frequent values first, and the number of different values.
  private mutating func mostFrequent(
    _ attribute: Attribute, _ most: Int64
  ) throws -> (values: [(value: Value, count: Int64)], distinct: Int64) {
    if let frequencies = try fromPages({ try $0.frequencies(reading, of: attribute, limit: most) })
    {
      note { $0.frequencies(of: attribute, limit: most) }
      return frequencies
    }
    let rows = try rows { $0.frequencies(of: attribute, limit: most) }
    rows.read([attribute.type])
    var values: [(value: Value, count: Int64)] = []
    var distinct: Int64 = 0
    while try rows.next() {
      guard let count = rows.integer(at: 1), let all = rows.integer(at: 2) else { continue }
      distinct = all
      values.append((rows.value(at: 0), count))
    }
    return (values, distinct)
  }

  private mutating func statistics(
    of relationship: Relationship, _ records: Int64
  ) throws -> PropertyStatistics {
    if let key = relationship.foreignKey {
      let present = count(.present("\(name: key.column)", of: key.column))
      return PropertyStatistics(
        name: relationship.name, typeName: relationship.target, present: present,
        nulls: records - present, detail: .presence)
    }
    guard let target = database.schema.entity(named: relationship.target) else {
      throw DatabaseError(.refused, "'\(relationship.target)' is not an entity of the model")
    }
    let rows = try rows { $0.others(in: relationship, to: target) ?? "" }
    var counts = try rows.pairs()
    let without = records - counts.reduce(0) { $0 + $1.count }
    if !relationship.isToMany {
      return PropertyStatistics(
        name: relationship.name, typeName: relationship.target, present: records - without,
        nulls: without, detail: .presence)
    }
    if without > 0 { counts.insert((0, without), at: 0) }
    return PropertyStatistics(
      name: relationship.name, typeName: "[\(relationship.target)]", present: records, nulls: 0,
      detail: .measure(MeasureStatistics(ofRelated: counts)))
  }
}

extension StatisticsLimit {
  /// - Parameter first: the number of records with the most frequent value.
  fileprivate func uniqueness(
    of distinct: Int64, _ present: Int64, mostFrequent first: Int64
  ) -> ValueStatistics.Uniqueness {
    if distinct <= Int64(top) { return .none }
    if first == 1 { return .each }
    if distinct >= present - present / 10 && first <= present / 100 { return .nearly }
    return .none
  }
}

extension RowCursor {
  /// Each value of the first column, with the number of records in the second.
  fileprivate func pairs() throws -> [(value: Int64, count: Int64)] {
    try all { integer(at: 0).flatMap { value in integer(at: 1).map { (value, $0) } } }
  }
}

extension Property {
  fileprivate var measure: Measure? {
    if case .attribute(let attribute) = self { Measure(attribute) } else { nil }
  }
}

extension Attribute {
  /// The SQL to count, which is NULL if a record has no value.
  fileprivate var counted: SQLText { field == nil ? "\(name: column)" : Term(self).sql }
}

extension AttributeType {
  /// The values of a type with few values, in their stored form and as text.
  var cases: [(value: Value, text: String)]? {
    switch self {
    case .bool: return [(.integer(1), "true"), (.integer(0), "false")]
    case .enumeration(let enumeration):
      var seen: Set<Value> = []
      let cases = enumeration.cases.filter { seen.insert($0.rawValue).inserted }
      // For more, it is faster to let SQLite sort.
      if cases.count <= 24 { return cases.map { ($0.rawValue, $0.name.text) } }
      return nil
    default: return nil
    }
  }
}
