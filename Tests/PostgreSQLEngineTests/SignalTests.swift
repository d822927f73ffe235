import Addresses
import FlagModel
import Foundation
import PostgreSQLEngine
import SQLText
import TestServer
import Testing

/// Ctrl-C stops the server, and what it was doing is undone.
@Suite("Signals and a server") struct SignalTests {
  private let schema: TestSchema

  init() throws {
    schema = try TestSchema()
    try schema.connection.execute(
      """
      CREATE TABLE t (n bigint);
      CREATE TABLE slow (n bigint);
      CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_sleep(60); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER late AFTER INSERT ON slow DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION wait()
      """)
  }

  /// The process at the server of a program that shows itself by a name, once it does what is asked for.
  private func process(_ name: String, doing what: String) throws -> Bool {
    let query = SQLStatement(
      text: """
        SELECT count(*) FROM pg_stat_activity
        WHERE application_name = $1 AND state = 'active' AND query LIKE $2
        """, bindings: [.text(name), .text(what)])
    return try schema.connection.value(query) == .integer(1)
  }

  /// A program that was built beside the test bundle.
  private func program() throws -> URL {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let program = folder.appendingPathComponent("SignalledServerWork")
      if FileManager.default.isExecutableFile(atPath: program.path) { return program }
    }
    throw TestServer.Failure("SignalledServerWork was not built")
  }

  @Test(arguments: [
    ("sleep", "SELECT pg_sleep%", "interrupted none false\nsignal 2\n"),
    ("rows", "SELECT generate_series%", "interrupted none false\nsignal 2\n"),
    ("copy", "COPY t%", "interrupted none false\nsignal 2\n"),
    // It was about to be kept, and the server has told that it is not.
    ("commit", "COMMIT%", "interrupted unchanged false\nsignal 2\n"),
  ]) func stopped(_ work: String, _ statement: String, _ said: String) throws {
    let name = "signalled \(UInt32.random(in: .min ... .max))"
    let child = Process()
    let output = Pipe()
    child.executableURL = try program()
    child.arguments = [
      try schema.server.address(schema: schema.name, ["application_name": name]).text,
      work,
    ]
    child.standardOutput = output
    try child.run()
    for _ in 0..<30_000 {
      if try process(name, doing: statement) { break }
      usleep(10_000)
    }
    #expect(try process(name, doing: statement))
    kill(child.processIdentifier, SIGINT)
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    child.waitUntilExit()
    #expect(String(decoding: bytes, as: UTF8.self) == said)
    #expect(try schema.run("SELECT count(*) FROM t") == [[.integer(0)]])
    #expect(try !process(name, doing: "%"))
  }
}
