import Engines
import FlagModel
import Migrations
import SQLText
import SQLiteEngine

/// The views, triggers and indexes that other programs created on the tables of a model. A
/// migration drops those that would run, fail or disappear with a rebuilt table, and creates them
/// again afterwards. On an engine that alters tables, all stay except indexes of dropped columns.
/// See Documentation/Decisions/migrations-keep-foreign-objects.md.
struct ForeignObjects {
  private let objects: [SchemaObject]
  /// The objects that are dropped temporarily.
  private let removed: [SchemaObject]
  /// The SQL of objects whose folded numbers change, by name.
  private let reworded: [Name: String]
  private let connection: any Connection
  /// The objects that work before the migration; only these must work afterwards.
  private let working: Set<Name>

  init(_ survey: MigrationSurvey, in connection: any Connection) throws {
    objects = survey.foreign.filter { !$0.sql.isEmpty }
    // An engine reads only the first statement, but a script would run all of them.
    for object in objects where !connection.isOneStatement(object.sql) {
      throw MigrationRefusal(reasons: [
        Diagnostic(
          "the foreign \(object.kind) '\(object.name)' is not defined by one statement",
          hint: "drop it first")
      ])
    }
    self.connection = connection
    let reworded = Dictionary(survey.rewordings.map { ($0.object.name, $0.sql) }) { $1 }
    self.reworded = reworded
    let isAltering = connection.dialect.altersTables
    removed = objects.filter {
      !isAltering && survey.plan.disturbs($0) || reworded[$0.name] != nil
    }
    var working: Set<Name> = []
    if !isAltering {
      for object in objects where Self.problem(with: object, in: connection) == nil {
        working.insert(object.name)
      }
    }
    self.working = working
  }

  /// Statements that drop the objects; a dropped view also drops its triggers.
  var removals: [SQLText] {
    removed.reversed().compactMap { object in
      switch object.kind {
      case .view: "DROP VIEW IF EXISTS \(name: object.name)"
      case .trigger: "DROP TRIGGER IF EXISTS \(name: object.name)"
      case .index: "DROP INDEX IF EXISTS \(name: object.name)"
      case .table, .reference: nil
      }
    }
  }

  /// Statements that create the objects again.
  var renewals: [SQLText] { removed.map(renewal) }

  private func renewal(of object: SchemaObject) -> SQLText {
    reworded[object.name].map(SQLText.init(stringLiteral:)) ?? object.statement
  }

  /// Creates the objects again, and checks that all work as before.
  func restore() throws {
    for object in try removed + lost() {
      do throws(EngineError) {
        try connection.run(renewal(of: object))
      } catch {
        throw Self.refusal(object, error)
      }
    }
    for object in objects where working.contains(object.name) {
      if try connection.definition(of: nil, object.name) == nil {
        throw Self.refusal(object, EngineError(.other, "no such table: \(object.table)"))
      }
      if let problem = Self.problem(with: object, in: connection) {
        throw Self.refusal(object, problem)
      }
    }
  }

  /// Creates the objects on empty tables, and throws if one would no longer work. Nothing is known of
  /// an object if a table cannot be created.
  ///
  /// - Parameter statements: those that create the tables and views of the new model, and the foreign
  ///   tables.
  func rehearse(on statements: [SQLText]) throws {
    let copy = try DatabaseDraft.inMemory()
    for statement in statements {
      do throws(EngineError) { try copy.run(statement) } catch { return }
    }
    for object in objects {
      do throws(EngineError) {
        try copy.run(renewal(of: object))
      } catch {
        throw Self.refusal(object, error)
      }
    }
    for object in objects where working.contains(object.name) {
      if let problem = Self.problem(with: object, in: copy) {
        throw Self.refusal(object, problem)
      }
    }
  }

  /// The indexes that disappeared with a column.
  private func lost() throws(EngineError) -> [SchemaObject] {
    guard connection.dialect.altersTables, !objects.isEmpty else { return [] }
    let present = Set(try connection.objects().map { Name($0.name) })
    return objects.filter { !present.contains($0.name) }
  }

  /// The error of an object that does not work; nil if it works. A statement that uses it is
  /// prepared and not run.
  private static func problem(
    with object: SchemaObject, in connection: any Connection
  ) -> EngineError? {
    let probes: [SQLText] =
      switch object.kind {
      case .view: ["SELECT * FROM \(name: object.name)"]
      case .trigger:
        [
          "INSERT INTO \(name: object.table) DEFAULT VALUES", "DELETE FROM \(name: object.table)",
        ]
      case .index, .reference, .table: []
      }
    for probe in probes {
      do throws(EngineError) { _ = try connection.prepare(probe) } catch { return error }
    }
    return nil
  }

  static func refusal(_ object: SchemaObject, _ error: EngineError) -> any Error {
    if error.isInterrupt || error.isFull { return error }
    return MigrationRefusal(reasons: [
      Diagnostic(
        "the foreign \(object.kind) '\(object.name)' would no longer work: "
          + error.message,
        hint: "drop it first, and create it again for the new model")
    ])
  }
}

extension MigrationPlan {
  /// True if a foreign object would run, fail, or disappear with its table.
  fileprivate func disturbs(_ object: SchemaObject) -> Bool {
    guard !steps.isEmpty, object.kind == .index else { return !steps.isEmpty }
    let read = Set(steps.compactMap(\.reads))
    // A step uses the table name of that time. A table without an entity is a join table.
    let name = renames.first { $0.old == object.table }?.new ?? object.table
    let isOfEntity = old.entity(named: object.table) != nil
    return read.contains(object.table) || read.contains(name) || !isOfEntity && !read.isEmpty
  }
}
