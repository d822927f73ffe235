import CommandTable
import Databases
import FlagFormats
import FlagModel
import PlainText

/// `flagdb undo DB [CHANGE]`: takes back a change.
struct UndoCommand: Command {
  static let name = "undo"
  static let summary = "takes back a change of records"

  var database = ""
  var change: Int64?
  var isRehearsal = false

  mutating func declare(in table: inout OptionTable) {
    table.database(&database)
    table.argument(
      "CHANGE", &change, .asks("change"),
      help: "the number of the change; the newest without it")
    table.heading("looking inside")
    table.switch("dry-run", &isRehearsal, help: "say what would be taken back, and change nothing")
  }

  func run(in session: Session) throws -> Exit {
    let database = try session.openOurs(database, for: .writing)
    if isRehearsal {
      let undone = try database.writeInVain {
        try database.undo(change ?? database.newestToUndo())
      }
      session.say("would take back \(words(of: undone)); nothing was changed\n")
      return .done
    }
    // The change stays the same when the command tries again, though another program may have made a newer one.
    var number = change
    try session.answer { answer in
      try database.write {
        let chosen = try number ?? database.newestToUndo()
        number = chosen
        let undone = try database.undo(chosen)
        try answer("took back \(words(of: undone))\n")
      }
    }
    return .done
  }

  /// `change 41 of anna, 2026-11-20T10:00:00Z: 3 records of Sample as before`
  private func words(of undone: UndoneChange) -> String {
    let change = undone.change
    let counts = undone.counts.flatMap { count in
      [
        (count.restored, "as before"), (count.removed, "gone again"), (count.revived, "back again"),
      ].filter { $0.0 > 0 }.map { "\(counted($0.0, "record")) of \(count.entity) \($0.1)" }
    }
    let time = AttributeType.date.text(of: .text(change.time))
    let who =
      change.isOurs || change.who == nil
      ? change.who.map { " of \($0)" } ?? " of another program"
      : " of another program, by the role \(change.who ?? "")"
    let words = counts.isEmpty ? "it had changed nothing" : listed(counts, "and")
    return "change \(change.first)\(who), \(time): \(words)"
  }

  static let manual = CommandManual(
    """
    `undo` takes back the newest change that `flagdb log DB --changes` shows and that is not taken back
    yet, or the one whose number is given: every value is again what it was before, records that it
    had added are gone, and those that it had deleted are back with their keys. It does so whole or
    not at all, and needs a log: see `flagdb-log`(1).

    A command that changed nothing, as one that sets a flag where it is set, is a change of its own, so
    that `undo` does not take back the one before it.

    Another `undo` takes back the change before that. To do a change again, give the number of the
    change that took it back.

    Nothing is taken back that something came after: if a later change touched the same value, or the
    same record where that was added or deleted, the error names that change, and
    `flagdb undo DB CHANGE` takes it back first. The same holds if other records now refer to one that the
    change had added, or if another program emptied a table of a server by TRUNCATE since. A migration is
    not taken back, and neither are changes before it, whose values may
    mean something else since: `flagdb-migrate`(1) with `--to` goes back to an earlier model.
    """,
    examples: """
      A change, and the state before it.
          $ flagdb define zoo.db audit on && flagdb delete zoo.db Sample --id S-2
          > flagdb undo zoo.db | sed 's|.*Z: ||'
          1 record deleted, and 2 of Reading with it
          2 records of Reading back again and 1 record of Sample back again

      A change that is only looked at.
          $ flagdb update zoo.db Sample --all score=0
          > flagdb undo zoo.db --dry-run 2>&1 | sed 's|.*Z: ||'
          4 records changed
          4 records of Sample as before; nothing was changed
      """,
    exitStatuses: [1: "something came after it, or there is nothing to take back"],
    seeAlso: [
      "flagdb-log(1)", "flagdb-backup(1)", "flagdb-migrate(1)", "flagdb-postgresql(7)",
    ])
}
