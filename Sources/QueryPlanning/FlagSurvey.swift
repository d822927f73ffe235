import Engines
import FlagModel
import Queries

/// Finds the combinations in an index on flags that satisfy a condition, with a skip scan.
/// See Documentation/Decisions/flags-are-found-by-skip-scan.md.
struct FlagSurvey {
  /// The limits at which the search ends early.
  struct Bounds {
    let seeks: Int
    /// If set, the search counts the records of each combination, and ends if it finds more than
    /// this number.
    var records: Int64?
    /// If set, the search counts the records of each combination, and ends when it has found this
    /// number.
    var enough: Int64?

    /// The number up to which counting is useful.
    var counted: Int64? { enough ?? records.map { $0 + 1 } }
  }

  enum End {
    case complete
    case enough
    case tooManySeeks
    case tooManyRecords
  }

  private(set) var numbers: [Int64] = []
  private(set) var seeks = 0
  private(set) var records: Int64 = 0
  private(set) var end = End.complete

  private let constraint: FlagConstraint
  private let bounds: Bounds
  private let next: any Statement
  private let count: any Statement
  private let limitPlace: Int

  init(
    _ connection: any Connection, _ statements: FlagSeeks, _ constraint: FlagConstraint,
    _ bounds: Bounds
  ) throws(EngineError) {
    self.constraint = constraint
    self.bounds = bounds
    next = try connection.prepare(statements.next(from: .min))
    count = try connection.prepare(statements.count(of: 0, upTo: 0))
    limitPlace = statements.limitPlace
    // SQLite sorts numbers with bit 63 before all others, because they are negative.
    let sign: UInt64 = 1 << 63
    if try walk(sign...UInt64.max) { _ = try walk(0...sign - 1) }
  }

  /// Searches a range of numbers; returns false when the search has ended.
  private mutating func walk(_ range: ClosedRange<UInt64>) throws(EngineError) -> Bool {
    var start = range.lowerBound
    while let candidate = constraint.next(from: start), range.contains(candidate) {
      guard seeks < bounds.seeks else { return stop(.tooManySeeks) }
      guard let stored = try stored(from: candidate), range.contains(stored) else { return true }
      if constraint.admits(stored), try !take(stored) { return false }
      if stored == range.upperBound { return true }
      start = stored + 1
    }
    return true
  }

  /// The first number in the index that is not below the candidate.
  private mutating func stored(from candidate: UInt64) throws(EngineError) -> UInt64? {
    seeks += 1
    defer { next.reset() }
    try next.bind(.integer(Int64(bitPattern: candidate)), at: 1)
    guard try next.step(), case .integer(let number) = next.value(at: 0) else { return nil }
    return UInt64(bitPattern: number)
  }

  /// Adds a combination; returns false when the search has ended.
  private mutating func take(_ number: UInt64) throws(EngineError) -> Bool {
    numbers.append(Int64(bitPattern: number))
    guard let counted = bounds.counted else { return true }
    seeks += 1
    defer { count.reset() }
    try count.bind(.integer(Int64(bitPattern: number)), at: 1)
    try count.bind(.integer(counted - records), at: limitPlace)
    if try count.step(), case .integer(let more) = count.value(at: 0) { records += more }
    if let enough = bounds.enough, records >= enough { return stop(.enough) }
    if let most = bounds.records, records > most { return stop(.tooManyRecords) }
    return true
  }

  private mutating func stop(_ end: End) -> Bool {
    self.end = end
    return false
  }
}
