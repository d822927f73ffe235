public import FlagModel
public import FlagSQL

/// What an entity's records, or those selected, have in common.
public struct EntityStatistics: Sendable {
  public let entity: Entity
  public let records: Int64
  public let properties: [PropertyStatistics]
  /// What was asked of the database, in order.
  public let statements: [SQLText]
}

/// The statistics of one attribute or relationship.
public struct PropertyStatistics: Sendable {
  public enum Detail: Sendable {
    case flags(FlagStatistics)
    case measure(MeasureStatistics)
    case values(ValueStatistics)
    /// Nothing but whether there is one: a to-one relationship.
    case presence
  }

  public let name: String
  /// The type as the model spells it, without the `?`.
  public let typeName: String
  /// How many records have a value.
  public let present: Int64
  /// How many have none.
  public let nulls: Int64
  public let detail: Detail

  public var records: Int64 { present + nulls }
}

/// What is shown of something that may have any number of parts.
public struct StatisticsLimit: Hashable, Sendable {
  /// How frequent a part must be.
  public enum Minimum: Hashable, Sendable {
    case records(Int64)
    /// A share of all records, from 0 to 1.
    case share(Double)

    public func isReached(by count: Int64, of records: Int64) -> Bool {
      switch self {
      case .records(let minimum): count >= minimum
      case .share(let share): Double(count) >= share * Double(records)
      }
    }
  }

  public let top: Int
  public let minimum: Minimum?

  public init(top: Int, minimum: Minimum? = nil) {
    self.top = top
    self.minimum = minimum
  }

  func admits(_ count: Int64, of records: Int64) -> Bool {
    minimum?.isReached(by: count, of: records) ?? true
  }
}
