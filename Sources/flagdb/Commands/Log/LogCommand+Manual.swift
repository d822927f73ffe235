import CommandTable

extension LogCommand {
  static let manual = CommandManual(
    """
    `flagdb new --audit` creates a database with an audit log, and `flagdb define DB audit on` adds one. The
    log has a line for each changed value: the record, the old and new value, the time, and the user. `log`
    prints the newest line first, with the names of the model at that time. The user is the login name. Lines
    without a user come from other programs such as `sqlite3`, because the triggers of the log are plain SQL.
    On a PostgreSQL server, the user is the role of the other program, and its transaction is one change; see
    `flagdb-postgresql`(7).

    The column `what` is `insert`, `update` or `delete`, or `link` and `unlink` for a pair of a to-many
    relationship. An added record has one line, and a deleted record a line for each value. A command that
    changed no record has one line, `nothing`. A migration has one line, `migrate`, with the number of the
    model.

    `--changes` prints a line for each command, with the number of its records and lines. `flagdb-undo`(1)
    undoes such a change.

    `--wal` reads the write-ahead log of any SQLite file, `NAME-wal`, and shows each commit that is still there,
    newest first: `+` for an added record, `-` for a deleted record, and `~` for a changed record, as
    `flagdb-diff`(1) does. With `--format`, each value has a line. A write-ahead log has no times and no users.
    A checkpoint may have overwritten pages of the state before some commits; these commits cannot be shown.
    Nothing is written: the file is not changed, no file is created beside it, and no lock is taken. If another
    program makes a checkpoint meanwhile, the command fails, and can be repeated.
    `query`, `stats`, `sql`, `check`, `schema`, `diff`, `copy`, `backup` and `infer` read the state after a commit
    with `--wal-at COMMIT`, and the state before the first commit with `--wal-at 0`.

    In a Core Data or SwiftData store, `log` shows the persistent history, if the app has turned it on: the
    transaction, its time, its author or app, and the entity and key of each changed record. The history does not
    contain the values.

    The log is in the tables `flagdb_log` and `flagdb_change`. The view `flagdb_history` shows it with names
    to other programs. Each added record takes about 90 bytes, and each changed number about 70.
    `--forget-before` deletes old lines.

    With a million records in a file, the log makes inserts 2.3 times as slow, and updates of one attribute
    3.3 times as slow. On a server, both are about 3.3 times as slow, and a line takes 150 bytes with its
    indexes.
    """,
    examples: """
      A database with a log, and a change.
          $ flagdb define zoo.db audit on
          > flagdb update zoo.db Sample --where "code = 'S-1'" markers+=HRM score=61
          > flagdb log zoo.db Sample 1 --limit 2 --format csv | cut -d, -f5-
          1 record changed
          key,what,property,before,after
          1,update,markers,RAW,RAW|HRM
          1,update,score,50.0,61.0

      The commands that made the changes, and the number of records of each.
          $ flagdb new own.db zoo.swift --audit
          > flagdb insert own.db Sample code=S-9 taken=2026-11-20
          > flagdb log own.db --changes --limit 1 | cut -d, -f4-6
          1
          records,values,command
          1,1,flagdb insert own.db Sample code=S-9 taken=2026-11-20

      The commits in a write-ahead log, and the state before them.
          $ sqlite3 app.db 'PRAGMA journal_mode = WAL; CREATE TABLE item (name, size)' >mode
          > sqlite3 app.db '.dbconfig no_ckpt_on_close on' \\
          >   "INSERT INTO item VALUES ('lamp', 3)" 'UPDATE item SET size = 4' >mode
          > flagdb log app.db --wal
          > flagdb query app.db item --wal-at 1 --columns size
          commit 2
          ~ item 1  size: 3 → 4
          commit 1
          + item 1  name: lamp; size: 3
          size
          3
      """,
    exitStatuses: [0: "done, also where nothing was changed yet"],
    seeAlso: [
      "flagdb-undo(1)", "flagdb-define(1)", "flagdb-new(1)", "flagdb-files(7)",
      "flagdb-postgresql(7)",
    ])
}
