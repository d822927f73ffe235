import Addresses
import FlagModel
import Foundation
import PostgreSQLEngine
import TestServer
import Testing

/// `diff --apply` between two schemas, in lines of a shell where `$A` and `$B` are empty ones.
@Suite("Taking over records on a server") struct ServerTakeoverTests {
  private let schemas: [TestSchema]
  private let sandbox: Sandbox

  init() throws {
    schemas = try [TestSchema(), TestSchema()]
    sandbox = try Sandbox()
    try sandbox.linkExamples()
  }

  private func run(_ line: String, _ environment: [String: String] = [:]) async throws -> String {
    let addresses = try schemas.map { try $0.server.address(schema: $0.name).text }
    let names = ["A": addresses[0], "B": addresses[1]]
    let result = try await Command(
      "bash", "-c", line, environment: names.merging(environment) { $1 }
    ).run(in: sandbox)
    return (result.outputText + result.errorText)
      .replacingOccurrences(of: addresses[0], with: "A")
      .replacingOccurrences(of: addresses[1], with: "B")
  }

  private func rules() throws -> [[Value]] {
    try schemas[1].run(
      """
      SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint \
      WHERE connamespace = quote_ident(current_schema())::regnamespace AND contype = 'f' ORDER BY 1
      """)
  }

  private func makeBoth() async throws {
    let made = try await run(
      """
      flagdb new "$A" Examples/zoo.swift && flagdb new "$B" Examples/zoo.swift
      seq 300 | sed 's/.*/S-&,2026-11-20/; 1i code,taken' | flagdb insert "$A" Sample --from -
      seq 300 | sed 's/.*/S-&,&/; 1i sample,value' | flagdb insert "$A" Reading --from -
      flagdb insert "$B" Sample code=S-2 taken=2026-11-20 && flagdb insert "$B" Reading sample=S-2 value=7
      """)
    try #require(made == "1\n1\ninserted 300\ninserted 300\n")
  }

  @Test("foreign keys are there again") func references() async throws {
    try await makeBoth()
    let before = try rules()
    #expect(before.count == 1)
    #expect(
      try await run(
        #"flagdb diff "$A" "$B" --apply && flagdb diff "$A" "$B" && flagdb check "$B" && flagdb insert "$B" Sample code=n taken=2026-11-20"#
      ) == """
        Sample: 299 added, 1 changed
        Reading: 299 added, 1 changed
        'B' has these records now
        301

        """)
    #expect(try rules() == before)
  }

  @Test("records that others keep stay, and all else") func kept() async throws {
    try await makeBoth()
    let before = try rules()
    try schemas[1].connection.execute(
      """
      CREATE TABLE other (sample bigint REFERENCES "Sample");
      INSERT INTO "Sample" (id, code, taken) VALUES (900, 'x', '2026-11-20'); INSERT INTO other VALUES (900)
      """)
    let answer = try await run(#"flagdb diff "$A" "$B" --apply"#)
    #expect(answer.hasPrefix("error: ") && answer.contains("other"), "\(answer)")
    #expect(try rules().count == before.count + 1)
    #expect(try await run(#"flagdb query "$B" Sample --count"#) == "2\n")
  }

  @Test("who does not own the tables changes nothing") func rights() async throws {
    guard schemas[1].server.folder != nil else { return }
    try await makeBoth()
    let role = "taker \(UInt32.random(in: .min ... .max))"
    let schema = "\"\(schemas[1].name)\""
    try schemas[1].connection.execute(
      """
      CREATE ROLE "\(role)" LOGIN PASSWORD 'hushed'; GRANT USAGE ON SCHEMA \(schema) TO "\(role)";
      GRANT ALL ON ALL TABLES IN SCHEMA \(schema) TO "\(role)"
      """)
    let own = try schemas[1].server.address(schema: schemas[1].name, ["user": role]).text
    let answer = try await run(
      #"flagdb copy "$A" a.db >/dev/null; flagdb diff a.db "$OWN" --apply"#,
      ["OWN": own, "PGPASSWORD": "hushed"])
    #expect(answer.contains("error: the server does not allow it: must be owner"), "\(answer)")
    #expect(try await run(#"flagdb query "$B" Sample --count"#) == "1\n")
    try schemas[1].connection.execute("DROP OWNED BY \"\(role)\"; DROP ROLE \"\(role)\"")
  }
}
