import FlagModel
import Migrating
import Migrations

/// The report of `migrate`.
struct MigrationReport {
  let survey: MigrationSurvey
  let path: String

  var nothingToDo: String { "'\(path)' has this model already, as version \(survey.version)\n" }

  /// One line for each change, followed by the checks of the records.
  var plan: String {
    // Without the masks, the changes are others than those that `--into` means.
    if !survey.plan.maskFaults.isEmpty { return "" }
    var lines = survey.repairs.map {
      "the \($0.kind) '\($0.name)' is missing, and is created again"
    }
    lines += survey.plan.changes.map(\.words)
    if !survey.isSameModel, survey.plan.changes.isEmpty {
      lines.append("only the text of the model changes")
    }
    lines += survey.consequences(.notice).map { "note: \($0.message)" }
    lines += survey.rewordings.map { rewording in
      let object = rewording.object
      let calls = rewording.calls.joined(separator: ", ")
      return "the \(object.kind) '\(object.name)' is rewritten for \(calls)"
    }
    lines += survey.notes.map { "note: \($0)" }
    let reworded = survey.rewordings.map(\.object)
    lines += survey.foreign.filter { !reworded.contains($0) }
      .map { "note: the foreign \($0.kind) '\($0.name)' stays" }
    return lines.map { "\($0)\n" }.joined()
  }

  func refusals(allowingLoss: Bool) -> String {
    shownInPart(survey.refusals(allowingLoss: allowingLoss)) { $0.rendered() }
  }

  func summary(of outcome: MigrationOutcome) -> String {
    if outcome.survey.isDone {
      return
        "another program has made this change already: '\(path)' has version \(outcome.version)\n"
    }
    let lost = outcome.survey.consequences(.loss).map { "loss: \($0.message)\n" }.joined()
    let backup =
      outcome.backup.map { "'\($0)' is a backup of the database before the migration\n" } ?? ""
    if outcome.survey.isSameModel { return "'\(path)' matches its model again\n" }
    return lost + backup + "'\(path)' has version \(outcome.version) now\n"
  }
}
