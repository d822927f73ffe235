import FlagModel
package import Migrations
import UserSQL

/// A foreign object that was created with `flagdb sql`, such as a view. It contains numbers of
/// flags or cases, which change with the model, while the names stay.
package struct Rewording: Hashable, Sendable {
  package let object: SchemaObject
  /// The SQL of the object for the new model.
  package let sql: String
  /// The calls that change: `has(markers, 'HRM')`.
  package let calls: [String]
}

/// The foreign objects with names of flags or cases, for a migration.
struct RewordingSurvey {
  private(set) var rewordings: [Rewording] = []
  private(set) var refusals: [Diagnostic] = []
  private(set) var notes: [String] = []

  init(_ objects: [SchemaObject], _ plan: MigrationPlan) {
    guard plan.isReady, plan.old != plan.new else { return }
    for object in objects {
      guard let words = KeptWords(object.sql) else { continue }
      add(object, words, plan)
    }
  }

  private mutating func add(_ object: SchemaObject, _ words: KeptWords, _ plan: MigrationPlan) {
    let what = "the \(object.kind) '\(object.name)'"
    // The earlier meaning of its numbers is unknown.
    guard words.faults(in: plan.old).isEmpty else {
      return notes.append("\(what) is not changed: its numbers already differed from its names")
    }
    do {
      let sql = try words.renewed(from: plan.old, to: plan.new, plan.renames)
      if sql.utf8.elementsEqual(object.sql.utf8) { return }
      let calls = zip(words.calls, KeptWords(sql)?.calls ?? []).filter { $0 != $1 }
        .map(\.1.words)
      if object.kind == .table {
        let what = "\(what) contains numbers that change"
        return notes.append("\(what): \(calls.joined(separator: ", ")); create it again")
      }
      rewordings.append(Rewording(object: object, sql: sql, calls: calls))
    } catch {
      let problems = (error as? Diagnostics)?.all.map(\.message) ?? ["\(error)"]
      refusals.append(
        Diagnostic(
          "\(what) uses names that the new model lacks: "
            + problems.joined(separator: ", "),
          hint: "drop it first, and create it again for the new model"))
    }
  }
}
