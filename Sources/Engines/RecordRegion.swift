package import FlagModel

/// Records of a database: those that a read depends on, or those that a transaction has changed.
package struct RecordRegion: Hashable, Sendable {
  /// True for all records.
  private var isEverything = false
  /// The tables with all their records.
  private var tables: Set<Name.Folded> = []
  /// Single records by their keys.
  private var records: [Name.Folded: Set<Int64>] = [:]

  package static let everything: RecordRegion = {
    var region = RecordRegion()
    region.isEverything = true
    return region
  }()

  package init() {}

  package mutating func add(_ table: Name.Folded) {
    tables.insert(table)
    records[table] = nil
  }

  /// More records of a table count as all of them.
  private static let mostRecords = 1_000

  package mutating func add(_ key: Int64, of table: Name.Folded) {
    if tables.contains(table) { return }
    records[table, default: []].insert(key)
    if records[table, default: []].count > Self.mostRecords { add(table) }
  }

  package mutating func add(_ other: RecordRegion) {
    if other.isEverything { isEverything = true }
    for table in other.tables { add(table) }
    for (table, keys) in other.records where !tables.contains(table) {
      records[table, default: []].formUnion(keys)
    }
  }

  package func overlaps(_ other: RecordRegion) -> Bool {
    if isEverything || other.isEverything { return true }
    if other.tables.contains(where: touches) { return true }
    return other.records.contains { table, keys in
      tables.contains(table) || !keys.isDisjoint(with: records[table] ?? [])
    }
  }

  private func touches(_ table: Name.Folded) -> Bool {
    tables.contains(table) || records[table] != nil
  }
}

/// Notes what statements read while they are prepared.
package final class ReadNotes {
  package private(set) var region = RecordRegion()
  /// The single record that the current statement reads from its table.
  private var single: (table: Name.Folded, key: Int64)?

  package init() {}

  package func note(_ table: UnsafePointer<CChar>) {
    let name = Name(String(cString: table)).folded
    if let single, single.table == name {
      region.add(single.key, of: name)
    } else {
      region.add(name)
    }
  }

  /// Runs a body that prepares a statement for a single record of a table.
  package func noting<Result>(
    _ key: Int64, of table: Name, _ body: () throws -> Result
  ) rethrows -> Result {
    single = (table.folded, key)
    defer { single = nil }
    return try body()
  }
}

/// Notes what statements change.
package final class ChangeNotes {
  /// The number of noted changes.
  package private(set) var count: Int64 = 0
  package private(set) var region = RecordRegion()
  /// The table of the last change.
  private var last: (text: String, table: Name.Folded)?

  package init() {}

  package func note(_ key: Int64, of table: UnsafePointer<CChar>) {
    count += 1
    let text = String(cString: table)
    let previous = last?.text == text ? last?.table : nil
    let folded = previous ?? Name(text).folded
    if previous == nil { last = (text, folded) }
    region.add(key, of: folded)
  }
}
