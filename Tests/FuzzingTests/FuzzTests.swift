import Foundation
import Fuzzing
import TestSupport
import Testing

/// Texts of people, changed by chance, do no harm to any reader. The same inputs come each time;
/// `FUZZ_SEED=7` gives others, and `make torture` many more.
@Suite struct FuzzTests {
  private static let seed =
    ProcessInfo.processInfo.environment["FUZZ_SEED"].flatMap(UInt64.init) ?? 1
  private static let inputs = Campaign.size(15, many: 80, all: 400)

  @Test(arguments: FuzzTarget.all.map(\.name))
  func survivesWhatPeopleWroteAndChanges(_ name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    var fuzzer = Fuzzer(target)
    let step = Campaign.size(max(1, fuzzer.seedCount / 1_000), all: 1)
    fuzzer.readSeeds(every: step) { Issue.record("\($0)") }
    // Inputs that are all refused test little.
    #expect(fuzzer.accepted > 5)
    for number in 0..<Self.inputs {
      try fuzzer.read(fuzzer.input(seed: Self.seed, number: number))
    }
  }

  @Test func theSameSeedGivesTheSameInputs() throws {
    for target in FuzzTarget.all {
      let (a, b) = (Fuzzer(target), Fuzzer(target))
      #expect(a.input(seed: 3, number: 17) == b.input(seed: 3, number: 17))
      #expect(a.input(seed: 3, number: 17) != a.input(seed: 4, number: 17))
    }
  }
}
