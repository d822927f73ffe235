import Databases
import FlagFormats
import FlagModel
import Predicates
import Queries
import SQLText

/// Shows the effect of a change that is rolled back: the first records before and after it, and its
/// SQL.
struct ChangePreview {
  /// The number of records to show.
  private static let most: Int64 = 5

  private let database: Database
  private let entity: Entity
  /// The columns to show after the key.
  private let columns: [QueryColumn]
  private(set) var rows: [[Value]] = []

  init(_ database: Database, _ entity: Entity, _ columns: [QueryColumn]? = nil) {
    self.database = database
    self.entity = entity
    let all = columns ?? entity.defaultColumns(in: database.schema)
    self.columns = all.filter { $0.title != entity.source.key?.column }
  }

  /// Previews a change of some properties, which are shown after the record's label.
  init(_ database: Database, _ entity: Entity, changing properties: [Name]) {
    var names = properties
    if let label = entity.label?.name, !properties.contains(label) { names.insert(label, at: 0) }
    let shown = names.compactMap { name in
      entity.column(named: name, in: database.schema)
    }
    self.init(database, entity, shown)
  }

  /// Previews a new record with the links of these relationships.
  init(_ database: Database, _ entity: Entity, adding relationships: [Relationship]) {
    let columns = entity.defaultColumns(in: database.schema)
    let titles = Set(columns.map(\.title))
    let lists = relationships.filter { $0.isToMany && !titles.contains($0.name) }
    let more = lists.compactMap { QueryColumn.relationship($0, in: database.schema) }
    self.init(database, entity, columns + more)
  }

  // MARK: Records

  /// Reads the first matching records before the change.
  mutating func readBefore(_ predicate: Predicate?) throws {
    rows = try read("before", where: predicate)
  }

  /// Reads the same records again, after the change.
  mutating func readAfter() throws {
    guard let key = entity.source.key, !rows.isEmpty else { return }
    try database.requireDeferredConstraintsWithNext()
    let isShown = Predicate.any(rows.map { isRecord(key, $0[0]) })
    let after = try read("after", where: isShown)
    rows = rows.flatMap { row in [row] + after.filter { $0[0] == row[0] } }
  }

  /// Reads a new record.
  mutating func readNew(_ record: NewRecord) throws {
    guard let key = entity.source.key else { return }
    // The key of a new record has the form that the column stores.
    let isNew = Predicate.compare(
      .init(name: key.column, isOptional: false, form: entity.keyForm), .equal, record.key,
      of: key.type)
    rows += try read("after", where: isNew)
  }

  private func isRecord(_ key: EntitySource.Key, _ value: Value) -> Predicate {
    let form = key.type == .integer(.int64) ? .own : entity.keyAttribute?.stored ?? .own
    return .compare(
      .init(name: key.column, isOptional: false, form: form), .equal, value, of: key.type)
  }

  /// Reads the key, the phase and the columns.
  private func read(_ time: String, where predicate: Predicate?) throws -> [[Value]] {
    let key = entity.source.key.map { _ in [QueryColumn.key(of: entity)] } ?? []
    let order = entity.source.key.map { [Query.Order(column: $0.column, isDescending: false)] }
    let query = Query(
      entity, columns: key + columns, predicate: predicate, order: order ?? [], limit: Self.most)
    let records = try database.rows(query)
    var rows: [[Value]] = []
    while try records.next() {
      let values = (0..<key.count + columns.count).map(records.value)
      rows.append([values.first ?? .null, .text(time)] + values.dropFirst(key.count))
    }
    return rows
  }

  // MARK: Showing

  /// The type of a key that is no number.
  private var keyType: AttributeType? {
    guard let type = entity.source.key?.type, type != .integer(.int64) else { return nil }
    return type
  }

  /// Shows the records as the result, and the rest as text.
  func show(
    _ words: String, _ statements: [SQLText], _ options: OutputOptions, in session: Session
  ) throws {
    session.say("\(words); nothing was changed\n")
    session.say(statements.map { SQLOptions.text(of: $0, in: database.dialect) }.joined())
    guard !rows.isEmpty else { return }
    var shown = [OutputColumn(name: "state")]
    shown += columns.map { OutputColumn(name: $0.title.text, type: $0.type) }
    if entity.shownKey == nil {
      try session.writeRecords(shown, options, rows.map { Array($0.dropFirst()) })
    } else {
      shown.insert(OutputColumn(name: entity.keyColumn.text, type: keyType), at: 0)
      try session.writeRecords(shown, options, rows)
    }
  }
}

extension Entity {
  /// The column of a property, or of the flag set with a field of that name.
  fileprivate func column(named name: Name, in schema: Schema) -> QueryColumn? {
    if let attribute = attribute(named: name) { return .attribute(attribute) }
    return relationship(named: name).flatMap { .relationship($0, in: schema) }
  }
}

/// A text about records that ON CONFLICT REPLACE in a foreign table also removed; empty if there
/// are none.
func removed(_ count: Int64) -> String {
  if count == 0 { return "" }
  return ", and \(counted(count, "record")) removed by ON CONFLICT REPLACE"
}
