package import Databases
import Engines
package import FlagModel
import Importing
import SQLText

/// A record or a reference that violates the model of a copy.
package struct CopyRefusal: Error, Hashable, Sendable {
  package let entity: Name
  /// The key of the record in the source.
  package let key: Value
  package let message: String

  init(_ entity: Name, _ key: Value, _ message: String) {
    self.entity = entity
    self.key = key
    self.message = message
  }

  /// `Sample 7: score must be in 0...100, found 101`
  package var words: String {
    if key == .null { return "\(entity): \(message)" }
    return "\(entity) \(key.text): \(message)"
  }
}

/// Copies records into a new flagdb database, in one transaction. Its memory does not grow with
/// them.
package final class DatabaseCopy {
  private let plan: CopyPlan
  private let source: Database
  /// Called with each record and reference that is omitted. If it throws, the copy ends.
  private let onRefusal: (CopyRefusal) throws -> Void
  private let onProgress: (_ entity: Name, _ records: Int) -> Void
  private var keys: [Name: OldKeys] = [:]
  /// The numbers of copied records, by entity.
  package private(set) var counts: [(entity: Name, records: Int64)] = []

  /// Call it within `read` of the source.
  package init(
    _ plan: CopyPlan, of source: Database,
    onProgress: @escaping (_ entity: Name, _ records: Int) -> Void,
    onRefusal: @escaping (CopyRefusal) throws -> Void
  ) {
    self.plan = plan
    self.source = source
    self.onProgress = onProgress
    self.onRefusal = onRefusal
  }

  /// Fills a new database that has the model of the plan and no other users.
  package func write(to target: Database) throws {
    // Records may be inserted before the records that they refer to; all references are checked at
    // the end.
    try target.translated { try target.connection.ignoreReferences() }
    defer { keys = [:] }
    try target.write {
      try copyRecords(to: target)
      let links = CopiedLinks(plan, in: target, keys: keys, onRefusal: onRefusal)
      for (entity, removed) in try links.resolve() { correct(entity, by: removed) }
      try copyPairs(to: target)
      try links.resolvePairs()
    }
    try source.requireUnchanged()
  }

  private func correct(_ entity: Name, by removed: Int64) {
    guard let place = counts.firstIndex(where: { $0.entity == entity }) else { return }
    counts[place].records -= removed
  }

  private func copyRecords(to target: Database) throws {
    for numbered in plan.numbered {
      keys[numbered.name] = try target.translated {
        try OldKeys(numbered, of: source)
      }
    }
    var copiers: [RecordCopier] = []
    for records in plan.records {
      let copier = try RecordCopier(
        records, into: target, keys: keys, after: copiers.last, onRefusal: onRefusal)
      copiers.append(copier)
      try copy(records, by: copier)
    }
    for copier in copiers { try copier.importer.finish() }
    counts = copiers.map { ($0.records.target.name, $0.importer.counts.inserted) }
  }

  private func copy(_ records: CopiedRecords, by copier: RecordCopier) throws {
    var count = 0
    let rows = try source.rows(records.query)
    rows.read(records.columns.map(\.type), from: 1)
    try upToDamage(of: records.target.name) {
      try rows.pass { row in
        do {
          try copier.take(row)
        } catch let error as ValueError {
          try onRefusal(CopyRefusal(records.target.name, row.value(at: 0), error.message))
        }
        count += 1
        onProgress(records.target.name, count)
      }
    }
    try copier.importer.flush()
  }

  /// Reads records up to a damaged page, and reports it.
  private func upToDamage(of entity: Name, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as DatabaseError where error.cause?.isCorruption == true {
      let message = error.cause?.message ?? error.message
      try onRefusal(CopyRefusal(entity, .null, "the rest of the table is damaged: \(message)"))
    }
  }

  // MARK: Pairs

  private func copyPairs(to target: Database) throws {
    for pairs in plan.pairs {
      var count = 0
      var waiting: [SQLText] = []
      func send() throws {
        if !waiting.isEmpty {
          try target.translated { try pairs.table.add(waiting, in: target.connection) }
        }
        waiting.removeAll(keepingCapacity: true)
      }
      try upToDamage(of: pairs.owner.entity) {
        try source.rows(pairs.query).pass { row in
          guard let ownKey = try number(0, of: row, in: pairs.owner),
            let otherKey = try number(1, of: row, in: pairs.other)
          else { return try onRefusal(pairs.refusal(row.value(at: 0), row.value(at: 1))) }
          waiting.append("(\(.integer(ownKey)), \(.integer(otherKey)))")
          if waiting.count == Self.mostPairs { try send() }
          count += 1
          onProgress(pairs.table.name, count)
        }
      }
      try send()
    }
  }

  /// The number of pairs that one statement inserts.
  private static let mostPairs = 250

  /// The key in the copy of one record of a pair; nil if that record cannot exist.
  private func number(_ place: Int, of row: StoredRow, in side: CopiedPairs.Side) throws -> Int64? {
    if let name = side.numberedAs { return try keys[name]?.number(of: row.cells[place], in: row) }
    if case .integer(let number) = row.cells[place] { return number }
    return nil
  }
}

extension Value {
  /// The text of a reference in errors.
  var told: String { if case .text(let text) = self { ValueError.quoted(text) } else { text } }
}

extension CopiedPairs {
  /// The error for a pair with a missing record.
  func refusal(_ ownKey: Value, _ otherKey: Value) -> CopyRefusal {
    let problem =
      if ownKey == .null || otherKey == .null {
        "a pair of \(relationship.name) lacks a side"
      } else {
        "\(relationship.name) refers to \(otherKey.told), and one of the two does not exist"
      }
    return CopyRefusal(owner.entity, ownKey, problem)
  }
}
