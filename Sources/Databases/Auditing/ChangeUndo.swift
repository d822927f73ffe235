import Engines
import FlagModel
import SQLText

/// Goes through the rows of one change from its end, and does the opposite of each by a statement of its own:
/// every state on the way was one of the database before.
struct ChangeUndo {
  private struct Place: Hashable {
    let entity: Name
    let key: Int64
  }

  /// The newest rows of later changes of a record.
  private struct Later {
    /// That of the whole record, which was added or deleted.
    var whole: Int64?
    /// That of any part.
    var any: Int64?
    var properties: [Name: Int64] = [:]
  }

  private struct Column: Hashable {
    let entity: Name
    let name: Name
    let verb: String
  }

  private let change: LoggedChange
  private let reader: LogReader
  private let tables: Schema
  private var later: [Place: Later] = [:]
  private var statements: [Column: any Statement] = [:]
  /// The values of the record that is being brought back.
  private var revived: (place: Place, values: [Name: Value])?
  /// The first and the last row of each record that was about the whole of it.
  private var touched: [Place: (first: String?, last: String?)] = [:]
  private var expected: [String: Int64] = [:]

  private var connection: any Connection { reader.connection }

  init(_ change: LoggedChange, _ reader: LogReader) throws {
    (self.change, self.reader) = (change, reader)
    tables = reader.database.schema.tables
    try readLater()
  }

  // MARK: What came after

  /// Reads later changes, but for those that are taken back, and those that took them back.
  private mutating func readLater() throws {
    if try reader.end == change.last { return }
    var cancelled: LoggedChange?
    let rows = try reader.database.rows(
      """
      SELECT id, entity, "key", change, property, coalesce(after, before) \
      FROM \(name: AuditObjects.log) WHERE id > \(.integer(change.last)) ORDER BY id DESC
      """)
    var known: LoggedChange?
    while try rows.next() {
      guard let id = rows.integer(at: 0), let entity = rows.text(at: 1),
        let key = rows.integer(at: 2), let verb = rows.text(at: 3)
      else { continue }
      if known.map({ !($0.first...$0.last).contains(id) }) ?? true {
        known = try reader.change(ofRow: id)
        cancelled = known.flatMap { $0.undoneBy != nil || $0.undoes != nil ? $0 : nil }
      }
      if cancelled != nil { continue }
      // Rows come from the newest on.
      let place = Place(entity: Name(entity), key: key)
      var entry = later[place] ?? Later(any: id)
      if let property = Self.property(verb, rows.text(at: 4), rows.value(at: 5)) {
        entry.properties[property] = entry.properties[property] ?? id
      } else {
        entry.whole = entry.whole ?? id
      }
      later[place] = entry
    }
  }

  /// The part of a record that a row is about; nil for the whole record. Each pair is a part of its own.
  private static func property(_ verb: String, _ name: String?, _ other: Value) -> Name? {
    switch verb {
    case "update": name.map { Name($0) }
    case "link", "unlink": name.map { Name("\($0) \(other.text)") }
    default: nil
    }
  }

  private func requireLast(_ place: Place, _ property: Name?) throws {
    guard let later = later[place] else { return }
    let row = property.map { later.properties[$0] ?? later.whole } ?? later.any
    if let row { try reader.refuse(place.entity, place.key, becauseOf: row) }
  }

  // MARK: Taking back

  mutating func run() throws -> UndoneChange.Counts {
    try connection.deferReferences()
    let start = try reader.end
    let rows = try reader.database.rows(
      """
      SELECT entity, "key", change, property, before, after FROM \(name: AuditObjects.log) \
      WHERE id BETWEEN \(.integer(change.first)) AND \(.integer(change.last)) ORDER BY id DESC
      """)
    while try rows.next() {
      guard let entity = rows.text(at: 0), let key = rows.integer(at: 1),
        let verb = rows.text(at: 2)
      else { continue }
      try takeBack(
        Place(entity: Name(entity), key: key), verb, rows.text(at: 3).map { Name($0) },
        before: rows.value(at: 4), after: rows.value(at: 5))
    }
    try revive()
    try requireNothingElse(after: start)
    return counts
  }

  private mutating func takeBack(
    _ place: Place, _ verb: String, _ property: Name?, before: Value, after: Value
  ) throws {
    guard let entity = tables.entity(named: place.entity) else { return }
    if verb != "delete" || revived?.place != place { try revive() }
    try requireLast(
      place, Self.property(verb, property?.text, after == .null ? before : after))
    let isWhole = verb == "insert" || verb == "delete"
    let known = touched[place]
    touched[place] = isWhole ? (verb, known?.last ?? verb) : known ?? (nil, nil)
    switch verb {
    case "update":
      guard let property else { return }
      let isKey = property == entity.keyColumn
      try run(
        Column(entity: place.entity, name: property, verb: verb),
        """
        UPDATE \(name: entity.name) SET \(name: property) = ?1 WHERE \(name: entity.keyColumn) = ?2 \
        AND \(name: property) COLLATE BINARY IS ?3
        """, [before, isKey ? after : .integer(place.key), after], place)
    case "insert":
      try run(
        Column(entity: place.entity, name: "", verb: verb),
        "DELETE FROM \(name: entity.name) WHERE \(name: entity.keyColumn) = ?1",
        [.integer(place.key)], place)
    case "delete":
      guard let property else { return }
      revived = revived ?? (place, [:])
      revived?.values[property] = before
    case "link", "unlink":
      guard let property, let join = entity.join(property) else { return }
      let (own, other) = (join.ownColumn, join.otherColumn)
      try run(
        Column(entity: place.entity, name: property, verb: verb),
        verb == "link"
          ? "DELETE FROM \(name: join.name) WHERE \(name: own) = ?1 AND \(name: other) = ?2"
          : "INSERT INTO \(name: join.name) (\(name: own), \(name: other)) VALUES (?1, ?2)",
        [.integer(place.key), verb == "link" ? after : before], place)
    default: return
    }
    expected[Self.opposite(verb), default: 0] += verb == "delete" ? 0 : 1
  }

  private static func opposite(_ verb: String) -> String {
    ["insert": "delete", "delete": "insert", "link": "unlink", "unlink": "link"][verb] ?? verb
  }

  /// Brings back the record whose values have been read.
  private mutating func revive() throws {
    guard let (place, values) = revived, let entity = tables.entity(named: place.entity) else {
      return
    }
    revived = nil
    let columns = LoggedTable(of: entity).columns.map(\.name)
    let marks = columns.indices.map { SQLText.written("?\($0 + 1)") }
    try run(
      Column(entity: place.entity, name: "", verb: "delete"),
      """
      INSERT INTO \(name: entity.name) (\(columns.map { "\(name: $0)" as SQLText }.joined(by: ", "))) \
      VALUES (\(marks.joined(by: ", ")))
      """, columns.map { values[$0] ?? .null }, place)
    expected["insert", default: 0] += 1
  }

  /// Runs a statement, which must change one record.
  private mutating func run(
    _ column: Column, _ sql: @autoclosure () -> SQLText, _ values: [Value], _ place: Place
  ) throws {
    let statement: any Statement
    if let known = statements[column] {
      statement = known
    } else {
      statement = try connection.prepare(sql())
      statements[column] = statement
    }
    for (index, value) in values.enumerated() {
      try statement.bind(value, at: index + 1)
    }
    do throws(EngineError) {
      try statement.runAgain()
    } catch {
      guard error.isConstraintViolation else { throw error }
      throw reader.refusal(place.entity, place.key, of: change, error.message)
    }
    guard connection.changes == 1 else {
      throw reader.refusal(place.entity, place.key, of: change, nil)
    }
  }

  /// Throws if more went than the change had brought, as records that refer to one that it had added.
  private func requireNothingElse(after start: Int64) throws {
    let rows = try reader.database.rows(
      """
      SELECT entity, change, property, count(*) FROM \(name: AuditObjects.log) \
      WHERE id > \(.integer(start)) GROUP BY 1, 2, 3
      """)
    var done: [String: Int64] = [:]
    while try rows.next() {
      guard let entity = rows.text(at: 0), let verb = rows.text(at: 1),
        let count = rows.integer(at: 3)
      else { continue }
      // Of each record that went one row has its key.
      if verb == "delete", rows.text(at: 2) != tables.entity(named: Name(entity))?.keyColumn.text {
        continue
      }
      done[verb, default: 0] += count
    }
    guard done != expected.filter({ $0.value > 0 }) else { return }
    throw reader.refusalOfOthers(of: change)
  }

  private var counts: UndoneChange.Counts {
    Dictionary(grouping: touched) { $0.key.entity }.map { entity, places in
      let added = places.count { $0.value.first == "insert" }
      let gone = places.count { $0.value.first != "insert" && $0.value.last == "delete" }
      return (entity, restored: places.count - added - gone, removed: added, revived: gone)
    }.sorted { $0.entity < $1.entity }
  }
}

extension Entity {
  fileprivate func join(_ property: Name) -> Relationship.JoinTable? {
    guard case .joinTable(let join) = relationship(named: property)?.storage else { return nil }
    return join
  }
}
