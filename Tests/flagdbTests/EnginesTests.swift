import Addresses
import Foundation
import TestServer
import TestSupport
import Testing

/// The commands, with the same words and answers whichever engine keeps the database.
@Suite("Commands on both engines") struct EnginesTests {
  /// Lines of a shell in their order, where `$DB` is the database. Keys that were given to records which
  /// are not kept are given again in a file, and by no server.
  private static let lines = [
    #"flagdb new "$DB" Examples/zoo.swift"#,
    #"flagdb new "$DB" Examples/zoo.swift 2>/dev/null"#,
    #"flagdb schema "$DB""#,
    #"flagdb schema "$DB" Reading"#,
    #"flagdb schema "$DB" --format json"#,
    #"flagdb schema "$DB" --format mermaid"#,
    // One record at a time
    #"flagdb insert "$DB" Sample code=S-1 taken=2026-11-17 markers=RAW"#,
    #"flagdb insert "$DB" Sample code=S-2 taken=2026-11-18 score=91 status=measured markers=HRM,PLX"#,
    #"flagdb insert "$DB" Sample code=S-3 taken=2026-11-19 markers=RAW,vitals note="it's \"so\""#,
    #"flagdb insert "$DB" Sample code=S-2 taken=2026-11-20"#,
    #"flagdb insert "$DB" Sample code=S-4 taken=2026-02-30 score=101"#,
    #"flagdb insert "$DB" Sample id=7 code=S-7 taken=2026-11-20T08:30:00.25Z markers=0x8000000000000000"#,
    #"flagdb insert "$DB" Sample code=S-8 taken=2026-11-20"#,
    #"flagdb insert "$DB" Reading sample=S-1 value=1.5 tags=a,b"#,
    #"flagdb insert "$DB" Reading sample=S-9 value=1.5"#,
    #"flagdb insert "$DB" Reading sample=1 value=97"#,
    #"flagdb insert "$DB" Reading sample=S-2 value=99"#,
    // Questions
    #"flagdb query "$DB" Sample"#,
    #"flagdb query "$DB" Sample --has HRM,PLX --columns code,score,status,markers --format table"#,
    #"flagdb query "$DB" Sample --any RAW,HRM --none PLX --count"#,
    #"flagdb query "$DB" Sample --has RAW --exists"#,
    #"flagdb query "$DB" Sample --where 'score > 200' --exists"#,
    #"flagdb query "$DB" Sample --columns code,markers,taken --format json"#,
    #"flagdb query "$DB" Sample --where 'readings.count > 1 or note contains "so"' --columns code,readings.count"#,
    #"flagdb query "$DB" Sample --where 'readings.value.max >= 97' --sort -code --limit 1"#,
    #"flagdb query "$DB" Sample --group-by status --columns 'status,count(),avg(score)'"#,
    #"flagdb query "$DB" Sample --group-by 'each(markers)'"#,
    #"flagdb query "$DB" Sample --group-by markers --columns 'markers,count()'"#,
    #"flagdb query "$DB" Sample --group-by status --across 'day(taken)'"#,
    #"flagdb query "$DB" Sample --where 'markers has HRN'"#,
    #"flagdb query "$DB" Nothing"#,
    #"flagdb query "$DB" Reading --columns sample.code,value,tags --format ndjson"#,
    #"flagdb query "$DB" Sample --where 'Int(code) == 0 or Int(code) < 0' --count"#,
    #"flagdb flags "$DB" BIOMarker 6 HRM,PLX"#,
    #"flagdb generate "$DB" --style python | tail -n +2"#,
    #"flagdb check "$DB""#,
    #"flagdb lint "$DB" --deny all | grep -v ^hint"#,
    #"printf 'markers has RAW\n.count\n.begin\nupdate Sample --id 1 score=7\n.rollback\nselect score from \"Sample\" where id = 1\n.columns code,score\nscore > 60\n' | flagdb "$DB""#,
    #"flagdb complete bash 3 -- query "$DB" Sam"#,
    #"flagdb complete bash 5 -- query "$DB" Sample --has H"#,
    // Changes
    #"flagdb update "$DB" Sample --has HRM markers+=RAW markers-=PLX"#,
    #"flagdb update "$DB" Sample --id 2 'score=score / 2' 'note=upper(code)'"#,
    #"flagdb update "$DB" Sample --id 2 code=S-1"#,
    #"flagdb update "$DB" Sample --all code=S-1"#,
    #"flagdb update "$DB" Sample --all 'score=score * 1000'"#,
    #"flagdb update "$DB" Sample --id 1 'taken=taken - 740000d'"#,
    #"flagdb update "$DB" Sample --id 1 'taken=taken + 3000000d'"#,
    #"flagdb update "$DB" Sample --all 'score=score / (id - id)'"#,
    #"flagdb update "$DB" Sample --where 'note == nil' 'note="none"' --dry-run 2>/dev/null"#,
    #"flagdb delete "$DB" Sample --id 8"#,
    #"flagdb delete "$DB" Sample"#,
    #"flagdb query "$DB" Sample --columns id,code,score,note,markers"#,
    // Statistics
    #"flagdb stats "$DB" | grep -v KiB"#,
    #"flagdb stats "$DB" Sample"#,
    #"flagdb stats "$DB" Sample markers --format json"#,
    #"flagdb stats "$DB" Sample markers --by 'day(taken)'"#,
    #"flagdb stats "$DB" Reading value tags"#,
    // Plain SQL
    #"flagdb sql "$DB" "SELECT code, markers, taken FROM \"Sample\" WHERE has(markers, 'RAW,HRM') ORDER BY id""#,
    #"flagdb sql "$DB" "SELECT *, flags(markers), has(markers, 'HRM') FROM \"Sample\" ORDER BY id" --format json"#,
    #"flagdb sql "$DB" "UPDATE \"Sample\" SET score = 1 WHERE id = 2" --write"#,
    #"flagdb sql "$DB" "SELECT code FROM \"Sample\" WHERE id = :n" --param n=2"#,
    #"flagdb sql "$DB" "SELECT code, markers FROM \"Sample_named\" ORDER BY id""#,
    #"flagdb sql "$DB" "SELECT id, markers, taken FROM \"Sample\" WHERE id = :n UNION ALL SELECT 9, markers, taken FROM \"Sample\" WHERE id = 2 ORDER BY 1" --param n=1"#,
    // Files
    #"printf 'code,taken,markers\nA-1,2026-11-20,HRM|PLX\nA-2,2026-11-21,RAW|HRN\n' | flagdb insert "$DB" Sample --from -"#,
    #"flagdb query "$DB" Sample --count"#,
    #"printf 'code,taken,markers\nA-1,2026-11-20,HRM|PLX\nA-2,2026-11-21,\n' | flagdb insert "$DB" Sample --from -"#,
    #"printf 'code,taken\nA-3,2026-11-20\nA-1,2026-11-21\n' | flagdb insert "$DB" Sample --from - 2>&1 | sed 's/Sample [0-9]*/Sample N/'"#,
    #"printf 'code,taken\nA-3,2026-11-20\nA-1,2026-11-21\n' | flagdb insert "$DB" Sample --from - --ignore"#,
    #"printf 'code,taken,score\nA-3,2026-11-20,7\nA-4,2026-11-21,8\n' | flagdb insert "$DB" Sample --from - --upsert code"#,
    #"seq 1 100 | sed 's/.*/{"value":&,"sample":"A-1"}/' | flagdb insert "$DB" Reading --from - --format ndjson"#,
    #"printf 'code,taken\nB-1,2026-11-20\n,2026-11-21\nB-3,2026-11-22\n' | flagdb insert "$DB" Sample --from - --batch 1"#,
    #"printf 'code,taken\nC-1,2026-11-20\nA-1,2026-11-21\nC-3,2026-11-22\n' | flagdb insert "$DB" Sample --from - --on-error skip 2>&1 | sed 's/Sample [0-9]*/Sample N/'"#,
    // Records that are refused long after they were read
    #"(echo code,taken,score; seq 1 9500 | sed 's/.*/L&,2026-11-20,1/; 1250s/L1250/A-1/; 1700s/1$/101/; 6400s/L6400/L7/; 6401s/L6401/L6402/; 9499s/L9499/L9498/') | flagdb insert "$DB" Sample --from - --on-error collect --rejects r.csv 2>&1; sed 's/Sample [0-9]*/Sample N/' r.csv"#,
    #"(echo code,taken,score; seq 3000 3700 | sed 's/.*/L&,2026-11-21,2/; 40s/L[0-9]*/L3001/; 90s/2$/102/; 200s/L[0-9]*,2026-11-21/L3100,/') | flagdb insert "$DB" Sample --from - --upsert code --on-error skip"#,
    #"(echo code,score; seq 3400 3600 | sed 's/.*/L&,3/') | flagdb insert "$DB" Sample --from - --upsert code"#,
    #"(echo code,score; seq 3400 3600 | sed 's/.*/L&,3/; 60s/L.*,/nobody,/; 61s/L.*,/nothing,/; 130s/3$/101/') | flagdb insert "$DB" Sample note=some --from - --upsert code --on-error skip"#,
    #"(echo code,score,note; seq 3400 3500 | sed 's/.*/L&,1,&/; 40s/L.*,1/L3401,2/; 41s/L.*,1/L3401,6/') | flagdb insert "$DB" Sample --from - --upsert code"#,
    #"seq 3400 3500 | sed 's/.*/{"code":"L&","score":9}/; 50,70s/,.*/}/; 90s/L3[0-9]*/nobody/' | flagdb insert "$DB" Sample markers=HRM --from - --format ndjson --upsert code --on-error skip"#,
    #"seq 3400 3500 | sed 's/.*/{"code":"L&","score":8}/' | flagdb insert "$DB" Sample --from - --format ndjson --upsert code"#,
    #"flagdb query "$DB" Sample --where 'code in ["L3400", "L3401", "L3439", "L3455", "L3499", "L3500", "L3599"]' --columns code,score,note,markers"#,
    #"(echo code,score; seq 3690 3740 | sed 's/.*/L&,4/') | flagdb insert "$DB" Sample --from - --upsert code"#,
    #"(echo code,taken,score; seq 3640 3780 | sed 's/.*/L&,2026-11-22,5/') | flagdb insert "$DB" Sample note=again 'markers=RAW' --from - --upsert code"#,
    #"(echo code,score; seq 3640 3780 | sed 's/.*/L&,5/') | flagdb insert "$DB" Sample note=7 status=measured --from - --upsert code"#,
    #"seq 9781 9900 | sed 's/.*/{"code":"L&"}/' | flagdb insert "$DB" Sample taken=2026-11-23 note=7 markers=RAW score=7 --from - --format ndjson"#,
    #"flagdb query "$DB" Sample --where 'code beginswith "L"' --group-by note,markers,status --columns 'note,markers,status,count(),max(taken)'"#,
    #"flagdb query "$DB" Sample --where 'code beginswith "L"' --group-by score,note --columns 'score,note,count(),min(code),max(code),max(taken)'"#,
    #"flagdb query "$DB" Sample --where 'code beginswith "L"' --columns 'count(),sum(score)' && flagdb delete "$DB" Sample --where 'code beginswith "L"'"#,
    #"(echo code,taken; seq 1 6500 | sed 's/.*/M&,2026-11-20/; 6100s/M6100/M3/') | flagdb insert "$DB" Sample --from - 2>&1 | sed 's/Sample [0-9]*/Sample N/'"#,
    #"(echo sample,value; seq 1 900 | sed 's/.*/L&,1/; 300s/L300/nobody/; 301s/L301/ L7 /; 302s/L302/2/; 303s/.*/,3/; 304s/,1/,x/; 305s/.*/L,2/; 700s/L700/none/') | flagdb insert "$DB" Reading --from - --on-error collect --rejects q.csv 2>&1; cat q.csv"#,
    #"(echo sample,value; seq 1 900 | sed 's/.*/L&,1/; 800s/L800/L9999/') | flagdb insert "$DB" Reading --from - "#,
    #"seq 1 700 | sed 's/.*/{"value":2,"sample":"L&"}/; 90s/"L90"/7/; 400s/L400/L/' | flagdb insert "$DB" Reading --from - --format ndjson --on-error skip"#,
    #"flagdb query "$DB" Reading --group-by sample.code --columns 'sample.code,count(),sum(value)' --sort sample.code --limit 20"#,
    #"flagdb query "$DB" Reading --columns 'count(),sum(value)'"#,
    #"flagdb query "$DB" Sample --columns code,score,markers"#,
    #"rm -f new.db; flagdb copy "$DB" new.db && flagdb query new.db Reading --columns 'count(),sum(sample)'"#,
    #"flagdb query new.db Sample --columns code,taken,markers,score"#,
    #"flagdb diff new.db "$DB""#,
    #"flagdb update new.db Sample --where 'code == "S-1"' markers+=PLX note=new && flagdb diff "$DB" new.db"#,
    #"flagdb diff new.db "$DB" Sample --format csv"#,
    #"flagdb delete "$DB" Sample --where 'code beginswith "A"'"#,
    #"flagdb query "$DB" Reading --count"#,
    #"flagdb delete "$DB" Sample --all"#,
    #"flagdb query "$DB" Sample"#,
  ]

  /// The answers of a file, which the tests behind PgBouncer compare with as well.
  private actor FileAnswers {
    static let all = FileAnswers()
    private var known: [[String]: Task<[String], any Error>] = [:]

    func answers(_ lines: [String]) async throws -> [String] {
      let task = known[lines] ?? Task { try await EnginesTests.answers(lines, "zoo.db") }
      known[lines] = task
      return try await task.value
    }
  }

  /// The answers of all lines, with the name of the database in them as that of the file.
  private static func answers(_ lines: [String], _ database: String) async throws -> [String] {
    let sandbox = try Sandbox()
    try sandbox.linkExamples()
    var answers: [String] = []
    for line in lines {
      let result = try await Command("bash", "-c", line, environment: ["DB": database])
        .run(in: sandbox)
      let text = "\(result.outputText)\(result.errorText)-> \(result.status)\n"
      // The log has commands as a shell reads them.
      let quoted = "'\(database.replacingOccurrences(of: "'", with: #"'\''"#))'"
      let plain =
        database.contains("'") ? text.replacingOccurrences(of: quoted, with: "zoo.db") : text
      answers.append(
        plain.replacingOccurrences(of: database, with: "zoo.db")
          .replacing(#/hint: "(flagdb [^"]*)"/#) { "hint: '\($0.1)'" })
    }
    return answers
  }

  /// Compares the answers to lines that begin with an empty database, on a server behind a pooler or not.
  private func compare(_ lines: [String], behind mode: TestPooler.Mode? = nil) async throws {
    let schema = try TestSchema()
    let address =
      try mode.map { try TestPooler.require($0).address(schema: schema.name).text }
      ?? schema.server.address(schema: schema.name).text
    async let ofFile = FileAnswers.all.answers(lines)
    async let ofServer = Self.answers(lines, address)
    for ((line, file), server) in try await zip(zip(lines, ofFile), ofServer) {
      #expect(file == server, "\(line)")
    }
  }

  @Test func sameAnswers() async throws { try await compare(Self.lines) }

  @Test(
    "the same answers behind PgBouncer",
    .enabled(if: TestPooler.isInstalled, "pgbouncer is not installed"),
    arguments: Campaign.cases(TestPooler.Mode.allCases, few: 2, many: 1))
  func sameAnswers(behind mode: TestPooler.Mode) async throws {
    try await compare(Self.lines, behind: mode)
  }

  @Test(
    "a log has the same answers behind PgBouncer",
    .enabled(if: TestPooler.isInstalled, "pgbouncer is not installed"),
    arguments: Campaign.cases(EngineLogs.allCases, few: 6, many: 3))
  func sameAnswersBehindPooler(_ logs: EngineLogs) async throws {
    try await compare(logs.lines, behind: .transaction)
  }

  @Test(
    "values of a type have the same answers",
    arguments: Campaign.cases(EngineTypes.allCases, few: 3, many: 1))
  func sameAnswers(_ type: EngineTypes) async throws { try await compare(type.lines) }

  @Test(
    "models change in the same way",
    arguments: Campaign.cases(EngineMigrations.allCases, few: 3, many: 1))
  func sameAnswers(_ migration: EngineMigrations) async throws {
    try await compare(migration.lines)
  }

  @Test(
    "one is made like the other",
    arguments: Campaign.cases(EngineTakeovers.allCases, few: 3, many: 1))
  func sameAnswers(_ takeover: EngineTakeovers) async throws { try await compare(takeover.lines) }

  @Test(
    "changes are logged and taken back",
    arguments: Campaign.cases(EngineLogs.allCases, few: 3, many: 1))
  func sameAnswers(_ logs: EngineLogs) async throws { try await compare(logs.lines) }

  @Test(
    "the same answers with models of their own",
    arguments: Campaign.cases(EngineSession.allCases, few: 3, many: 1))
  func sameAnswers(_ session: EngineSession) async throws { try await compare(session.lines) }
}
