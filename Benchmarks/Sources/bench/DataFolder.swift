import Glibc

/// A folder with the same records in every form that a contender reads. It is kept for the next
/// time: remove it when the data or the form of the databases has changed.
struct DataFolder {
  let path: String
  let records: Int

  init(records: Int, under base: String) {
    self.records = records
    path = "\(base)/\(records)"
  }

  func prepare(
    flagdb: String, templates: String, hasDuckDB: Bool
  ) throws(BenchError) {
    try succeed(["mkdir", "-p", path], in: "/")
    for name in ["samples.swift", "flags.sql", "whole.sql"] {
      try succeed(["cp", "\(templates)/\(name)", path], in: "/")
    }
    // The databases are published when all of them are whole.
    if access("\(path)/done", F_OK) == 0 { return }
    var data = SampleData()
    try data.write(count: records, named: "\(path)/samples.csv", raw: "\(path)/raw.csv")
    try succeed(["rm", "-f", "zoo.db", "zoo.duckdb"], in: path)
    try succeed([flagdb, "new", "zoo.db", "samples.swift"], in: path)
    try succeed([flagdb, "insert", "zoo.db", "Sample", "--from", "samples.csv"], in: path)
    if hasDuckDB {
      try succeed(["duckdb", "zoo.duckdb", "-c", Self.duckdbTable(from: "raw.csv")], in: path)
    }
    try succeed(["touch", "done"], in: path)
  }

  static func duckdbTable(from file: String) -> String {
    """
    CREATE TABLE Sample AS SELECT row_number() OVER () AS id, * FROM read_csv('\(file)', columns = \
    {code: 'VARCHAR', note: 'VARCHAR', taken: 'TIMESTAMP', score: 'DOUBLE', price: 'BIGINT', \
    status: 'INTEGER', markers: 'BIGINT'})
    """
  }
}
