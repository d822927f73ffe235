import Engines
package import FlagModel
import Migrations
import PlainText
import SQLText

/// The records of one table that were made like those of another database.
package struct TakenRecords: Hashable, Sendable {
  package let table: Name
  package let counts: DifferenceCounts
}

extension Database {
  /// Makes every record like that of another database, which has the model that this one is about to have.
  /// It is a part of the transaction of a migration, in which no foreign key is enforced; in the end all
  /// lead somewhere. Call it within `read` of the other.
  package func takeRecords(of source: Database) throws -> [TakenRecords] {
    try translated {
      let tables = schemaObjects(of: source.schema, in: dialect).filter { $0.kind == .table }
      var taken: [TakenRecords] = []
      // A trigger may change what was compared before.
      for round in 0..<Self.mostRounds {
        let changed = try tables.map { table in
          let takeover = try RecordTakeover(table.name, of: source, into: self)
          return TakenRecords(table: table.name, counts: try takeover.run())
        }
        if round == 0 { taken = changed }
        if changed.allSatisfy({ $0.counts.differences == 0 }) {
          try requireSoundReferences()
          return taken
        }
      }
      throw DatabaseError(
        .refused, "the triggers of '\(path)' change the records again that are taken over",
        outcome: .unchanged)
    }
  }

  /// More triggers that set off one another than anybody has.
  private static let mostRounds = 8

  private func requireSoundReferences() throws {
    guard let broken = try connection.brokenReferences(atMost: 1).first else { return }
    throw DatabaseError(
      .refused, "a record of \(broken.table) would refer to one that is not there",
      hint: "see \(quotedCommand("flagdb", "check", path))", outcome: .unchanged)
  }
}

/// Makes one table like that of another database.
private struct RecordTakeover {
  private let table: Name
  private let source: Database
  private let target: Database
  /// The columns of the primary key come first.
  private let columns: [Name]
  private let keys: Int

  init(_ table: Name, of source: Database, into target: Database) throws {
    (self.table, self.source, self.target) = (table, source, target)
    let all = try source.translated { try source.connection.columns(of: table) }
      .filter { !$0.isGenerated }
    let key = all.filter { $0.keyPlace > 0 }.sorted { $0.keyPlace < $1.keyPlace }
    let others = all.filter { $0.keyPlace == 0 }.map(\.name).sorted()
    (columns, keys) = (key.map(\.name) + others, key.count)
  }

  func run() throws -> DifferenceCounts {
    var comparison = RecordComparison(
      columns.map { ComparedColumn($0, nil, nil) }, keys: keys == 0 ? columns.count : keys)
    var gone: [StoredRow] = []
    var changed: [StoredRow] = []
    var added: [StoredRow] = []
    try comparison.run(try target.rows(selection), try source.rows(selection)) { difference in
      switch difference {
      case .gone(let row): gone.append(row)
      case .added(let row): added.append(row)
      case .changed(_, let row, _): changed.append(row)
      }
    }
    try delete(gone)
    added += try update(changed)
    try insert(added)
    return comparison.counts
  }

  private var list: SQLText { columns.map { "\(name: $0)" as SQLText }.joined(by: ", ") }
  private var keyColumns: ArraySlice<Name> { columns.prefix(keys == 0 ? columns.count : keys) }

  private var selection: SQLText {
    let order = keyColumns.map { "\(name: $0)" as SQLText }.joined(by: ", ")
    return "SELECT \(list) FROM \(name: table) ORDER BY \(order)"
  }

  private var isRecord: SQLText {
    keyColumns.map { "\(name: $0) = \(.null)" as SQLText }.joined(by: " AND ")
  }

  private func delete(_ rows: [StoredRow]) throws {
    if rows.isEmpty { return }
    let statement = try target.connection.prepare("DELETE FROM \(name: table) WHERE \(isRecord)")
    for row in rows { try run(statement, row, Array(keyColumns.indices)) }
  }

  /// Changes records in place. One that gets a unique value that another one still has is taken away, and
  /// is among those of the answer, which are added again.
  private func update(_ rows: [StoredRow]) throws -> [StoredRow] {
    if rows.isEmpty || keyColumns.count == columns.count { return rows }
    let others = Array(columns.indices.dropFirst(keyColumns.count))
    let values = others.map { "\(name: columns[$0]) = \(.null)" as SQLText }.joined(by: ", ")
    let statement = try target.connection.prepare(
      "UPDATE \(name: table) SET \(values) WHERE \(isRecord)")
    var waiting: [StoredRow] = []
    for row in rows {
      do {
        try run(statement, row, others + keyColumns.indices)
      } catch let error as EngineError where error.isUniqueViolation {
        waiting.append(row)
      }
    }
    try delete(waiting)
    return waiting
  }

  private func insert(_ rows: [StoredRow]) throws {
    if rows.isEmpty { return }
    let values = columns.map { _ in "\(.null)" as SQLText }.joined(by: ", ")
    let statement = try target.connection.prepare(
      "INSERT INTO \(name: table) (\(list)) VALUES (\(values))")
    for row in rows { try run(statement, row, Array(columns.indices)) }
  }

  private func run(_ statement: any Statement, _ row: StoredRow, _ places: [Int]) throws {
    for (index, place) in places.enumerated() {
      try statement.bind(row.value(at: place), at: index + 1)
    }
    try statement.runAgain()
  }
}
