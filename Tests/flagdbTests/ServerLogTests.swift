import Addresses
import Engines
import FlagModel
import Foundation
import PostgreSQLEngine
import TestServer
import TestSupport
import Testing

/// The log of changes on a server, which other programs write at the same time.
@Suite("The log on a server") struct ServerLogTests: ServerSuite {
  let fixture: ServerFixture

  init() throws {
    fixture = try ServerFixture(["animals.swift": Self.model])
    try sandbox.linkExamples()
  }

  /// The person that the log names where the environment names nobody.
  private let person = "uid \(getuid())"

  private static let model = """
    struct Mark: OptionSet {
      let rawValue: Int64
      static let low = Mark(rawValue: 1)
      static let top = Mark(rawValue: 1 << 63)
    }
    @Model class Animal {
      @Attribute(.unique) var name: String
      var note: String?
      var marks: Mark?
      var weight: Double = 1
      var price: Decimal?
      var photo: Data?
      var born: Date?
      var tag: UUID?
      var isTame: Bool = false
      var names: [String?] = []
      var sizes: [Double] = []
      @Relationship(deleteRule: .cascade, inverse: \\Visit.animal) var visits: [Visit] = []
      @Relationship(inverse: \\Keeper.animals) var keepers: [Keeper] = []
    }
    @Model class Bird: Animal { var wings: Int? }
    @Model class Visit { var animal: Animal?; var day: Int = 0 }
    @Model class Keeper { var animals: [Animal] = []; @Relationship var chief: Keeper? }
    """

  @discardableResult
  private func run(_ line: String, _ environment: [String: String] = [:]) async throws -> String {
    try await Self.answer(to: line, address, sandbox, environment)
  }

  private static func answer(
    to line: String, _ address: String, _ sandbox: Sandbox, _ environment: [String: String] = [:]
  ) async throws -> String {
    let result = try await Command(
      "bash", "-c", line, environment: ["DB": address].merging(environment) { $1 }
    ).run(in: sandbox)
    let text = result.outputText + result.errorText
    // A command in a hint is written for a shell.
    let quoted = "'\(address.replacingOccurrences(of: "'", with: #"'\''"#))'"
    return text.replacingOccurrences(of: quoted, with: "DB")
      .replacingOccurrences(of: address, with: "DB")
      .replacing(#/hint: "(flagdb [^"]*)"/#) { "hint: '\($0.1)'" }
  }

  private func makeAnimals() async throws {
    try #require(await run(#"flagdb new "$DB" animals.swift --audit"#) == "")
  }

  /// Runs statements as another program does, which begins and ends its transactions itself.
  private func execute(_ sql: String, on other: LibpqConnection? = nil) throws {
    let connection = other ?? schema.connection
    try connection.executeAlone("SET search_path = \"\(schema.name)\"; \(sql)")
  }

  /// All records with the texts that the server writes of them.
  private func state() throws -> [String] {
    try ["Animal", "Visit", "Keeper", "Animal_keepers"].flatMap { table in
      try schema.run(#"SELECT '\#(table) ' || t::text FROM "\#(table)" AS t ORDER BY 1"#)
        .map { $0[0].text }
    }
  }

  private func count(_ sql: String) throws -> Int64? {
    if case .integer(let count)? = try schema.run(sql).first?.first { count } else { nil }
  }

  /// A longer wait for locks than flagdb's, because a busy machine may look for the waiting command later.
  private static let patient = ["PGOPTIONS": "-c lock_timeout=600000"]

  /// Waits until another connection waits for a lock of this one, or a file shows that it has ended.
  private func waitUntilBlocking(or ended: URL) async throws {
    let others =
      "SELECT count(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))"
    while try count(others) == 0 {
      if FileManager.default.fileExists(atPath: ended.path) {
        Issue.record("nothing waited for a lock")
        return
      }
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  /// Statements that a program may send, and whose opposites are worked out; `#` is a number at random.
  private static let statements = [
    #"INSERT INTO "Animal" (kind, name, marks) VALUES ('Animal', '0#', # & 1)"#,
    #"INSERT INTO "Animal" (kind, name, wings, born) VALUES ('Bird', 'B#', #, now())"#,
    #"INSERT INTO "Animal" (id, kind, name) VALUES (# % 9 + 1, 'Animal', 'R#') ON CONFLICT (id) DO UPDATE SET name = 'S#', tag = gen_random_uuid()"#,
    #"INSERT INTO "Visit" (animal, day) SELECT id, # FROM "Animal" WHERE id % 3 = # % 3"#,
    #"INSERT INTO "Keeper" (chief) SELECT max(id) FROM "Keeper""#,
    #"INSERT INTO "Animal_keepers" SELECT a.id, k.id FROM "Animal" a, "Keeper" k WHERE (a.id + #) % 2 = 0 ON CONFLICT DO NOTHING"#,
    #"DELETE FROM "Animal_keepers" WHERE keepers % 2 = # % 2"#,
    #"UPDATE "Animal_keepers" SET keepers = (SELECT max(id) FROM "Keeper") WHERE (animals, keepers) IN (SELECT animals, min(keepers) FROM "Animal_keepers" GROUP BY animals HAVING max(keepers) < (SELECT max(id) FROM "Keeper"))"#,
    #"UPDATE "Animal" SET note = CASE WHEN note IS NULL THEN E'n#\n\'"\\é' END WHERE id % 2 = # % 2"#,
    #"UPDATE "Animal" SET marks = ~coalesce(marks, #), weight = weight / 3"#,
    #"UPDATE "Animal" SET weight = CASE WHEN # % 2 = 0 THEN '-0.0'::double precision ELSE 0 END"#,
    #"UPDATE "Animal" SET name = ltrim(name, '0') WHERE name LIKE '0%'"#,
    #"UPDATE "Animal" SET name = upper(name), photo = '\x00ff', price = #, born = now(), "isTame" = NOT "isTame""#,
    #"UPDATE "Animal" SET names = '["a", null, "x#"]', sizes = '[1.0, -2e300, #.50]' WHERE id % 3 = 0"#,
    #"UPDATE "Animal" SET sizes = '[1.00, -2e300, #.5]' WHERE id % 3 = 0"#,
    #"UPDATE "Animal" SET id = id + 1000 WHERE id = # % 9"#,
    #"UPDATE "Animal" SET id = id + 2000, name = name || '#' WHERE id = (SELECT min(id) FROM "Animal")"#,
    #"UPDATE "Visit" SET day = day + 1, animal = NULL WHERE id % 5 = # % 5"#,
    #"UPDATE "Animal" SET name = 'x' || name; UPDATE "Animal" SET name = substr(name, 2) WHERE id % 2 = 0"#,
    #"DELETE FROM "Animal" WHERE id % 4 = # % 4"#,
    #"DELETE FROM "Keeper" WHERE id % 3 = # % 3"#,
    #"DELETE FROM "Visit" WHERE id % 7 = # % 7; INSERT INTO "Visit" (day) VALUES (#)"#,
  ]

  @Test("every change of any program is taken back to the last sign") func others() async throws {
    var tried: Set<Int> = []
    for seed in Campaign.seeds(3, all: 6) {
      try execute(
        "DO $$ BEGIN EXECUTE (SELECT coalesce(string_agg(format('DROP TABLE IF EXISTS %I CASCADE', relname), ';'), '') FROM pg_class WHERE relnamespace = quote_ident(current_schema())::regnamespace AND relkind = 'r'); END $$"
      )
      try await makeAnimals()
      var dice = Dice(seed: seed)
      for sql in Self.statements[...4] { try execute(sql.replacing("#", with: "5")) }
      var states = [try state()]
      for _ in 0..<60 {
        let index = Int(dice.next() % UInt64(Self.statements.count))
        let sql = Self.statements[index].replacing("#", with: "\(dice.next() % 1000)")
        do { try execute(sql) } catch { continue }
        let now = try state()
        if now == states.last { continue }
        states.append(now)
        tried.insert(index)
      }
      for (step, expected) in states.dropLast().reversed().enumerated() {
        let answer = try await run(#"flagdb undo "$DB""#)
        #expect(answer.hasPrefix("undid"), "seed \(seed), step \(step): \(answer)")
        #expect(try state() == expected, "seed \(seed), step \(step)")
      }
      #expect(try await run(#"flagdb check "$DB""#) == "")
    }
    #expect(
      Self.statements.indices.filter { !tried.contains($0) }.map { Self.statements[$0] } == [])
  }

  @Test("the triggers of other programs rest during an undo") func foreignTriggers() async throws {
    try await makeAnimals()
    try execute(#"INSERT INTO "Animal" (kind, name) VALUES ('Animal', 'a')"#)
    try execute(#"INSERT INTO "Visit" (day, animal) VALUES (1, 1)"#)
    try execute(
      """
      CREATE FUNCTION later() RETURNS trigger LANGUAGE plpgsql AS \
      $$ BEGIN UPDATE "Visit" SET day = day + 1; RETURN NULL; END $$; \
      CREATE TRIGGER runs AFTER UPDATE ON "Animal" FOR EACH ROW EXECUTE FUNCTION later(); \
      CREATE TRIGGER stopped AFTER UPDATE ON "Animal" FOR EACH ROW EXECUTE FUNCTION later(); \
      ALTER TABLE "Animal" DISABLE TRIGGER stopped
      """)
    let before = try state()
    #expect(try await run(#"flagdb update "$DB" Animal --all name=b"#) == "1 record changed\n")
    #expect(try state() != before)
    let answer = try await run(#"flagdb undo "$DB""#)
    #expect(answer.hasPrefix("undid"), "\(answer)")
    #expect(try state() == before)
    #expect(
      try schema.run(
        """
        SELECT tgname || ' ' || tgenabled::text FROM pg_trigger \
        WHERE tgname IN ('runs', 'stopped') ORDER BY 1
        """
      ).map { $0[0].text } == ["runs O", "stopped D"])
  }

  @Test("a transaction of another program is one change of its role") func transactions()
    async throws
  {
    try await makeAnimals()
    let other = try schema.connect()
    try execute(#"BEGIN; INSERT INTO "Animal" (kind, name) VALUES ('Animal', 'a')"#)
    try execute(#"BEGIN; INSERT INTO "Animal" (kind, name) VALUES ('Animal', 'b')"#, on: other)
    try execute(#"UPDATE "Animal" SET weight = 2"#)
    let inserted = try await run(#"flagdb insert "$DB" Animal name=c"#)
    #expect(inserted == "3\n")
    try execute(#"UPDATE "Animal" SET weight = 3 WHERE name = 'b'; COMMIT"#, on: other)
    try execute(#"INSERT INTO "Keeper" DEFAULT VALUES; COMMIT"#)
    let user = try schema.run("SELECT session_user::text")[0][0].text
    let log = try await run(#"flagdb log "$DB" --changes --no-header | cut -d, -f1,3-5"#)
    #expect(log == "5,\(person),1,1\n3,\(user),1,2\n2,\(user),2,3\n1,\(person),0,0\n")
    #expect(
      try await run(#"flagdb log "$DB" --by "$WHO" --no-header | cut -d, -f1,3-7"#, ["WHO": user])
        == """
        2,\(user),Keeper,1,insert,
        3,\(user),Animal,2,update,weight
        2,\(user),Animal,1,update,weight
        3,\(user),Animal,2,insert,
        2,\(user),Animal,1,insert,

        """)
    #expect(
      try await run(#"flagdb undo "$DB" 2 | sed 's/, 2.*Z//'"#)
        == "undid change 2 by another program with the role \(user): 1 Animal removed and 1 Keeper removed\n"
    )
    #expect(
      try await run(#"flagdb query "$DB" Animal -c name,weight"#) == "name,weight\nb,3.0\nc,1.0\n")
    #expect(
      try await run(#"flagdb undo "$DB" 2"#)
        == "error: change 2 was undone by change 8; nothing was changed\nhint: 'flagdb undo DB 8' redoes it\n"
    )
    // Rows of two changes stand between each other: the older one goes with all of its rows.
    try execute(#"BEGIN; UPDATE "Animal" SET weight = 7 WHERE name = 'b'"#)
    try execute(#"BEGIN; UPDATE "Animal" SET weight = 8 WHERE name = 'c'"#, on: other)
    try execute(#"UPDATE "Animal" SET weight = 9 WHERE name = 'b'; COMMIT"#)
    try execute("COMMIT", on: other)
    #expect(
      try await run(#"flagdb log "$DB" --forget-before 2100-01-01 --yes"#)
        .hasSuffix(" lines of the log forgotten\n"))
    #expect(
      try await run(#"flagdb log "$DB" --no-header | cut -d, -f3-7"#)
        == "\(person),,,forget,\n")
    #expect(
      try await run(#"flagdb log "$DB" --changes --no-header | cut -d, -f3-5"#)
        == "\(person),0,0\n")
    // A dump comes to a server with other numbers of transactions, which are given again there.
    try execute(#"UPDATE "Animal" SET weight = 4 WHERE name = 'b'"#)
    try execute(
      #"UPDATE flagdb_log SET "transaction" = pg_current_xact_id()::text::bigint + 3 WHERE entity <> ''"#
    )
    for _ in 0..<5 { try execute(#"UPDATE "Animal" SET weight = weight + 1 WHERE name = 'c'"#) }
    #expect(
      try await run(
        #"flagdb log "$DB" --changes --no-header | cut -d, -f4-5"#)
        == "1,1\n1,1\n1,1\n1,1\n1,1\n1,1\n0,0\n")
  }

  @Test("what comes after a change is not lost") func later() async throws {
    try await makeAnimals()
    try await run(
      #"for n in a b; do flagdb insert "$DB" Animal name=$n; done; flagdb update "$DB" Animal --all weight=2 isTame=true"#
    )
    try execute(#"UPDATE "Animal" SET weight = 3 WHERE name = 'b'"#)
    let user = try schema.run("SELECT session_user::text")[0][0].text
    let refused = try await run(#"flagdb undo "$DB" 4 | sed 's/, 2[^:]*Z/Z/' 2>&1"#)
    #expect(refused.contains("error: Animal 2 was changed after it: change 8 by \(user)"))
    #expect(refused.contains("hint: 'flagdb undo DB 8' undoes that change"))
    #expect(
      try await run(#"flagdb undo "$DB" 8 && flagdb undo "$DB" 4"#).contains("2 Animal restored"))
    // A program that goes round the triggers.
    try await run(#"flagdb update "$DB" Animal --all weight=5"#)
    try execute(
      "SET session_replication_role = replica; UPDATE \"Animal\" SET weight = 6 WHERE id = 1; RESET session_replication_role"
    )
    #expect(
      try await run(#"flagdb undo "$DB" 2>&1 | sed 's/change [0-9]*/change N/'"#)
        == "error: Animal 1 is not as change N left it; nothing was changed\nhint: another program has changed it without the log\n"
    )
    // Nor does an added record go that such a program has changed.
    for change in ["weight = 6", "name = 'Δ'", "\"isTame\" = true", "marks = 3"] {
      try await run(#"flagdb insert "$DB" Animal name=new weight=4"#)
      try execute(
        "SET session_replication_role = replica; UPDATE \"Animal\" SET \(change) WHERE name = 'new'; "
          + "RESET session_replication_role")
      let refused = try await run(#"flagdb undo "$DB" 2>&1"#)
      #expect(refused.contains("left it; nothing was changed"), "\(change): \(refused)")
      try execute(
        "SET session_replication_role = replica; UPDATE \"Animal\" SET weight = 4, name = 'new', "
          + "\"isTame\" = DEFAULT, marks = NULL WHERE id = (SELECT max(id) FROM \"Animal\"); "
          + "RESET session_replication_role")
      #expect(try await run(#"flagdb undo "$DB""#).contains("1 Animal removed"), "\(change)")
    }
    // A value that must be different.
    try await run(#"flagdb update "$DB" Animal --id 1 name=c && flagdb insert "$DB" Animal name=a"#)
    let taken = try await run(
      #"flagdb log "$DB" Animal 1 --limit 1 --no-header | cut -d, -f1 | xargs flagdb undo "$DB""#)
    #expect(taken.contains("Animal 1 cannot be restored to its state before change"), "\(taken)")
    try execute("DROP TRIGGER \"flagdb_log truncate Visit\" ON \"Visit\"")
    #expect(
      try await run(#"flagdb check "$DB""#).contains(
        "the trigger 'flagdb_log truncate Visit' is missing"))
  }

  @Test("a later change of a record by its new key is not lost") func laterByNewKey() async throws {
    try await makeAnimals()
    try await run(#"flagdb insert "$DB" Animal name=a; flagdb insert "$DB" Animal name=b"#)
    try execute(#"UPDATE "Animal" SET id = 50, note = 'moved' WHERE name = 'a'"#)
    let moved = try #require(try count("SELECT min(id) FROM flagdb_log WHERE change = 'update'"))
    try execute(#"UPDATE "Animal" SET id = 60 WHERE name = 'b'"#)
    try await run(#"flagdb update "$DB" Animal --id 50 weight=3"#)
    let before = try state()
    let refused = try await run(#"flagdb undo "$DB" \#(moved)"#)
    #expect(refused.contains("error: Animal 50 was changed after it"), "\(refused)")
    #expect(try state() == before)
    // An undone change is no obstacle, and neither is that of another key.
    let answer = try await run(#"flagdb undo "$DB" && flagdb undo "$DB" \#(moved)"#)
    #expect(answer.contains("1 Animal restored"), "\(answer)")
    #expect(try count(#"SELECT id FROM "Animal" WHERE name = 'a' AND note IS NULL"#) == 1)
  }

  @Test("TRUNCATE is noted, and nothing before it is taken back") func truncation() async throws {
    try await makeAnimals()
    try await run(#"flagdb insert "$DB" Visit day=1; flagdb insert "$DB" Visit day=2"#)
    try execute(#"TRUNCATE "Visit""#)
    #expect(
      try await run(#"flagdb log "$DB" --limit 1 --no-header | cut -d, -f4-"#)
        == ",,truncate,Visit,,\n")
    #expect(
      try await run(#"flagdb undo "$DB" 2; flagdb undo "$DB""#) == """
        error: after change 2 all records of 'Visit' were taken away by TRUNCATE; nothing was changed
        hint: see flagdb-undo(1)
        error: change 4 is not a change of records: all records of 'Visit' were taken away by TRUNCATE; nothing was changed

        """)
  }

  @Test("who may write records alone is logged, and writes no log") func rights() async throws {
    guard schema.server.folder != nil else { return }
    try await makeAnimals()
    let role = "writer \(UInt32.random(in: .min ... .max))"
    try execute(
      """
      CREATE ROLE "\(role)" LOGIN PASSWORD 'hushed'; GRANT USAGE ON SCHEMA "\(schema.name)" TO "\(role)";
      GRANT SELECT, INSERT, UPDATE, DELETE ON "Animal", "Visit", "Keeper", "Animal_keepers" TO "\(role)";
      GRANT SELECT ON flagdb_model TO "\(role)";
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA "\(schema.name)" TO "\(role)"
      """)
    let own = try schema.server.address(schema: schema.name, ["user": role]).text
    let known = ["DB": own, "PGPASSWORD": "hushed"]
    #expect(try await run(#"LOGNAME=eve flagdb insert "$DB" Animal name=a"#, known) == "1\n")
    let forged = try await run(
      #"flagdb sql "$DB" --write "INSERT INTO flagdb_log (entity, key, change) VALUES ('a', 1, 'b')"; flagdb log "$DB""#,
      known)
    #expect(forged.contains("'flagdb_log' is written by the audit alone"))
    #expect(forged.contains("the server does not allow it: permission denied for table flagdb_"))
    let connection = try LibpqConnection(
      schema.server.address(schema: schema.name, ["user": role]), askPassword: { _ in "hushed" })
    #expect(throws: EngineError.self) { try connection.execute("DELETE FROM flagdb_log") }
    #expect(throws: EngineError.self) {
      try connection.execute("INSERT INTO flagdb_change SELECT * FROM flagdb_change")
    }
    // A client that looks for names elsewhere, and writes numbers and dates in another way.
    try connection.execute(
      """
      SET DateStyle = 'German'; SET TimeZone = 'Asia/Kathmandu'; SET extra_float_digits = -10;
      SET bytea_output = escape; CREATE TEMP TABLE flagdb_log (id int);
      UPDATE "Animal" SET weight = 0.1::float8 + 0.2, born = '2026-11-20T10:00:00.123456Z', photo = '\\x005c'
      """)
    let log = try await run(#"flagdb log "$DB" --no-header | cut -d, -f3- "#)
    #expect(
      log == """
        \(role),Animal,1,update,born,,2026-11-20T10:00:00.123456Z
        \(role),Animal,1,update,photo,,AFw=
        \(role),Animal,1,update,weight,1.0,0.30000000000000004
        eve,Animal,1,insert,,,
        \(person),,,on,,,

        """)
    #expect(
      try schema.run("SELECT DISTINCT role FROM flagdb_log WHERE change IN ('insert', 'update')")
        == [[.text(role)]])
    try execute("DROP OWNED BY \"\(role)\"; DROP ROLE \"\(role)\"")
  }

  @Test("records move between partitions and back") func partitions() async throws {
    let answer = try await run(
      #"""
      printf '@Model final class Event { var code: String; var taken: Date; var marks: [Int] = [] }' > event.swift
      flagdb new "$DB" event.swift --audit --partition 'Event=month(taken)'
      (echo code,taken; for m in 1 2 3; do for n in 1 2; do echo $m$n,2026-0$m-1$n; done; done) | flagdb insert "$DB" Event --from -
      flagdb query "$DB" Event > before
      flagdb update "$DB" Event --all 'taken=taken + 25d' code=x 2>&1
      flagdb undo "$DB" | sed 's/.*Z: //'; flagdb query "$DB" Event | diff - before
      flagdb undo "$DB" --dry-run 2>&1 | sed 's/.*Z: //'
      flagdb update "$DB" Event --id 3 taken=2027-07-07; flagdb delete "$DB" Event --where 'code == "12"'
      flagdb undo "$DB" | sed 's/.*Z: //'; flagdb undo "$DB" | sed 's/.*Z: //'; flagdb query "$DB" Event | diff - before
      flagdb insert "$DB" Event code=new taken=2026-01-01; flagdb check "$DB"
      """#)
    #expect(
      answer == """
        6 records changed
        6 Event restored
        6 Event removed; nothing was changed
        1 record changed
        1 record deleted
        1 Event added again
        1 Event restored
        7
        inserted 6

        """)
    let other = try await run(
      #"""
      printf '@Model final class Log { var code: String; var when: Date }' > log.swift
      flagdb migrate "$DB" log.swift --allow-loss --yes >/dev/null 2>&1
      flagdb define "$DB" partition 'Log=day(when)' && flagdb insert "$DB" Log code=a when=2026-01-01
      flagdb update "$DB" Log --all when=2026-02-02 && flagdb undo "$DB" | sed 's/.*Z: //'; flagdb check "$DB"
      """#)
    #expect(other == "1\n1 record changed\n1 Log restored\n")
  }

  @Test("a log on several machines is refused before anything is made") func machines() async throws
  {
    #expect(
      try await run(
        #"flagdb new "$DB" Examples/zoo.swift --audit --distribute Sample=id 2>&1; flagdb log "$DB" 2>&1 | head -1 | cut -d' ' -f1"#
      ) == """
        error: '--audit' cannot be used with '--distribute': distributed tables have no audit log
        hint: leave out --distribute or --audit
        error:

        """)
    #expect(
      try schema.run(
        "SELECT count(*) FROM pg_class WHERE relnamespace = quote_ident(current_schema())::regnamespace"
      ) == [[.integer(0)]])
  }

  @Test("psql runs the script of a migration, and the log goes on") func script() async throws {
    try #require(
      await run(
        #"flagdb new "$DB" Examples/zoo.swift --audit && flagdb insert "$DB" Sample code=a taken=2026-11-20 markers=HRM"#
      ) == "1\n")
    let settings = try schema.server.address().text
      .replacing(#/ schema='public'|[?&]schema=public/#, with: "")
    let answer = try await run(
      #"""
      sed 's/HRM = BIOMarker(rawValue: 1 << 1)/HRM = BIOMarker(rawValue: 1 << 3)/; s/class Reading/class Value/; s/\[Reading\]/[Value]/; s/Reading.sample/Value.sample/; s/var note/var remark/' Examples/zoo.swift > new.swift
      LOGNAME=ann flagdb migrate "$DB" new.swift --rename Reading=Value --rename Sample.note=remark --dry-run --sql > script.sql
      PGOPTIONS='-c client_min_messages=error' psql -qX -d "$SERVER" -f script.sql && flagdb check "$DB"
      flagdb update "$DB" Sample --all remark=r markers+=PLX && flagdb insert "$DB" Value sample=a value=1
      flagdb log "$DB" --limit 4 --no-header | cut -d, -f3-; flagdb undo "$DB" | sed 's/.*Z: //'
      """#, ["SERVER": settings])
    #expect(
      answer == """
        1 record changed
        1
        \(person),Value,1,insert,,,
        \(person),Sample,1,update,markers,HRM,HRM|PLX
        \(person),Sample,1,update,remark,,r
        ann,,,migrate,,,2
        1 Value removed

        """)
  }

  @Test("undo waits for others, and is tried again") func conflicts() async throws {
    try await makeAnimals()
    #expect(
      try await run(#"for n in a b; do flagdb insert "$DB" Animal name=$n; done"#)
        == "1\n2\n")
    #expect(
      try await run(#"flagdb update "$DB" Animal --all weight=2"#) == "2 records changed\n")
    try execute(#"BEGIN; UPDATE "Animal" SET note = 'x' WHERE name = 'a'"#)
    let (address, sandbox) = (address, sandbox)
    async let undone = Self.answer(
      to: #"flagdb undo "$DB" 4 | sed 's/.*Z: //'; touch ended"#, address, sandbox, Self.patient)
    try await waitUntilBlocking(or: sandbox.work.appendingPathComponent("ended"))
    try execute("COMMIT")
    #expect(try await undone == "2 Animal restored\n")
    #expect(
      try schema.run(#"SELECT weight, note FROM "Animal" ORDER BY id"#)
        == [[.real(1), .text("x")], [.real(1), .null]])
    // Several writers at once: none of them waits for the log.
    try execute(#"BEGIN; UPDATE "Animal" SET note = 'y' WHERE name = 'a'"#)
    #expect(
      try await run(
        #"""
        export PGOPTIONS='-c lock_timeout=600000'
        for n in 1 2 3; do (for i in 1 2 3 4; do flagdb update "$DB" Animal --where 'name == "b"' 'weight=weight+1'; done) & done; wait
        """#) == String(repeating: "1 record changed\n", count: 12))
    try execute("COMMIT")
    for _ in 0..<13 { try await run(#"flagdb undo "$DB""#) }
    #expect(
      try schema.run(#"SELECT weight, note FROM "Animal" ORDER BY id"#)
        == [[.real(1), .text("x")], [.real(1), .null]])
  }

  @Test("an undo that is killed leaves all as it was") func kills() async throws {
    try await makeAnimals()
    try execute(
      #"INSERT INTO "Visit" (day) SELECT n FROM generate_series(1, 60000) AS n; UPDATE "Visit" SET day = day + 1"#
    )
    let before = try count(#"SELECT sum(day)::bigint FROM "Visit""#)
    let rows = try count("SELECT count(*) FROM flagdb_log")
    let (address, sandbox, name) = (address, sandbox, schema.name)
    let isUndoing = "FROM pg_stat_activity WHERE application_name = $1 AND query LIKE '%; DO %'"
    // Without this lock, an undo may end before it is killed.
    let other = try schema.connect()
    try execute(#"BEGIN; SELECT 1 FROM "Visit" WHERE day = 30000 FOR UPDATE"#, on: other)
    for pause in [0, 50, 150, 400] {
      async let answer = Self.answer(
        to: #"flagdb undo "$DB""#, address, sandbox,
        ["PGAPPNAME": name].merging(Self.patient) { $1 })
      while try schema.run("SELECT 1 \(isUndoing)", .text(name)).isEmpty {
        try await Task.sleep(for: .milliseconds(5))
      }
      try await Task.sleep(for: .milliseconds(pause))
      try schema.run("SELECT pg_terminate_backend(pid) \(isUndoing)", .text(name))
      let said = try await answer
      #expect(said.contains("error: "), "\(said)")
      #expect(try count(#"SELECT sum(day)::bigint FROM "Visit""#) == before)
      #expect(try count("SELECT count(*) FROM flagdb_log") == rows)
    }
    try execute("ROLLBACK", on: other)
  }

  @Test("no value is pasted into a statement") func pasting() async throws {
    try await makeAnimals()
    guard schema.server.log != nil else { return }
    let secret = "secret\(UInt64.random(in: .min ... .max))"
    try await run(
      #"flagdb insert "$DB" Animal "name=$S" && flagdb update "$DB" Animal --all "note=$S" && flagdb log "$DB" --by "$S" && flagdb undo "$DB" && flagdb undo "$DB""#,
      ["S": secret, "LOGNAME": secret])
    let log = try #require(schema.server.log)
    let sent = log.split(separator: "\n").filter { $0.contains(secret) }
    #expect(sent.allSatisfy { $0.contains("DETAIL:") || $0.contains("parameters:") }, "\(sent)")
    #expect(log.contains("CALL flagdb_keep($1"))
  }
}
