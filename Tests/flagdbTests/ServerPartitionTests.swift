import Addresses
import Engines
import FlagModel
import Foundation
import PostgreSQLEngine
import TestServer
import Testing

/// Tables in partitions, by the same commands as others.
@Suite("Partitions on a server") struct ServerPartitionTests: ServerSuite {
  let fixture: ServerFixture

  init() throws {
    fixture = try ServerFixture(["event.swift": Self.model])
  }

  private static let model = """
    struct Marks: OptionSet {
      let rawValue: Int64
      static let RAW = Self(rawValue: 1 << 0)
      static let HRM = Self(rawValue: 1 << 1)
    }
    @Model final class Site {
      @Attribute(.unique) var name: String
      @Relationship(deleteRule: .cascade, inverse: \\Event.site) var events: [Event] = []
    }
    @Model final class Event {
      #Unique<Event>([\\.code, \\.taken])
      var code: String
      var taken: Date
      var marks: Marks = []
      var site: Site?
    }
    """

  private func makeEvents() async throws {
    let made = try await run(
      #"""
      flagdb new "$DB" event.swift --partition 'Event=month(taken)' && flagdb insert "$DB" Site name=a
      seq 600 | awk '{printf "c%d,20%02d-%02d-11,%s,a\n", $1, 24 + $1 % 2, 1 + $1 % 12, $1 % 3 ? "RAW" : "HRM"}' |
        sed '1i code,taken,marks,site' > e.csv
      flagdb insert "$DB" Event --from e.csv
      """#)
    try #require(made == "1\ninserted 600\n")
  }

  /// The partitions, each with the number of its records.
  private func partitions(of table: String) throws -> [String: Int64] {
    let names = try schema.run(
      """
      SELECT c.relname FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid \
      WHERE i.inhparent = to_regclass(quote_ident($1))
      """, .text(table))
    var counts: [String: Int64] = [:]
    for case .text(let name) in names.compactMap(\.first) {
      guard
        case .integer(let count)? = try schema.run("SELECT count(*) FROM \"\(name)\"").first?.first
      else { continue }
      counts[name] = count
    }
    return counts
  }

  @Test("records get the partitions that they need") func insertion() async throws {
    try await makeEvents()
    let found = try partitions(of: "Event")
    #expect(found["Event.rest"] == 0 && found["Event.2024-01"] == 50 && found.count == 13)
    let answer = try await run(
      #"""
      flagdb insert "$DB" Event code=x taken=2031-02-28T23:59:59Z marks=RAW
      flagdb update "$DB" Event --where 'code == "c1"' taken=2032-01-01
      flagdb query "$DB" Event --where 'code in ("x", "c1")' --sort code -c code,taken,site
      flagdb query "$DB" Event --has HRM --group-by 'year(taken)' -c 'year(taken),count()'
      flagdb delete "$DB" Event --where 'code == "x"'
      flagdb schema "$DB" | tail -1; flagdb check "$DB"; flagdb stats "$DB" | tail -2 | cut -c1-15
      flagdb schema "$DB" --format mermaid | tail -1; flagdb schema "$DB" --format json | grep edBy
      """#)
    #expect(
      answer == """
        601
        1 record changed
        code,taken,site
        c1,2032-01-01T00:00:00Z,a
        x,2031-02-28T23:59:59Z,
        year(taken),count()
        2024,100
        2025,100
        1 record deleted
        // Event: partitioned by month(taken)
          Site        1
          Event     600
        %% Event: partitioned by month(taken)
              "partitionedBy": "month(taken)",

        """)
    #expect(try partitions(of: "Event")["Event.2032-01"] == 1)
  }

  @Test("records of JSON have no keys either") func json() async throws {
    try await makeEvents()
    let answer = try await run(
      #"""
      printf '{"code":"j1","taken":"2026-11-20","site":"a"}\n{"taken":"2026-11-21","code":"j2","marks":["RAW"]}\n' |
        flagdb insert "$DB" Event --from - --format ndjson
      echo '[{"code":"j3","taken":"2026-11-22"}]' | flagdb insert "$DB" Event --from - --format json
      printf '{"code":"j4","taken":"2026-11-20"}\n{"id":5,"code":"j5","taken":"2026-11-20"}\n' > k.ndjson
      flagdb insert "$DB" Event --from k.ndjson; flagdb insert "$DB" Event --from k.ndjson --skip id
      flagdb query "$DB" Event --where 'code beginswith "j"' --sort code -c code,site,marks
      """#)
    #expect(
      answer == """
        code,site,marks
        j1,a,""
        j2,,RAW
        j3,,""
        j4,,""
        j5,,""
        inserted 2
        inserted 1
        k.ndjson:2:7: error: 'id' is assigned by the server alone, because 'Event' is partitioned by 'taken'
        hint: leave it out: --skip 'id'
        nothing was changed
        inserted 2

        """)
  }

  @Test("what partitions forbid is told before") func refusals() async throws {
    let answer = try await run(
      #"""
      sed 's/var code/@Attribute(.unique) var code/' event.swift > unique.swift
      flagdb new "$DB" unique.swift --partition 'Event=month(taken)'
      flagdb new "$DB" event.swift --partition 'Site=month(name)'
      flagdb new "$DB" event.swift --partition 'Event=taken'
      flagdb new e.db event.swift --partition 'Event=month(taken)'
      """#)
    #expect(
      answer == """
        error: 'Event' cannot be partitioned by 'taken': 'code' is unique, and the server can only enforce \
        it together with 'taken'
        hint: '#Unique<Event>([\\.code, \\.taken])' can be enforced
        error: 'Site.name' is not a Date, and has no month; nothing was changed
        error: '--partition' expects ENTITY=UNIT(ATTRIBUTE), found 'Event=taken'
        hint: as in Reading=month(taken)
        see 'flagdb new --help'
        error: '--partition' is for PostgreSQL, and not for files

        """)
  }

  @Test("a server without Citus has no machines") func machines() async throws {
    guard schema.server.folder != nil else { return }
    #expect(
      try await run(#"flagdb new "$DB" event.swift --distribute Event=id"#) == """
        error: the database of this address is not spread over machines: it has no Citus; nothing was changed
        hint: 'CREATE EXTENSION citus', and 'citus_add_node' for each machine

        """)
  }

  @Test("keys are unique in all partitions") func keys() async throws {
    try await makeEvents()
    let answer = try await run(
      #"""
      flagdb insert "$DB" Event id=7 code=z taken=2026-12-20
      flagdb insert "$DB" Event code=c7 taken=2025-08-11
      printf 'id,code,taken\n7,z,2026-12-20\n' > k.csv; flagdb insert "$DB" Event --from k.csv
      """#)
    #expect(
      answer == """
        error: the keys of 'Event' are assigned by the server alone, because it is partitioned by 'taken'; nothing \
        was changed
        hint: leave out 'id'
        error: 'code' and 'taken' must be unique: Event 7 has 'c7' and '2025-08-11T00:00:00Z' already
          taken=2025-08-11
                ^~~~~~~~~~
        error: the keys of 'Event' are assigned by the server alone, because it is partitioned by 'taken'; nothing \
        was changed
        hint: leave out 'id'

        """)
    #expect(throws: EngineError.self) {
      try schema.run("INSERT INTO \"Event\" (id, code, taken) VALUES (7, 'z', '2026-11-20')")
    }
  }

  @Test("a migration changes all partitions, and they follow a new name") func migration()
    async throws
  {
    try await makeEvents()
    let answer = try await run(
      #"""
      sed 's/HRM = Self(rawValue: 1 << 1)/HRM = Self(rawValue: 1 << 2)/; s/Event/Incident/g; s/taken/moment/g
        s/var site: Site?/var site: Site?; var note: String = "n"/' event.swift > new.swift
      flagdb migrate "$DB" new.swift --rename Event=Incident --rename Event.taken=moment | tail -1
      flagdb query "$DB" Incident --has HRM --count
      flagdb insert "$DB" Incident code=c7 moment=2025-08-11 2>&1 | head -1
      flagdb insert "$DB" Incident code=new moment=2040-08-11
      sed 's/var moment: Date/var moment: String/' new.swift > worse.swift
      flagdb migrate "$DB" worse.swift 2>&1 | tail -2
      flagdb define "$DB" attribute Incident 'label:String?' --unique label
      """#)
    #expect(
      answer == """
        'DB' has version 2 now
        200
        error: 'code' and 'moment' must be unique: Incident 7 has 'c7' and '2025-08-11T00:00:00Z' already
        602
        error: 'Incident.moment' selects the partition or worker node of a record, and cannot change
        hint: 'flagdb copy' copies them into an empty schema with other partitions
        error: 'Incident' cannot be partitioned by 'moment': 'label' is unique, and the server can only \
        enforce it together with 'moment'
        hint: '#Unique<Incident>([\\.label, \\.moment])' can be enforced

        """)
    let found = try partitions(of: "Incident")
    #expect(found["Incident.2024-01"] == 50 && found["Incident.2040-08"] == 1 && found.count == 14)
  }

  @Test("copies bring records into partitions and out of them") func copies() async throws {
    let other = try TestSchema()
    try await makeEvents()
    let answer = try await run(
      #"""
      flagdb copy "$DB" e.db && flagdb diff e.db "$DB"
      flagdb copy e.db "$OTHER" --partition 'Event=year(taken)' && flagdb diff "$OTHER" "$DB"
      flagdb insert "$OTHER" Event code=later taken=2030-01-01
      """#, ["OTHER": try other.server.address(schema: other.name).text])
    let copied = "copied 1 record of Site\ncopied 600 records of Event\n"
    #expect(answer == "\(copied)\(copied)601\n")
    let years = try other.run(
      "SELECT count(*) FROM \"Event.2024\" UNION ALL SELECT count(*) FROM \"Event.2030\"")
    #expect(years == [[.integer(300)], [.integer(1)]])
  }

  @Test("records are taken over into partitions") func takeover() async throws {
    try await makeEvents()
    let answer = try await run(
      #"""
      flagdb copy "$DB" e.db >/dev/null
      flagdb update e.db Event --where 'code == "c7"' taken=2031-05-05; flagdb delete e.db Event --where 'id == 300'
      flagdb insert e.db Event code=new taken=2033-01-01 site=a
      flagdb diff e.db "$DB" --apply | head -1; flagdb diff e.db "$DB"
      flagdb insert "$DB" Event code=next taken=2033-01-02
      """#)
    #expect(
      answer == """
        1 record changed
        1 record deleted
        601
        Event: 1 added, 1 changed, 1 removed
        602

        """)
    #expect(try partitions(of: "Event")["Event.2033-01"] == 2)
  }

  @Test("what is added later can be partitioned while it has no records") func later() async throws
  {
    try await makeEvents()
    let answer = try await run(
      #"""
      flagdb define "$DB" entity Log when:Date site:Site
      flagdb define "$DB" partition 'Log=day(when)'; flagdb insert "$DB" Log when=2026-01-01 site=a
      flagdb schema "$DB" | tail -2; flagdb check "$DB"; flagdb define "$DB" partition Log
      flagdb define "$DB" partition Site; flagdb define "$DB" partition Site=month
      flagdb define "$DB" partition 'Log=month(when)' 2>&1 | head -1
      """#)
    #expect(
      answer == """
        1
        // Event: partitioned by month(taken)
        // Log: partitioned by day(when)
        error: 'Log' has records, and only an empty table can be partitioned or distributed; nothing was changed
        the entity Log is new
        created 0 partitions
        error: 'Site' is not partitioned
        hint: name a date, as in Site=month(taken)
        error: expected ENTITY=UNIT(ATTRIBUTE), found 'Site=month'
        hint: as in Reading=month(taken)

        """)
  }

  @Test("records of other programs get partitions when they are asked for") func others()
    async throws
  {
    try await makeEvents()
    try schema.connection.execute(
      """
      INSERT INTO "Event" (code, taken) SELECT 'o' || n, timestamptz '2050-01-01' + n * interval '1 minute' \
      FROM generate_series(1, 100001) AS n
      """)
    let answer = try await run(
      #"""
      flagdb insert "$DB" Event code=new taken=2050-01-01; flagdb query "$DB" Event --has RAW --count
      flagdb define "$DB" partition Event; flagdb query "$DB" Event --count
      """#)
    #expect(
      answer.replacing(
        #/flagdb define .* partition Event"/#, with: "flagdb define DB partition Event\"") == """
          100602
          400
          100602
          note: more than 100,000 records of Event are in no partition: \
          "flagdb define DB partition Event" creates the missing ones
          created 3 partitions: Event.2050-01, Event.2050-02, Event.2050-03

          """)
  }

  @Test("who may not make partitions inserts all the same") func rights() async throws {
    guard schema.server.folder != nil else { return }
    try await makeEvents()
    let role = "writer \(UInt32.random(in: .min ... .max))"
    try schema.connection.execute(
      """
      CREATE ROLE "\(role)" LOGIN PASSWORD 'hushed'; GRANT USAGE ON SCHEMA "\(schema.name)" TO "\(role)";
      GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA "\(schema.name)" TO "\(role)";
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA "\(schema.name)" TO "\(role)"
      """)
    let own = try schema.server.address(schema: schema.name, ["user": role]).text
    let answer = try await run(
      #"flagdb insert "$DB" Event code=w taken=2060-01-01; flagdb query "$DB" Event --where 'code == "w"' --count"#,
      ["DB": own, "PGPASSWORD": "hushed"])
    #expect(answer == "601\n1\n")
    #expect(try partitions(of: "Event")["Event.rest"] == 1)
    try schema.connection.execute("DROP OWNED BY \"\(role)\"; DROP ROLE \"\(role)\"")
  }
}
