import Addresses
import FlagModel
import Foundation
import PostgreSQLEngine
import TestServer
import Testing

/// `new --create-database`, in lines of a shell where `$DB` is a database that does not exist.
@Suite("New databases on a server") final class NewDatabaseTests {
  private let server: TestServer
  private let name = "it's \"new\" \(UInt32.random(in: .min ... .max))"
  private let sandbox: Sandbox

  init() throws {
    server = try TestServer.require()
    sandbox = try Sandbox()
    try sandbox.linkExamples()
  }

  deinit {
    let connection = try? LibpqConnection(server.address())
    try? connection?.execute("SET client_min_messages = error")
    try? connection?.executeAlone("DROP DATABASE IF EXISTS \(quotedName) WITH (FORCE)")
  }

  private var quotedName: String { "\"\(name.replacing("\"", with: "\"\""))\"" }

  private func address(
    schema: String = "public", _ more: KeyValuePairs<String, String> = [:]
  ) throws -> String {
    let all = [("dbname", name)] + more.map { ($0.key, $0.value) }
    let words = all.map { keyword, value in
      "\(keyword)='\(value.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
    }
    return ([try server.address(schema: schema).text] + words).joined(separator: " ")
  }

  private func run(
    _ line: String, on address: String, _ environment: [String: String] = [:]
  ) async throws -> String {
    let result = try await Command(
      "bash", "-c", line, environment: ["DB": address].merging(environment) { $1 }
    ).run(in: sandbox)
    return (result.outputText + result.errorText).replacingOccurrences(of: address, with: "DB")
      .replacingOccurrences(of: name, with: "NAME")
  }

  private func isThere() throws -> Bool {
    try TestSchema().run("SELECT count(*) FROM pg_database WHERE datname = $1", .text(name))
      == [[.integer(1)]]
  }

  @Test("the database and its schema are made") func made() async throws {
    guard server.folder != nil else { return }
    let address = try address(schema: "My zoo")
    #expect(
      try await run(#"flagdb query "$DB" Sample"#, on: address) == """
        error: 'DB': database "NAME" does not exist
        hint: 'flagdb new --create-database' creates it

        """)
    #expect(
      try await run(
        """
        flagdb new "$DB" Examples/zoo.swift --create-database &&
        flagdb insert "$DB" Sample code=é taken=2026-11-20 && flagdb query "$DB" Sample -c code
        """, on: address) == "1\ncode\né\n")
    #expect(
      try await run(#"flagdb new "$DB" --create-database"#, on: address) == """
        error: the database of 'DB' exists already; nothing was changed
        hint: 'flagdb new' without '--create-database' makes the tables in an empty schema of it

        """)
    #expect(try await run(#"flagdb query "$DB" Sample --count"#, on: address) == "1\n")
  }

  @Test("a database that cannot be filled goes again") func takenBack() async throws {
    guard server.folder != nil else { return }
    let address = try address()
    let long = String(repeating: "x", count: 64)
    let answer = try await run(
      #"printf %s "@Model final class A { var $LONG: Int }" > m.swift; flagdb new "$DB" m.swift --create-database"#,
      on: address, ["LONG": long])
    #expect(answer.hasPrefix("error: PostgreSQL has names of 63 bytes at most, and 'x"))
    #expect(answer.contains("; nothing was changed\n"))
    #expect(try !isThere())
    let user = try self.address(schema: "$user")
    #expect(
      try await run(#"flagdb new "$DB" --create-database"#, on: user)
        .hasPrefix("error: a schema named '$user' cannot be used"))
    #expect(try !isThere())
  }

  @Test("who may not make databases is told so") func rights() async throws {
    guard server.folder != nil else { return }
    let role = "maker \(UInt32.random(in: .min ... .max))"
    let connection = try LibpqConnection(server.address())
    try connection.execute("CREATE ROLE \"\(role)\" LOGIN PASSWORD 'hushed'")
    let address = try address(["user": role])
    #expect(
      try await run(#"flagdb new "$DB" --create-database"#, on: address, ["PGPASSWORD": "hushed"])
        == """
        error: this user may not make databases: permission denied to create database; nothing was changed
        hint: 'ALTER ROLE … CREATEDB' by an administrator gives the right

        """)
    try connection.execute("ALTER ROLE \"\(role)\" CREATEDB")
    #expect(
      try await run(
        #"flagdb new "$DB" --create-database && flagdb schema "$DB""#, on: address,
        ["PGPASSWORD": "hushed"]) == "")
    #expect(try isThere())
    try connection.executeAlone("DROP DATABASE \(quotedName) WITH (FORCE)")
    try connection.execute("DROP ROLE \"\(role)\"")
  }

  @Test("a file is made without it") func file() async throws {
    let answer = try await run("flagdb new f.db --create-database; echo $?; ls", on: "f.db")
    #expect(
      answer == """
        2
        Examples
        error: '--create-database' is for a database on a server, and 'DB' is a file
        hint: 'flagdb new' makes a file without it

        """)
  }
}
