import FlagModel
import TestSupport

extension RandomSource {
  mutating func moment() -> Timestamp {
    let range = Timestamp.earliest.microseconds...Timestamp.latest.microseconds
    return Timestamp(microseconds: .random(in: range, using: &self)) ?? .earliest
  }
}
