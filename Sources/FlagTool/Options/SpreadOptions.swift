import CommandTable
import Migrations

/// `--partition` and `--distribute`: the partitioned and distributed tables of a new server
/// database.
struct SpreadOptions: CommandOptions {
  private var partitions: [PartitionWord] = []
  private var machines: [MachinesWord] = []

  mutating func declare(in table: inout OptionTable) {
    table.heading("on a server")
    table.value(
      "partition", &partitions, "ENTITY=month(DATE)", .asks("partition"),
      help:
        "partition an entity by time, with a partition for each `year`, `quarter`, `month`, `week` "
        + "or `day` of a date")
    table.value(
      "distribute", &machines, "ENTITY=NAME", .asks("distribution"),
      help:
        "distribute an entity over the worker nodes of Citus, by its key `id`, a relationship "
        + "or an attribute")
  }

  var requests: [SpreadRequest] { partitions.map(\.request) + machines.map(\.request) }

  /// True if a table is distributed to worker nodes.
  var distributes: Bool { !machines.isEmpty }

  /// Throws if the new database is not on a server.
  func requireServer(for name: String, in session: Session) throws {
    guard !requests.isEmpty, !session.isAddress(name) else { return }
    let option = partitions.isEmpty ? "--distribute" : "--partition"
    throw CommandError("'\(option)' is for PostgreSQL, and not for files", exit: .failed)
  }
}

/// `Reading=month(taken)`
struct PartitionWord: CommandWord {
  let request: SpreadRequest

  init(word: String) throws(UnreadableWord) {
    guard let request = SpreadRequest(partition: word) else {
      throw UnreadableWord(expected: "ENTITY=UNIT(ATTRIBUTE)", hint: "as in Reading=month(taken)")
    }
    self.request = request
  }
}

/// `Reading=sample`
struct MachinesWord: CommandWord {
  let request: SpreadRequest

  init(word: String) throws(UnreadableWord) {
    guard let request = SpreadRequest(machines: word) else {
      throw UnreadableWord(expected: "ENTITY=PROPERTY", hint: "as in Sample=id or Reading=sample")
    }
    self.request = request
  }
}
