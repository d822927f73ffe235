import Engines
import TestServer
import Testing

@testable import PostgreSQLEngine

@Suite("Errors of a worker") struct WorkerErrorTests {
  private let schema: TestSchema

  init() throws {
    schema = try TestSchema()
  }

  /// The server says of itself here what the coordinator of Citus says of its workers.
  @Test(
    "a worker of Citus that does not answer is called that",
    arguments: [
      (
        .connection,
        "connection to the remote node w:5432 failed with the following error: refused", "", true
      ),
      (
        .connection, "could not establish any connections to the node w:5432 after 30000 ms", "",
        true
      ),
      (.connection, "could not connect to w:5432 to get size of table \"Sample\"", "", true),
      (
        .connection, "terminating connection due to an administrator",
        "while executing command on w:5432", true
      ),
      (.connection, "terminating connection due to an administrator", "", false),
      (.internal, "SSL SYSCALL error: EOF detected", "while executing command on w:5432", true),
      (.internal, "SSL SYSCALL error: EOF detected", "", false),
      (.internal, "cache lookup failed", "while executing command on w:5432", false),
    ] as [(Code, String, String, Bool)]) func deadWorker(
      _ code: Code, _ message: String, _ context: String, _ isOfWorker: Bool
    ) throws
  {
    try schema.connection.execute(
      """
      CREATE FUNCTION fail() RETURNS int LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION USING ERRCODE = '\(code.rawValue)', MESSAGE = '\(message)'; END $$
      """)
    let error = #expect(throws: EngineError.self) {
      try schema.connection.execute(
        "DO $$ BEGIN EXECUTE 'SELECT fail() /* \(context) */'; END $$")
    }
    #expect(error?.isOfWorker == isOfWorker)
  }

  /// The names of the codes in PL/pgSQL.
  enum Code: String {
    case connection = "connection_failure"
    case `internal` = "internal_error"
  }
}
