import Engines
import FlagModel
import SQLText
import SQLiteEngine

/// A name with which a record refers to another one of its entity.
struct NamedReference {
  /// The field of the reference.
  let field: Int
  let name: [UInt8]
  let place: ImportPlace
  /// The key of the other record; nil if it does not exist yet.
  let other: Value?
}

/// The references of an import that may have to be resolved again. They are in a temporary
/// database, because there can be as many as records.
/// See Documentation/Decisions/names-wait-for-the-end-of-an-import.md.
final class WaitingReferences {
  /// A reference, the key of its record, and the record's number in the input.
  struct Row {
    let id: Int64
    let reference: NamedReference
    let key: Value
    let number: Int
  }

  private let name: Name = "waiting"
  /// Nil while there are none.
  private var connection: (any Connection)?
  private var insertion: (any Statement)?
  private var removal: (any Statement)?
  private static let chunk: Int64 = 1_000

  var isEmpty: Bool { connection == nil }

  func add(_ reference: NamedReference, ofRecord key: Value, _ number: Int) throws {
    let statement = try insertion ?? begin()
    let place = reference.place
    let values: [Value] = [
      key, .integer(Int64(number)), .integer(Int64(reference.field)),
      .blob(reference.name), reference.other ?? .null,
      place.file.map { .text($0) } ?? .null, place.line.map { .integer(Int64($0)) } ?? .null,
      place.column.map { .integer(Int64($0)) } ?? .null, .blob(place.record),
    ]
    for (index, value) in values.enumerated() { try statement.bind(value, at: index + 1) }
    try statement.runAgain()
  }

  private func begin() throws -> any Statement {
    let connection = try DatabaseDraft.temporary()
    // One transaction, which is never committed, is faster than one for each record.
    try connection.begin(writing: true)
    self.connection = connection
    try connection.run(
      "CREATE TABLE \(name: name) (key, number, field, name, other, file, line, place, record)"
    )
    try connection.run("CREATE INDEX \(name: "\(name)_other") ON \(name: name) (other)")
    try connection.run("CREATE INDEX \(name: "\(name)_key") ON \(name: name) (key, field)")
    removal = try connection.prepare(
      "DELETE FROM \(name: name) WHERE key = \(.null) AND field = \(.null)")
    let values = Array(repeating: "\(.null)" as SQLText, count: 9).joined(by: ", ")
    let statement = try connection.prepare("INSERT INTO \(name: name) VALUES (\(values))")
    insertion = statement
    return statement
  }

  /// Forgets the references in a field of a record, because a later record of the input sets it again.
  func forget(ofRecord key: Value, in field: Int) throws {
    guard let removal else { return }
    try removal.bind(key, at: 1)
    try removal.bind(.integer(Int64(field)), at: 2)
    try removal.runAgain()
  }

  /// Passes all unresolved references to the body, several at a time, in the order of the input.
  func passUnresolved(_ body: ([Row]) throws -> Void) throws {
    var last: Int64 = 0
    // No statement may be open while the body changes tables.
    while true {
      let rows = try self.rows(
        where: "other IS NULL AND rowid > \(.integer(last))", atMost: Self.chunk)
      guard let end = rows.last else { return }
      try body(rows)
      last = end.id
    }
  }

  /// The references to a record, one for each record with such a reference.
  func naming(_ key: Value) throws -> [Row] {
    try rows(where: "other = \(key) GROUP BY key", atMost: .max)
  }

  func note(_ other: Value, of row: Row) throws {
    try connection?.run(
      """
      UPDATE \(name: name) SET other = \(other) WHERE rowid = \(.integer(row.id))
      """)
  }

  func removeAll() {
    insertion = nil
    removal = nil
    connection = nil
  }

  private func rows(where condition: SQLText, atMost limit: Int64) throws -> [Row] {
    guard let connection else { return [] }
    let statement = try connection.prepare(
      """
      SELECT rowid, key, number, field, name, other, file, line, place, record \
      FROM \(name: name) WHERE \(condition) ORDER BY rowid LIMIT \(literal: limit)
      """)
    var rows: [Row] = []
    while try statement.step() { rows.append(Row(statement)) }
    return rows
  }
}

extension WaitingReferences.Row {
  fileprivate init(_ statement: any Statement) {
    func number(_ index: Int) -> Int64? {
      if case .integer(let number) = statement.value(at: index) { number } else { nil }
    }
    func bytes(_ index: Int) -> [UInt8] {
      if case .blob(let bytes) = statement.value(at: index) { bytes } else { [] }
    }
    let file: String? = if case .text(let file) = statement.value(at: 6) { file } else { nil }
    let place = ImportPlace(
      file: file, line: number(7).map { Int($0) }, column: number(8).map { Int($0) },
      record: bytes(9))
    id = number(0) ?? 0
    key = statement.value(at: 1)
    self.number = Int(number(2) ?? 0)
    reference = NamedReference(
      field: Int(number(3) ?? 0), name: bytes(4), place: place,
      other: statement.value(at: 5) == .null ? nil : statement.value(at: 5))
  }
}
