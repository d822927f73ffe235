internal import Databases
import FlagModel
import Importing
import Predicates
internal import Queries

/// The columns of a struct in one database, valid for one version of the model.
/// See Documentation/Decisions/structs-bring-records-and-take-none.md.
final class RecordPlan<Of: FlagDB.Entity> {
  let entity: FlagModel.Entity
  private let written: EntityMapping<Of>.Written?
  /// The properties that are records or lists of records.
  let related: [DeclaredProperty]
  /// The relationships of the lists, in the order of their indexes.
  let lists: [Relationship]
  /// The columns to read, after the key if the struct has one.
  let reading: (columns: [QueryColumn], names: RecordColumns)
  /// The columns to write.
  private let writing: RecordColumns
  let fields: [ImportField]
  /// The index of the key among the columns to read.
  private let keyPlace: Int?
  private var layout: StructLayout?
  /// The prepared inserts.
  private var insertions: [InsertionKind: Insertion] = [:]
  private struct InsertionKind: Hashable {
    /// The additional reference column.
    let column: Name?
    let conflict: InsertConflict
  }
  private struct Insertion {
    let statement: RecordInsertion
    /// The cell of the reference.
    let place: Int
  }
  private lazy var decoder = RowDecoder(reading.names)
  private let checks: [(place: Int, check: ValueCheck)]

  init(in schema: Schema) throws {
    try Of.requireStruct()
    let name = Of.entityName
    guard let entity = schema.entity(called: Name(name)) else {
      throw EntityError.unknownEntity(name: name)
    }
    self.entity = entity
    written = Of.mapping.written
    let all = PlannedColumn.all(of: entity, in: schema)
    let key = all.first { $0.isKey }
    let columns =
      try written?.properties.filter { !$0.declared.isList }
      .flatMap { try PlannedColumn.named($0.declared, in: all, of: name) } ?? all
    let properties = Of.properties ?? []
    for property in properties { try entity.checkNames(of: property, allowsNew: true) }
    related = properties.filter(\.isRelated)
    lists = try Self.lists(of: entity, written == nil ? nil : properties)
    let listNames = lists.map(\.name.text)
    var read = columns
    if written == nil { read.removeAll(where: \.isKey) }
    if let key { read.insert(key, at: 0) }
    reading = (read.map(\.shown), RecordColumns(of: name, read.map(\.column), lists: listNames))
    writing = RecordColumns(of: name, columns.map(\.column), lists: listNames)
    fields = columns.map(\.field)
    keyPlace = columns.firstIndex { $0.isKey }
    checks = try columns.enumerated().compactMap { place, column in
      guard case .attribute(let attribute) = column.field, attribute.validity.pattern != nil
      else { return nil }
      return (place, try ValueCheck(attribute))
    }
  }

  /// The relationships of the lists: those of a written mapping in its order, or all of the entity.
  private static func lists(
    of entity: FlagModel.Entity, _ properties: [DeclaredProperty]?
  ) throws(EntityError) -> [Relationship] {
    let all = entity.relationships.filter(\.isToMany)
    guard let properties else { return all }
    var lists: [Relationship] = []
    for property in properties where property.isList {
      guard let list = all.first(where: { $0.name == Name(property.name) }) else {
        throw RecordColumns(of: entity.name.text, []).missing(property.name)
      }
      lists.append(list)
    }
    return lists
  }

  // MARK: Reading

  /// Reads the struct in a row of such a query, with its related records. The row is only borrowed.
  func read(_ row: inout StoredRow, _ related: RelatedRecords? = nil) throws -> Of {
    guard let written else {
      swap(&decoder.reader.row, &row)
      if let related { decoder.reader.related = related }
      defer { swap(&decoder.reader.row, &row) }
      return try decoder.decode(Of.self)
    }
    var reader = RowReader(reading.names, StoredRow())
    swap(&reader.row, &row)
    defer { swap(&reader.row, &row) }
    if let related { reader.related = related }
    reader.index = reading.columns.count - fields.count
    return try written.read(&reader)
  }

  // MARK: Writing

  /// Writes the values of a struct to cells.
  func write(_ value: Of, to writer: inout RowWriter) throws {
    writer.begin()
    if let written {
      try written.write(value, &writer)
    } else {
      try layout(of: value).write(value, to: &writer)
    }
    for (place, check) in checks {
      try check.check(writer.row.value(at: writer.start + place))
    }
  }

  private func layout(of value: Of) throws -> StructLayout {
    if let layout { return layout }
    let new = try StructLayout(of: value, in: writing)
    layout = new
    return new
  }

  /// The indexes of the fields that the struct fills. The others get their default values.
  private func places(of value: Of) throws -> [Int] {
    if written != nil { return Array(fields.indices) }
    return try layout(of: value).places.sorted()
  }

  /// Inserts a record, and returns its key.
  /// - Parameter reference: a column that refers to another record, in place of the struct's own.
  func insert(_ value: Of, into lane: Lane, referring reference: Reference? = nil) throws -> Int64 {
    let key = try insert(value, into: lane, referring: reference, onConflict: .stop)
    guard let key else { throw noWholeKey }
    return key
  }

  private var noWholeKey: ValueError {
    ValueError("the key of a \(entity.name) is not a whole number")
  }

  private struct LeftOut: Error {}

  /// Inserts a record, or leaves it out or updates another one if that has its key or one of its unique values.
  /// Returns the key of the record; nil if it was left out.
  func insert(
    _ value: Of, into lane: Lane, referring reference: Reference? = nil,
    onConflict conflict: InsertConflict
  ) throws -> Int64? {
    let places = try places(of: value)
    var writer = RowWriter(writing)
    try write(value, to: &writer)
    if writer.related.isEmpty {
      return try insert(&writer.row, places, into: lane.engine, reference, conflict)
    }
    do {
      return try lane.engine.write {
        let isNew = conflict != .update
        try insertRecords(before: &writer, in: lane, except: reference, isNew: isNew)
        let key = try insert(&writer.row, places, into: lane.engine, reference, conflict)
        guard let key else { throw LeftOut() }
        try relate(writer.related.lists, to: key, in: lane, isNew: isNew)
        return key
      }
    } catch is LeftOut {
      return nil
    }
  }

  /// Returns nil if the record was left out.
  private func insert(
    _ row: inout StoredRow, _ places: [Int], into engine: Databases.Database,
    _ reference: Reference?, _ conflict: InsertConflict
  ) throws -> Int64? {
    if places.count < fields.count { row.cells = places.map { row.cells[$0] } }
    let kind = InsertionKind(column: reference?.column, conflict: conflict)
    let insertion = try insertion(places, into: engine, kind)
    if let reference {
      if insertion.place == row.cells.count { row.cells.append(.null) }
      row.cells[insertion.place] = .integer(reference.key)
    }
    switch try insertion.statement.insert(&row) {
    case .integer(let key): return key
    case .null where conflict != .stop: return nil
    default: throw noWholeKey
    }
  }

  private func insertion(
    _ places: [Int], into engine: Databases.Database, _ kind: InsertionKind
  ) throws -> Insertion {
    if let cached = insertions[kind] { return cached }
    let column = kind.column
    var columns = places.compactMap { fields[$0].column }
    let place = columns.firstIndex { $0 == column } ?? columns.count
    if let column, place == columns.count { columns.append(column) }
    let new = Insertion(
      statement: try engine.insertion(
        into: entity, columns: columns, onConflict: kind.conflict), place: place)
    insertions[kind] = new
    return new
  }

  /// Inserts many records, about thirty in one statement; one by one if they may contain other
  /// records.
  func insert(_ values: some Sequence<Of>, into lane: Lane) throws {
    var importer: Importer?
    var writer = RowWriter(writing)
    var places: [Int] = []
    for (number, value) in values.enumerated() {
      if importer == nil {
        if try relates(value) {
          try insertEach(value, number, into: lane)
          continue
        }
        places = try self.places(of: value)
        let layout = ImportLayout(entity, places.map { fields[$0] })
        importer = try Importer(layout, into: lane.engine, takesKeys: true) { throw $0 }
      }
      try importer?.add(number + 1) { row in
        swap(&writer.row, &row)
        defer { swap(&writer.row, &row) }
        try write(value, to: &writer)
        if places.count < fields.count {
          let cells = places.map { writer.row.cells[writer.start + $0] }
          writer.row.cells.replaceSubrange(writer.start..., with: cells)
        }
      }
    }
    try importer?.finish()
  }

  private func relates(_ value: Of) throws -> Bool {
    if written != nil { return !related.isEmpty }
    return try layout(of: value).relates
  }

  private func insertEach(_ value: Of, _ number: Int, into lane: Lane) throws {
    do {
      _ = try insert(value, into: lane)
    } catch {
      guard let said = DatabaseError(error) else { throw error }
      throw DatabaseError(
        "record \(number + 1): \(said.message)", code: said.code, attributes: said.attributes,
        hint: said.hint.map { .words($0) })
    }
  }

  /// Updates all values of the record with the struct's key.
  func update(_ value: Of, in lane: Lane) throws -> Bool {
    var writer = RowWriter(writing)
    try write(value, to: &writer)
    if writer.related.isEmpty { return try update(value, &writer, in: lane.engine) != nil }
    return try lane.engine.write {
      try insertRecords(before: &writer, in: lane, isNew: false)
      guard let key = try update(value, &writer, in: lane.engine) else { return false }
      try relate(writer.related.lists, to: key, in: lane, isNew: false)
      return true
    }
  }

  /// Updates the record and returns its key; nil if there is no such record.
  private func update(
    _ value: Of, _ writer: inout RowWriter, in engine: Databases.Database
  ) throws -> Int64? {
    let places = try places(of: value)
    guard let keyPlace, places.contains(keyPlace),
      case .integer(let key) = writer.row.cells[keyPlace]
    else {
      throw DatabaseError(
        "this \(entity.name) has no key", code: .invalidRequest,
        hint: "only one that was read or inserted has one")
    }
    let assignments = places.compactMap { place -> Assignment? in
      guard place != keyPlace, let column = fields[place].column else { return nil }
      return Assignment(column: column, isOptional: true, change: .set(writer.row.value(at: place)))
    }
    let change = try engine.change(of: entity, assignments)
    let count = try engine.update(entity, change, where: entity.has(key: key)).changed
    return count > 0 ? key : nil
  }

  /// The stored form of a value for the column of a property.
  func assignment<Value: Storable>(
    _ value: Value, to property: String
  ) throws -> (field: ImportField, value: FlagModel.Value) {
    guard let place = writing.places[property] else {
      throw EntityError.mismatch(
        entity: writing.entity, property: property, reason: "the model has no such property")
    }
    var writer = RowWriter(RecordColumns(of: writing.entity, [writing.columns[place]]))
    writer.begin()
    try value.write(to: &writer)
    return (fields[place], writer.row.value(at: 0))
  }
}

extension FlagModel.Entity {
  /// A predicate for the record with a key.
  func has(key: Int64) -> Predicates.Predicate {
    .compare(.init(name: keyColumn, isOptional: false), .equal, .integer(key))
  }
}
