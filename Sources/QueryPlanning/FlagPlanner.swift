import Columns
import Engines
import FlagModel
import Queries
import SQLText

/// Decides between a skip scan of the index on flags and a table scan. The decision depends on
/// the engine's plan for the query and on the content of the index. Its costs come from measurements.
/// See Documentation/Decisions/flags-are-found-by-skip-scan.md.
struct FlagPlanner {
  /// The number of records below which a scan ends sooner than the decision.
  static let fewestRecords = 2_000.0
  /// The scanned records per index lookup, so that lookups take at most a tenth of the time of a
  /// scan, and never more than 40 ms.
  static let recordsForSeek = 100.0
  static let mostSeeks = 20_000.0
  /// A fetch of one record by its key takes as long as a scan of this many records.
  static let recordsForFetch = 50.0
  /// A lookup of one key in the index takes as long as a scan of this many records.
  static let recordsForKey = 4.0

  private let connection: any Connection
  private let pages: PagePlanner
  private let query: Query
  /// An upper limit for the number of records.
  private let size: Double
  private let scan: FullScan

  /// Nil if the records cannot be identified by a key, or if the engine does not scan the whole
  /// table for the query.
  /// - Parameter isShown: false for nil also if the table is small, without the engine's plan.
  init?(
    _ pages: PagePlanner, _ query: Query, _ sql: @autoclosure () -> SQLText, isShown: Bool
  ) throws {
    if query.entity.source.key == nil { return nil }
    connection = pages.connection
    self.pages = pages
    self.query = query
    size = try Self.size(of: query.entity, connection)
    if size < Self.fewestRecords, !isShown { return nil }
    guard let scan = try connection.fullScan(of: query.entity.source.table, in: sql())
    else { return nil }
    self.scan = scan
  }

  private static func size(of entity: Entity, _ connection: any Connection) throws -> Double {
    guard let attribute = entity.attributes.first else { return 0 }
    let keys = try connection.prepare(FlagSeeks(entity, attribute).keys)
    guard try keys.step(), case .integer(let first) = keys.value(at: 0),
      case .integer(let last) = keys.value(at: 1)
    else { return 0 }
    return Double(last) - Double(first) + 1
  }

  func plan(_ condition: FlagCondition) throws -> FlagPlan {
    if size < Self.fewestRecords { return plan(condition, .scan(.fewRecords)) }
    if let plan = try counted(condition) { return plan }
    let seeks = FlagSeeks(query.entity, condition.attribute)
    guard case .integer(1)? = try connection.value(seeks.isStrict) else {
      return plan(condition, .scan(.notStrict))
    }
    // Without a covering index, each lookup would scan all records.
    guard let index = try connection.coveringIndex(of: seeks.next(from: 0)) else {
      return plan(condition, .scan(.noIndex))
    }
    if condition.admitsNull, try connection.value(seeks.hasNull) != .integer(0) {
      return plan(condition, .scan(.nulls))
    }
    let access: FlagCondition.Access = index == scan.index ? .index : .keys
    let survey = try FlagSurvey(
      connection, seeks, condition.constraint, bounds(access, isWhole: condition.rest == nil))
    switch survey.end {
    case .tooManySeeks: return plan(condition, .scan(.tooManyCombinations), survey)
    case .tooManyRecords: return plan(condition, .scan(.tooManyRecords), survey)
    case .complete, .enough: return plan(condition, .index(access), survey)
    }
  }

  /// The plan whose count is already the answer, if the query only counts records and pages can be
  /// read.
  private func counted(_ condition: FlagCondition) throws -> FlagPlan? {
    guard query.answer == .count, query.grouping == nil, condition.rest == nil,
      query.limit == nil, query.offset == nil,
      let counts = try pages.counts(of: condition.attribute, in: query.entity, condition)
    else { return nil }
    return FlagPlan(
      attribute: condition.attribute, method: .pages, predicate: query.predicate,
      combinations: counts.integers.count, seeks: 0, records: counts.total, isPartial: false)
  }

  // MARK: Bounds

  private func bounds(_ access: FlagCondition.Access, isWhole: Bool) -> FlagSurvey.Bounds {
    var bounds = FlagSurvey.Bounds(seeks: Int(min(Self.mostSeeks, size / Self.recordsForSeek)))
    let wanted = wanted
    let isNumber = query.grouping == nil && (query.answer == .count || query.answer == .exists)
    if isNumber, isWhole, let wanted {
      // Any matching records answer the query, even those of the first combinations.
      bounds.enough = max(1, wanted)
    } else if access == .keys || scan.isInOrder && wanted != nil {
      bounds.records = Int64(mostRecords(wanted))
    }
    return bounds
  }

  /// The maximum number of records that the answer needs; nil if the query does not limit it. The
  /// limit of a grouped query does not limit the records.
  private var wanted: Int64? {
    if query.grouping != nil { return nil }
    let offset = query.offset ?? 0
    let limit = query.answer == .exists ? min(1, query.limit ?? 1) : query.limit
    guard let limit else { return nil }
    let (sum, overflow) = limit.addingReportingOverflow(offset)
    if overflow { return nil }
    return sum
  }

  /// The number of records up to which the index is faster than the scan. A scan in the requested
  /// order ends with the limit: the more records match, the earlier.
  private func mostRecords(_ wanted: Int64?) -> Double {
    let all = size / Self.recordsForFetch
    guard scan.isInOrder, let wanted else { return all }
    return min(all, (size * Double(max(1, wanted)) / Self.recordsForKey).squareRoot())
  }

  private func plan(
    _ condition: FlagCondition, _ method: FlagPlan.Method, _ survey: FlagSurvey? = nil
  ) -> FlagPlan {
    var predicate = query.predicate
    if case .index(let access) = method, let survey {
      predicate = condition.predicate(with: survey.numbers, of: query.entity, by: access)
    }
    let isCounted = (survey?.records ?? 0) > 0
    return FlagPlan(
      attribute: condition.attribute, method: method, predicate: predicate,
      combinations: survey?.numbers.count ?? 0, seeks: survey?.seeks ?? 0,
      records: isCounted ? survey?.records : nil, isPartial: survey?.end == .enough)
  }
}
