import Auditing
import CommandTable
import Databases
import FlagFormats
import FlagModel
import PlainText

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
    if isRehearsal {
      let undone = try database.writeInVain {
        try LogEditor(database).undo(change ?? LogEditor(database).newestToUndo())
      }
      session.say("would undo \(words(of: undone)); nothing was changed\n")
      return .done
    }
    // A retry must undo the same change, even if another program has added a newer one.
    var number = change
    try session.answer { answer in
      try database.write {
        let chosen = try number ?? LogEditor(database).newestToUndo()
        number = chosen
        let undone = try LogEditor(database).undo(chosen)
        try answer("undid \(words(of: undone))\n")
      }
    }
    return .done
  }

  /// `change 41 by anna, 2026-11-20T10:00:00Z: 3 Sample restored`
  private func words(of undone: UndoneChange) -> String {
    let change = undone.change
    let counts = undone.counts.flatMap { count in
      [
        (count.restored, "restored"), (count.removed, "removed"), (count.revived, "added again"),
      ].filter { $0.0 > 0 }.map { "\(groupedDigits($0.0)) \(count.entity) \($0.1)" }
    }
    let time = AttributeType.date.text(of: .text(change.time))
    let who =
      change.isOurs || change.who == nil
      ? change.who.map { " by \($0)" } ?? " by another program"
      : " by another program with the role \(change.who ?? "")"
    let words = counts.isEmpty ? "it changed no record" : listed(counts, "and")
    return "change \(change.first)\(who), \(time): \(words)"
  }

  static let manual = CommandManual(
    """
    `undo` reverts the newest change in the audit log that is not undone yet, or the change with the given
    number. It restores changed values, removes added records, and adds deleted records again with their
    keys. It undoes the whole change or nothing. `flagdb log DB --changes` shows the changes; see
    `flagdb-log`(1).

    Each command is one change, even if it changed no record. A second `undo` reverts the change before. To
    redo a change, undo the change that undid it.

    A change cannot be undone while a later change depends on it:

    - A later change set the same value, or added or deleted the same record. The error names that change;
      undo it first with `flagdb undo DB CHANGE`.
    - Other records refer to a record that the change added.
    - Another program emptied a table on a server with TRUNCATE.
    - Another program changed the record while the triggers of the log were off.

    Migrations and the changes before them cannot be undone. `flagdb-migrate`(1) with `--to` returns to an
    earlier model.
    """,
    examples: """
      Undo a deletion.
          $ flagdb define zoo.db audit on && flagdb delete zoo.db Sample --id S-2
          > flagdb undo zoo.db | sed 's|.*Z: ||'
          1 record deleted, and 2 of Reading with it
          2 Reading added again and 1 Sample added again

      Show what would be undone, and change nothing.
          $ flagdb update zoo.db Sample --all score=0
          > flagdb undo zoo.db --dry-run 2>&1 | sed 's|.*Z: ||'
          4 records changed
          4 Sample restored; nothing was changed
      """,
    exitStatuses: [1: "a later change depends on it, or there is nothing to undo"],
    seeAlso: [
      "flagdb-log(1)", "flagdb-backup(1)", "flagdb-migrate(1)", "flagdb-postgresql(7)",
    ])
}
