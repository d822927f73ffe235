package import Databases
import Engines
package import FlagModel
import Migrating
import Migrations
internal import Platform
import Predicates
import Queries
import SQLText
package import SQLiteEngine
import UserSQL

/// Checks a database against its model.
///
/// This module finds damage, changed tables and invalid records.
package struct DatabaseChecker: DatabaseWork {
  package let database: Database

  package init(_ database: Database) { self.database = database }

  /// Searches for every problem: damage of the file, tables that differ from the model, and records
  /// that violate the model.
  package func findings() throws -> [Finding] {
    if kind.isForeign { return try findingsInTables() }
    return try database.read {
      do {
        let ofTables = try damage() + changedObjects() + strayNumbers()
        try askAboutRecords()
        return try ofTables + danglingReferences() + wrongKinds() + wrongClasses()
          + wrongValues() + largeLog()
      } catch let error as DatabaseError where error.kind == .damaged {
        // An unreadable page ends the search.
        return [Finding(problem: error.message)]
      }
    }
  }

  /// The invalid values in the existing columns; `changedObjects` reports missing columns.
  private func wrongValues() throws -> [Finding] {
    var findings: [Finding] = []
    for entity in schema.entities {
      let columns = try database.columns(of: entity)
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

  /// Asks a server the short questions about all records together.
  private func askAboutRecords() throws {
    guard connection.isRemote else { return }
    var questions: [SQLText] = []
    for entity in schema.entities {
      let columns = try database.columns(of: entity)
      guard columns.contains(entity.keyColumn) else { continue }
      for attribute in entity.attributes where columns.contains(attribute.column) {
        questions += self.questions(on: attribute, of: entity)
      }
      for rule in entity.groupRules
      where rule.attributes.allSatisfy({ columns.contains($0.column) }) {
        questions.append(Self.any(of: entity.broken(rule)))
      }
    }
    try database.translated {
      for part in questions.chunks(of: Self.mostQuestions) { try connection.ask(Array(part)) }
    }
  }

  /// The maximum number of questions that are sent together.
  private static let mostQuestions = 200

  /// True if a query may have rows, of which there can be many. A server tells this of several queries at once.
  func mayHaveRows(_ query: SQLText) throws -> Bool {
    if !connection.isRemote { return true }
    return try database.translated { try connection.value(Self.any(of: query)) } != nil
  }

  static func any(of query: SQLText) -> SQLText { "SELECT 1 FROM (\(query)) AS found LIMIT 1" }

  /// Numbers that differ from the values of the names before them.
  private func strayNumbers() throws -> [Finding] {
    var findings: [Finding] = []
    for object in try DriftFinder(database).objectsWithWords(besides: schema) {
      for fault in KeptWords(object.sql)?.faults(in: schema) ?? [] {
        findings.append(Finding(problem: "in the \(object.kind) '\(object.name)': \(fault)"))
      }
    }
    return findings
  }

  /// Records with only a part of an optional struct. Another program can write them if it disables
  /// the checks.
  private func halfGroups(_ rule: GroupRule, of entity: Entity) throws -> [Finding] {
    let query = entity.broken(rule)
    guard try mayHaveRows(query) else { return [] }
    return try database.halves(of: rule, query, most: 100).map { key, half in
      Finding(problem: half.message, entity: entity.name, attribute: half.missing[0].name, key: key)
    }
  }

  /// The damage that the engine finds.
  func damage() throws -> [Finding] {
    try database.translated { try connection.damage() }.map { Finding(problem: $0) }
  }

  /// The objects that other programs changed. Additional indexes and views are allowed. Additional
  /// triggers are reported, because they change records unnoticed.
  private func changedObjects() throws -> [Finding] {
    try DriftFinder(database).drift(from: schema).compactMap { drift in
      guard drift.kind == .foreign else { return Finding(problem: drift.message) }
      if drift.object.kind == .trigger {
        return Finding(problem: drift.message, entity: drift.object.table)
      }
      return nil
    }
  }

  private func danglingReferences() throws -> [Finding] {
    var findings: [Finding] = []
    for broken in try database.translated({ try connection.brokenReferences(atMost: 100) }) {
      guard let target = broken.target else { continue }
      findings.append(
        Finding(
          problem: "refers to a \(target) that does not exist", entity: broken.table,
          key: broken.key))
    }
    return findings
  }

  /// References to a record of another entity in the same table, which a foreign key cannot detect.
  private func wrongKinds() throws -> [Finding] {
    var findings: [Finding] = []
    for entity in schema.entities {
      for relationship in schema.ownRelationships(of: entity) {
        guard let column = relationship.foreignKey?.column,
          let target = schema.entity(named: relationship.target), target.selection(nil) != nil,
          try database.columns(of: entity).contains(column)
        else { continue }
        let keys: SQLText = "SELECT \(name: target.keyColumn)\(target.rows())"
        let rows = try database.rows(
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

  /// A large write-ahead log, which grows because a reader never ends.
  func largeLog() -> [Finding] {
    var info = stat()
    let log = "\(DatabaseFile(name: path).path)-wal"
    guard connection.file?.isEarlierState == false, stat(log, &info) == 0, info.st_size > 64 << 20
    else { return [] }
    return [
      Finding(
        problem:
          "the write-ahead log has \(info.st_size >> 20) MB: a program has kept a read transaction open; "
          + "'fuser \(path)' lists the programs")
    ]
  }

  /// Warns of damage that other programs can do to the write-ahead log, depending on the version of
  /// SQLite; nil if there is no such risk. The note is not a finding, because the file is correct
  /// now.
  package func logNote(_ version: SQLiteVersion = .linked) -> String? {
    if version.resetsLogsSafely || connection.file?.keepsLog != true { return nil }
    return
      "'\(path)' keeps a write-ahead log, and SQLite \(version) has the WAL-reset bug: two "
      + "other programs that write at the same time can damage the file; flagdb cannot"
  }

  /// Reports unused pages if they are at least a tenth of the file; nil otherwise. They are not a
  /// finding, because SQLite uses them again.
  package func unusedSpace() throws -> (note: String, hint: Hint)? {
    // A server reports none.
    if connection.isRemote { return nil }
    return try database.read { () throws -> (note: String, hint: Hint)? in
      let storage = try database.translated { try connection.size() }
      let all = storage.pages
      let unused = storage.unused
      guard all >= Self.pagesOfSmallFile, unused >= all / 10 else { return nil }
      let room = sizeText(unused * storage.page)
      let compacting = quotedCommand("flagdb", "backup", path, "NEW.db", "--compact")
      return (
        "\(groupedDigits(unused)) of \(groupedDigits(all)) pages of '\(path)' are unused, \(room)",
        "\(compacting) makes a copy without them"
      )
    }
  }

  /// A file with fewer pages counts as small.
  private static let pagesOfSmallFile: Int64 = 100
}
