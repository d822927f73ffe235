public import FlagModel

/// A request for records of one entity.
public struct Query: Hashable, Sendable {
  /// What is wanted of the records that match.
  public enum Answer: Hashable, Sendable {
    case records
    case count
    case exists
  }

  /// One key of the order.
  public struct Order: Hashable, Sendable {
    public let column: String
    public let isDescending: Bool
    /// What is calculated, where it is no column.
    let term: Term?

    init(_ term: Term, named name: String, isDescending: Bool) {
      column = name
      self.isDescending = isDescending
      self.term = term
    }

    public init(column: String, isDescending: Bool) {
      self.column = column
      self.isDescending = isDescending
      term = nil
    }

    /// The key as SQL, without its direction.
    var sql: SQLText { term.map { $0.sql } ?? "\(name: column)" }
  }

  public let entity: Entity
  public var columns: [QueryColumn]
  public var predicate: Predicate?
  public var order: [Order]
  public var limit: Int64?
  public var offset: Int64?
  public var answer: Answer

  public init(
    _ entity: Entity, columns: [QueryColumn] = [], predicate: Predicate? = nil,
    order: [Order] = [], limit: Int64? = nil, offset: Int64? = nil, answer: Answer = .records
  ) {
    self.entity = entity
    self.columns = columns
    self.predicate = predicate
    self.order = order
    self.limit = limit
    self.offset = offset
    self.answer = answer
  }

  public var sql: SQLText {
    switch answer {
    case .records:
      let list = columns.map { $0.sql(in: entity) }.joined(by: ", ")
      return "SELECT \(list)\(source)\(ordering)\(slice)"
    case .count where limit == nil && offset == nil:
      return "SELECT count(*)\(source)"
    case .count:
      return "SELECT count(*) FROM (SELECT 1\(source)\(slice))"
    case .exists:
      return "SELECT EXISTS (SELECT 1\(source)\(slice))"
    }
  }

  private var source: SQLText {
    " FROM \(name: entity.name)\(whereClause(predicate))"
  }

  /// The key comes last, or alone, so that one question always has one answer, whichever index
  /// SQLite walks.
  private var ordering: SQLText {
    let isTotal = order.contains { $0.column == entity.keyColumn }
    let last = isTotal ? [] : [Order(column: entity.keyColumn, isDescending: false)]
    let keys = (order + last).map { key -> SQLText in
      key.isDescending ? "\(key.sql) DESC" : key.sql
    }
    return " ORDER BY \(keys.joined(by: ", "))"
  }

  private var slice: SQLText {
    var slice: SQLText = ""
    // SQLite knows no OFFSET without a LIMIT.
    if let limit = limit ?? offset.map({ _ in -1 }) { slice += " LIMIT \(.integer(limit))" }
    if let offset { slice += " OFFSET \(.integer(offset))" }
    return slice
  }
}

/// ` WHERE …`, or nothing where every record is meant.
func whereClause(_ predicate: Predicate?) -> SQLText {
  guard let predicate else { return "" }
  return " WHERE \(predicate.sql())"
}
