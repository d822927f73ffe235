public import FlagModel

/// How a database comes from one model to another: what changes, what that could cost, and the
/// statements. A value; nothing is done by it.
public struct MigrationPlan: Hashable, Sendable {
  public let old: Schema
  public let new: Schema
  public let changes: [SchemaChange]
  /// While one is open there are no steps.
  public let questions: [RenameQuestion]
  /// What makes the plan impossible whatever the records are: wishes that name nothing, expressions
  /// that no longer mean anything.
  public let faults: [Diagnostic]
  public let checks: [MigrationCheck]
  public let inspections: [ValueInspection]
  public let invariants: [MigrationInvariant]
  /// All that has a new name, whoever said so.
  public let renames: [Rename]
  /// In their order, to be run in one transaction with foreign keys off, which SQLite takes only
  /// before it. `PRAGMA foreign_key_check` must answer nothing before the commit.
  public let steps: [MigrationStep]

  /// Whether it can be applied, as far as the models tell.
  public var isReady: Bool { questions.isEmpty && faults.isEmpty }
}

/// One statement of a plan.
public struct MigrationStep: Hashable, Sendable {
  /// What it is for, in a few words: `copies Sample`.
  public let words: String
  public let sql: SQLText
  /// The table, by the name that it has then, whose every record the statement reads or writes;
  /// nil for what takes no time.
  public let reads: String?
}

extension MigrationPlan {
  public init(
    from old: Schema, to new: Schema, wishes: MigrationWishes = .none, in dialect: some Dialect,
    now: Timestamp
  ) {
    self.old = old
    self.new = new
    (changes, questions, faults, checks) = ([], [], [], [])
    (inspections, invariants, renames, steps) = ([], [], [], [])
  }

  /// The plan as a script for any client of the database: its statements between those that begin
  /// and end the transaction, and more that is to happen in it, as the row of the model.
  public func script(before: [SQLText] = [], with more: [SQLText] = [], in dialect: some Dialect) -> String { "" }
}

extension Rename {
  /// What `--rename Sample.note=remark` says; nil for a text without a name on each side.
  public init?(_ text: String) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    self.init(old: String(parts[0]), new: String(parts[1]))
  }
}

extension [Rename] {
  /// The renames that lead back.
  public var reversed: [Rename] { self }
}
