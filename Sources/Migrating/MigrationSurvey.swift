package import FlagModel
package import Migrations

/// A migration plan for one database, with its obstacles, found without any change.
package struct MigrationSurvey: Hashable, Sendable {
  /// Data that the plan would remove from some records.
  package struct Consequence: Hashable, Sendable {
    package let severity: MigrationCheck.Severity
    /// `3 records of Sample have PLX, which goes`
    package let message: String
    /// A record as an example: `Sample 2: RAW|PLX`.
    package let example: String?
    package let hint: Hint?

    var diagnostic: Diagnostic {
      Diagnostic(message, notes: example.map { [.init("as \($0)")] } ?? [], hint: hint)
    }
  }

  /// The current version of the database.
  package let version: Int64
  package let plan: MigrationPlan
  package let consequences: [Consequence]
  /// The differences between the database and its model.
  package let drift: [Drift]
  /// The foreign objects whose SQL changes.
  package let rewordings: [Rewording]
  /// Notes for the user.
  package let notes: [String]
  /// Foreign changes that prevent a migration.
  let obstructions: [Diagnostic]
  /// The errors in foreign objects that use names which the new model lacks.
  let wordless: [Diagnostic]

  /// True if the current model is unreadable, and the plan begins with the tables.
  let isOfTables: Bool

  /// True if the database already has the model, and no rename that a user asks for changes it.
  package var isSameModel: Bool {
    plan.old == plan.new && plan.changes.isEmpty && !isOfTables
  }

  /// True if there is nothing to do.
  package var isDone: Bool { isSameModel && repairs.isEmpty && obstructions.isEmpty }

  /// Dropped indexes, triggers and views of the model, which are created again.
  package var repairs: [SchemaObject] {
    if isOfTables { return [] }
    return drift.filter { $0.kind == .missing && $0.object.kind != .table }.map(\.object)
  }

  /// Foreign indexes, triggers and views, which stay.
  package var foreign: [SchemaObject] {
    drift.filter { $0.kind == .foreign && !(isOfTables && $0.object.isNamedByModel) }.map(\.object)
  }

  /// True if the plan changes records, and not only tables.
  var changesRecords: Bool { plan.steps.contains(where: \.changesRecords) }

  package func consequences(_ severity: MigrationCheck.Severity) -> [Consequence] {
    consequences.filter { $0.severity == severity }
  }

  /// The reasons why the plan cannot run; empty if it can.
  package func refusals(allowingLoss: Bool) -> [Diagnostic] {
    if !plan.maskFaults.isEmpty { return obstructions + plan.maskFaults }
    let losses = allowingLoss ? [] : consequences(.loss)
    return obstructions + plan.faults + plan.questions.map(\.diagnostic)
      + wordless + (consequences(.obstacle) + losses).map(\.diagnostic)
  }

  /// Throws a `MigrationRefusal` if the plan cannot run.
  package func requireApplicable(allowingLoss: Bool) throws {
    let reasons = refusals(allowingLoss: allowingLoss)
    if !reasons.isEmpty { throw MigrationRefusal(reasons: reasons) }
  }
}

extension SchemaObject {
  /// True for a name that only objects of models have: `Sample.markers`, `Sample_named`.
  var isNamedByModel: Bool {
    switch kind {
    case .table, .reference: false
    case .index, .trigger: name.text.hasPrefix("\(table).")
    case .view: name.text.hasSuffix("_named")
    }
  }
}
