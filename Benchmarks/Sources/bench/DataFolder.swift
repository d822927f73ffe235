#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder with the same records in every form that a contender reads. It is kept for the next
/// time: remove it when the data or the form of the databases has changed.
struct DataFolder {
  let path: String
  let records: Int
  let kind: DataKind

  init(records: Int, kind: DataKind, under base: String) {
    self.records = records
    self.kind = kind
    path = kind == .plain ? "\(base)/\(records)" : "\(base)/\(records)-\(kind.rawValue)"
  }

  func prepare(
    flagdb: String, templates: String, hasDuckDB: Bool
  ) throws(BenchError) {
    try succeed(["mkdir", "-p", path], in: "/")
    try succeed(["cp", "-R", "\(templates)/.", path], in: "/")
    // The databases are published when all of them are whole.
    if access("\(path)/done", F_OK) == 0 { return }
    var data = SampleData(kind: kind)
    try data.write(count: records, named: "\(path)/samples.csv", raw: "\(path)/raw.csv")
    try succeed(["rm", "-f", "zoo.db", "zoo.duckdb"], in: path)
    try succeed([flagdb, "new", "zoo.db", "samples.swift"], in: path)
    try succeed([flagdb, "insert", "zoo.db", "Sample", "--from", "samples.csv"], in: path)
    if hasVisits { try makeVisits(flagdb) }
    if hasDuckDB {
      try succeed(["duckdb", "zoo.duckdb", "-c", Self.duckdbTable(from: "raw.csv")], in: path)
    }
    try succeed(["touch", "done"], in: path)
  }

  /// Records with others, two for each, which are made only where they do not take too long.
  var hasVisits: Bool { records <= 1_000_000 }

  private func makeVisits(_ flagdb: String) throws(BenchError) {
    try succeed(["rm", "-f", "visits.db"], in: path)
    try succeed([flagdb, "new", "visits.db", "visits.swift"], in: path)
    let statement = """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(records))
      INSERT INTO Sample (code) SELECT 'S-' || i FROM n;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(records * 2))
      INSERT INTO Reading (sample, value)
      SELECT 1 + (i * 2654435761 >> 9) % \(records), (i * 104729 >> 3) % 1000 / 10.0 FROM n
      """
    try succeed(["sqlite3", "-batch", "-init", "/dev/null", "visits.db", statement], in: path)
  }

  static func duckdbTable(from file: String) -> String {
    """
    CREATE TABLE Sample AS SELECT row_number() OVER () AS id, * FROM read_csv('\(file)', columns = \
    {code: 'VARCHAR', note: 'VARCHAR', taken: 'TIMESTAMP', score: 'DOUBLE', price: 'BIGINT', \
    status: 'INTEGER', origin: 'VARCHAR', markers: 'BIGINT'})
    """
  }
}
