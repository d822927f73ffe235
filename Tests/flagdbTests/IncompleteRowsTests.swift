import Foundation
import PostgreSQLEngine
import TestServer
import TestSupport
import Testing

/// Rows for foreign tables that lack a value which a new record needs. SQLite and servers report that before they find
/// the record with the same unique values.
@Suite("Incomplete rows") struct IncompleteRowsTests {
  private static let tables = """
    CREATE TABLE o (id integer PRIMARY KEY);
    CREATE TABLE t (id integer PRIMARY KEY, code text UNIQUE, a integer, b integer, o integer NOT NULL REFERENCES o,
      flags integer, UNIQUE (a, b));
    INSERT INTO o VALUES (7); INSERT INTO t VALUES (1, 'x', 1, 2, 7, 1);
    """

  /// Lines of a shell in their order, and what they print.
  private static let answers = [
    // Left out
    (
      #"printf 'code,flags\nx,b\n' | flagdb insert "$DB" t --from - --ignore"#,
      "inserted 0, left out 1\n"
    ),
    (
      #"printf 'id,flags\n1,b\n' | flagdb insert "$DB" t --from - --ignore"#,
      "inserted 0, left out 1\n"
    ),
    (
      #"printf 'a,b,flags\n1,2,b\n' | flagdb insert "$DB" t --from - --ignore"#,
      "inserted 0, left out 1\n"
    ),
    (
      #"(echo id,flags; seq 100 | sed 's/.*/1,b/') | flagdb insert "$DB" t --from - --ignore"#,
      "inserted 0, left out 100\n"
    ),
    (
      #"printf 'id,code,o,flags\n2,y,7,a\n1,x,7,a\n1,x,,a\n' | flagdb insert "$DB" t --from - --ignore 2>&1 | head -1"#,
      "stdin:4:5: error: o must have a value\n"
    ),
    (
      #"printf 'id,code,flags\n1,x,b\n2,z,b\n' | flagdb insert "$DB" t --from - --ignore 2>&1"#,
      "stdin:3:1: error: 'o' must have a value\nnothing was changed\n"
    ),
    (#"flagdb query "$DB" t"#, "id,code,a,b,o,flags\n1,x,1,2,7,a\n"),
    // Replaced
    (
      #"printf 'code,flags\nx,b\n' | flagdb insert "$DB" t --from - --replace"#,
      "inserted 0, updated 1\n"
    ),
    (#"flagdb query "$DB" t"#, "id,code,a,b,o,flags\n1,x,1,2,7,b\n"),
    (
      #"printf 'a,b,flags\n1,2,c\n' | flagdb insert "$DB" t --from - --replace"#,
      "inserted 0, updated 1\n"
    ),
    (
      #"printf 'id,code,flags\n1,y,"a|c"\n2,z,a\n' | flagdb insert "$DB" t --from - --replace --on-error skip 2>&1 | head -2"#,
      "stdin:3:1: error: 'o' must have a value\ninserted 0, updated 1, refused 1\n"
    ),
    (
      #"printf 'id\n1\n' | flagdb insert "$DB" t --from - --replace"#,
      "inserted 0, updated 1\n"
    ),
    (#"flagdb query "$DB" t"#, "id,code,a,b,o,flags\n1,y,1,2,7,a|c\n"),
    // One record
    (
      #"printf '{"code":"y","flags":["b"]}' | flagdb insert "$DB" t --from - -f ndjson --replace"#,
      "inserted 0, updated 1\n"
    ),
    (#"flagdb query "$DB" t -c code,o,flags"#, "code,o,flags\ny,7,b\n"),
  ]

  @Test("a file leaves them out or replaces known records") func inFile() async throws {
    let sandbox = try Sandbox()
    try await PlainSQLite(sandbox: sandbox, file: "t.db").run(Self.tables)
    try await expectAnswers(from: "t.db", in: sandbox)
  }

  @Test("a server leaves them out or replaces known records") func onServer() async throws {
    let fixture = try ServerFixture()
    try fixture.schema.connection.execute(Self.tables)
    try await expectAnswers(from: fixture.address, in: fixture.sandbox)
  }

  private func expectAnswers(from database: String, in sandbox: Sandbox) async throws {
    let adopting = (#"flagdb adopt "$DB" --flags t.flags=a,b,c >/dev/null 2>&1"#, "")
    for (line, answer) in [adopting] + Self.answers {
      let result = try await Command("bash", "-c", line, environment: ["DB": database])
        .run(in: sandbox)
      #expect(result.outputText + result.errorText == answer, "\(line)")
    }
  }
}
