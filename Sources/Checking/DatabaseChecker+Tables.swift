import Databases
import Engines
import FlagModel
import ForeignModels
internal import Platform
import Predicates
import SQLText
import SQLiteEngine

// Checks a foreign database, whose only model is its tables.

extension DatabaseChecker {
  func findingsInTables() throws -> [Finding] {
    try database.read {
      do {
        let tables = try database.translated { try database.modelSource.tables() }
        let views = tables.filter { $0.kind == .view }.map(\.name)
        var all = try strayLog() + missingLog()
        // A table may call a function that SQLite does not have, which ends the search for damage.
        all += try finding(in: nil) { try damage() }
        all += lostNames(tables)
        all += try tables.flatMap { try findings(in: $0, tables) }
        all += try findingsInStore(tables) + findingsInModel(besides: views) + largeLog()
        return try all.map { $0.having(key: try knownKey(of: $0)) }
      } catch let error as DatabaseError where error.kind == .damaged {
        return [Finding(problem: error.message)]
      }
    }
  }

  /// The key that users know for the record of a finding. If the table has a hidden row number, it
  /// is the visible key of the record, or nil if that is missing.
  private func knownKey(of finding: Finding) throws -> Value? {
    guard let name = finding.entity?.folded, let key = finding.key,
      let entity = schema.entities.first(where: {
        $0.name.folded == name || $0.source.table.folded == name
      }), case .hidden(let number, _) = entity.source.key
    else { return finding.key }
    let keyColumns = entity.columnForHiddenKey.map { [$0] } ?? entity.uniqueColumns
    if keyColumns.isEmpty { return nil }
    let rows = try database.rows(
      "SELECT \(names: keyColumns)\(entity.rows(where: "\(name: number) = \(key)"))")
    guard try rows.next() else { return nil }
    let values = keyColumns.indices.map { rows.value(at: $0) }
    if values.count == 1 { return values[0] }
    return .text(values.map(\.text).joined(separator: ","))
  }

  /// The tables and columns of the sidecar that no longer exist. `findings(in:)` reports unreadable tables.
  private func lostNames(_ tables: [TableShape]) -> [Finding] {
    guard let named = kind.sidecar?.schema, !kind.isCoreData,
      connection.file?.isEarlierState != true
    else { return [] }
    let repair = "\(quotedCommand("flagdb", "adopt", path, "--refresh")) reads the tables again"
    var findings: [Finding] = []
    for entity in named.entities {
      guard let table = tables.first(where: { $0.name.folded == entity.source.table.folded }) else {
        findings.append(
          Finding(
            problem: "there is no table '\(entity.source.table)' any more; \(repair)",
            entity: entity.name))
        continue
      }
      if table.problem != nil { continue }
      for attribute in entity.attributes where table.column(attribute.column) == nil {
        let isForbidden = table.forbiddenColumns.contains(attribute.column)
        if isForbidden || table.rowNumber?.folded == attribute.column.folded { continue }
        findings.append(
          Finding(
            problem: "the table has no such column any more; \(repair)", entity: entity.name,
            attribute: attribute.name))
      }
    }
    return findings
  }

  /// The findings of the body, or the error that ends it.
  func finding(in table: Name?, _ body: () throws -> [Finding]) throws -> [Finding] {
    do {
      return try body()
    } catch let error as DatabaseError
      where error.cause?.mistake != nil || error.cause?.isCorruption == true
    {
      return [Finding(problem: error.message, entity: table)]
    }
  }

  private func findings(in table: TableShape, _ tables: [TableShape]) throws -> [Finding] {
    if let problem = table.problem {
      return [Finding(problem: "the table cannot be read: \(problem)", entity: table.name)]
    }
    if table.kind == .view || table.kind == .virtual { return [] }
    return try missingTables(of: table, tables)
      + finding(in: table.name) { try danglingKeys(of: table) }
      + finding(in: table.name) { try mixedValues(of: table) }
  }

  // MARK: Foreign keys

  private func missingTables(of table: TableShape, _ tables: [TableShape]) -> [Finding] {
    table.foreignKeys.compactMap { key in
      if tables.contains(where: { $0.name.folded == key.target.folded }) { return nil }
      return Finding(
        problem: "a foreign key refers to '\(key.target)', which is not a table",
        entity: table.name,
        attribute: key.columns.first)
    }
  }

  private func danglingKeys(of table: TableShape) throws -> [Finding] {
    if table.foreignKeys.isEmpty { return [] }
    return try database.translated { try connection.brokenKeys(of: table.name) }.map { broken in
      let records = counted(broken.count, "record")
      return Finding(
        problem: "\(records) \(agreeing(broken.count, "refers", "refer")) to a \(broken.target) "
          + "that does not exist",
        entity: table.name, attribute: broken.column, key: broken.example)
    }
  }

  // MARK: Values

  /// Columns with values of several storage classes, which programs often misread.
  private func mixedValues(of table: TableShape) throws -> [Finding] {
    var findings: [Finding] = []
    // SQLite's classes are no sign in a Core Data store; its own checks find wrong values.
    if table.isStrict || kind.isCoreData { return [] }
    let folded = table.name.folded
    let entity = schema.entities.first { $0.source.table.folded == folded }
    let named = Set((entity?.attributes ?? []).filter(\.isNamed).map(\.column.folded))
    let columns = table.columns.filter { !named.contains($0.name.folded) }
    for part in columns.chunks(of: Self.mostColumnsInScan) {
      var counts: [SQLText] = []
      for column in part {
        for (type, _) in Self.classes {
          counts.append("count(*) FILTER (WHERE typeof(\(name: column.name)) = \(.text(type)))")
        }
      }
      let rows = try database.rows("SELECT \(counts.joined(by: ", ")) FROM \(name: table.name)")
      guard try rows.next() else { continue }
      for (index, column) in part.enumerated() {
        let counts = Self.classes.indices.map { rows.integer(at: index * 4 + $0) ?? 0 }
        guard let problem = column.problem(of: counts) else { continue }
        let key = try entity.flatMap { try example(of: column, counts, in: $0) }
        findings.append(
          Finding(problem: problem, entity: table.name, attribute: column.name, key: key))
      }
    }
    return findings
  }

  /// The key of a record with a value of the rarest class.
  private func example(
    of column: ColumnShape, _ counts: [Int64], in entity: Entity
  ) throws -> Value? {
    let rarest = zip(counts, Self.classes).filter { $0.0 > 0 }.min { $0.0 < $1.0 }
    guard let (_, (type, _)) = rarest else { return nil }
    let rows = try database.rows(
      "SELECT \(entity.keyOrNull)\(entity.rows(where: "typeof(\(name: column.name)) = \(.text(type))")) LIMIT 1"
    )
    return try rows.next() ? rows.value(at: 0) : nil
  }

  private static let mostColumnsInScan = 400

  fileprivate static let classes = [
    ("integer", "whole number"), ("real", "number"), ("text", "text"), ("blob", "blob"),
  ]

  // MARK: The write-ahead log

  /// A Core Data store without any record. Its content was in a write-ahead log that is missing.
  private func missingLog() throws -> [Finding] {
    let log = "\(DatabaseFile(name: path).path)-wal"
    guard kind.isCoreData, connection.file?.keepsLog == true,
      firstBytes(ofUnlockedFileAt: log, count: 1)?.isEmpty != false
    else { return [] }
    let isShell = try finding(in: nil) {
      if try database.rows("SELECT 1 FROM Z_METADATA LIMIT 1").next() { return [] }
      return [Finding(problem: "")]
    }
    let hasCache =
      try database.translated { try connection.definition(of: "table", "Z_MODELCACHE") } != nil
    let isCacheEmpty =
      try hasCache
      && database.integer("SELECT 1 FROM Z_MODELCACHE WHERE Z_CONTENT IS NULL LIMIT 1") == 1
    if isShell.isEmpty, !isCacheEmpty { return [] }
    return [
      Finding(
        problem: "'\(path)-wal' is missing: the store was copied without it, and has lost records")
    ]
  }

  /// A write-ahead log with content that SQLite ignores.
  private func strayLog() throws -> [Finding] {
    guard let file = connection.file, !file.isEarlierState else { return [] }
    let log = "\(DatabaseFile(name: path).path)-wal"
    guard let bytes = firstBytes(ofUnlockedFileAt: log, count: 56), !bytes.isEmpty else {
      return []
    }
    if file.keepsLog, LogHeader(bytes)?.isOfFirstFrame == true { return [] }
    return [
      Finding(
        problem: "'\(path)-wal' holds no valid frames: it belongs to another file, or is incomplete"
      )
    ]
  }
}

/// The beginning of a write-ahead log: sqlite.org/fileformat2.html#the_write_ahead_log.
private struct LogHeader {
  private let bytes: [UInt8]

  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 56, bytes.starts(with: [0x37, 0x7F, 0x06]) else { return nil }
    self.bytes = bytes
  }

  /// True if the first frame has the salts of the header.
  var isOfFirstFrame: Bool { bytes[16..<24] == bytes[40..<48] }
}

extension Entity {
  /// The columns of the only unique constraint; empty if there are several or none.
  fileprivate var uniqueColumns: [Name] {
    if uniques.count == 1 { columns(of: uniques[0]) } else { [] }
  }
}

extension ColumnShape {
  /// A description of mixed classes from the counts of integers, real numbers, texts and blobs; nil
  /// if the classes fit together.
  fileprivate func problem(of counts: [Int64]) -> String? {
    var kinds = zip(counts, DatabaseChecker.classes.map(\.1)).filter { $0.0 > 0 }
    if affinity != .integer, counts[0] > 0, counts[1] > 0 {
      // A column of real numbers may also contain integers.
      kinds.removeFirst(2)
      kinds.insert((counts[0] + counts[1], "number"), at: 0)
    }
    guard kinds.count > 1 else { return nil }
    let words = kinds.map { counted($0.0, $0.1) }
    return "the values have several types: \(listed(words, "and"))"
  }
}
