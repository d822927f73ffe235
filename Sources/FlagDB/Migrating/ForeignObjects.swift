import FlagModel
import FlagSQL

/// The views, triggers and indexes that other programs made on the tables of a model. A migration
/// takes away what would run, stand in its way or go with a table that is made anew, and makes it
/// again afterwards.
struct ForeignObjects {
  private let objects: [SchemaObject]
  /// Those that are taken away for the time being.
  private let removed: [SchemaObject]
  private let connection: Connection
  /// Those that work; what did not before need not afterwards.
  private let working: Set<String>

  init(_ survey: MigrationSurvey, in connection: Connection) {
    objects = survey.foreign
    self.connection = connection
    let rewritten = Set(survey.plan.steps.compactMap(\.reads))
    removed =
      survey.plan.steps.isEmpty
      ? [] : objects.filter { $0.kind != .index || rewritten.contains($0.table) }
    working = Set(
      objects.filter { Self.problem(with: $0, in: connection) == nil }.map(\.name))
  }

  /// Statements that take them away; with a view its triggers are gone.
  var removals: [SQLText] {
    removed.reversed().compactMap { object in
      switch object.kind {
      case .view: "DROP VIEW IF EXISTS \(name: object.name)"
      case .trigger: "DROP TRIGGER IF EXISTS \(name: object.name)"
      case .index: "DROP INDEX IF EXISTS \(name: object.name)"
      case .table: nil
      }
    }
  }

  /// Statements that bring them back, in the words that the file held.
  var renewals: [SQLText] { removed.map(\.statement) }

  /// Brings them back, and looks whether all works as before.
  func restore() throws {
    for object in removed {
      do throws(SQLiteError) {
        try connection.run(object.statement)
      } catch {
        throw Self.refusal(object, error)
      }
    }
    for object in objects where working.contains(object.name) {
      if let problem = Self.problem(with: object, in: connection) {
        throw Self.refusal(object, problem)
      }
    }
  }

  /// A statement that uses it is prepared and not run.
  private static func problem(
    with object: SchemaObject, in connection: Connection
  ) -> SQLiteError? {
    let probes: [SQLText] =
      switch object.kind {
      case .view: ["SELECT * FROM \(name: object.name)"]
      case .trigger:
        [
          "INSERT INTO \(name: object.table) DEFAULT VALUES", "DELETE FROM \(name: object.table)",
        ]
      case .index, .table: []
      }
    for probe in probes {
      do throws(SQLiteError) { _ = try connection.prepare(probe) } catch { return error }
    }
    return nil
  }

  static func refusal(_ object: SchemaObject, _ error: SQLiteError) -> any Error {
    if error.isInterrupt || error.isFull { return error }
    return MigrationRefusal(reasons: [
      Diagnostic(
        "the \(object.kind) '\(object.name)' of another program would no longer work: "
          + error.message,
        hint: "drop it first, and make it anew for the new model")
    ])
  }
}
