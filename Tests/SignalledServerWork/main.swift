/// Work on a server that gets a signal, for tests: `SignalledServerWork ADDRESS sleep|rows|copy|commit`.
///
/// Says what has become of it, and the signal. The server shows by the name of the application who it is.
import Addresses
import Engines
import FlagModel
import Platform
import PostgreSQLEngine
import SQLText

let words = CommandLine.arguments
guard words.count == 3, let address = try? DatabaseAddress.parse(words[1]) else {
  fatalError("two words are needed")
}
// A thread of the tests may have started it that leaves signals to others.
var none = sigset_t()
sigemptyset(&none)
sigprocmask(SIG_SETMASK, &none, nil)
// Who ignores a signal, as under nohup or in the background of a script, has no handler for it.
for number in [SIGINT, SIGTERM, SIGHUP] { _ = signal(number, SIG_DFL) }
Interruption.catchSignals()

/// Rows and records without end, until somebody stops them.
func work(_ connection: LibpqConnection) throws {
  switch words[2] {
  case "sleep": try connection.execute("SELECT pg_sleep(60)")
  case "rows":
    let rows = connection.prepare(SQLStatement(text: "SELECT generate_series(1, 100000000000)"))
    while try rows.step() {}
  case "copy":
    var row = StoredRow()
    row.cells = [.integer(1)]
    _ = try connection.copy(into: "COPY t (n) FROM STDIN") { writer in
      while true { try writer.write(row) }
    }
  default: try connection.execute("INSERT INTO slow VALUES (1)")
  }
}

do {
  let connection = try LibpqConnection(address)
  do {
    try connection.begin(writing: true)
    try connection.execute("INSERT INTO t VALUES (0)")
    try work(connection)
    try connection.commit()
    print("kept")
  } catch let error as EngineError {
    connection.rollBack()
    print("\(error.kind) \(error.outcome.map { "\($0)" } ?? "none") \(connection.isLost)")
  }
  print(Interruption.signal.map { "signal \($0)" } ?? "no signal")
}
