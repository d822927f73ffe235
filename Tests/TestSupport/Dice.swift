/// This module holds what the tests of several modules need. It imports Platform and CommandTable.
///
/// Numbers at random, the same for the same seed, which failures print.
public struct Dice: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) {
    state = seed
  }

  /// SplitMix64: small, and the same everywhere.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// True once in so many times.
  public mutating func isLucky(_ share: UInt64) -> Bool { next() % share == 0 }

  public mutating func one<T>(of choices: [T]) -> T { choices[Int(next() % UInt64(choices.count))] }
}
