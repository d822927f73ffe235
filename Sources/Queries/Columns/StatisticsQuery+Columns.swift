package import Columns
package import FlagModel
import Predicates
import SQLText

// The parts of statistics that are calculated from whole columns without SQL.

/// Columns, and the requested counts.
package struct BinScan {
  package let columns: [Name]
  package let bins: ColumnBins
}

/// Columns, and the column whose values are sorted.
package struct SliceScan {
  package let columns: [Name]
  package let slice: ColumnSlice
}

/// Columns, and the numbers of a summary.
package struct SummaryScan {
  package let columns: [Name]
  package let request: GroupRequest
  private let summary: [SummaryColumn]

  /// Nil if SQL must calculate a number.
  fileprivate init?(_ query: StatisticsQuery, _ summary: [SummaryColumn]) {
    var terms = ColumnTerms()
    guard terms.select(query.entity.selection(query.predicate)) else { return nil }
    var aggregates: [GroupRequest.Aggregate] = []
    for column in summary {
      guard let made = terms.aggregates(column) else { return nil }
      aggregates += made
    }
    self.summary = summary
    columns = terms.columns
    request = GroupRequest(where: terms.wanted, by: [], aggregates)
  }

  /// The numbers of the summary, from the aggregates.
  package func values(of aggregates: [Value]) -> [Value] {
    var next = aggregates.makeIterator()
    return summary.map { column in
      let value = next.next() ?? .null
      guard case .mean = column else { return value }
      guard case .real(let total) = value, case .integer(let count)? = next.next(), count > 0 else {
        return .null
      }
      let mean = total / Double(count)
      return mean.isNaN ? .null : .real(mean)
    }
  }
}

/// The groups of a column by its values.
package struct FrequencyScan {
  package let columns: [Name]
  package let request: GroupRequest

  /// The most frequent values, each with its number of records. Of equally frequent ones, the smallest come
  /// first.
  package func mostFrequent(_ groups: [[Value]], limit: Int) -> [(value: Value, count: Int64)] {
    let counted = groups.compactMap { group -> (value: Value, count: Int64)? in
      guard group[0] != .null, case .integer(let count) = group[1] else { return nil }
      return (group[0], count)
    }
    let sorted = counted.sorted { left, right in
      if left.count != right.count { return left.count > right.count }
      return left.value.isLess(than: right.value)
    }
    return Array(sorted.prefix(limit))
  }
}

extension Value {
  /// The order of integers and of texts.
  fileprivate func isLess(than other: Value) -> Bool {
    switch (self, other) {
    case (.integer(let a), .integer(let b)): a < b
    case (.text(let a), .text(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
    default: false
    }
  }
}

extension ColumnTerms {
  /// The aggregates for a number of a summary; nil if SQL must calculate it.
  fileprivate mutating func aggregates(_ column: SummaryColumn) -> [GroupRequest.Aggregate]? {
    switch column {
    case .records: return [.records]
    case .present(let sql, let name):
      if sql == "\(name: name)" { return [.values(column: place(name))] }
      return nil
    case .matching(let attribute, let value):
      guard let (place, kind) = self.column(Term(attribute)) else { return nil }
      switch (value, kind) {
      case (.integer(let number), .integer):
        return [.matching(column: place, .integer(number))]
      case (.text(let text), .text): return [.matching(column: place, .text(Array(text.utf8)))]
      default: return nil
      }
    case .measured: return nil
    case .minimum(let measure):
      return self.column(measure).map { [.least(column: $0.place, kind: $0.kind.stored)] }
    case .maximum(let measure):
      return self.column(measure).map { [.greatest(column: $0.place, kind: $0.kind.stored)] }
    case .mean(let measure):
      guard let (place, kind) = self.column(measure) else { return nil }
      switch kind {
      case .real: return [.total(column: place), .values(column: place)]
      case .date: return [.days(column: place), .values(column: place)]
      case .integer, .text: return nil
      }
    case .deviation(let measure):
      guard let (place, kind) = self.column(measure), kind == .integer || kind == .real else {
        return nil
      }
      return [.deviation(column: place, isReal: kind == .real)]
    case .highSum(let measure): return self.column(measure).map { [.highSum(column: $0.place)] }
    case .lowSum(let measure): return self.column(measure).map { [.lowSum(column: $0.place)] }
    }
  }
}

extension StatisticsQuery {
  /// Nil if SQL must calculate the summary.
  package func summaryScan(_ columns: [SummaryColumn]) -> SummaryScan? {
    SummaryScan(self, columns)
  }

  /// Nil if SQL must count the values.
  package func frequencyScan(of attribute: Attribute) -> FrequencyScan? {
    var terms = ColumnTerms()
    guard terms.select(entity.selection(predicate)),
      let (column, kind) = terms.column(Term(attribute)), kind == .text || kind == .integer
    else { return nil }
    let key: GroupRequest.Key =
      if kind == .text { .text(column: column) } else { .integer(column: column) }
    return FrequencyScan(
      columns: terms.columns, request: GroupRequest(where: terms.wanted, by: [key], [.records]))
  }

  /// Nil if SQL must find the bin of each record.
  package func binScan(_ binnings: [Binning]) -> BinScan? {
    var terms = ColumnTerms()
    guard terms.select(entity.selection(predicate)) else { return nil }
    var axes: [ColumnBins.Axis] = []
    for binning in binnings {
      guard let (column, kind) = terms.column(binning.measure),
        let edges = Self.edges(binning.edges, kind)
      else { return nil }
      axes.append(
        ColumnBins.Axis(column: column, edges: edges, mayBeNull: binning.measure.mayBeNull))
    }
    return BinScan(columns: terms.columns, bins: ColumnBins(where: terms.wanted, axes))
  }

  /// Nil if SQL must sort the values.
  package func sliceScan(
    _ measure: Measure, from lower: Value?, below upper: Value?, atMost most: Int
  ) -> SliceScan? {
    var terms = ColumnTerms()
    guard terms.select(entity.selection(predicate)),
      let (column, kind) = terms.column(measure), let range = Self.range(lower, upper, kind)
    else { return nil }
    let bounds = [
      ColumnCondition.test(column: column, .isPresent, isTrueOfNull: false),
      .test(column: column, range, isTrueOfNull: false),
    ]
    let wanted = ColumnCondition.all((terms.wanted.map { [$0] } ?? []) + bounds)
    let slice = ColumnSlice(where: wanted, of: column, kind: kind.stored, atMost: most)
    return SliceScan(columns: terms.columns, slice: slice)
  }

  private static func edges(_ values: [Value], _ kind: ColumnTerms.Kind) -> ColumnBins.Edges? {
    switch kind {
    case .integer:
      let edges = values.compactMap { if case .integer(let edge) = $0 { edge } else { nil } }
      if edges.count == values.count { return .integers(edges) }
      return nil
    case .real:
      let edges = values.compactMap(\.real)
      if edges.count == values.count { return .reals(edges) }
      return nil
    case .text, .date:
      let edges = values.compactMap {
        if case .text(let edge) = $0 { Array(edge.utf8) } else { nil }
      }
      if edges.count == values.count { return .texts(edges) }
      return nil
    }
  }

  /// A test for values from the lower limit and below the upper one.
  private static func range(
    _ lower: Value?, _ upper: Value?, _ kind: ColumnTerms.Kind
  ) -> ColumnTest? {
    switch (kind, lower ?? .null, upper ?? .null) {
    case (.integer, .null, .null): return .integers(.min ... .max, isInside: true)
    case (.integer, .integer(let lower), .null): return .integers(lower ... .max, isInside: true)
    case (.integer, .null, .integer(let upper)):
      return .integers(upper ... .max, isInside: false)
    case (.integer, .integer(let lower), .integer(let upper)) where lower < upper:
      return .integers(lower...upper - 1, isInside: true)
    case (.real, let lower, let upper):
      if lower != .null && lower.real == nil || upper != .null && upper.real == nil { return nil }
      return .reals(
        ColumnRange(from: lower.real, to: upper.real, upperIsIncluded: false), isInside: true)
    case (.text, let lower, let upper), (.date, let lower, let upper):
      if lower != .null && lower.bytes == nil || upper != .null && upper.bytes == nil { return nil }
      return .texts(
        ColumnRange(from: lower.bytes, to: upper.bytes, upperIsIncluded: false), isInside: true)
    default: return nil
    }
  }
}

extension Value {
  /// The bytes of a text; nil for other values.
  fileprivate var bytes: [UInt8]? {
    if case .text(let text) = self { Array(text.utf8) } else { nil }
  }
}

extension ColumnTerms {
  fileprivate mutating func column(_ measure: Measure) -> (place: Int, kind: Kind)? {
    guard measure.quantity == .value else { return nil }
    return column(Term(measure.attribute))
  }
}
