import Foundation
import Testing

/// The shell of SQLite runs what `--sql` prints, and answers as flagdb does.
@Suite("SQL that --sql prints")
struct ShownSQLTests {
  private let sandbox: Sandbox

  init() async throws {
    sandbox = try await .zoo()
  }

  private func run(_ script: String, _ more: [String: String] = [:]) async throws -> String {
    try await Command("bash", "-c", script, environment: more).run(in: sandbox).outputText
  }

  static let questions: [String] = [
    "--has HRM,PLX", "--any RAW,HRM", "--none RAW", "--exactly HRM,PLX", "--not-all HRM,PLX",
    "--where 'markers has HRM and score > 50'", "--where 'score - -5 > 100'",
    "--where 'score > -1.5e-7'", "--where 'score < 1e300'", "--where 'note = nil'",
    #"--where 'note != "it'\''s"'"#, #"--where 'code = "S-2" or code = "a;b--c?"'"#,
    #"--where 'code beginswith "S" and not code endswith "1"'"#,
    #"--where 'code like "S-?"'"#, #"--where 'code in {"S-1", "S-4", "?"}'"#,
    "--where 'taken > 2026-11-17'", "--where 'status == .measured'",
    "--where 'status in {measured, archived}'", "--where 'score between {40, 95}'",
    "--where 'markers.count >= 2'", "--where 'readings.count > 1'",
    "--where 'readings[value >= 70].count > 1'", "--where 'any readings.value > 80'",
    "--where 'readings.value.max >= 90'", "--where '-score < -50'", "--where 'score * -1 < -50'",
    "--where 'abs(score - 50) < 1'", "--where 'month(taken) == \"2026-11\"'",
    #"--where "note != '"$'a\e[2J'"'""#, "--id 2", "--limit 1 --offset 1",
    "--sort '-score' --where true", "--where 'code == \"\u{202E}\"'",
  ]

  @Test("are run by sqlite3 with the same answer", arguments: questions)
  func answers(question: String) async throws {
    let sql = try await run("flagdb query zoo.db Sample -c code,score \(question) --sql")
    let theirs = try await run("printf %s \"$SQL\" | sqlite3 -csv zoo.db", ["SQL": sql])
    let ours = try await run("flagdb query zoo.db Sample -c code,score \(question) --no-header")
    #expect(sql.hasPrefix("SELECT"))
    #expect(!sql.contains("?,") && !sql.contains("bindings"), "\(sql)")
    #expect(theirs.replacing("\r\n", with: "\n") == ours, "\(sql)")
    #expect(!sql.contains("\u{1B}") && !sql.contains("\u{202E}"))
  }

  @Test(
    "groups and counts too",
    arguments: [
      "--group-by status -c 'status, count()' --raw",
      "--group-by 'score > 50' -c 'count()'",
      "--group-by markers -c 'count()' --having 'count() >= 1'",
      "--count --has HRM", "--group-by 'each(markers)' -c 'count()'",
      "--group-by 'score + 1' -c 'count(), max(score)' --sort '-max(score)'",
    ])
  func groups(question: String) async throws {
    let sql = try await run("flagdb query zoo.db Sample \(question) --sql")
    let theirs = try await run("printf %s \"$SQL\" | sqlite3 -csv zoo.db", ["SQL": sql])
    let ours = try await run("flagdb query zoo.db Sample \(question) --no-header")
    #expect(theirs.replacing("\r\n", with: "\n") == ours, "\(sql)")
    #expect(!ours.isEmpty)
  }

  @Test(
    "of changes does the same",
    arguments: [
      "update zoo.db Sample --has HRM markers+=RAW markers-=PLX 'score=score / -3'",
      #"update zoo.db Sample --where 'code == "S-1"' "note=it's a ? -- ; \"x\"""#,
      #"update zoo.db Sample --id 2 note=$'two\nlines\tand \e[1m \x7f'"#,
      "insert zoo.db Sample code=S-9 taken=2026-11-21 markers=RAW,PLX score=-0 note=",
      "delete zoo.db Sample --where 'score < 50'",
    ])
  func changes(line: String) async throws {
    let sql = try await run("flagdb \(line) --sql")
    let dumps = try await run(
      """
      cp zoo.db other.db; printf '%s' "$SQL" | sqlite3 other.db >/dev/null
      flagdb \(line) >/dev/null
      sqlite3 zoo.db .dump >a; sqlite3 other.db .dump >b; cmp a b && echo same
      """, ["SQL": sql])
    #expect(dumps == "same\n", "\(sql)")
  }

  @Test("has parameters in their place") func parameters() async throws {
    let line =
      #"flagdb sql zoo.db 'SELECT -:n AS n, ?, code FROM Sample WHERE code IN (:c, ?2); SELECT ?1' -p n=-5 -p 2=x -p c=S-1 -p 1=2 "#
    let ours = try await run("\(line) --no-header")
    let theirs = try await run("\(line) --sql | sqlite3 -csv zoo.db")
    #expect(theirs.replacing("\r\n", with: "\n") == ours.replacing("\n\n", with: "\n"))
    #expect(ours == "5,x,S-1\n\n2\n")
  }
}
