import Engines
import FlagModel
import Queries

/// The combinations that an index on flags holds and a constraint admits, found by jumping from
/// one to the next that could be there: a skip-scan.
/// See Documentation/Decisions/flags-are-found-by-skip-scan.md.
struct FlagSurvey {
  /// The point where the survey ends before the last combination.
  struct Bounds {
    let seeks: Int
    /// To count the records of each combination, and end with more than these.
    var records: Int64?
    /// To count the records of each combination, and end when these are found.
    var enough: Int64?

    /// As many records as it matters to count.
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
    // SQLite orders the numbers with bit 63 before all others, as the negative ones.
    let sign: UInt64 = 1 << 63
    if try walk(sign...UInt64.max) { _ = try walk(0...sign - 1) }
  }

  /// Goes through a range of numbers; false when the survey has ended.
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

  /// The first number in the index from one on.
  private mutating func stored(from candidate: UInt64) throws(EngineError) -> UInt64? {
    seeks += 1
    defer { next.reset() }
    try next.bind(.integer(Int64(bitPattern: candidate)), at: 1)
    guard try next.step(), case .integer(let number) = next.value(at: 0) else { return nil }
    return UInt64(bitPattern: number)
  }

  /// Notes a combination; false when the survey has ended.
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
