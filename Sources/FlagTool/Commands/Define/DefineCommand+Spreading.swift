import Databases
import FlagModel
import Migrations
import Spreading

/// `define DB partition …` and `define DB distribute …`.
extension DefineCommand {
  /// The request in the argument; nil for a partitioned entity that is given without one.
  func spreadRequest() throws -> SpreadRequest? {
    if kind == .partition, !name.contains("=") { return nil }
    let isPartition = kind == .partition
    let request =
      if isPartition { SpreadRequest(partition: name) } else { SpreadRequest(machines: name) }
    if let request { return request }
    if isPartition {
      throw CommandError(
        "expected ENTITY=UNIT(ATTRIBUTE), found '\(name)'", hint: "as in Reading=month(taken)")
    }
    throw CommandError(
      "expected ENTITY=PROPERTY, found '\(name)'", hint: "as in Sample=id or Reading=sample")
  }

  func spread(in session: Session) throws -> Exit {
    let database = try session.openOurs(database, for: .writing)
    if let request = try spreadRequest() {
      try Spreader(database).spread(request)
    } else {
      let made = try Spreader(database).makePartitions(of: database.entity(named: Name(name)))
      var words = "created \(counted(made.count, "partition"))"
      if !made.isEmpty { words += ": \(shownInPart(listed(made.map(\.text))))" }
      session.say("\(words)\n")
    }
    return .done
  }
}
