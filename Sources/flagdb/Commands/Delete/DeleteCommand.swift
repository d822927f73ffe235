import CommandTable
import FlagDB
import FlagModel
import PlainText
import Queries

/// `flagdb delete DB ENTITY`: removes records.
struct DeleteCommand: Command {
  static let name = "delete"
  static let summary = "removes records"

  var database = ""
  var entity: Name = ""
  var selection = SelectionOptions()
  var scope = ScopeOptions()
  var showsSQL = false

  func run(in session: Session) throws -> Exit {
    let database = try session.open(database, for: showsSQL ? .reading : .writing)
    let entity = try database.entity(named: self.entity)
    let predicate = try selection.predicate(for: entity, in: database.schema, session)
    if showsSQL {
      try session.print(SQLOptions.text(of: Delete(entity, predicate: predicate).sql))
      return .done
    }
    try scope.confirm("delete", entity, database, predicate, isDeletion: true, session)
    try session.answer { answer in
      try database.write {
        let others = try database.companions(ofDeleting: entity, where: predicate)
        let count = try database.delete(from: entity, where: predicate)
        try answer(
          "\(counted(count, "record")) deleted\(others.words(deleting: count, of: entity))\n")
      }
    }
    return .done
  }
}
