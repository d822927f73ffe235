package import FlagModel
import Predicates
package import SQLText

/// One number in the statement that reads all records once.
package enum SummaryColumn: Equatable, Sendable {
  case records
  /// The number of records with a value in the column.
  case present(SQLText, of: Name)
  /// The number of records with this value.
  case matching(Attribute, Value)
  case measured(Measure)
  case minimum(Measure)
  case maximum(Measure)
  /// The mean of numbers; for dates, in days since 1970.
  case mean(Measure)
  /// The standard deviation of the stored numbers.
  case deviation(Measure)
  /// The sum of integers in two parts, neither of which can exceed 64 bits: the sum of the bits
  /// above the lowest 32, and of these 32.
  case highSum(Measure)
  case lowSum(Measure)

  /// The column of the number; empty for all records.
  package var name: Name {
    switch self {
    case .records: ""
    case .present(_, let column): column
    case .matching(let attribute, _): attribute.column
    case .measured(let measure), .minimum(let measure), .maximum(let measure), .mean(let measure),
      .deviation(let measure), .highSum(let measure), .lowSum(let measure):
      measure.attribute.column
    }
  }

  var sql: SQLText {
    switch self {
    case .records: "count(*)"
    case .present(let column, _): "count(\(column))"
    case .matching(let attribute, let value):
      "count(*) FILTER (WHERE \(Term(attribute).sql) = \(value, of: attribute.type))"
    case .measured(let measure): "count(\(measure.sql))"
    case .minimum(let measure): TermType.value(measure.type).least(measure.sql)
    case .maximum(let measure): TermType.value(measure.type).greatest(measure.sql)
    case .mean(let measure) where measure.type == .date:
      "\(.average(isWhole: false), of: "\(.days, of: measure.sql)")"
    case .mean(let measure): "\(.average(isWhole: measure.isWhole), of: measure.sql)"
    case .deviation(let measure): "\(.deviation(isWhole: measure.isWhole), of: measure.sql)"
    case .highSum(let measure): "\(.sum(isWhole: true), of: "\(measure.sql) >> 32")"
    case .lowSum(let measure): "\(.sum(isWhole: true), of: "\(measure.sql) & 4294967295")"
    }
  }
}
