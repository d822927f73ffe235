package import FlagModel
import Predicates
package import SQLText

/// One number of the statement that reads all records once.
package enum SummaryColumn: Hashable, Sendable {
  case records
  /// The number of records with a value in the column.
  case present(SQLText)
  /// The number of records with this value.
  case matching(Attribute, Value)
  case measured(Measure)
  case minimum(Measure)
  case maximum(Measure)
  /// The mean of numbers; of dates, in days since 1970.
  case mean(Measure)
  /// The sum of whole numbers in two parts, neither of which can leave 64 bits: what is above the
  /// lowest 32 bits, and these.
  case highSum(Measure)
  case lowSum(Measure)

  var sql: SQLText {
    switch self {
    case .records: "count(*)"
    case .present(let column): "count(\(column))"
    case .matching(let attribute, let value):
      "count(*) FILTER (WHERE \(Term(attribute).sql) = \(value))"
    case .measured(let measure): "count(\(measure.sql))"
    case .minimum(let measure): "min(\(measure.sql))"
    case .maximum(let measure): "max(\(measure.sql))"
    case .mean(let measure) where measure.type == .date:
      "\(.average, of: "\(.days, of: measure.sql)")"
    case .mean(let measure): "\(.average, of: measure.sql)"
    case .highSum(let measure): "\(.sum(isWhole: true), of: "\(measure.sql) >> 32")"
    case .lowSum(let measure): "\(.sum(isWhole: true), of: "\(measure.sql) & 4294967295")"
    }
  }
}
