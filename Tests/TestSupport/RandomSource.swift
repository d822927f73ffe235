/// Random values that come again for the same seed, which failures print.
package struct RandomSource: RandomNumberGenerator {
  package let seed: UInt64
  private var dice: Dice

  package init(seed: UInt64 = .random(in: 0 ... .max)) {
    self.seed = seed
    dice = Dice(seed: seed)
  }

  package mutating func next() -> UInt64 { dice.next() }

  /// Any integer, large and small ones alike.
  package mutating func integer() -> Int64 {
    Int64(bitPattern: next()) >> Int64.random(in: 0..<64, using: &self)
  }

  package mutating func text(upTo count: Int = 12) -> String {
    let letters: [Character] = [
      "a", "B", "0", " ", "\"", "\\", "/", ",", "|", "\n", "\t", "\u{1}", "\u{7F}", "é", "e\u{301}",
      "🙂", "[", "]", "{", "'", "\u{2028}", "\r\n",
    ]
    let length = Int.random(in: 0...count, using: &self)
    return String((0..<length).map { _ in letters[Int(next() % UInt64(letters.count))] })
  }
}
