import Addresses
import FlagModel
import Foundation
import PostgreSQLEngine
import TestServer
import Testing

/// The extension that spreads tables over machines.
private enum Citus {
  static let isThere: Bool = {
    guard TestServer.isNamed, let schema = try? TestSchema() else { return false }
    let found = try? schema.run("SELECT 1 FROM pg_extension WHERE extname = 'citus'")
    return found?.isEmpty == false
  }()

  static let mayDie = ProcessInfo.processInfo.environment["FLAGDB_TEST_KILL"] == "1"
}

/// Tables that Citus spreads over machines, by the same commands as others. They are tested where
/// `FLAGDB_TEST_POSTGRESQL` names a coordinator.
@Suite("Machines of Citus", .enabled(if: Citus.isThere, "there is no Citus"))
struct ServerDistributionTests: ServerSuite {
  let fixture: ServerFixture

  init() throws {
    fixture = try ServerFixture(["lab.swift": Self.model])
  }

  private static let model = """
    struct Marks: OptionSet {
      let rawValue: Int64
      static let RAW = Self(rawValue: 1 << 0)
      static let HRM = Self(rawValue: 1 << 1)
      static let PLX = Self(rawValue: 1 << 2)
    }
    @Model final class Keeper { @Attribute(.unique) var name: String; var samples: [Sample] = [] }
    @Model final class Sample {
      var code: String
      var taken: Date
      var score: Double = 50
      var markers: Marks = []
      var keeper: Keeper?
      @Relationship(deleteRule: .cascade, inverse: \\Reading.sample) var readings: [Reading] = []
    }
    @Model final class Reading { var sample: Sample; var value: Double; var tags: [String] = [] }
    """

  private func makeLab() async throws {
    let made = try await run(
      #"""
      flagdb new "$DB" lab.swift --distribute Sample=id --distribute Reading=sample
      flagdb insert "$DB" Keeper name=ann
      seq 600 | awk '{printf "c%d,2026-11-11,%s,%d,ann\n", $1, $1 % 3 ? "RAW" : "HRM", $1 % 100}' |
        sed '1i code,taken,markers,score,keeper' > s.csv
      seq 900 | awk '{printf "%d,%d\n", 1 + $1 % 300, $1 % 90}' | sed '1i sample,value' > r.csv
      flagdb insert "$DB" Sample --from s.csv; flagdb insert "$DB" Reading --from r.csv
      """#)
    try #require(made == "1\ninserted 600\ninserted 900\n")
  }

  @Test("tables are distributed, co-located and everywhere") func placement() async throws {
    try await makeLab()
    #expect(
      try await run(#"flagdb schema "$DB" | tail -3; flagdb check "$DB""#) == """
        // Keeper: on every machine
        // Sample: distributed by id
        // Reading: distributed by sample

        """)
    let groups = try schema.run(
      """
      SELECT count(DISTINCT colocationid) FROM pg_dist_partition AS d JOIN pg_class AS c \
      ON c.oid = d.logicalrelid WHERE partmethod = 'h' \
      AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
      """)
    #expect(groups == [[.integer(1)]])
  }

  @Test("calculations that may have no result are those of a file") func calculations() async throws
  {
    try await makeLab()
    let answer = try await run(
      #"""
      flagdb copy "$DB" lab.db > /dev/null
      for db in "$DB" lab.db; do
        flagdb update "$db" Sample --all 'score=sqrt(score)'
        flagdb update "$db" Sample --all 'score=ln(score)' 2>&1 | head -1
        flagdb query "$db" Sample -c id,score -f csv | cksum
      done
      """#)
    let lines = answer.split(separator: "\n")
    #expect(
      lines.prefix(2) == [
        "600 records changed", "error: score of Sample 100: the calculation has no result",
      ])
    #expect(lines.prefix(3) == lines.suffix(3))
  }

  @Test("what Citus would refuse is refused before") func refusals() async throws {
    try await makeLab()
    let answer = try await run(
      #"""
      flagdb update "$DB" Reading --all sample=1; flagdb insert "$DB" Reading id=7 sample=1 value=1
      flagdb define "$DB" attribute Sample 'label:String?' --unique label
      flagdb define "$DB" partition 'Sample=month(taken)' 2>&1 | head -1
      flagdb insert "$DB" Reading sample=9999 value=1 2>&1 | head -1
      sed 's/var code: String/var code: Int/' lab.swift > worse.swift
      flagdb migrate "$DB" worse.swift 2>&1 | tail -2
      flagdb query "$DB" Keeper -c name,samples.count
      """#)
    #expect(
      answer == """
        error: 'Sample' has records, and only an empty table can be partitioned or distributed; nothing was changed
        error: sample: there is no Sample with the id '9999'
        error: 'Sample.code' cannot become Int: its values are on several worker nodes
        hint: add another attribute, or copy all into a file by 'flagdb copy' and migrate that
        error: 'sample' selects the worker node of a record of 'Reading', and cannot change; nothing was changed
        hint: delete the record, and insert it again
        error: the keys of 'Reading' are assigned by the server alone, because it is distributed by 'sample'; nothing \
        was changed
        hint: leave out 'id'
        error: 'Sample' cannot be distributed by 'id': 'label' is unique, and the server can only enforce \
        it together with 'id'
        hint: make it not unique, or distribute by 'label'
        error: the worker nodes of 'DB' do not support this: correlated subqueries are not supported when \
        the FROM clause contains a reference table
        hint: 'flagdb copy' creates a database on a single server, which does

        """)
  }

  @Test("questions and changes have the answers of one machine") func answers() async throws {
    try await makeLab()
    let lines = #"""
      flagdb query "$DB" Sample --has HRM --count
      flagdb update "$DB" Sample --id 3 markers=0x8000000000000002; flagdb update "$DB" Sample --id 4 markers=0x16
      for flags in '--has HRM' '--any HRM,PLX' '--none RAW' '--has HRM --none RAW' '--exactly RAW' '--has HRM -w score>3'; do
        flagdb query "$DB" Sample $flags -c code --sort code
      done
      flagdb query "$DB" Sample --where 'readings.count > 2' --count
      flagdb query "$DB" Sample --group-by 'each(markers)'
      flagdb query "$DB" Reading --where 'sample.score > 97' --columns sample.code,value --sort value,sample.code
      flagdb query "$DB" Sample --where 'keeper.name == "ann" and score > 98' -c code,readings.count --sort code
      flagdb update "$DB" Sample --has HRM markers+=PLX 'score=score / 2'
      flagdb delete "$DB" Reading --where 'value < 3'; flagdb delete "$DB" Sample --where 'score < 5'
      flagdb stats "$DB" Sample; flagdb stats "$DB" Reading
      flagdb define "$DB" entity Note sample:Sample text:String; flagdb insert "$DB" Note sample=50 text=x
      sed 's/HRM = Self(rawValue: 1 << 1)/HRM = Self(rawValue: 1 << 3)/; s/Sample/Probe/g; s/var score/var result/' \
        lab.swift > new.swift
      echo '@Model final class Note { var sample: Probe; var text: String }' >> new.swift
      flagdb migrate "$DB" new.swift --rename Sample=Probe --rename Sample.score=result | tail -1
      flagdb query "$DB" Probe --has HRM --count; flagdb check "$DB"; flagdb query "$DB" Probe | tail -3
      """#
    let there = try await run(lines)
    let copied = try await run(#"flagdb copy "$DB" e.db; flagdb diff e.db "$DB""#)
    #expect(copied.hasSuffix("copied 1 record of Note\n"), "\(copied)")
    let here = try await run(
      #"""
      flagdb new DB lab.swift; flagdb insert DB Keeper name=ann >/dev/null
      flagdb insert DB Sample --from s.csv 2>/dev/null; flagdb insert DB Reading --from r.csv 2>/dev/null

      """# + lines, ["DB": "DB"])
    #expect(there == here)
  }

  @Test("rare flags are looked up in the index of each machine") func flags() async throws {
    try await makeLab()
    try schema.connection.execute(
      """
      INSERT INTO "Sample" (code, taken, markers) SELECT 'L-' || n, now(), CASE n % 5000 WHEN 7 THEN 6 ELSE 1 END
      FROM generate_series(1, 50000) AS n; ANALYZE "Sample"
      """)
    let explained = try await run(
      #"flagdb query "$DB" Sample --has HRM,PLX --none RAW --count --explain"#)
    #expect(
      explained.contains(
        "markers: 1 combination can match; each worker node can look them up in its index"),
      "\(explained)")
    #expect(explained.contains("Sample.markers_"), "\(explained)")
    let either = try await run(
      #"flagdb query "$DB" Sample --where 'markers has RAW or score > 3' --count --explain"#)
    #expect(!either.contains("can match"), "\(either)")
  }

  @Test("records are taken over, and move to other machines") func takeover() async throws {
    try await makeLab()
    let answer = try await run(
      #"""
      flagdb copy "$DB" e.db >/dev/null
      flagdb update e.db Sample --where 'id < 20' markers+=PLX; flagdb delete e.db Sample --where 'id == 400'
      flagdb update e.db Reading --id 1 sample=7; flagdb insert e.db Reading sample=5 value=9
      flagdb diff e.db "$DB" --apply; flagdb diff e.db "$DB"; flagdb insert "$DB" Reading sample=5 value=9
      """#)
    #expect(
      answer == """
        19 records changed
        1 record deleted
        1 record changed
        901
        Sample: 19 changed, 1 removed
        Reading: 1 added, 1 changed
        'DB' has these records now
        902

        """)
  }

  @Test("a copy is spread as it is to be") func copies() async throws {
    let other = try TestSchema()
    try await makeLab()
    let answer = try await run(
      #"""
      flagdb copy "$DB" e.db >/dev/null
      flagdb copy e.db "$OTHER" --distribute Sample=id --distribute Reading=sample && flagdb diff "$OTHER" "$DB"
      flagdb schema "$OTHER" | tail -1; flagdb insert "$OTHER" Reading sample=1 value=3
      """#, ["OTHER": try other.server.address(schema: other.name).text])
    #expect(
      answer == """
        copied 1 record of Keeper
        copied 600 records of Sample
        copied 900 records of Reading
        // Reading: distributed by sample
        901

        """)
  }

  /// The machine's own server starts again by itself when one of its processes dies.
  private static let killing = """
    SELECT master_run_on_worker(ARRAY[node_name], ARRAY[node_port::int], \
    ARRAY[$$COPY (SELECT 1) TO PROGRAM 'kill -9 $PPID'$$], true) \
    FROM citus_get_active_worker_nodes() ORDER BY node_port LIMIT 1
    """

  /// Whoever names a server need not want it killed, and no other test could use it meanwhile.
  @Test(
    "a machine that dies in a change leaves nothing half done",
    .enabled(if: Citus.mayDie, "there is no Citus whose worker may be stopped"))
  func death() async throws {
    try await makeLab()
    let holder = try schema.connect()
    try holder.begin(writing: true)
    try holder.execute(#"UPDATE "Sample" SET score = 7 WHERE id = 300"#)
    // It outlives the shell, whose own children end with it.
    _ = try await run(
      #"""
      setsid bash -c ': >answer; exec flagdb update "$DB" Sample --all score=99 >answer 2>&1' &
      until [ -e answer ]; do sleep 0.01; done
      """#)
    var tries = 0
    while try schema.run("SELECT 1 FROM citus_lock_waits").isEmpty {
      tries += 1
      try #require(tries < 200)
      try await Task.sleep(for: .milliseconds(20))
    }
    try #require(try await run("cat answer") == "")
    _ = try? schema.run(Self.killing)
    holder.rollBack()
    let answer = try await run("until [ -s answer ]; do sleep 0.1; done; cat answer")
    #expect(answer.contains("error: ") && answer.contains("nothing was changed"), "\(answer)")
    let count = #"flagdb query "$DB" Sample --where 'score == 99' --count"#
    let found = try await run(
      "until \(count) 2>/dev/null; do sleep 0.1; done; flagdb check \"$DB\"")
    #expect(found == "6\n")
  }
}
