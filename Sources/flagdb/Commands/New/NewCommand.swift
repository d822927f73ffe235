import CommandTable
import FlagDB
import Predicates

/// `flagdb new DB [MODEL.swift…]`: creates a database.
struct NewCommand: Command {
  static let name = "new"
  static let summary = "creates a database"

  var database = ""
  var models: [String] = []
  var usesWAL = false

  func run(in session: Session) throws -> Exit {
    let schema = try ModelFile.read(models, in: session)
    try schema.checkExpressions(now: session.now)
    try Database.create(
      path: database, schema: schema, origin: models.joined(separator: " "), usesWAL: usesWAL,
      now: session.now)
    return .done
  }
}
