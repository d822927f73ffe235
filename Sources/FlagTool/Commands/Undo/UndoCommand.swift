import Auditing
import CommandTable
import Databases
import FlagModel

/// `flagdb undo DB [CHANGE]`: undoes a change.
struct UndoCommand: Command {
  static let name = "undo"
  static let summary = "undoes a change of records, with the audit log"

  var database = ""
  var change: Int64?
  var isRehearsal = false

  mutating func declare(in table: inout OptionTable) {
    table.database(&database)
    table.argument(
      "CHANGE", &change, .asks("change"),
      help: "the number of the change; by default the newest")
    table.heading("looking inside")
    table.switch("dry-run", &isRehearsal, help: "show the effect, but change nothing")
  }

  func run(in session: Session) throws -> Exit {
    let database = try session.openOurs(database, for: .writing)
    let editor = LogEditor(database)
    let questions = LogReader.questions(of: database, seeking: change)
    if isRehearsal {
      let undone = try database.writeInVain(asking: questions) { try editor.undo(change) }
      session.say("would undo \(words(of: undone)); nothing was changed\n")
      return .done
    }
    try session.answer { answer in
      try database.write(asking: questions) {
        let undone = try editor.undo(change)
        try answer("undid \(words(of: undone))\n")
      }
    }
    return .done
  }

  /// `change 41 by anna, 2026-11-20T10:00:00Z: 3 Sample restored`
  private func words(of undone: UndoneChange) -> String {
    let change = undone.change
    var counts: [String] = []
    for count in undone.counts {
      let parts = [
        (count.restored, "restored"), (count.removed, "removed"), (count.revived, "added again"),
      ]
      for (records, word) in parts where records > 0 {
        counts.append("\(groupedDigits(records)) \(count.entity) \(word)")
      }
    }
    let time = AttributeType.date.text(of: .text(change.time))
    let words = counts.isEmpty ? "it changed no record" : listed(counts, "and")
    return "change \(change.first) \(author(of: change)), \(time): \(words)"
  }

  private func author(of change: LoggedChange) -> String {
    guard let who = change.who else { return "by another program" }
    if change.isOurs { return "by \(who)" }
    return "by another program with the role \(who)"
  }
}
