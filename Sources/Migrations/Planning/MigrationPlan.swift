package import FlagModel
import Predicates
package import SQLText

/// The way of a database from one model to another: the changes, the possible losses, and the
/// statements. A plan is a value, and does nothing.
///
/// This module makes the tables of a model, and plans the way from one model to another.
package struct MigrationPlan: Hashable, Sendable {
  package let old: Schema
  package let new: Schema
  package let changes: [SchemaChange]
  /// While one is open there are no steps.
  package let questions: [RenameQuestion]
  /// The mistakes that make the plan impossible for any records: requests that name nothing,
  /// expressions that no longer mean anything.
  package let faults: [Diagnostic]
  package let checks: [MigrationCheck]
  package let inspections: [ValueInspection]
  package let invariants: [MigrationInvariant]
  /// Notes about work that the plan leaves to the person who migrates.
  package let notes: [String]
  /// All that has a new name, whoever said so.
  package let renames: [Rename]
  /// In their order, to be run in one transaction with foreign keys off, which SQLite takes only
  /// before it. `PRAGMA foreign_key_check` must answer nothing before the commit.
  package let steps: [MigrationStep]

  /// The attributes whose values no SQL converts, but Databases does.
  package let converted: [Name]
  package let conversions: [ConvertedValues]

  /// True if it can be applied, as far as the models tell.
  package var isReady: Bool { questions.isEmpty && faults.isEmpty }

  package init(
    from old: Schema, to new: Schema, decisions: MigrationDecisions = .none,
    tables: [Name: StoredTable] = [:], in dialect: any Dialect, now: Timestamp
  ) {
    let diff = SchemaDiff(from: old, to: new, decisions: decisions)
    let fills = FillValues(diff.decisions.fills, for: diff.new, now: now)
    let draft = MigrationDraft(diff, fills, tables, dialect, now)
    self.old = old
    self.new = new
    changes = diff.changes
    questions = diff.questions
    renames = diff.renames
    notes = diff.numberedExpressions
    faults = diff.faults + fills.faults + Self.brokenExpressions(of: new, now)
    checks = draft.checks
    inspections = draft.columns.flatMap(\.inspections)
    let isReady = questions.isEmpty && faults.isEmpty
    invariants = isReady ? draft.invariants : []
    steps = isReady ? Self.steps(diff, draft.tables, dialect) : []
    converted = draft.converted
    conversions = draft.conversions
  }

  private static func steps(
    _ diff: SchemaDiff, _ tables: [TableMigration], _ dialect: any Dialect
  ) -> [MigrationStep] {
    dialect.altersTables
      ? AlteringSteps(diff, tables, dialect).steps : RewritingSteps(diff, tables, dialect).steps
  }

  private static func brokenExpressions(of new: Schema, _ now: Timestamp) -> [Diagnostic] {
    do throws(Diagnostics) {
      try new.checkExpressions(now: now)
      return []
    } catch {
      return error.all
    }
  }
}

/// One statement of a plan.
package struct MigrationStep: Hashable, Sendable {
  /// The purpose in a few words: `copies Sample`.
  package let words: String
  package let sql: SQLText
  package let effect: Effect

  /// The effect of the statement on records; tables go by the names that they have then.
  package enum Effect: Hashable, Sendable {
    /// Nothing, and so takes no time.
    case none
    /// Each is read, as to index it.
    case reads(Name)
    /// Each is written.
    case writes(Name)
    /// A table goes, with them.
    case drops
    /// Nothing, but it changes what `sqlite_schema` says, which a connection must be open for.
    case rewords
  }

  init(words: String, sql: SQLText, effect: Effect = .none) {
    self.words = words
    self.sql = sql
    self.effect = effect
  }

  /// Makes an object of the new model.
  init(making object: SchemaObject) {
    let isIndex = object.kind == .index
    self.init(
      words: "\(isIndex ? "indexes" : "makes") \(object.name)", sql: object.statement,
      effect: isIndex ? .reads(object.table) : .none)
  }

  /// The table whose every record is read or written.
  package var reads: Name? {
    switch effect {
    case .none, .drops, .rewords: nil
    case .reads(let table), .writes(let table): table
    }
  }

  package var changesRecords: Bool {
    switch effect {
    case .none, .reads, .rewords: false
    case .writes, .drops: true
    }
  }
}
