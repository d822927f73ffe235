import FlagModel

/// Random values that come again for the same seed, which failures print.
struct RandomSource: RandomNumberGenerator {
  let seed: UInt64
  private var state: UInt64

  init(seed: UInt64 = .random(in: 0 ... .max)) {
    self.seed = seed
    state = seed
  }

  /// SplitMix64: small, and the same everywhere.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func moment() -> Timestamp {
    let range = Timestamp.earliest.microseconds...Timestamp.latest.microseconds
    return Timestamp(microseconds: .random(in: range, using: &self)) ?? .earliest
  }

  /// Any integer, large and small ones alike.
  mutating func integer() -> Int64 {
    Int64(bitPattern: next()) >> Int64.random(in: 0..<64, using: &self)
  }

  mutating func text(upTo count: Int = 12) -> String {
    let letters: [Character] = [
      "a", "B", "0", " ", "\"", "\\", "/", ",", "|", "\n", "\t", "\u{1}", "\u{7F}", "é", "e\u{301}",
      "🙂", "[", "]", "{", "'", "\u{2028}", "\r\n",
    ]
    let length = Int.random(in: 0...count, using: &self)
    return String((0..<length).map { _ in letters[Int(next() % UInt64(letters.count))] })
  }
}
