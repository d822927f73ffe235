import Addresses
import FlagModel
import Foundation
import PostgreSQLEngine
import TestServer
import Testing

/// Two schemas behind PgBouncer, whose two connections serve all clients in turn.
@Suite(
  "Behind PgBouncer", .enabled(if: TestPooler.isInstalled, "pgbouncer is not installed"))
struct ServerPoolerTests {
  private let schemas: [TestSchema]
  private let sandbox: Sandbox

  init() throws {
    schemas = try [TestSchema(), TestSchema()]
    sandbox = try Sandbox()
    try sandbox.linkExamples()
  }

  private func run(_ line: String, _ mode: TestPooler.Mode) async throws -> String {
    let pooler = try TestPooler.require(mode)
    let names = [
      "A": try pooler.address(schema: schemas[0].name).text,
      "B": try pooler.address(schema: schemas[1].name).text, "POOL": pooler.settings,
    ]
    let result = try await Command("bash", "-c", line, environment: names).run(in: sandbox)
    return result.outputText + result.errorText
  }

  @Test("records go where they belong", arguments: TestPooler.Mode.allCases)
  func rightSchema(_ mode: TestPooler.Mode) async throws {
    let answer = try await run(
      """
      flagdb new "$A" Examples/zoo.swift; flagdb new "$B" Examples/zoo.swift
      for n in 1 2 3 4; do
        (for i in 1 2 3; do
          flagdb insert "$A" Sample code=a-$n-$i taken=2026-11-20 >/dev/null
          flagdb insert "$B" Sample code=b-$n-$i taken=2026-11-20 >/dev/null
          flagdb update "$A" Sample --where 'code beginswith "a"' score=7 >/dev/null
          printf 'code,taken\\nb+%s,2026-11-21\\n' $n-$i | flagdb insert "$B" Sample --from - 2>/dev/null
        done) &
      done; wait
      for e in A B; do
        flagdb query "${!e}" Sample --count; flagdb query "${!e}" Sample --where "code beginswith[c] '$e'" --count
        flagdb query "${!e}" Sample --where 'score == 7' --count; flagdb check "${!e}"
      done
      """, mode)
    #expect(answer == "12\n12\n12\n24\n24\n0\n")
  }

  @Test("a session goes on", arguments: TestPooler.Mode.allCases)
  func session(_ mode: TestPooler.Mode) async throws {
    let answer = try await run(
      """
      flagdb new "$A" Examples/zoo.swift; flagdb new "$B" Examples/zoo.swift
      flagdb insert "$B" Sample code=b taken=2026-11-20
      printf '%s\\n' 'insert Sample code=a taken=2026-11-20' .begin 'update Sample --all score=1' \
        'update Sample --all score=2' .commit ".open $B" 'insert Sample code=c taken=2026-11-20' \
        'select code from "Sample" order by 1' ".open $A" '.columns code,score' 'score == 2' | flagdb "$A"
      """, mode)
    #expect(
      answer == "1\n1\n1 record changed\n1 record changed\n2\ncode\nb\nc\ncode,score\na,2.0\n")
  }

  @Test("other programs meet nothing that was set", arguments: TestPooler.Mode.allCases)
  func nothingStays(_ mode: TestPooler.Mode) async throws {
    let names = [
      "search_path", "lock_timeout", "TimeZone", "IntervalStyle", "extra_float_digits",
      "statement_timeout", "default_transaction_read_only",
    ]
    let shows = names.map { "-c 'SHOW \($0)'" }.joined(separator: " ")
    let prepared = "-c 'SELECT count(*) FROM pg_prepared_statements'"
    let look =
      "for i in 1 2 3 4; do echo $(psql -XAtq -d \"$POOL\" \(shows) \(prepared)) & done; wait"
    let before = try await run(look, mode)
    _ = try await run(
      """
      flagdb new "$A" Examples/zoo.swift --audit; flagdb insert "$A" Sample code=a taken=2026-11-20
      seq 300 | sed 's/.*/S-&,2026-11-20/; 1i code,taken' | flagdb insert "$A" Sample --from - --upsert code
      flagdb sql "$A" 'SELECT code FROM "Sample"'; flagdb migrate "$A" Examples/zoo.swift
      flagdb query "$A" Sample --where 'code contains "1"'; flagdb undo "$A"; flagdb check "$A"; flagdb stats "$A"
      """, mode)
    #expect(try await run(look, mode) == before)
  }
}
