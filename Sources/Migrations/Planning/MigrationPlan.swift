package import FlagModel
import Predicates
package import SQLText

/// The migration of a database from one model to another: changes, possible losses, statements. A
/// plan is a value and has no side effects.
///
/// This module makes the tables of a model, and plans the way from one model to another.
package struct MigrationPlan: Hashable, Sendable {
  package let old: Schema
  package let new: Schema
  package let changes: [SchemaChange]
  /// While there are open questions, there are no steps.
  package let questions: [RenameQuestion]
  /// Mistakes that prevent the plan for any records, such as decisions about unknown names or
  /// invalid expressions.
  package let faults: [Diagnostic]
  /// Those of the faults that are mistakes in `--into`. Without the masks, other faults may be wrong.
  package let maskFaults: [Diagnostic]
  package let checks: [MigrationCheck]
  package let inspections: [ValueInspection]
  package let invariants: [MigrationInvariant]
  /// Notes about the work that the user must do.
  package let notes: [String]
  /// All renamed parts, whatever their origin.
  package let renames: [Rename]
  /// The attributes that become masks, and the masks that become attributes.
  package let masks: [MaskParts]
  /// The statements in order. They run in one transaction with foreign keys off, which SQLite
  /// permits only before it. `PRAGMA foreign_key_check` must return nothing before the commit.
  package let steps: [MigrationStep]
  /// The columns that the steps drop, by the old names; empty if an engine copies tables instead.
  package let droppedColumns: [DroppedColumn]

  /// The attributes whose values the module Databases converts, because SQL cannot.
  package let converted: [Name]
  package let conversions: [ConvertedValues]

  /// True if the models alone permit the plan.
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
    masks = diff.maskChanges.map { MaskParts($0) }
    notes = diff.numberedExpressions
    maskFaults = diff.maskFaults
    faults = maskFaults + diff.faults + fills.faults + Self.brokenExpressions(of: new, now)
    checks = draft.checks
    inspections = draft.columns.flatMap(\.inspections)
    if !questions.isEmpty || !faults.isEmpty {
      invariants = []
      steps = []
      droppedColumns = []
    } else if dialect.altersTables {
      let altering = AlteringSteps(diff, draft.tables, dialect)
      invariants = draft.invariants
      steps = altering.steps
      droppedColumns = altering.dropped
    } else {
      invariants = draft.invariants
      steps = RewritingSteps(diff, draft.tables, dialect).steps
      droppedColumns = []
    }
    converted = draft.converted
    conversions = draft.conversions
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

/// A column of the old model that a plan drops.
package struct DroppedColumn: Hashable, Sendable {
  package let table: Name
  package let column: Name
}

/// One statement of a plan.
package struct MigrationStep: Hashable, Sendable {
  /// A short description: `copies Sample`.
  package let words: String
  package let sql: SQLText
  package let effect: Effect

  /// The effect of the statement on records. Tables have their names at that time.
  package enum Effect: Hashable, Sendable {
    /// No effect, and so no duration.
    case none
    /// Reads each record, for example to index it.
    case reads(Name)
    /// Writes each record.
    case writes(Name)
    /// Drops a table with its records.
    case drops
    /// Changes only `sqlite_schema`, which needs a special connection mode.
    case rewords
  }

  init(words: String, sql: SQLText, effect: Effect = .none) {
    self.words = words
    self.sql = sql
    self.effect = effect
  }

  /// Makes the step that creates an object of the new model.
  init(making object: SchemaObject) {
    if object.kind == .index {
      self.init(
        words: "indexes \(object.name)", sql: object.statement, effect: .reads(object.table))
    } else {
      self.init(words: "makes \(object.name)", sql: object.statement, effect: .none)
    }
  }

  /// The table of which every record is read or written.
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
