import FlagModel

/// Unions and intersections of masks by SQLite's own functions, for other clients. SQLite has no
/// aggregate for bits, so each bit has a term.
extension SQLiteDialect {
  /// A bit is in the union if its greatest value is not 0.
  func union(ofMany value: SQLText, _ word: NumberWord) -> SQLText {
    let bits = word.lowBits.map { "max(\(value) & \(literal: $0))" as SQLText }
    let sign: SQLText = "min(\(value) & \(literal: word.signBits))"
    return "(\((bits + [sign]).joined(by: " | ")))"
  }

  /// A bit is in the intersection if its smallest value is not 0.
  func intersection(ofMany value: SQLText, _ word: NumberWord) -> SQLText {
    let bits = word.lowBits.map { "min(\(value) & \(literal: $0))" as SQLText }
    let sign: SQLText = "max(\(value) & \(literal: word.signBits))"
    return "(\((bits + [sign]).joined(by: " | ")))"
  }
}

extension NumberWord {
  /// The bits of the word that do not make a 64-bit number negative.
  fileprivate var lowBits: [Int64] { (0..<min(width, 63)).map { 1 << Int64($0) } }

  /// All other bits of 64. A number has all of them or none: those beyond a narrow word are ones
  /// if the number is negative.
  fileprivate var signBits: Int64 { lowBits.reduce(-1) { $0 & ~$1 } }
}
