import CommandTable
import FlagDB
import FlagModel
import PlainText
import Queries

/// `flagdb update DB ENTITY name=value…`: changes records.
struct UpdateCommand: Command {
  static let name = "update"
  static let summary = "changes records"

  var database = ""
  var entity: Name = ""
  var assignments = AssignmentOptions()
  var selection = SelectionOptions()
  var scope = ScopeOptions()
  var showsSQL = false

  func run(in session: Session) throws -> Exit {
    let database = try session.open(database, for: showsSQL ? .reading : .writing)
    let entity = try database.entity(named: self.entity)
    let request = try assignments.request(for: entity, in: session)
    try request.requireKeptKey(of: entity)
    let predicate = try selection.predicate(for: entity, in: database.schema, session)
    if showsSQL {
      let change = try database.read { try database.resolve(request) }
      try session.print(
        database.statements(toUpdate: entity, change, where: predicate)
          .map(SQLOptions.text).joined())
      return .done
    }
    if scope.isEverything {
      try scope.confirm("change", entity, database, predicate, session)
    }
    try session.answer { answer in
      try database.write {
        let change = try database.resolve(request)
        let count = try request.placing {
          try database.update(entity, change, where: predicate)
        }
        try answer("\(counted(count, "record")) changed\n")
      }
    }
    return .done
  }
}
