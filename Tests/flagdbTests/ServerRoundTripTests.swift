import Addresses
import Foundation
import PostgreSQLEngine
import TestServer
import Testing

/// The round trips that commands take. A server far away makes each of them slow.
@Suite(
  "Round trips to a server", .enabled(if: !TestServer.isNamed, "only our own server has a tap"))
final class ServerRoundTripTests {
  private let schema: TestSchema
  private let tap: TestTap
  private let sandbox: Sandbox

  init() throws {
    schema = try TestSchema()
    tap = try TestTap()
    sandbox = try Sandbox()
    try sandbox.linkExamples()
  }

  deinit { tap.close() }

  /// Runs lines of a shell where `$DB` is the schema, and `$TAP` the same through the tap; the requests that were made
  /// through it.
  @discardableResult
  private func run(_ line: String) async throws -> (output: String, requests: [String]) {
    let names = [
      "DB": try schema.server.address(schema: schema.name).text,
      "TAP": "\(tap.settings) schema='\(schema.name)'",
    ]
    let result = try await Command("bash", "-c", line, environment: names).run(in: sandbox)
    return (result.outputText + result.errorText, tap.takeRoundTrips())
  }

  private func makeZoo(_ option: String = "") async throws {
    let made = try await run(
      """
      flagdb new "$DB" Examples/zoo.swift \(option) && flagdb insert "$DB" Sample --from Examples/samples.csv
      """)
    try #require(made.output.contains("inserted 3"), "\(made.output)")
  }

  private func expect(
    _ line: String, _ most: Int, says words: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let (output, requests) = try await run(line)
    if let words {
      #expect(output.contains(words), "\(line): \(output)", sourceLocation: sourceLocation)
    }
    #expect(!requests.isEmpty, "\(line): \(output)", sourceLocation: sourceLocation)
    #expect(
      requests.count <= most, "\(line)\n\(requests.joined(separator: "\n"))",
      sourceLocation: sourceLocation)
  }

  /// Expects the same records in the schema and in a file.
  /// - Parameters:
  ///   - line: the line that changes the file as the schema was changed.
  ///   - counter: the program that counts lines of the records.
  private func expectSame(
    as file: String, after line: String, _ query: String, counting counter: String, _ count: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let (output, _) = try await run(
      """
      \(line) 2>&1
      for from in "$DB" \(file); do
        flagdb query "$from" \(query) >content
        flagdb check "$from" >>content
        [ -e first ] || mv content first
      done
      cmp first content && \(counter) <first
      """)
    #expect(output.hasSuffix("\n\(count)\n"), "\(output)", sourceLocation: sourceLocation)
  }

  @Test(
    "a command that reads",
    arguments: [
      "--count", "-c code", "--has HRM -c code", "--group-by markers",
      "--where 'score > 1' --exists", "--id S-2", "--id S-2 -c code --format csv",
      "--id S-2 --count", "--id 1 -c 'avg(score)'", "--id S-2 -g code --across status",
    ]) func reading(_ options: String) async throws
  {
    try await makeZoo()
    try await expect(#"flagdb query "$TAP" Sample \#(options)"#, 3)
  }

  /// The words and the status of each command are the same on a file.
  @Test(
    "a record that is not there",
    arguments: [
      ("query", ""), ("query", "-c code --format csv"), ("query", "--count"),
      ("query", "-c 'avg(score)'"), ("query", "-c 'count()' --count"), ("query", "--limit 0"),
      ("query", "-g code --across markers"), ("stats", ""), ("stats", "markers --format csv"),
      ("stats", "markers --by 'month(taken)'"), ("update", "score=1"),
      ("update", "score=1 --dry-run"), ("update", "markers+=RAW --where 'score > 0'"),
      ("delete", ""), ("delete", "--dry-run"),
    ]) func missing(_ verb: String, _ options: String) async throws
  {
    try await makeZoo()
    try await run(
      "flagdb new zoo.db Examples/zoo.swift; flagdb insert zoo.db Sample --from Examples/samples.csv"
    )
    let (output, requests) = try await run(
      "flagdb \(verb) \"$TAP\" Sample --id 99 \(options) 2>&1; echo $?")
    #expect(
      output == "error: there is no Sample with the code or id '99'\n1\n", "\(output)")
    #expect(requests.count <= 6, "\(requests)")
    #expect(
      try await run("flagdb \(verb) zoo.db Sample --id 99 \(options) 2>&1; echo $?").output
        == output)
    // No other condition hides the record.
    let there = try await run(
      "flagdb query \"$DB\" Sample --id S-2 --where 'score < 0' --count; echo $?")
    #expect(there.output == "0\n0\n")
  }

  @Test(
    "statistics",
    arguments: ["markers", "code markers", "score", "--id S-2", "", "markers --by 'month(taken)'"])
  func statistics(_ words: String) async throws {
    try await makeZoo()
    try await expect(#"flagdb stats "$TAP" Sample \#(words)"#, 3)
    try await run(
      "flagdb new zoo.db Examples/zoo.swift; flagdb insert zoo.db Sample --from Examples/samples.csv"
    )
    let onServer = try await run(#"flagdb stats "$DB" Sample \#(words)"#)
    #expect(try await run("flagdb stats zoo.db Sample \(words)").output == onServer.output)
  }

  @Test("statistics of many records are as those in a file") func largeStatistics() async throws {
    try await makeZoo()
    // Nearly all scores are small, so that their histogram has logarithmic bins.
    let (output, requests) = try await run(
      """
      awk 'BEGIN { print "code,taken,score"; for (n = 1; n <= 12000; n++) {
        printf "K%d,2026-%02d-11,%s\\n", n, 1 + n % 12, n % 200 ? n % 7 / 10 : 99
      } }' >records.csv
      flagdb new zoo.db Examples/zoo.swift; flagdb insert zoo.db Sample --from Examples/samples.csv 2>/dev/null
      for to in "$DB" zoo.db; do
        flagdb insert "$to" Sample --from records.csv 2>/dev/null
        { flagdb stats "$to" Sample --where 'id < 9000'; flagdb stats "$to" Sample; } >now
        [ -e first ] || mv now first
      done
      cmp first now && flagdb stats "$TAP" Sample | wc -l
      """)
    #expect(Int(output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0 > 20, "\(output)")
    #expect(requests.count <= 5, "\(requests)")
  }

  @Test("sizes") func sizes() async throws {
    try await makeZoo()
    try await expect(#"flagdb stats "$TAP""#, 2, says: "Sample")
  }

  @Test(
    "plain SQL",
    arguments: [
      (#"SELECT count(*) FROM "Sample""#, 3), (#"SELECT code, markers FROM "Sample""#, 3),
      (
        #"SELECT s.markers, r.value FROM "Sample" AS s LEFT JOIN "Reading" AS r ON r.sample = s.id"#,
        3
      ),
      (#"SELECT markers FROM "Sample" UNION ALL SELECT markers FROM "Sample""#, 4),
    ])
  func plainSQL(_ statement: String, _ most: Int) async throws {
    try await makeZoo()
    let words = statement.contains("count") ? "3" : "HRM|PLX"
    try await expect("flagdb sql \"$TAP\" '\(statement)'", most, says: words)
  }

  @Test("a flag in a small table, whose size is known") func smallTables() async throws {
    try await makeZoo()
    try await expect(#"flagdb query "$TAP" Sample --has HRM --count"#, 2, says: "2\n")
    try await expect(#"flagdb update "$TAP" Sample --has HRM markers+=RAW"#, 4, says: "2 records")
  }

  @Test("a rare flag in a large table") func flags() async throws {
    try await makeZoo()
    try schema.connection.execute(
      """
      INSERT INTO "Sample" (code, taken, markers) SELECT 'L-' || n, now(), n % 2
      FROM generate_series(1, 60000) AS n; ANALYZE "Sample"
      """)
    try await expect(#"flagdb query "$TAP" Sample --has HRM --count"#, 3, says: "2\n")
  }

  @Test(
    "a command that changes records",
    arguments: [
      "insert \"$TAP\" Sample code=x taken=2026-11-20 markers=HRM",
      "update \"$TAP\" Sample --has HRM markers+=RAW",
      "delete \"$TAP\" Sample --where 'code == \"S-2\"'",
      "update \"$TAP\" Sample --id S-2 markers+=RAW", "delete \"$TAP\" Sample --id S-2",
      "insert \"$TAP\" Reading sample=S-2 value=2", "insert \"$TAP\" Reading sample=2 value=2",
      "update \"$TAP\" Reading --where 'value > 0' sample=2",
    ]) func changing(_ line: String) async throws
  {
    try await makeZoo()
    try await run(#"flagdb insert "$DB" Reading sample=S-1 value=1"#)
    try await expect("flagdb \(line)", 5, says: line.hasPrefix("update") ? "changed" : nil)
  }

  @Test(
    "a command that changes records with an audit log",
    arguments: [
      "insert \"$TAP\" Sample code=x taken=2026-11-20 markers=HRM",
      "update \"$TAP\" Sample --has HRM markers+=RAW",
      "update \"$TAP\" Sample --has HRM score=score",
      "delete \"$TAP\" Sample --where 'code == \"S-2\"'",
    ]) func auditing(_ line: String) async throws
  {
    try await makeZoo("--audit")
    try await expect("flagdb \(line)", 5)
    #expect(try await run(#"flagdb undo "$DB""#).output.hasPrefix("undid change"))
    // A large table is searched by its index first.
    try schema.connection.execute(
      """
      INSERT INTO "Sample" (code, taken, markers) SELECT 'L-' || n, now(), n % 2
      FROM generate_series(1, 60000) AS n; ANALYZE "Sample"
      """)
    try await expect(#"flagdb update "$TAP" Sample --has PLX markers+=HRM"#, 5, says: "2 records")
  }

  @Test(
    "undoing a change",
    arguments: [
      "insert \"$DB\" Sample code=x taken=2026-11-20 markers=HRM",
      "update \"$DB\" Sample --has HRM markers+=RAW", "delete \"$DB\" Sample --id S-2",
    ]) func undoing(_ line: String) async throws
  {
    try await makeZoo("--audit")
    let before = try await run(#"flagdb query "$DB" Sample"#).output
    try await run("flagdb \(line)")
    try await expect(#"flagdb undo "$TAP" --dry-run"#, 5, says: "would undo change")
    try await expect(#"flagdb undo "$TAP""#, 5, says: "undid change")
    #expect(try await run(#"flagdb query "$DB" Sample"#).output == before)
    // An earlier change, and one that is named.
    try await run("flagdb \(line); flagdb insert \"$DB\" Sample code=y taken=2026-11-20")
    let number = try await run(
      #"flagdb log "$DB" --changes --limit 2 --no-header | tail -n 1 | cut -d, -f1"#
    ).output
    try await expect("flagdb undo \"$TAP\" \(number)", 5, says: "undid change")
    #expect(try await run(#"flagdb query "$DB" Sample --where 'code != "y"'"#).output == before)
    // A later change of the same values is named.
    try await run(
      #"for n in 1 2; do flagdb update "$DB" Sample --id S-3 score=$n; done"#)
    let earlier = try await run(
      #"flagdb log "$DB" --changes --limit 2 --no-header | tail -n 1 | cut -d, -f1"#
    ).output
    try await expect("flagdb undo \"$TAP\" \(earlier)", 6, says: "was changed after it: change")
  }

  @Test(
    "the audit log",
    arguments: ["", "--changes", "--change 2", "Sample", "--changes --limit 1", "Sample S-2"])
  func log(_ options: String) async throws {
    try await makeZoo("--audit")
    for score in 1...5 {
      try await run(#"flagdb update "$DB" Sample --id S-2 score=\#(score)"#)
    }
    try await expect(#"flagdb log "$TAP" \#(options)"#, 3, says: "who")
  }

  @Test("there is no audit log") func noLog() async throws {
    try await makeZoo()
    try await expect(#"flagdb log "$TAP" || :"#, 4, says: "has no audit log")
    try await expect(#"flagdb undo "$TAP" || :"#, 4, says: "has no audit log")
  }

  @Test("a database is created") func creating() async throws {
    try await expect(#"flagdb new "$TAP" Examples/zoo.swift"#, 8)
  }

  @Test("a change is previewed") func previewing() async throws {
    try await makeZoo()
    try await expect(
      #"flagdb update "$TAP" Sample --where 'score > 0' score=3 --dry-run"#, 5,
      says: "would change 3 records")
    // The records that refer to it are counted.
    try await expect(
      #"flagdb delete "$TAP" Sample --id S-2 --dry-run"#, 6, says: "would delete 1 record")
    try await expect(
      #"flagdb insert "$TAP" Sample code=x taken=2026-11-20 --dry-run"#, 5,
      says: "would insert 1 record")
  }

  @Test("a database is checked") func checking() async throws {
    try await makeZoo()
    try await expect(#"flagdb check "$TAP""#, 4)
    // Each attribute with a wrong value is read.
    try schema.connection.execute(
      """
      ALTER TABLE "Sample" DROP CONSTRAINT "Sample.score check", DROP CONSTRAINT "Sample.status check";
      UPDATE "Sample" SET score = 200, status = 7, markers = 64 WHERE code = 'S-2'
      """)
    try await expect(#"flagdb check "$TAP" || :"#, 5, says: "Status is 7")
    let (output, _) = try await run(#"flagdb check "$DB" --no-header | cut -d, -f1-3"#)
    #expect(output.contains("Sample,1,score\n"), "\(output)")
    #expect(output.contains("Sample,1,status\n"), "\(output)")
    #expect(output.contains("Sample,1,markers\n"), "\(output)")
  }

  @Test("a foreign schema") func foreign() async throws {
    try schema.connection.execute(
      """
      CREATE TABLE shelf (id int PRIMARY KEY, name text NOT NULL);
      CREATE TABLE book (id int PRIMARY KEY, title text, shelf int REFERENCES shelf,
        flags int NOT NULL DEFAULT 0);
      INSERT INTO shelf VALUES (1, 'a'), (2, 'b'); INSERT INTO book VALUES (1, 't', 2, 1)
      """)
    try await expect(#"flagdb query "$TAP" book -c title,shelf.name"#, 3, says: "t,b")
    for place in ["", "--inside"] {
      try await run("flagdb adopt \"$TAP\" \(place) --flags book.flags=a,b")
      try await expect(#"flagdb query "$TAP" book -c title,flags"#, 3, says: "t,a")
      try await expect(#"flagdb insert "$TAP" book id=5 flags=b"#, 5, says: "5")
      try await expect(#"flagdb update "$TAP" book --id 5 flags+=a"#, 5, says: "1 record")
      try await expect(#"flagdb delete "$TAP" book --id 5"#, 5, says: "1 record")
      // The other record is looked up.
      try await expect(#"flagdb insert "$TAP" book id=5 shelf=2"#, 6, says: "5")
      try await run(#"flagdb delete "$DB" book --id 5; rm -rf "$HOME/.local/share/flagdb/adopted""#)
    }
  }

  @Test("the audit log is switched on and off") func switching() async throws {
    try await makeZoo()
    for state in ["on", "off", "on"] {
      try await expect(
        "flagdb define \"$TAP\" audit \(state)", 8, says: "the audit log is \(state)")
    }
    try await run(#"flagdb update "$DB" Sample --id S-2 score=1"#)
    #expect(try await run(#"flagdb undo "$DB""#).output.hasPrefix("undid change"))
  }

  /// Another program makes partitioned tables in the same database.
  @Test("partitions in another schema") func foreignPartitions() async throws {
    try await makeZoo("--audit")
    let other = try TestSchema()
    try other.connection.execute("CREATE TABLE parts (day date) PARTITION BY RANGE (day)")
    try await expect(#"flagdb query "$TAP" Sample --count"#, 2, says: "3\n")
  }

  @Test(
    "a line of a session", arguments: ["query Sample --count", "query Sample --id S-2 --count"])
  func session(_ line: String) async throws {
    try await makeZoo()
    let one = try await run("printf '%s\\n' '\(line)' | flagdb \"$TAP\"")
    let two = try await run("printf '%s\\n' '\(line)' '\(line)' | flagdb \"$TAP\"")
    #expect(two.output == one.output + one.output)
    #expect(two.requests.count - one.requests.count <= 3, "\(two.requests)")
  }

  @Test(
    "a command that changes the model",
    arguments: ["flags Sort A B", "attribute Sample 'memo:String?'", "entity Note 'text:String'"])
  func defining(_ words: String) async throws {
    try await makeZoo()
    try await expect(#"flagdb define "$TAP" \#(words)"#, 12)
  }

  @Test("a migration that moves two bits") func migration() async throws {
    try await makeZoo()
    try await expect(
      """
      sed 's/HRM = BIOMarker(rawValue: 1 << 1)/HRM = BIOMarker(rawValue: 1 << 2)/
        s/PLX = BIOMarker(rawValue: 1 << 2)/PLX = BIOMarker(rawValue: 1 << 1)/' Examples/zoo.swift >new.swift
      flagdb migrate "$TAP" new.swift
      """, 12, says: "PLX moves from bit 2 to bit 1")
    #expect(
      try await run(#"flagdb check "$DB"; flagdb query "$DB" Sample --has PLX --count"#).output
        == "2\n")
  }

  // MARK: Imports

  /// One for every 1,000 records, and those that any import takes.
  private static let mostOfImport = 10 + 12

  @Test(
    "an import of 10,000 records",
    arguments: [
      ("", "inserted 10,000"), ("--replace", "inserted 5,000, updated 5,000"),
      ("--upsert code", "inserted 5,000, updated 5,000"),
      ("--ignore", "inserted 5,000, left out 5,000"),
    ]) func importing(_ option: String, _ words: String) async throws
  {
    try await makeZoo()
    if !option.isEmpty {
      try schema.connection.execute(
        """
        INSERT INTO "Sample" (code, taken) SELECT 'K' || n, now() FROM generate_series(1, 5000) AS n
        """)
    }
    try await expect(
      """
      seq 10000 | sed 's/.*/K&,2026-11-20,HRM/; 1i code,taken,markers' |
        flagdb insert "$TAP" Sample --from - \(option)
      """, Self.mostOfImport, says: words)
  }

  @Test(
    "an import of 5,000 records with links to several others",
    arguments: [
      ("", "inserted 5,000"), ("--replace", "inserted 2,500, updated 2,500"),
      ("--upsert name", "inserted 2,500, updated 2,500"),
    ]) func importingLinks(_ option: String, _ words: String) async throws
  {
    // Each tenth record has no tags, and loses those that it had.
    try await run(
      #"""
      cat >album.swift <<'END'
      @Model final class Photo {
        @Attribute(.unique) var name: String
        var tags: [Tag] = []
      }
      @Model final class Tag {
        @Attribute(.unique) var word: String
        var photos: [Photo] = []
      }
      END
      seq 4000 | sed 's/.*/t&/; 1i word' >tags.csv
      seq 5000 | awk '{
        tags = $1 % 10 ? sprintf("\"t%d\",\"t7\"", $1 % 4000 + 1) : ""
        printf "{\"name\":\"p%d\",\"tags\":[%s]}\n", $1, tags
      }' >photos.ndjson
      for to in "$DB" album.db; do
        flagdb new "$to" album.swift
        flagdb insert "$to" Tag --from tags.csv
        [ -z "$OPTION" ] ||
          seq 2500 | sed 's/.*/{"name":"p&","tags":["t1","t2"]}/' | flagdb insert "$to" Photo --from - --format ndjson
      done
      """#.replacing("$OPTION", with: option))
    try await expect(
      "flagdb insert \"$TAP\" Photo --from photos.ndjson \(option)", 12 + 5 * 4, says: words)
    try await expectSame(
      as: "album.db", after: "flagdb insert album.db Photo --from photos.ndjson \(option)",
      "Photo -c name,tags.word --sort name", counting: "grep -c t7", 4_500)
  }

  /// A record may name one before it, one after it, or one that is there already, by its name or its key.
  @Test(
    "an import of 3,000 records that refer to others of the file",
    arguments: ["", "--upsert name", "--replace", "--ignore"], ["", "--audit"])
  func importingTree(_ option: String, _ audit: String) async throws {
    try await run(
      #"""
      cat >tree.swift <<'END'
      @Model final class Node {
        @Attribute(.unique) var name: String
        var parent: Node?
        @Relationship(inverse: \Node.admirers) var friends: [Node] = []
        var admirers: [Node] = []
      }
      END
      seq 3000 | awk '{
        parent = $1 % 7 == 0 ? "null" : sprintf("\"n%d\"", $1 % 3 ? $1 - 1 : ($1 * 37) % 3000 + 1)
        if ($1 % 500 == 1) parent = 1
        printf "{\"name\":\"n%d\",\"parent\":%s}\n", $1, parent
      }' >tree.ndjson
      for to in "$DB" tree.db; do
        flagdb new "$to" tree.swift $AUDIT
        seq 500 | sed 's/.*/n&/; 1i name' >some.csv
        [ -z "$OPTION" ] || flagdb insert "$to" Node --from some.csv
      done
      """#.replacing("$OPTION", with: option).replacing("$AUDIT", with: audit))
    try await expect(
      "flagdb insert \"$TAP\" Node --from tree.ndjson \(option)", 14 + 3 * 6,
      says: option.isEmpty
        ? "inserted 3,000" : "inserted 2,500, \(option == "--ignore" ? "left out" : "updated") 500")
    try await expectSame(
      as: "tree.db", after: "flagdb insert tree.db Node --from tree.ndjson \(option)",
      "Node -c name,parent.name --sort name", counting: "wc -l", 3_001)
    if !audit.isEmpty {
      let undone = try await run(
        #"flagdb undo "$DB"; flagdb query "$DB" Node --where 'parent.id > 0' --count"#)
      #expect(undone.output.hasSuffix("\n0\n"), "\(undone.output)")
    }
  }

  /// Some records name one that is nowhere, and others name those.
  @Test(
    "an import of 3,000 records leaves out those that refer to none", arguments: ["", "--ignore"],
    ["", "--audit"])
  func refusedTree(_ option: String, _ audit: String) async throws {
    try await run(
      #"""
      cat >tree.swift <<'END'
      @Model final class Node {
        @Attribute(.unique) var name: String
        var parent: Node?
        @Relationship(inverse: \Node.admirers) var friends: [Node] = []
        var admirers: [Node] = []
      }
      END
      seq 3000 | awk '{
        parent = $1 % 10 ? sprintf("\"n%d\"", ($1 * 7) % 300 * 10 + 10) : "null"
        if ($1 % 1000 == 0) parent = "\"nowhere\""
        friends = $1 % 50 == 3 ? sprintf("\"n%d\",\"n%d\"", $1 - 1, $1 % 2000 + 900) : ""
        printf "{\"name\":\"n%d\",\"parent\":%s,\"friends\":[%s]}\n", $1, parent, friends
      }' >tree.ndjson
      for to in "$DB" tree.db; do
        flagdb new "$to" tree.swift $AUDIT; seq 300 | sed 's/.*/n&/; 1i name' >some.csv
        [ -z "$OPTION" ] || flagdb insert "$to" Node --from some.csv
      done
      """#.replacing("$OPTION", with: option).replacing("$AUDIT", with: audit))
    let line = "--from tree.ndjson \(option) --on-error skip"
    let refused = option.isEmpty ? 33 : 30
    try await expect(
      "flagdb insert \"$TAP\" Node \(line)", 14 + 3 * 6 + refused * 5,
      says: ", refused \(refused)")
    try await expectSame(
      as: "tree.db", after: "flagdb insert tree.db Node \(line)",
      "Node -c name,parent.name,friends.name --sort name", counting: "wc -l",
      3_001 - refused)
  }

  @Test("a record of the file refers to one that is nowhere") func missingParent() async throws {
    try await run(
      #"""
      cat >tree.swift <<'END'
      @Model final class Node {
        @Attribute(.unique) var name: String
        var parent: Node?
      }
      END
      flagdb new "$DB" tree.swift
      seq 2000 | awk '{ printf "{\"name\":\"n%d\",\"parent\":\"n%d\"}\n", $1, $1 == 1234 ? 5000 : $1 }' >tree.ndjson
      """#)
    let (output, _) = try await run(
      #"flagdb insert "$TAP" Node --from tree.ndjson; flagdb query "$DB" Node --count"#)
    #expect(output.contains("tree.ndjson:1234:"), "\(output)")
    #expect(output.contains("there is no Node with the name or id 'n5000'"), "\(output)")
    #expect(output.contains("0\n"), "\(output)")
  }

  @Test(
    "records that are refused", arguments: ["", "--replace", "--upsert code"])
  func refusals(_ option: String) async throws {
    try await makeZoo()
    // A constraint that the model does not know refuses each 2,000th.
    let records = """
      seq 10000 | sed 's/.*/K&,2026-11-20,HRM,1/; 1i code,taken,markers,score' >ok.csv
      awk -F, 'NR % 2000 == 7 { $1 = "S-2"; $4 = 1 } { print $1 "," $2 "," $3 "," $4 }' ok.csv >all.csv
      """
    let constraint =
      "ALTER TABLE \"Sample\" ADD CONSTRAINT others CHECK (code != 'S-2' OR id < 4) NOT VALID"
    try schema.connection.execute(constraint)
    if !option.isEmpty {
      try schema.connection.execute("UPDATE \"Sample\" SET code = 'T-2' WHERE code = 'S-2'")
    }
    try await expect(
      """
      \(records)
      flagdb insert "$TAP" Sample --from all.csv --on-error skip \(option)
      """, Self.mostOfImport + 5 * 20, says: "refused 5")
  }

  /// Many records of a statement end as one after the other do, and as in a file.
  @Test(
    "an import ends as in a file",
    arguments: ["", "--replace", "--upsert code", "--ignore"],
    ["code,taken,score", "id,code,taken"])
  func asInAFile(_ option: String, _ columns: String) async throws {
    try await makeZoo()
    // Some codes come twice, some are there already, and some keys are those of other records.
    let (output, _) = try await run(
      """
      awk -v columns=\(columns) 'BEGIN {
        srand(7); print columns
        for (n = 1; n <= 2500; n++) {
          code = "C" int(rand() * 2000); if (n % 400 == 9) code = "S-2"
          day = sprintf("2026-%02d-%02d", 1 + n % 12, 1 + n % 28)
          if (columns ~ /^id/) print 10 + int(rand() * 3000) "," code "," day
          else print code "," day "," n % 100
        }
      }' >records.csv
      flagdb new zoo.db Examples/zoo.swift; flagdb insert zoo.db Sample --from Examples/samples.csv 2>/dev/null
      for to in "$DB" zoo.db; do
        flagdb insert "$to" Sample --from records.csv --on-error skip \(option) 2>&1 |
          sed -E 's/Sample [0-9]+/Sample N/' >said
        flagdb query "$to" Sample -c code,taken,score,markers --sort code >>said
        flagdb check "$to" >>said
        [ -e first ] || mv said first
      done
      diff first said; wc -l <first
      """)
    #expect(
      Int(output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0 > 1_000,
      "\(output.prefix(2_000))")
  }
}
