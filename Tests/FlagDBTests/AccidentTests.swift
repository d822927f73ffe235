import FlagModel
import Foundation
import Testing

@testable import FlagDB

/// Programs killed, stopped and short of space: what was acknowledged is there, and nothing else.
@Suite struct AccidentTests {
  private static let isRoot = geteuid() == 0

  /// A writer that has written pages into the file and is killed leaves a hot journal behind.
  @Test(.enabled(if: Child.hasSQLite), arguments: [Database.Access.reading, .writing])
  func aKilledWriter(access: Database.Access) throws {
    let scratch = try Scratch()
    try scratch.makeDatabase()
    let before = try scratch.bytes("zoo.db")
    try killAWriter(scratch)
    #expect(try scratch.exists("zoo.db-journal") && scratch.bytes("zoo.db") != before)
    let database = try scratch.open(for: access)
    #expect(try database.count("Reading") == 3)
    #expect(try database.findings() == [])
    #expect(!scratch.exists("zoo.db-journal"))
  }

  private func killAWriter(_ scratch: Scratch) throws {
    let writer = try Child("exec sqlite3 \"$1\"", scratch.path("zoo.db"))
    try writer.type(
      """
      PRAGMA cache_size = 5;
      BEGIN;
      WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 20000)
        INSERT INTO Reading (value) SELECT x FROM c;
      DELETE FROM Sample;
      SELECT 'ready';

      """)
    #expect(writer.waitFor("ready"))
    writer.send(SIGKILL)
    #expect(try writer.end().status == -SIGKILL)
  }

  /// The log of a killed writer in WAL mode, with the shared index lost as on another machine.
  @Test(.enabled(if: Child.hasSQLite)) func aLogWithoutItsIndex() throws {
    let scratch = try Scratch()
    try scratch.makeDatabase(usesWAL: true)
    let writer = try Child("exec sqlite3 \"$1\"", scratch.path("zoo.db"))
    try writer.type("INSERT INTO Reading (value) VALUES (1); SELECT 'ready';\n")
    #expect(writer.waitFor("ready"))
    writer.send(SIGKILL)
    _ = try writer.end()
    #expect(scratch.exists("zoo.db-wal"))
    try? FileManager.default.removeItem(atPath: scratch.path("zoo.db-shm"))
    #expect(try scratch.open().count("Reading") == 4)
    #expect(try scratch.open().findings() == [])
  }

  /// Commands of the tool, killed at random moments: what they acknowledged is what is there.
  @Test func killedCommands() throws {
    let scratch = try Scratch()
    try scratch.makeDatabase()
    let child = try Child(
      "i=0; while :; do i=$((i + 1)); \"$0\" insert \"$1\" Sample code=k$i taken=now; done",
      scratch.path("zoo.db"))
    usleep(700_000)
    child.send(SIGKILL)
    let acknowledged = try child.end().output.split(separator: "\n").count
    let stored = try scratch.open().count("Sample") - 2
    #expect(acknowledged > 0)
    #expect(stored == acknowledged || stored == acknowledged + 1)
    #expect(try scratch.open().findings() == [])
  }

  private func fill(_ scratch: Scratch, _ count: Int) throws {
    try scratch.plain().run(
      """
      WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < \(count))
        INSERT INTO Reading (value) SELECT abs(random()) % 1000 FROM c
      """)
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func signals(_ signal: Int32, _ status: Int32) throws {
    let scratch = try Scratch()
    try scratch.makeDatabase()
    try fill(scratch, 300_000)
    let total = try scratch.open().count("Reading")
    for command in [
      "exec \"$0\" query \"$1\" Reading --sort value --sort tags",
      "exec \"$0\" update \"$1\" Reading value=1 --all --yes",
    ] {
      let child = try Child(command, scratch.path("zoo.db"))
      usleep(80_000)
      child.send(signal)
      let end = try child.end()
      // A command that had ended before the signal came is no failure.
      if end.status == 0 { continue }
      #expect(end.status == status, "\(command): \(end)")
    }
    #expect(try scratch.open().count("Reading") == total)
    #expect(try scratch.open().findings() == [])
  }

  /// A file that may not grow any more: an error, and the database as it was.
  @Test(arguments: ["insert \"$1\" Sample code=new taken=now note=\"$2\"", "backup \"$1\" \"$3\""])
  func noSpace(_ command: String) throws {
    let scratch = try Scratch()
    try scratch.makeDatabase()
    try fill(scratch, 2_000)
    let before = try scratch.bytes("zoo.db")
    let long = String(repeating: "x", count: 100_000)
    let child = try Child(
      "ulimit -f 60; exec \"$0\" \(command)", scratch.path("zoo.db"), long, scratch.path("copy.db"))
    let end = try child.end()
    #expect(end.status == 1, "\(end)")
    #expect(end.error.contains("nothing was changed"), "\(end.error)")
    #expect(try scratch.bytes("zoo.db") == before)
    #expect(!scratch.exists("copy.db"))
    #expect(try scratch.open().findings() == [])
  }

  /// As another user, since root may write everything.
  private func unprivileged(_ command: String, _ words: String) throws -> (Int32, String) {
    let shell =
      Self.isRoot
      ? "exec setpriv --reuid=65534 --regid=65534 --clear-groups \(command)" : "exec \(command)"
    let end = try Child(shell, words).end()
    return (end.status, end.output + end.error)
  }

  private static let canBeAnother: Bool = {
    guard isRoot else { return true }
    guard Child.find("setpriv") != nil else { return false }
    let child = try? Child("exec setpriv --reuid=65534 --regid=65534 --clear-groups \"$0\" help")
    return (try? child?.end().status) == 0
  }()

  @Test(.enabled(if: canBeAnother)) func whatMayOnlyBeRead() throws {
    let scratch = try Scratch()
    try scratch.makeDatabase()
    let path = scratch.path("zoo.db")
    chmod(path, 0o444)
    chmod(scratch.folder.path, 0o555)
    defer { chmod(scratch.folder.path, 0o755) }
    let read = try unprivileged("\"$0\" query \"$1\" Sample --count", path)
    #expect(read == (0, "2\n"))
    let write = try unprivileged("\"$0\" delete \"$1\" Sample --all --yes", path)
    #expect(write == (1, "error: '\(path)' cannot be written: permission denied\n"))
    let create = try unprivileged("\"$0\" new \"$1.new\"", path)
    #expect(create == (1, "error: '\(path).new' cannot be created: permission denied\n"))
    // A file that may be written in a folder that may not, where no journal can be made.
    chmod(path, 0o666)
    let (status, words) = try unprivileged("\"$0\" delete \"$1\" Sample --all --yes", path)
    #expect(status == 1 && words.hasPrefix("error: '\(path)' cannot be "), "\(words)")
    chmod(path, 0o000)
    let none = try unprivileged("\"$0\" query \"$1\" Sample --count", path)
    #expect(none == (1, "error: '\(path)' cannot be read: permission denied\n"))
  }

  @Test(.enabled(if: canBeAnother && Child.hasSQLite)) func aHotJournalThatMayOnlyBeRead() throws {
    let scratch = try Scratch()
    try scratch.makeDatabase()
    try killAWriter(scratch)
    let path = scratch.path("zoo.db")
    chmod(path, 0o444)
    chmod(scratch.folder.path, 0o555)
    defer { chmod(scratch.folder.path, 0o755) }
    let (status, words) = try unprivileged("\"$0\" query \"$1\" Sample --count", path)
    #expect(status == 1)
    #expect(
      words
        == "error: '\(path)' cannot be written: permission denied; a killed program left it unfinished\n"
    )
  }
}
