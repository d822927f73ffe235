import CFaultVFS
import Foundation
import TestSupport

/// The work of one worker: campaigns against one operation.
struct Job {
  let operation: Operation
  let mode: JournalMode
  let campaigns: [Campaign]

  /// The jobs of a round. After the first one those are left that find other things each time.
  /// Where only some calls are failed, one worker has all campaigns, so that making ready costs
  /// less.
  static func all(_ settings: Settings, isFirstRound: Bool, _ pattern: String?) -> [Job] {
    Operation.all.flatMap { operation in
      operation.modes.flatMap { mode in
        let campaigns = Campaign.allCases.filter { campaign in
          (isFirstRound || campaign.usesDice)
            && pattern.map(name(operation, mode, campaign).contains) ?? true
        }
        let groups = settings.share > 1 ? [campaigns] : campaigns.map { [$0] }
        return groups.filter { !$0.isEmpty }.map {
          Job(operation: operation, mode: mode, campaigns: $0)
        }
      }
    }
  }

  private static func name(
    _ operation: Operation, _ mode: JournalMode, _ campaign: Campaign
  ) -> String {
    "\(operation.name)/\(mode)/\(campaign.rawValue)"
  }

  private func name(_ campaign: Campaign) -> String { Self.name(operation, mode, campaign) }

  func run(_ settings: Settings, _ score: Score) {
    do {
      let place = try Workplace(named: "\(operation.name)-\(mode)-\(campaigns[0])")
      defer { place.remove() }
      let trial = try Trial(operation, mode, in: place, bug: settings.bug)
      for campaign in campaigns { try run(campaign, trial, settings, score) }
    } catch {
      score.note(name(campaigns[0]), at: 0, "trouble: \(error)")
    }
  }

  private func run(
    _ campaign: Campaign, _ trial: Trial, _ settings: Settings, _ score: Score
  ) throws {
    let ownSeed = name(campaign).utf8.reduce(UInt64(0)) { $0 &* 31 &+ UInt64($1) }
    var dice = Dice(seed: settings.seed &+ ownSeed)
    if campaign == .powerCut {
      try PowerCuts(of: trial, settings).run(name(campaign), &dice, score)
    } else {
      try fail(campaign, trial, settings, &dice, score)
    }
  }

  /// Fails one call after the other, until a run meets none.
  private func fail(
    _ campaign: Campaign, _ trial: Trial, _ settings: Settings, _ dice: inout Dice, _ score: Score
  ) throws {
    let oracle = Oracle(trial: trial)
    var number = settings.at ?? settings.step(&dice)
    while !settings.isOver {
      let ending = try trial.run(campaign.plan(at: number, seed: settings.seed))
      if ending.isCrash { score.add(.crashes) }
      for difference in try oracle.differences(after: ending) {
        score.note(name(campaign), at: number, difference)
        if settings.at != nil { print("status \(ending.status)\n\(ending.errors)") }
      }
      if ending.hits == 0 || settings.at != nil { return }
      score.add(campaign == .kill ? .kills : .faults)
      number += settings.step(&dice)
    }
  }
}
