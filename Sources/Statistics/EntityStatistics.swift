package import FlagModel
package import SQLText

/// Statistics of an entity's records, or of a selection of them.
package struct EntityStatistics: Sendable {
  package let entity: Entity
  package let records: Int64
  package let properties: [PropertyStatistics]
  /// The statements that were run, in order.
  package let statements: [SQLText]
}

/// The statistics of one attribute or relationship.
package struct PropertyStatistics: Sendable {
  package enum Detail: Sendable {
    case flags(FlagStatistics)
    case measure(MeasureStatistics)
    case values(ValueStatistics)
    /// Only presence, for a to-one relationship.
    case presence
  }

  package let name: Name
  /// The type in the spelling of the model, without `?`.
  package let typeName: Name
  /// The number of records with a value.
  package let present: Int64
  /// The number of records without a value.
  package let nulls: Int64
  package let detail: Detail

  package var records: Int64 { present + nulls }

  /// The number of records whose external file does not exist.
  package var missing: Int64 {
    guard case .measure(let measure) = detail, measure.quantity == .bytes else { return 0 }
    return present - measure.count
  }
}

/// A limit for the shown parts of a statistic.
package struct StatisticsLimit: Hashable, Sendable {
  /// The minimum frequency of a shown part.
  package enum Minimum: Hashable, Sendable {
    case records(Int64)
    /// A share of all records, from 0 to 1.
    case share(Double)

    package func isReached(by count: Int64, of records: Int64) -> Bool {
      switch self {
      case .records(let minimum): count >= minimum
      case .share(let share): Double(count) >= share * Double(records)
      }
    }
  }

  package let top: Int
  package let minimum: Minimum?

  package init(top: Int, minimum: Minimum? = nil) {
    self.top = top
    self.minimum = minimum
  }

  func admits(_ count: Int64, of records: Int64) -> Bool {
    minimum?.isReached(by: count, of: records) ?? true
  }
}
