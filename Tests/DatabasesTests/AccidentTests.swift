import Checking
import Foundation
import Testing

@testable import Databases

/// Programs killed, stopped and short of space: what was acknowledged is there, and nothing else.
@Suite struct AccidentTests {
  /// A writer that has written pages into the file and is killed leaves a hot journal behind.
  @Test(
    .enabled(if: Child.hasSQLite, "there is no sqlite3"),
    arguments: [Database.Access.reading, .writing])
  func aKilledWriter(access: Database.Access) throws {
    let scratch = try Scratch()
    try scratch.makeDatabase()
    let before = try scratch.bytes("zoo.db")
    try scratch.killAWriter()
    #expect(try scratch.exists("zoo.db-journal") && scratch.bytes("zoo.db") != before)
    let database = try scratch.open(for: access)
    #expect(try database.count("Reading") == 3)
    #expect(try database.findings() == [])
    #expect(!scratch.exists("zoo.db-journal"))
  }

  /// The log of a killed writer in WAL mode, with the shared index lost as on another machine.
  @Test(.enabled(if: Child.hasSQLite, "there is no sqlite3")) func aLogWithoutItsIndex() throws {
    let scratch = try Scratch()
    try scratch.makeDatabase(usesWAL: true)
    try scratch.killAWriter("zoo.db", that: "INSERT INTO Reading (value) VALUES (1);")
    #expect(scratch.exists("zoo.db-wal"))
    try? FileManager.default.removeItem(atPath: scratch.path("zoo.db-shm"))
    #expect(try scratch.open().count("Reading") == 4)
    #expect(try scratch.open().findings() == [])
  }

  /// Commands of the tool, killed at forty moments of their lives: what they acknowledged is there.
  @Test(arguments: [false, true]) func killedCommands(usesWAL: Bool) throws {
    let scratch = try Scratch()
    try scratch.makeDatabase(usesWAL: usesWAL)
    // The shell becomes the tool, so that it is the tool that is killed.
    let start = {
      try Child("exec \"$0\" insert \"$1\" Sample code=$2 taken=now", scratch.path("zoo.db"), $0)
    }
    let began = ContinuousClock.now
    #expect(try start("k0").end().status == 0)
    let life = began.duration(to: .now)

    var acknowledged: Set = ["k0"]
    var killed = 0
    for moment in 1...40 {
      let child = try start("k\(moment)")
      Thread.sleep(forTimeInterval: life / .seconds(1) * Double(moment - 1) / 40)
      child.send(SIGKILL)
      let end = try child.end()
      #expect(end.error == "")
      if end.status == -SIGKILL { killed += 1 } else { #expect(end.status == 0) }
      if !end.output.isEmpty { acknowledged.insert("k\(moment)") }
    }
    #expect(killed > 0)
    let stored = try Set(scratch.plain().texts("SELECT code FROM Sample WHERE code LIKE 'k%'"))
    #expect(acknowledged.isSubset(of: stored))
    #expect(stored.isSubset(of: (0...40).map { "k\($0)" }))
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
      try child.waitUntilItCatches(signal)
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

  /// A query that sorts what no memory holds, where temporary files find no room.
  @Test(.enabled(if: Child.canMount, "no disk may be made here"))
  func noSpaceForTemporaryFiles() throws {
    let scratch = try Scratch()
    try scratch.makeDatabase()
    try fill(scratch, 100_000)
    let child = try Child(
      """
      export tool="$0" folder="$1"
      exec unshare -m sh -c '
        cd "$folder" && mkdir small && mount -t tmpfs -o size=64k tmpfs small
        export TMPDIR="$folder/small" SQLITE_TMPDIR="$folder/small"
        "$tool" query zoo.db Reading --sort value --sort tags > rows; status=$?
        ls small; exit $status'
      """, scratch.folder.path)
    let end = try child.end()
    #expect(end.status == 1)
    #expect(end.output == "", "no temporary file is left")
    #expect(
      end.error == """
        error: 'zoo.db': database or disk is full; nothing was changed
        hint: check if the disk is full, or the disk of temporary files (TMPDIR)

        """)
  }

  @Test func fewDescriptors() throws {
    let scratch = try Scratch()
    try scratch.makeDatabase()
    let before = try scratch.bytes("zoo.db")
    let child = try Child(
      "ulimit -n 4; exec \"$0\" insert \"$1\" Sample code=new taken=now", scratch.path("zoo.db"))
    let end = try child.end()
    #expect(end.status == 1 && end.error.contains("too many open files\n"), "\(end)")
    #expect(try scratch.bytes("zoo.db") == before)
  }

  /// A writer that goes on while another program reads one state of the file.
  @Test(.enabled(if: Child.hasSQLite, "there is no sqlite3")) func aReaderThatNeverEnds() throws {
    let scratch = try Scratch()
    try scratch.makeDatabase(usesWAL: true)
    let path = scratch.path("zoo.db")
    let reader = try Child("exec sqlite3 \"$1\"", path)
    try reader.type("BEGIN; SELECT count(*) FROM Sample; SELECT 'ready';\n")
    #expect(reader.waitFor("ready"))
    try scratch.plain().run(
      "INSERT INTO Sample (code, taken, note) VALUES ('long', '2026-11-21 00:00:00', "
        + "printf('%.*c', 66000000, 'x')); DELETE FROM Sample WHERE code = 'long'")
    let words =
      "the write-ahead log has 63 MB: a program has kept a read transaction open; "
      + "'fuser \(path)' lists the programs"
    let found = try scratch.open().findings().map(\.problem)
    #expect(found.map { $0.replacing(/has [0-9]+ MB/, with: "has 63 MB") } == [words])
    try reader.type(".quit\n")
    #expect(try reader.end().status == 0)
    try scratch.plain().run("DELETE FROM Reading WHERE id = 1")
    #expect(try scratch.open().findings() == [])
    #expect(!scratch.exists("zoo.db-wal") && !scratch.exists("zoo.db-shm"))
  }

  @Test(.enabled(if: Child.canBeAnother, "only root can be another user")) func whatMayOnlyBeRead()
    throws
  {
    let scratch = try Scratch()
    try scratch.makeDatabase()
    let path = scratch.path("zoo.db")
    chmod(path, 0o444)
    chmod(scratch.folder.path, 0o555)
    defer { chmod(scratch.folder.path, 0o755) }
    let read = try Child.unprivileged("\"$0\" query \"$1\" Sample --count", path)
    #expect(read == (0, "2\n"))
    let write = try Child.unprivileged("\"$0\" delete \"$1\" Sample --all --yes", path)
    #expect(write == (1, "error: '\(path)' cannot be written: permission denied\n"))
    let create = try Child.unprivileged("\"$0\" new \"$1.new\"", path)
    #expect(create == (1, "error: '\(path).new' cannot be created: permission denied\n"))
    // A file that may be written in a folder that may not, where no journal can be made.
    chmod(path, 0o666)
    let (status, words) = try Child.unprivileged("\"$0\" delete \"$1\" Sample --all --yes", path)
    #expect(status == 1 && words.hasPrefix("error: '\(path)' cannot be "), "\(words)")
    chmod(path, 0o000)
    let none = try Child.unprivileged("\"$0\" query \"$1\" Sample --count", path)
    #expect(none == (1, "error: '\(path)' cannot be read: permission denied\n"))
  }
}
