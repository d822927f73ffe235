/// What is measured, and what flagdb has to reach. The flags of the questions: RAW is in half of
/// the records, and BAD with CAL and GSR in some 54 of a million.
struct Contests {
  let flagdb: String
  let data: DataFolder
  let ofServer: ServerContests

  init(flagdb: String, data: DataFolder, server: Server) {
    (self.flagdb, self.data) = (flagdb, data)
    ofServer = ServerContests(flagdb: flagdb, data: data, server: server)
  }

  static let common: UInt64 = 1 << 0
  static let rare: UInt64 = 1 << 9 | 1 << 8 | 1 << 4
  private static let columns = "id, code, note, taken, score, price, status, origin, markers"

  var small: [Contest] {
    [
      Contest(
        name: "startup", title: "start-up, a trivial query", goal: 1.2, rounds: 200,
        contenders: [
          query("--has", "RAW", "--count"), sqlite3(Self.count(Self.common)),
        ])
    ] + ofServer.small
  }

  var large: [Contest] {
    [
      Contest(
        name: "count-rare", title: "count of a rare combination", goal: 1 / 50,
        contenders: [
          query("--has", "BAD,CAL,GSR", "--count"), sqlite3(Self.count(Self.rare, "NOT INDEXED")),
          duckdb(Self.count(Self.rare)),
        ]),
      Contest(
        name: "count-rare-index", title: "the same, sqlite3 reading its index",
        contenders: [query("--has", "BAD,CAL,GSR", "--count"), sqlite3(Self.count(Self.rare))]),
      Contest(
        name: "count-common", title: "count of a common flag", goal: 1 / 10,
        contenders: [
          query("--has", "RAW", "--count"), sqlite3(Self.count(Self.common, "NOT INDEXED")),
          duckdb(Self.count(Self.common)),
        ] + miller("--icsv", "--onidx", "filter", "$markers & 1 == 1", "then", "count", "raw.csv")),
      Contest(
        name: "count-common-index", title: "the same, sqlite3 reading its index",
        contenders: [query("--has", "RAW", "--count"), sqlite3(Self.count(Self.common))]),
      Contest(
        name: "fetch-rare", title: "fetch of a rare combination", goal: 1 / 50,
        contenders: [
          query("--has", "BAD,CAL,GSR").unlike, sqlite3(Self.fetch(Self.rare)).unlike,
          duckdb(Self.fetch(Self.rare)).unlike,
        ]),
      Contest(
        name: "import", title: "import of CSV, values checked, indexed", goal: 0.58,
        contenders: [
          flagdbImport("samples.csv"), sqlite3Import, duckdbImport,
        ] + sqliteUtilsImport),
      Contest(
        name: "import-raw", title: "the same from stored numbers", goal: 1.0,
        contenders: [flagdbImport("raw.csv", "--raw"), sqlite3Import, duckdbImport]),
      Contest(
        name: "import-adopted", title: "import into a foreign table, without an index", goal: 0.64,
        contenders: [adoptedImport, sqlite3Import(then: [])]),
      Contest(
        name: "export-csv", title: "export to CSV", goal: 0.15, goalOnOneThread: 0.25,
        contenders: onThreads(query("--format", "csv").unlike)
          + [sqlite3(Self.all, "-csv", "-header").unlike]
          + onThreads(duckdb("COPY Sample TO '/dev/stdout' (FORMAT csv)").unlike)),
      Contest(
        name: "export-json", title: "export to JSON", goal: 0.15, goalOnOneThread: 0.25,
        contenders: onThreads(query("--format", "json").unlike)
          + [sqlite3(Self.all, "-json").unlike]
          + onThreads(duckdb("COPY Sample TO '/dev/stdout' (FORMAT json, ARRAY true)").unlike)
          + miller("--icsv", "--ojson", "cat", "raw.csv")),
      export(of: "status", name: "export-int-cases", title: "export of cases with Int values"),
      export(of: "origin", name: "export-text-cases", title: "export of cases with String values"),
      Contest(
        name: "each-flag", title: "a group for each flag", goal: 0.1,
        contenders: [
          query("--group-by", "each(markers)").unlike, sqlite3(".read each-flag.sql").unlike,
        ]),
      Contest(
        name: "each-mean", title: "a mean for each flag", goal: 0.06, goalOnOneThread: 0.1,
        contenders: onThreads(
          query("--group-by", "each(markers)", "--columns", "each(markers), avg(score)").unlike)
          + [sqlite3(".read each-mean.sql").unlike]),
      Contest(
        name: "combinations", title: "a count of each combination of flags", goal: 0.1,
        contenders: [
          query("--group-by", "markers").unlike,
          sqlite3("SELECT markers, count(*) FROM Sample NOT INDEXED GROUP BY markers").unlike,
          duckdb("SELECT markers, count(*) FROM Sample GROUP BY markers").unlike,
        ]),
      groups(
        "status, count(), avg(score)", by: "status",
        "SELECT status, count(*), avg(score) FROM Sample GROUP BY status", name: "group-enum",
        title: "a count and a mean for each case", goal: 0.1, goalOnOneThread: 0.18),
      groups(
        "month(taken), count()", by: "month(taken)",
        "SELECT substr(taken, 1, 7), count(*) FROM Sample GROUP BY 1", name: "group-month",
        title: "a count for each month", goal: 0.06, goalOnOneThread: 0.1),
      groups(
        "origin, sum(price), max(taken)", by: "origin",
        "SELECT origin, sum(price), max(taken) FROM Sample GROUP BY origin", name: "group-text",
        title: "a sum and the last date for each text", goal: 0.5, goalOnOneThread: 0.5),
      Contest(
        name: "count-range", title: "count of a range without an index", goal: 0.32,
        goalOnOneThread: 0.6,
        contenders: onThreads(query("-w", "score > 90", "--count"))
          + [sqlite3("SELECT count(*) FROM Sample WHERE score > 90")]
          + onThreads(duckdb("SELECT count(*) FROM Sample WHERE score > 90"))),
      Contest(
        name: "over-time", title: "flags over time", goal: 0.05, goalOnOneThread: 0.08,
        contenders: onThreads(
          tool(["stats", "zoo.db", "Sample", "markers", "--by", "month(taken)"]).unlike)
          + [sqlite3(".read over-time.sql").unlike]),
      Contest(
        name: "in-place", title: "a question to a CSV file, which sqlite3 imports", goal: 1.3,
        contenders: [
          tool(["query", "samples.csv", "-w", "score >= 99", "--count"]),
          Contender(
            tool: .sqlite3,
            words: [
              "sqlite3", "-batch", "-init", "/dev/null", ":memory:",
              ".import --csv samples.csv Sample",
              "SELECT count(*) FROM Sample WHERE CAST(score AS REAL) >= 99",
            ]),
        ] + miller("--icsv", "--onidx", "filter", "$score >= 99", "then", "count", "samples.csv")),
      Contest(
        name: "diff", title: "1,000 differences, where sqlite3 prints both files", goal: 2.0,
        contenders: [differences, bothFiles]),
      Contest(
        name: "stats-flags", title: "statistics of the flags", goal: 1.0,
        contenders: [
          tool(["stats", "zoo.db", "Sample", "markers"]).unlike, sqlite3(".read flags.sql").unlike,
        ]),
      Contest(
        name: "stats", title: "statistics of every attribute", goal: 1.0, goalOnOneThread: 1.0,
        contenders: onThreads(tool(["stats", "zoo.db", "Sample"]).unlike)
          + [sqlite3(".read whole.sql").unlike]
          + onThreads(duckdb("SUMMARIZE Sample").unlike)),
      Contest(
        name: "update", title: "another case for three records of ten", goal: 1.0,
        contenders: [
          changed(
            tool(["update", "new.db", "Sample", "-w", "score >= 70", "status=archived"])),
          changed(sqlite3("UPDATE Sample SET status = 2 WHERE score >= 70", in: "new.db")),
        ]),
      Contest(
        name: "add-attribute", title: "a new Bool, by the model and by hand", goal: 1.0,
        contenders: [
          changed(tool(["define", "new.db", "attribute", "Sample", "isNew:Bool=true"])),
          changed(
            sqlite3(
              """
              ALTER TABLE Sample ADD COLUMN \
              isNew INTEGER NOT NULL DEFAULT 1 CHECK (isNew IN (0, 1))
              """, in: "new.db")),
        ]),
      Contest(
        name: "add-case", title: "a new case of an enum, by the model and by hand", goal: 1.0,
        contenders: [
          migrated(by: "s/archived/archived, lost/"),
          changed(sqlite3(".read new-case.sql", in: "new.db")),
        ]),
      Contest(
        name: "move-bits", title: "two flags that exchange their bits", goal: 2.0,
        contenders: [
          migrated(by: "s/1 << 1)/1 << X)/; s/1 << 2)/1 << 1)/; s/1 << X)/1 << 2)/"),
          changed(
            sqlite3(
              """
              UPDATE Sample SET markers = (markers & ~6) | (markers & 2) << 1 | (markers & 4) >> 1 \
              WHERE (markers & 6) <> 0
              """, in: "new.db")),
        ]),
      calculation(of: "score", "score * 2 + 5", title: "a real number that is calculated"),
      calculation(
        of: "markers", "(markers | 4) & ~1", title: "flags that are calculated"),
      Contest(
        name: "texts-to-dates", title: "texts that become dates",
        contenders: [
          textsToDates, changed(sqlite3("UPDATE Sample SET taken = datetime(taken)", in: "new.db")),
        ]),
      Contest(
        name: "forward-references", title: "import of records, each naming a later one",
        contenders: [
          forwardReferences(tool(["insert", "new.db", "Node", "--from", "nodes.csv"])),
          forwardReferences(sqlite3(".read nodes.sql", in: "plain.db")),
        ]),
    ] + (data.hasVisits ? visits : []) + ofServer.large
  }

  /// Groups of all records, which no index makes.
  private func groups(
    _ columns: String, by key: String, _ sql: String, name: String, title: String, goal: Double,
    goalOnOneThread: Double
  ) -> Contest {
    let sqlOfDuckDB = sql.replacing("substr(taken", with: "substr(CAST(taken AS text)")
    return Contest(
      name: name, title: title, goal: goal, goalOnOneThread: goalOnOneThread,
      contenders: onThreads(query("--group-by", key, "--columns", columns).unlike)
        + [sqlite3(sql).unlike] + onThreads(duckdb(sqlOfDuckDB).unlike))
  }

  /// The contender with as many threads as there are processors, and with one.
  private func onThreads(_ contender: Contender) -> [Contender] {
    var alone = contender
    if contender.tool == .flagdb {
      alone.tool = .flagdbOnOneThread
      alone.words += ["--threads", "1"]
    } else {
      alone.tool = .duckdbOnOneThread
      alone.words.insert(contentsOf: ["-cmd", "SET threads = 1"], at: 1)
    }
    return [contender, alone]
  }

  /// One column, so that the way from a stored value to its name is most of the work.
  private func export(of column: String, name: String, title: String) -> Contest {
    Contest(
      name: name, title: title, goal: 1.25,
      contenders: [
        query("--columns", column, "--format", "csv").unlike,
        sqlite3("SELECT \(column) FROM Sample ORDER BY id", "-csv", "-header").unlike,
      ])
  }

  private var visits: [Contest] {
    let ask = ["query", "visits.db", "--format", "csv", "--no-header"]
    return [
      Contest(
        name: "to-many", title: "a count of other records", goal: 1.5,
        contenders: [
          tool(ask + ["Sample", "-w", "readings[value >= 90].count > 1", "-c", "code"]),
          sqlite3(".read visits-count.sql", in: "visits.db"),
        ]),
      Contest(
        name: "groups", title: "groups of other records", goal: 1.5,
        contenders: [
          tool(
            ask + ["Reading", "--group-by", "sample", "-c", "sample, count(), min(id)"]
              + ["--having", "count() > 2"]),
          sqlite3(".read visits-groups.sql", "-separator", ",", in: "visits.db"),
        ]),
    ]
  }

  /// SQLite reads the index alone for a count, unless it is told to read the table.
  private static func count(_ flags: UInt64, _ access: String = "") -> String {
    "SELECT count(*) FROM Sample \(access) WHERE (markers & \(flags)) = \(flags)"
  }

  private static func fetch(_ flags: UInt64) -> String {
    "SELECT * FROM Sample WHERE (markers & \(flags)) = \(flags)"
  }

  private static let all = "SELECT \(columns) FROM Sample"
}

extension Contests {
  private func tool(_ words: [String]) -> Contender {
    Contender(tool: .flagdb, words: [flagdb] + words)
  }

  private func query(_ words: String...) -> Contender {
    tool(["query", "zoo.db", "Sample"] + words)
  }

  private func sqlite3(
    _ statement: String, _ options: String..., in database: String = "zoo.db"
  ) -> Contender {
    Contender(
      tool: .sqlite3,
      words: ["sqlite3", "-batch", "-init", "/dev/null"] + options + [database, statement])
  }

  private func duckdb(_ statement: String) -> Contender {
    Contender(
      tool: .duckdb, words: ["duckdb", "-csv", "-noheader", "zoo.duckdb", "-c", statement])
  }

  /// Miller keeps no data: it reads the text each time, and takes long.
  private func miller(_ words: String...) -> [Contender] {
    data.records > 1_000_000
      ? [] : [Contender(tool: .miller, words: ["mlr"] + words, isComparable: false)]
  }

  private func flagdbImport(_ file: String, _ options: String...) -> Contender {
    Contender(
      tool: .flagdb, words: [flagdb, "insert", "new.db", "Sample", "--from", file] + options,
      preparation: shell("rm -f new.db && '\(flagdb)' new new.db samples.swift"),
      isComparable: false)
  }

  /// The same expression in both languages.
  private func calculation(of column: String, _ expression: String, title: String) -> Contest {
    Contest(
      name: "calculate-\(column)", title: title, goal: 1.2,
      contenders: [
        changed(tool(["update", "new.db", "Sample", "--all", "\(column)=\(expression)"])),
        changed(sqlite3("UPDATE Sample SET \(column) = \(expression)", in: "new.db")),
      ])
  }

  /// Finds what a statement of another program has changed.
  private var differences: Contender {
    let change = """
      UPDATE Sample SET note = 9, markers = markers | 2048 \
      WHERE id % \(max(data.records / 1_000, 1)) = 0
      """
    return Contender(
      tool: .flagdb,
      words: shell("'\(flagdb)' diff zoo.db other.db Sample --format csv > found; test $? = 3"),
      preparation: shell(
        """
        test -e other.db || { cp zoo.db part.db \
        && sqlite3 -batch -init /dev/null part.db '\(change)' && mv part.db other.db; }
        """),
      isComparable: false)
  }

  private var bothFiles: Contender {
    let print = "sqlite3 -batch -init /dev/null -csv"
    return Contender(
      tool: .sqlite3,
      words: shell("for file in zoo other; do \(print) $file.db '\(Self.all)'; done > found"),
      isComparable: false)
  }

  /// Brings a copy of the data to the model that the editor makes of its own.
  private func migrated(by edit: String) -> Contender {
    var contender = tool(["migrate", "new.db", "changed.swift"]).unlike
    contender.preparation = shell(
      "cp zoo.db new.db && sed '\(edit)' samples.swift > changed.swift")
    return contender
  }

  /// Brings the data back from a model in which the dates are texts.
  private var textsToDates: Contender {
    var contender = tool(["migrate", "new.db", "samples.swift"]).unlike
    contender.preparation = shell(
      "cp zoo.db new.db && sed 's/var taken: Date/var taken: String/' samples.swift > changed.swift"
        + " && '\(flagdb)' migrate new.db changed.swift")
    return contender
  }

  /// Every record names the one after it, and the last one the first.
  private func forwardReferences(_ contender: Contender) -> Contender {
    var contender = contender.unlike
    contender.preparation = shell(
      """
      rm -f new.db plain.db && '\(flagdb)' new new.db nodes.swift && awk 'BEGIN { print "name,next"
      for (i = 1; i <= \(data.records); i++) print i "," i % \(data.records) + 1 }' > nodes.csv
      """)
    return contender
  }

  /// Works on a copy of the data.
  private func changed(_ contender: Contender) -> Contender {
    var copy = contender.unlike
    copy.preparation = shell("cp zoo.db new.db")
    return copy
  }

  /// Types and indexes as flagdb has them; nothing else is checked.
  private var sqlite3Import: Contender {
    sqlite3Import(then: ["CREATE INDEX Sample_markers ON Sample (markers)"])
  }

  private func sqlite3Import(then statements: [String]) -> Contender {
    Contender(
      tool: .sqlite3,
      words: [
        "sqlite3", "-batch", "-init", "/dev/null", "plain.db",
        ".import --csv --skip 1 raw.csv Sample",
      ] + statements,
      preparation: shell(Self.makesPlainTable), isComparable: false)
  }

  /// The table that sqlite3 fills, with the names of its flags and cases.
  private var adoptedImport: Contender {
    Contender(
      tool: .flagdb,
      words: [flagdb, "insert", "plain.db", "Sample", "--from", "raw.csv", "--raw"],
      preparation: shell(
        "rm -f plain.db.flagdb && \(Self.makesPlainTable) "
          + "&& '\(flagdb)' adopt plain.db --model samples.swift"),
      isComparable: false)
  }

  private static let makesPlainTable = """
    rm -f plain.db && sqlite3 -batch -init /dev/null plain.db 'CREATE TABLE Sample (\
    code TEXT NOT NULL UNIQUE, note TEXT, taken TEXT NOT NULL, score REAL NOT NULL, \
    price INTEGER, status INTEGER NOT NULL, origin TEXT NOT NULL, markers INTEGER NOT NULL) STRICT'
    """

  private var duckdbImport: Contender {
    Contender(
      tool: .duckdb,
      words: ["duckdb", "new.duckdb", "-c", DataFolder.duckdbTable(from: "raw.csv")],
      preparation: shell("rm -f new.duckdb"), isComparable: false)
  }

  private var sqliteUtilsImport: [Contender] {
    if data.records > 1_000_000 { return [] }
    return [
      Contender(
        tool: .sqliteUtils,
        words: [
          "sqlite-utils", "insert", "utils.db", "Sample", "raw.csv", "--csv", "--silent",
        ],
        preparation: shell("rm -f utils.db"), isComparable: false)
    ]
  }

  private func shell(_ command: String) -> [String] { ["/bin/sh", "-c", command] }
}

extension Contender {
  /// Its answer has another form than that of the others.
  var unlike: Contender {
    var copy = self
    copy.isComparable = false
    return copy
  }
}
