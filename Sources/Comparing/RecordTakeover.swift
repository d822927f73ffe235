package import Databases
import Engines
package import FlagModel
import SQLText

/// The records of one table that became equal to those of another database.
package struct TakenRecords: Hashable, Sendable {
  package let table: Name
  package let counts: DifferenceCounts
}

/// Makes all records of a database equal to those of another, which already has the new model.
package struct DatabaseTakeover {
  private let target: Database

  package init(into target: Database) { self.target = target }

  /// Takes the records over in the transaction of a migration, without enforcement of foreign keys;
  /// at the end all references must be valid. Call it within `read` of the other database.
  package func takeRecords(of source: Database) throws -> [TakenRecords] {
    try target.translated {
      let references = RestingReferences(of: source, in: target)
      let takeovers = TakenTable.all(of: source.schema).map {
        RecordTakeover($0, of: source, into: target, references)
      }
      var taken: [TakenRecords] = []
      // A trigger may change records that are already compared, so the comparison repeats.
      for round in 0..<Self.mostRounds {
        let changed = try takeovers.map { takeover in
          TakenRecords(table: takeover.table.name, counts: try takeover.run())
        }
        if round == 0 { taken = changed }
        if changed.allSatisfy({ $0.counts.differences == 0 }) {
          try references.end()
          return taken
        }
      }
      throw DatabaseError(
        .refused, "triggers of '\(target.path)' change the records that --apply writes",
        outcome: .unchanged)
    }
  }

  /// The maximum number of repetitions, more than any chain of triggers needs.
  private static let mostRounds = 8
}

/// Makes one table equal to that of another database.
private struct RecordTakeover {
  let table: TakenTable
  private let source: Database
  private let target: Database
  private let references: RestingReferences

  init(
    _ table: TakenTable, of source: Database, into target: Database,
    _ references: RestingReferences
  ) {
    self.table = table
    self.source = source
    self.target = target
    self.references = references
  }

  private var keys: [Int] { Array(0..<table.keys) }
  private var others: [Int] { Array(table.columns.indices.dropFirst(table.keys)) }

  func run() throws -> DifferenceCounts {
    var gone: [StoredRow] = []
    var changed: [StoredRow] = []
    var added: [StoredRow] = []
    let counts = try compare { difference in
      switch difference {
      case .gone(let row): gone.append(row)
      case .added(let row): added.append(row)
      case .changed(_, let row, _): changed.append(row)
      }
    }
    if counts.differences == 0 { return counts }
    try references.rest()
    try delete(gone)
    // `undo` needs the old references of changed records before it removes those that were added.
    if !table.ownReferences.isEmpty, try attempt({ try insert(added) }) { added = [] }
    added += try update(changed)
    try insert(added)
    return counts
  }

  /// Two engines may store one value in two forms.
  private func compare(_ body: (RecordDifference) throws -> Void) throws -> DifferenceCounts {
    let areAlike = type(of: source.dialect) == type(of: target.dialect)
    let columns = table.columns.map { column in
      let type = areAlike ? nil : column.type
      return ComparedColumn(column.name, type, type)
    }
    var comparison = RecordComparison(columns, keys: table.keys, ignoresForms: !areAlike)
    try comparison.run(table.rows(of: target), table.rows(of: source), body)
    return comparison.counts
  }

  private func delete(_ rows: [StoredRow]) throws {
    if rows.isEmpty { return }
    let statement = try target.connection.prepare(
      "DELETE FROM \(name: table.name) WHERE \(table.isRecord)")
    for row in rows { try run(statement, row, keys) }
  }

  /// Updates records in place. If a record needs a unique value that another record still has, it
  /// is deleted. It is then among the returned records, which the caller inserts again. The same
  /// happens to a record that may be on another worker node.
  private func update(_ rows: [StoredRow]) throws -> [StoredRow] {
    if rows.isEmpty || others.isEmpty { return rows }
    if case .machines(let column)? = target.dialect.spreads[table.name],
      others.contains(where: { table.columns[$0].name == column })
    {
      try delete(rows)
      return rows
    }
    let values = others.map { "\(name: table.columns[$0].name) = \(table.mark($0))" as SQLText }
    let statement = try target.connection.prepare(
      "UPDATE \(name: table.name) SET \(values.joined(by: ", ")) WHERE \(table.isRecord)")
    if try update(rows, by: statement) { return [] }
    let waiting = try rows.filter { try !update([$0], by: statement) }
    try delete(waiting)
    return waiting
  }

  /// Returns false if a record needs a value that another record still excludes.
  private func update(_ rows: [StoredRow], by statement: any Statement) throws -> Bool {
    try attempt {
      defer { statement.reset() }
      for row in rows { try run(statement, row, others + keys) }
    }
  }

  private func insert(_ rows: [StoredRow]) throws {
    if rows.isEmpty { return }
    let names = table.columns.map { "\(name: $0.name)" as SQLText }.joined(by: ", ")
    let marks = table.columns.indices.map(table.mark).joined(by: ", ")
    let statement = try target.connection.prepare(
      "INSERT INTO \(name: table.name) (\(names))\(.givenKeys(table.name)) VALUES (\(marks))")
    defer { statement.reset() }
    for row in table.targetsFirst(rows) { try run(statement, row, Array(table.columns.indices)) }
    if let key = table.numbered { try target.connection.continueKeys(of: table.name, key) }
  }

  /// Makes all changes of the body or none. Returns false if a record needs a value that another record still has.
  private func attempt(_ body: () throws -> Void) throws -> Bool {
    do {
      try target.connection.transaction(writing: true, body)
      return true
    } catch let error as EngineError where error.isUniqueViolation || error.isExclusion {
      if error.endsTransaction { throw error }
      return false
    }
  }

  private func run(
    _ statement: any Statement, _ row: StoredRow, _ places: [Int]
  ) throws(EngineError) {
    for (index, place) in places.enumerated() {
      try statement.bind(value(of: row, place), at: index + 1)
    }
    try statement.runAgain()
  }

  /// The value in the form that the engine uses in columns of any type.
  private func value(of row: StoredRow, _ place: Int) -> Value {
    let value = row.value(at: place)
    guard case .any? = table.columns[place].type, !target.dialect.keepsNumbersAmongTexts else {
      return value
    }
    switch value {
    case .integer, .real: return .text(AttributeType.any.text(of: value))
    case .null, .text, .blob: return value
    }
  }
}
