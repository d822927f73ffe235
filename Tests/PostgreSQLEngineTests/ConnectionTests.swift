import Addresses
import Engines
import FlagModel
import SQLText
import TestServer
import Testing

@testable import PostgreSQLEngine

@Suite("Connections to a server") struct ConnectionTests {
  @Test func opensInTheSchema() throws {
    let schema = try TestSchema()
    #expect(try schema.connection.lookForSchema() == .usable)
    #expect(schema.connection.serverVersion >= 130_000)
    try schema.run(#"CREATE TABLE "Sample" (id bigint)"#)
    #expect(
      try schema.run(
        "SELECT schemaname FROM pg_tables WHERE tablename = 'Sample' AND schemaname = $1",
        .text(schema.name))
        == [[.text(schema.name)]])
    #expect(try schema.run("SHOW search_path") == [[.text("\"\(schema.name)\", pg_temp")]])
  }

  /// Another program may get the same connection of a pooler after each transaction.
  @Test func leavesNothingBehind() throws {
    let schema = try TestSchema()
    func settings() throws -> [String] {
      try schema.connection.texts("SHOW search_path; SHOW lock_timeout; SHOW TimeZone")
    }
    let before = try settings()
    try schema.connection.execute("CREATE TABLE t (n bigint)")
    try schema.run("INSERT INTO t VALUES (1)")
    _ = try schema.connection.transaction(writing: true) { try schema.run("SELECT n FROM t") }
    _ = try schema.connection.rows(SQLStatement(text: "SELECT n FROM t"))
    #expect(throws: EngineError.self) { try schema.run("SELECT nothing") }
    let given = schema.connection.prepare(SQLStatement(text: "SELECT generate_series(1, 100)"))
    _ = try given.step()
    given.reset()
    #expect(try settings() == before)
  }

  @Test(
    "a limit of the user's own counts",
    arguments: [
      ("", 5_000, "5s"), ("-c lock_timeout=70s", 5_000, "70s"),
      ("-c lock_timeout=2s", 5_000, "2s"),
      ("-c lock_timeout=70s", 100, "100ms"),
    ]) func lockTimeout(_ options: String, _ own: Int64, _ shown: String) throws
  {
    let schema = try TestSchema()
    let address = try schema.server.address(schema: schema.name, ["options": options])
    let connection = try LibpqConnection(address, lockTimeout: own)
    #expect(
      try connection.transaction(writing: true) {
        try connection.value(SQLStatement(text: "SHOW lock_timeout"))
      } == .text(shown))
  }

  @Test("a lock is waited for once") func waitsOnce() throws {
    let schema = try TestSchema()
    try schema.connection.execute(
      "CREATE TABLE free (id int); CREATE TABLE busy (id int); CREATE SEQUENCE tries")
    let other = try schema.connect()
    try other.begin(writing: true)
    try other.execute("LOCK TABLE busy IN ACCESS EXCLUSIVE MODE")
    let address = try schema.server.address(schema: schema.name)
    let connection = try LibpqConnection(address, lockTimeout: 300)
    let error = #expect(throws: EngineError.self) {
      try connection.begin(
        writing: true, locking: "LOCK TABLE free IN ACCESS SHARE MODE",
        asking: ["SELECT nextval('tries')", "SELECT count(*) FROM busy"])
    }
    #expect(error?.isBusy == true)
    #expect(try schema.run("SELECT last_value FROM tries") == [[.integer(1)]])
  }

  @Test func obeysWhoeverForbidsToWrite() throws {
    let schema = try TestSchema()
    let connection = try schema.connect(["options": "-c default_transaction_read_only=on"])
    let error = #expect(throws: EngineError.self) {
      try connection.transaction(writing: true) {}
    }
    #expect(error?.meaning == .readOnly)
    #expect(try connection.transaction(writing: false) { 1 } == 1)
    #expect(
      throws: EngineError.self, performing: { try connection.execute("CREATE TABLE t (n int)") }
    )
  }

  @Test func knowsThatASchemaIsMissing() throws {
    let server = try TestServer.require()
    let connection = try LibpqConnection(server.address(schema: "nobody"))
    #expect(try connection.lookForSchema() == .missing)
  }

  @Test func tellsItsName() throws {
    let schema = try TestSchema()
    #expect(try schema.run("SHOW application_name") == [[.text("flagdb")]])
    let named = try schema.connect(["application_name": "mine"])
    #expect(try named.rows(SQLStatement(text: "SHOW application_name")) == [[.text("mine")]])
  }

  /// The database or the user may have set anything.
  @Test(arguments: [
    ("TimeZone", "UTC"), ("DateStyle", "ISO, YMD"), ("IntervalStyle", "iso_8601"),
    ("client_encoding", "UTF8"), ("bytea_output", "hex"), ("standard_conforming_strings", "on"),
  ]) func setsWhatItReadsBy(_ name: String, _ value: String) throws {
    let schema = try TestSchema()
    let options = "-c TimeZone=Asia/Kathmandu -c DateStyle=German -c bytea_output=escape"
    let connection = try schema.connect(["options": options])
    #expect(try connection.rows(SQLStatement(text: "SHOW \(name)")) == [[.text(value)]])
  }

  // MARK: Failures

  private func failure(_ address: String) -> EngineError? {
    do {
      _ = try LibpqConnection(DatabaseAddress.parse(address))
      return nil
    } catch {
      return error as? EngineError
    }
  }

  @Test func nobodyListens() throws {
    let error = failure("host=/tmp/flagdb-nowhere dbname=zoo")
    #expect(error?.meaning == .noConnection)
    #expect(error?.message.contains("/tmp/flagdb-nowhere") == true)
    #expect(failure("postgresql://127.0.0.1:1/zoo")?.meaning == .noConnection)
  }

  @Test func unknownDatabase() throws {
    let server = try TestServer.require()
    let error = failure(try server.address(["dbname": "nowhere"]).text)
    #expect(error?.meaning == .unknownDatabase)
    #expect(error?.message == #"database "nowhere" does not exist"#)
  }

  @Test func unknownService() {
    let error = failure("service=flagdb-has-none")
    #expect(error?.meaning == .noConnection)
    #expect(error?.message.contains("flagdb-has-none") == true)
  }

  @Test(arguments: [
    (
      "connection to server at \"::1\", port 5432 failed: FATAL:  28P01: password authentication "
        + "failed for user \"ann\"\nDETAIL:  so it is\nHINT:  try\nLOCATION:  auth_failed, auth.c:1",
      StateMeaning.refusedLogin, "password authentication failed for user \"ann\""
    ),
    (
      "connection to server at \"a\" failed: Connection refused\n\tIs the server running?\n"
        + "connection to server at \"b\" failed: FATAL:  57P03: the database system is starting up",
      .shutdown, "the database system is starting up"
    ),
    (
      "connection to server on socket \"/tmp/x\" failed: SCHWERWIEGEND:  53300: zu viele Verbindungen",
      .tooManyConnections, "zu viele Verbindungen"
    ),
    (
      "connection to server at \"h\" failed: Connection refused\n\tIs the server running?",
      .noConnection, "connection to server at \"h\" failed: Connection refused"
    ),
    ("", .noConnection, "no connection"),
    (
      "connection to server at \"h\" (1.2.3.4), port 5432 failed: FATAL:  28P01: password authentication "
        + "failed for user \"ann\"\nconnection to server at \"h\" (1.2.3.4), port 5432 failed: "
        + "FATAL:  28000: no pg_hba.conf entry for host \"5.6.7.8\", no encryption",
      .refusedLogin,
      "password authentication failed for user \"ann\"; no pg_hba.conf entry for host \"5.6.7.8\", "
        + "no encryption"
    ),
    (
      "connection to server at \"h\" (::1), port 1 failed: SSL error: certificate verify failed\n"
        + "connection to server at \"h\" (::1), port 1 failed: FATAL:  28000: no encryption",
      .refusedLogin, "SSL error: certificate verify failed; no encryption"
    ),
    (
      "connection to server at \"h\" (::1), port 1 failed: Connection refused\n\tIs the server running?\n"
        + "connection to server at \"h\" (127.0.0.1), port 1 failed: Connection timed out",
      .noConnection,
      "connection to server at \"h\" (::1), port 1 failed: Connection refused; "
        + "connection to server at \"h\" (127.0.0.1), port 1 failed: Connection timed out"
    ),
  ]) func wordsOfLibpq(_ words: String, _ kind: StateMeaning, _ message: String) {
    let error = EngineError(ConnectionFailure(words).report)
    #expect(error.meaning == kind)
    #expect(error.message == message)
  }

  @Test func givesUpInTime() throws {
    // Nobody answers there, by RFC 5737.
    let clock = ContinuousClock()
    let start = clock.now
    #expect(failure("host=192.0.2.1 dbname=zoo connect_timeout=1")?.meaning == .noConnection)
    // Without a limit it is two minutes.
    #expect(clock.now - start < .seconds(100))
  }

  // MARK: Notices

  @Test func noticesAreTold() throws {
    let schema = try TestSchema()
    var told: [String] = []
    schema.connection.onNotice = { told.append("\($0.severity) \($0.message)") }
    try schema.connection.execute(
      "DO $$ BEGIN RAISE NOTICE 'mind %', 'this'; RAISE WARNING 'that'; END $$")
    #expect(told == ["NOTICE mind this", "WARNING that"])
  }
}
