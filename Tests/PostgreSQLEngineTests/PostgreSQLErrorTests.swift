import Engines
import FlagModel
import SQLText
import TestServer
import Testing

@testable import PostgreSQLEngine

@Suite("Errors of a server") struct PostgreSQLErrorTests {
  /// A statement that fails, and what its error says.
  struct Fault: CustomTestStringConvertible {
    let kind: StateMeaning
    let sql: String
    var constraint: EngineError.Constraint?
    var offset: Int?

    var testDescription: String { sql }
  }

  private static let tables = """
    CREATE TABLE ward (id bigint PRIMARY KEY);
    CREATE TABLE pat (id bigint PRIMARY KEY, name text NOT NULL, age int CONSTRAINT old CHECK (age >= 0),
      ward bigint CONSTRAINT lies_in REFERENCES ward, code varchar(3) CONSTRAINT one_code UNIQUE,
      span int4range, CONSTRAINT apart EXCLUDE USING gist (span WITH &&));
    INSERT INTO ward VALUES (1);
    INSERT INTO pat VALUES (1, 'a', 1, 1, 'x', '[1,3)');
    CREATE FUNCTION refuse() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'so not'; END $$
    """

  static let faults: [Fault] = [
    .init(
      kind: .uniqueViolation, sql: "INSERT INTO pat VALUES (1, 'b')",
      constraint: .unique(["pat.id"])),
    .init(
      kind: .uniqueViolation,
      sql: "UPDATE pat SET id = 2; INSERT INTO pat (id, name, code) VALUES (3, 'b', 'x')",
      constraint: .unique(["pat.code"])),
    .init(
      kind: .exclusionViolation, sql: "INSERT INTO pat (id, name, span) VALUES (2, 'b', '[2,5)')",
      constraint: .exclusion("apart")),
    .init(
      kind: .missingValue, sql: "INSERT INTO pat VALUES (2, NULL)",
      constraint: .missingValue(["pat.name"])),
    .init(
      kind: .checkViolation, sql: "INSERT INTO pat VALUES (2, 'b', -1)", constraint: .check("old")),
    .init(
      kind: .foreignKeyViolation, sql: "INSERT INTO pat VALUES (2, 'b', 1, 9)",
      constraint: .reference),
    .init(kind: .foreignKeyViolation, sql: "DELETE FROM ward", constraint: .reference),
    .init(kind: .unfitValue, sql: "INSERT INTO pat (id, name, code) VALUES (2, 'b', 'long')"),
    .init(kind: .unfitValue, sql: "SELECT 9223372036854775807 + 1"),
    .init(kind: .unfitValue, sql: "SELECT 'x'::bigint", offset: 7),
    .init(kind: .unknownName, sql: "SELECT * FROM nowhere", offset: 14),
    .init(kind: .unknownName, sql: "SELECT 'é', nothing FROM pat", offset: 13),
    .init(kind: .unknownFunction, sql: "SELECT flagdb_fold('x')", offset: 7),
    .init(kind: .existingName, sql: "CREATE TABLE pat (id int)"),
    .init(kind: .wrongSyntax, sql: "SELEC 1", offset: 0),
    .init(kind: .readOnly, sql: "BEGIN READ ONLY; DELETE FROM pat"),
    .init(kind: .refusal, sql: "SELECT refuse()"),
    .init(kind: .cancelled, sql: "SET statement_timeout = 20; SELECT pg_sleep(60)"),
  ]

  @Test func eachClass() throws {
    for fault in Self.faults {
      let schema = try TestSchema()
      try schema.connection.execute(Self.tables)
      let error = #expect(throws: EngineError.self, "\(fault.sql)") {
        try schema.connection.execute(fault.sql)
      }
      #expect(error?.meaning == fault.kind, "\(fault.sql): \(String(describing: error))")
      #expect(error?.sql == fault.sql)
      #expect(error?.kind != .unreachable)
      if let constraint = fault.constraint { #expect(error?.constraint == constraint) }
      if let offset = fault.offset { #expect(error?.offset == offset) }
    }
  }

  /// A detail shows the values that are there, which callers hide or show.
  @Test func valuesStandInTheDetailAlone() throws {
    let schema = try TestSchema()
    try schema.run("CREATE TABLE t (code text UNIQUE)")
    try schema.run("INSERT INTO t VALUES ($1)", .text("secret"))
    let error = #expect(throws: EngineError.self) {
      try schema.run("INSERT INTO t VALUES ($1)", .text("secret"))
    }
    #expect(error?.message.contains("secret") == false)
    #expect(error?.detail?.contains("secret") == true)
  }

  @Test func missingRight() throws {
    let schema = try TestSchema()
    let role = "\"role \(schema.name)\""
    try schema.connection.execute("CREATE ROLE \(role); CREATE TABLE t (n int)")
    try schema.connection.execute(
      "GRANT USAGE ON SCHEMA \"\(schema.name)\" TO \(role); SET ROLE \(role)")
    let error = #expect(throws: EngineError.self) { try schema.run("SELECT * FROM t") }
    #expect(error?.meaning == .missingRight)
    try schema.connection.execute(
      "RESET ROLE; REVOKE ALL ON SCHEMA \"\(schema.name)\" FROM \(role); DROP ROLE \(role)")
  }

  // MARK: Two at once

  @Test func serializationFailure() throws {
    let schema = try TestSchema()
    try schema.connection.execute("CREATE TABLE t (n int); INSERT INTO t VALUES (1)")
    let other = try schema.connect()
    let error = #expect(throws: EngineError.self) {
      try schema.connection.transaction(writing: true) {
        try schema.run("SELECT n FROM t")
        try other.execute("UPDATE t SET n = n + 1")
        try schema.run("UPDATE t SET n = n + 1")
      }
    }
    #expect(error?.meaning == .serializationFailure)
    #expect(error?.kind == .conflict)
    #expect(try schema.run("SELECT n FROM t") == [[.integer(2)]])
  }

  @Test func deadlock() throws {
    let schema = try TestSchema()
    try schema.connection.execute(
      "CREATE TABLE t (id int, n int); INSERT INTO t VALUES (1, 0), (2, 0)")
    let other = try schema.connect()
    let waiting = WaitingThread(other)
    var kinds: [StateMeaning?] = []
    do {
      try schema.connection.transaction(writing: true) {
        try schema.connection.execute("UPDATE t SET n = 1 WHERE id = 1")
        waiting.start { other in
          try other.transaction(writing: true) {
            try other.execute("UPDATE t SET n = 2 WHERE id = 2")
            try other.execute("UPDATE t SET n = 2 WHERE id = 1")
          }
        }
        try schema.wait(for: "Lock", of: other.serverProcess)
        try schema.connection.execute("UPDATE t SET n = 1 WHERE id = 2")
      }
    } catch let error as EngineError {
      kinds.append(error.meaning)
    }
    kinds.append(waiting.failure()?.meaning)
    // The server chooses one of the two.
    #expect(kinds.contains(.deadlock))
  }

  @Test func lockTimeout() throws {
    let schema = try TestSchema()
    try schema.connection.execute("CREATE TABLE t (n int)")
    let other = try LibpqConnection(
      schema.server.address(schema: schema.name), lockTimeout: 20)
    try schema.connection.transaction(writing: true) {
      try schema.connection.execute("LOCK TABLE t")
      let error = #expect(throws: EngineError.self) { try other.execute("SELECT * FROM t") }
      #expect(error?.meaning == .lockTimeout)
    }
  }

  /// States that a test cannot bring about here.
  @Test(arguments: [
    ("53100", StateMeaning.diskFull), ("53200", .outOfMemory),
    ("53300", .tooManyConnections),
    ("08003", .lostConnection), ("57P02", .shutdown), ("XX001", .damage), ("58030", .damage),
    ("28P01", .refusedLogin), ("28000", .refusedLogin), ("22P02", .unfitValue), ("40003", .other),
    ("", .other), ("P0002", .other),
  ]) func states(_ state: String, _ kind: StateMeaning) {
    #expect(StateMeaning(state: state) == kind)
  }

  @Test func aServerWithoutICU() {
    let name = EngineError.UnknownName(.other, "und-x-icu", isOfSchema: false)
    let error = EngineError(
      .statement(.unknownName(name)),
      "collation \"und-x-icu\" for encoding \"UTF8\" does not exist")
    #expect(
      DatabaseError(ofServer: error, "zoo").message
        == "the server of 'zoo' was built without ICU, by which flagdb compares texts")
  }
}
