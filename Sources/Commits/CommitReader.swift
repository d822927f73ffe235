package import Comparing
package import Databases
package import FlagModel
package import Migrations
package import SQLiteEngine

/// A change that a commit made.
package enum CommitChange {
  case model(SchemaChange)
  /// A record that differs, with its entity.
  case record(ComparedEntity, RecordDifference)
}

/// Reads the changes of the commits that are still in the write-ahead log of a file.
///
/// This module turns commits into changes of records: it compares the states of a file before and after each commit.
/// See Documentation/Decisions/earlier-states-are-read-through-a-vfs.md.
package final class CommitReader {
  /// One state of the file.
  private struct State {
    let number: Int
    let database: Database
    let tables: StateTables
  }

  private let file: LoggedFile
  private let open: (Int) throws -> Database
  /// The state before the commit that was read last, which the commit before it made.
  private var lastState: State?

  /// - Parameter open: opens the state after a commit; the one before the first for 0.
  package init(_ file: LoggedFile, open: @escaping (Int) throws -> Database) {
    self.file = file
    self.open = open
  }

  /// Passes the changes of a commit to the body. It is fast to read commits from the newest to the oldest.
  /// - Parameter entity: the only entity whose changes are read; nil for all.
  package func changes(
    of commit: Int, in entity: Name? = nil, _ body: (CommitChange) throws -> Void
  ) throws {
    let pages = file.pages(of: commit)
    let after = try state(commit)
    let before = try state(commit - 1, near: after.tables, pages)
    lastState = before
    let tables = before.tables.changes(to: after.tables, pages: pages)
    try before.database.read {
      try after.database.read {
        if entity == nil {
          let models = SchemaDiff(from: before.database.schema, to: after.database.schema)
          for change in models.changes { try body(.model(change)) }
        }
        try EntityStates(before.database, after.database, tables).pass { compared in
          guard entity == nil || compared.name == entity else { return }
          try compared.compare { try body(.record(compared, $0)) }
        }
      }
    }
  }

  private func state(
    _ number: Int, near other: StateTables? = nil, _ changed: Set<UInt32> = []
  ) throws -> State {
    if let lastState, lastState.number == number { return lastState }
    let database = try open(number)
    let tables = try database.read {
      try StateTables(
        of: database.connection, in: file, after: number, near: other, changed: changed)
    }
    return State(number: number, database: database, tables: tables)
  }
}
