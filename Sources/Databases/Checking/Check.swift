import Engines
package import FlagModel
import Migrations
import PlainText
internal import Platform
import Predicates
import SQLText
package import SQLiteEngine

extension Database {
  /// Looks for everything that is not as it should be: the file itself, the tables against the
  /// model, and the records against what the model says of them.
  package func findings() throws -> [Finding] {
    if kind.isForeign { return try findingsInTables() }
    return try read {
      do {
        return try damage() + changedObjects() + strayNumbers()
          + danglingReferences() + wrongKinds() + wrongValues() + largeLog()
      } catch let error as DatabaseError where error.kind == .damaged {
        // Pages that cannot be read end the search.
        return [Finding(problem: error.message)]
      }
    }
  }

  /// The wrong values in the columns that exist; `changedObjects` reports columns that are missing.
  private func wrongValues() throws -> [Finding] {
    var findings: [Finding] = []
    for entity in schema.entities {
      let columns = try columns(of: entity)
      guard columns.contains(entity.keyColumn) else { continue }
      for attribute in entity.attributes where columns.contains(attribute.column) {
        findings += try undeclaredBits(attribute, of: entity)
        findings += try unknownCases(attribute, of: entity)
        findings += try invalidValues(attribute, of: entity)
        findings += try brokenTexts(attribute, of: entity)
      }
      for rule in entity.groupRules
      where rule.attributes.allSatisfy({ columns.contains($0.column) }) {
        findings += try halfGroups(rule, of: entity)
      }
    }
    return findings
  }

  /// The damage that the engine itself finds.
  func damage() throws -> [Finding] {
    try translated { try connection.damage() }.map { Finding(problem: $0) }
  }

  /// The objects that other programs changed. Indexes and views of their own are welcome; triggers
  /// are reported, since they change records without anybody's knowledge.
  private func changedObjects() throws -> [Finding] {
    try drift(from: schema).compactMap { drift in
      guard drift.kind == .foreign else { return Finding(problem: drift.message) }
      return drift.object.kind == .trigger
        ? Finding(problem: drift.message, entity: drift.object.table) : nil
    }
  }

  private func danglingReferences() throws -> [Finding] {
    try translated { try connection.brokenReferences(atMost: 100) }.compactMap { broken in
      broken.target.map { target in
        Finding(
          problem: "refers to a \(target) that does not exist", entity: broken.table,
          key: broken.key)
      }
    }
  }

  /// References that lead to a record of another kind, of which a foreign key knows nothing.
  private func wrongKinds() throws -> [Finding] {
    var findings: [Finding] = []
    for entity in schema.entities {
      for relationship in schema.ownRelationships(of: entity) {
        guard let column = relationship.foreignKey?.column,
          let target = schema.entity(named: relationship.target), target.selection(nil) != nil,
          try columns(of: entity).contains(column)
        else { continue }
        let keys: SQLText = "SELECT \(name: target.keyColumn)\(target.rows())"
        let rows = try rows(
          """
          SELECT \(name: entity.keyColumn)\
          \(entity.rows(where: "\(name: column) IS NOT NULL AND \(name: column) NOT IN (\(keys))")) \
          ORDER BY 1
          """)
        findings += try rows.all(atMost: 100) {
          Finding(
            problem: "refers to a record that is not a \(target.name)", entity: entity.name,
            attribute: relationship.name, key: rows.value(at: 0))
        }
      }
    }
    return findings
  }

  /// A log that grows because some reader never ends.
  func largeLog() -> [Finding] {
    var info = stat()
    let log = "\(DatabaseFile(name: path).path)-wal"
    guard connection.file != nil, stat(log, &info) == 0, info.st_size > 64 << 20 else { return [] }
    return [
      Finding(
        problem:
          "the write-ahead log has \(info.st_size >> 20) MB: a program has kept a read transaction open; "
          + "'fuser \(path)' lists the programs")
    ]
  }

  /// A note about the damage that others can do to the log of the file with a version of SQLite;
  /// nil if the file keeps no log or nothing can happen to it. The note is no finding: the file is
  /// as it should be.
  package func logNote(_ version: SQLiteVersion = .linked) -> String? {
    if version.resetsLogsSafely || connection.file?.keepsLog != true { return nil }
    return
      "'\(path)' keeps a write-ahead log, and SQLite \(version) has the WAL-reset bug: two "
      + "other programs that write at the same time can damage the file; flagdb cannot"
  }

  /// Tells of pages that hold nothing, if they are a tenth of the file or more; nil if they are fewer, as
  /// any file has some. They are no finding: SQLite uses them again.
  package func unusedSpace() throws -> (note: String, hint: Hint)? {
    try read { () throws -> (note: String, hint: Hint)? in
      let storage = try translated { try connection.size() }
      let (all, unused) = (storage.pages, storage.unused)
      guard all >= Self.pagesOfSmallFile, unused >= all / 10 else { return nil }
      let size = unused * storage.page
      let room = size >> 20 > 0 ? "\(groupedDigits(size >> 20)) MB" : "\(size >> 10) kB"
      let compacting = quotedCommand("flagdb", "backup", path, "NEW.db", "--compact")
      return (
        "\(groupedDigits(unused)) of \(groupedDigits(all)) pages of '\(path)' are unused, \(room)",
        "\(compacting) makes a copy without them"
      )
    }
  }

  /// A file of fewer pages is small whatever is in them.
  private static let pagesOfSmallFile: Int64 = 100
}
