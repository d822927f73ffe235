import Databases
import FlagModel
import SQLText

/// A record, as rows of the log name it.
struct LoggedRecord: Hashable {
  let entity: Name
  let key: Int64
}

/// The changes after one that is to be undone, except undone ones and those that undid them.
struct LaterChanges {
  /// The newest rows about a record.
  private struct Rows {
    /// The last row that inserted or deleted the whole record.
    var whole: Int64?
    /// The last row about any part of the record.
    var any: Int64?
    var parts: [Name: Int64] = [:]
  }

  private let reader: LogReader
  private var records: [LoggedRecord: Rows] = [:]

  init(than change: LoggedChange, _ reader: LogReader) throws {
    self.reader = reader
    if try reader.end == change.last { return }
    let rows = try reader.database.rows(
      """
      SELECT id, entity, \(name: "key"), change, property, coalesce(after, before) \
      FROM \(name: LogNames.log) WHERE id > \(.integer(change.last)) ORDER BY id DESC
      """)
    var current: LoggedChange?
    var isCancelled = false
    while try rows.next() {
      guard let id = rows.integer(at: 0), let entity = rows.text(at: 1),
        let key = rows.integer(at: 2), let verb = rows.text(at: 3)
      else { continue }
      if current.map({ !($0.first...$0.last).contains(id) }) ?? true {
        current = try reader.change(ofRow: id)
        isCancelled = current?.undoneBy != nil || current?.undoes != nil
      }
      if isCancelled { continue }
      let record = LoggedRecord(entity: Name(entity), key: key)
      add(id, about: Self.part(verb, rows.text(at: 4), rows.value(at: 5)), of: record)
    }
  }

  /// Adds a row, which is older than those before it.
  private mutating func add(_ id: Int64, about part: Name?, of record: LoggedRecord) {
    var rows = records[record] ?? Rows(any: id)
    if let part {
      rows.parts[part] = rows.parts[part] ?? id
    } else {
      rows.whole = rows.whole ?? id
    }
    records[record] = rows
  }

  /// The part of a record that a row describes; nil for the whole record. Each pair is a separate
  /// part.
  static func part(_ verb: String, _ name: String?, _ other: Value) -> Name? {
    switch verb {
    case "update": name.map { Name($0) }
    case "link", "unlink": name.map { Name("\($0) \(other.text)") }
    default: nil
    }
  }

  /// Throws if a later change is about the part of the record; for nil, about any part.
  func requireNone(of record: LoggedRecord, _ part: Name?) throws {
    guard let rows = records[record] else { return }
    var row: Int64? = rows.any
    if let part { row = rows.parts[part] ?? rows.whole }
    if let row { try reader.refuse(record.entity, record.key, becauseOf: row) }
  }
}
