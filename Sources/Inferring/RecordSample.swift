import FlagModel
import Predicates
import SQLText

/// A part of an entity's records, which is spread over the whole table.
struct RecordSample {
  /// The maximum number of records. More of them would hardly change a claim.
  static let most = 50_000
  /// The number of records that are asked for. Keys are irregular, so that it can be a little exceeded.
  private static let usual = 45_000

  /// The condition on an integer key; nil if all records are read.
  let condition: Predicate?
  private let records: Int
  /// True if the records must be counted, because their keys are no numbers.
  private let isCounted: Bool

  /// - Parameter records: the number of records of the table.
  init(of entity: Entity, records: Int) {
    self.records = records
    isCounted = records > Self.most && !entity.isNumbered
    condition =
      records > Self.most && entity.isNumbered
      ? Self.condition(on: entity.keyColumn, Double(Self.usual) / Double(records)) : nil
  }

  /// True if the record with this number in the answer is a part of the sample.
  func contains(_ record: Int) -> Bool {
    !isCounted || scattered(record) >> 24 % UInt64(records) < UInt64(Self.usual)
  }

  /// Selects short runs of keys in regular distances. A prime distance does not follow the period of any data.
  private static func condition(on key: Name, _ share: Double) -> Predicate {
    let distance = primes.first { Double($0) * share >= Double(fewestKeysOfRun) } ?? primes[0]
    let run = Int64(Double(distance) * share)
    let column = Term(
      .column(Predicate.Column(name: key, isOptional: false)), .integer(.int64), isOptional: false)
    let rest = Term(
      .binary(.remainder, column, .constant(.integer(distance), .integer(.int64))),
      .integer(.int64), isOptional: false)
    // The remainder of a negative key is negative.
    return .all([
      .test(rest, .compare(.less, .integer(run))), .test(rest, .compare(.greater, .integer(-run))),
    ])
  }

  private static let fewestKeysOfRun = 10
  private static let primes: [Int64] = [
    101, 1_009, 10_007, 100_003, 1_000_003, 10_000_019, 100_000_007, 1_000_000_007,
    10_000_000_019,
  ]
}

/// A number whose upper bits look random, the same each time.
func scattered(_ number: Int) -> UInt64 {
  let mixed = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
  return (mixed ^ (mixed >> 31)) &* 0x94D0_49BB_1331_11EB
}
