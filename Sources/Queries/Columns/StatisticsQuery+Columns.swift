package import Columns
package import FlagModel
import Predicates

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

extension StatisticsQuery {
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
    let own = [
      ColumnCondition.test(column: column, .isPresent, isTrueOfNull: false),
      .test(column: column, range, isTrueOfNull: false),
    ]
    let wanted = ColumnCondition.all((terms.wanted.map { [$0] } ?? []) + own)
    let slice = ColumnSlice(where: wanted, of: column, kind: kind.number, atMost: most)
    return SliceScan(columns: terms.columns, slice: slice)
  }

  private static func edges(_ values: [Value], _ kind: ColumnTerms.Kind) -> ColumnBins.Edges? {
    switch kind {
    case .integer:
      let edges = values.compactMap { if case .integer(let edge) = $0 { edge } else { nil } }
      return edges.count == values.count ? .integers(edges) : nil
    case .real:
      let edges = values.compactMap(\.real)
      return edges.count == values.count ? .reals(edges) : nil
    case .text, .date:
      let edges = values.compactMap {
        if case .text(let edge) = $0 { Array(edge.utf8) } else { nil }
      }
      return edges.count == values.count ? .texts(edges) : nil
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
