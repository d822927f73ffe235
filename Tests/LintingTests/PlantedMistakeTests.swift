import FlagModel
import TestSupport
import Testing

@testable import Linting

/// Mistakes at random places of sound definitions in several languages are all found, and the sound
/// definitions have none.
@Suite("Planted mistakes")
struct PlantedMistakeTests {
  @Test(arguments: Campaign.seeds(300, many: 2_000, all: 20_000))
  func areAllFound(seed: UInt64) throws {
    var dice = Dice(seed: seed)
    let sound = PlantedSet(&dice)
    #expect(try LintedSource(sound.source, sound.file).lines == [], "\(sound.source)")
    for mistake in PlantedSet.Mistake.allCases {
      guard let planted = sound.planting(mistake, &dice) else { continue }
      let findings = try LintedSource(planted.set.source, planted.set.file).findings
      let found = findings.contains {
        $0.rule == mistake.rule && $0.flag.map { $0 == planted.flag } ?? false
      }
      #expect(
        found, "\(mistake) of \(planted.flag):\n\(planted.set.source)\n\(findings.map(\.line))")
    }
  }
}
