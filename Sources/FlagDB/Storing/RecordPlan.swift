internal import Databases
import FlagModel
import Predicates
internal import Queries

/// The columns of a struct in one database, as long as its model stays the same.
final class RecordPlan<Of: FlagDB.Entity> {
  let entity: FlagModel.Entity
  private let written: EntityMapping<Of>.Written?
  /// The columns that are read, the key first if there is one.
  private let reading: (columns: [QueryColumn], names: RecordColumns)
  /// The columns that are written.
  private let writing: RecordColumns
  private let fields: [ImportField]
  /// The place of the key among them.
  private let keyPlace: Int?
  private var layout: StructLayout?
  private var insertion: RecordInsertion?
  private lazy var decoder = RowDecoder(reading.names)
  private let checks: [(place: Int, check: ValueCheck)]

  init(in schema: Schema) throws {
    let name = Of.entityName
    guard let entity = schema.entity(called: Name(name)) else {
      throw EntityError.unknownEntity(name: name)
    }
    self.entity = entity
    written = Of.mapping.written
    let all = PlannedColumn.all(of: entity, in: schema)
    let key = all.first { $0.isKey }
    let own =
      try written?.properties.map { try PlannedColumn.named($0, in: all, of: entity) } ?? all
    let read = (key.map { [$0] } ?? []) + (written == nil ? own.filter { !$0.isKey } : own)
    reading = (read.map(\.shown), RecordColumns(of: name, read.map(\.column)))
    writing = RecordColumns(of: name, own.map(\.column))
    fields = own.map(\.field)
    keyPlace = own.firstIndex { $0.isKey }
    checks = try own.enumerated().compactMap { place, column in
      guard case .attribute(let attribute) = column.field, attribute.validity.pattern != nil
      else { return nil }
      return (place, try ValueCheck(attribute))
    }
  }

  // MARK: Reading

  /// The columns of a query for the structs.
  var columns: [QueryColumn] { reading.columns }

  /// The struct in a row of such a query. The row is only borrowed.
  func read(_ row: inout StoredRow) throws -> Of {
    guard let written else {
      swap(&decoder.reader.row, &row)
      defer { swap(&decoder.reader.row, &row) }
      return try decoder.decode(Of.self)
    }
    var reader = RowReader(reading.names, StoredRow())
    swap(&reader.row, &row)
    defer { swap(&reader.row, &row) }
    reader.index = reading.columns.count - written.properties.count
    return try written.read(&reader)
  }

  // MARK: Writing

  /// The cells of a struct, and which of the fields they are.
  private func write(_ value: Of, to writer: inout RowWriter) throws {
    writer.begin()
    if let written {
      try written.write(value, &writer)
    } else {
      let layout = try layout ?? StructLayout(of: value, in: writing)
      self.layout = layout
      try layout.write(value, to: &writer)
    }
    for (place, check) in checks {
      try check.check(writer.row.value(at: writer.start + place))
    }
  }

  /// The fields that the struct fills: the others get their defaults.
  private func places(of value: Of) throws -> [Int] {
    if written != nil { return Array(fields.indices) }
    let layout = try layout ?? StructLayout(of: value, in: writing)
    self.layout = layout
    return layout.places.sorted()
  }

  /// Adds a record, and answers with its key.
  func insert(_ value: Of, into engine: Databases.Database) throws -> Int64 {
    let places = try places(of: value)
    var writer = RowWriter(writing)
    try write(value, to: &writer)
    let isPart = places.count < fields.count
    if isPart { writer.row.cells = places.map { writer.row.cells[$0] } }
    let insertion =
      try insertion
      ?? engine.insertion(into: entity, columns: places.compactMap { fields[$0].column })
    self.insertion = insertion
    guard case .integer(let key) = try insertion.insert(&writer.row) else {
      throw ValueError("the key of a \(entity.name) is no whole number")
    }
    return key
  }

  /// Adds many records, some thirty at a time.
  func insert(_ values: some Sequence<Of>, into engine: Databases.Database) throws {
    var importer: Importer?
    var writer = RowWriter(writing)
    var places: [Int] = []
    for (number, value) in values.enumerated() {
      if importer == nil {
        places = try self.places(of: value)
        let layout = ImportLayout(entity, places.map { fields[$0] })
        importer = try Importer(layout, into: engine, takesKeys: true) { throw $0 }
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

  /// Gives all of its values to the record with its key.
  func update(_ value: Of, in engine: Databases.Database) throws -> Bool {
    let places = try places(of: value)
    var writer = RowWriter(writing)
    try write(value, to: &writer)
    guard let keyPlace, places.contains(keyPlace),
      case .integer(let key) = writer.row.cells[keyPlace]
    else {
      throw DatabaseError(
        "this \(entity.name) has no key", hint: "only one that was read or inserted has one")
    }
    let assignments = places.compactMap { place -> Assignment? in
      guard place != keyPlace, let column = fields[place].column else { return nil }
      return Assignment(
        column: column, isOptional: true, change: .set(writer.row.value(at: place)))
    }
    let change = try engine.change(of: entity, assignments)
    return try engine.update(entity, change, where: entity.has(key: key)).changed > 0
  }

  /// The value of one property as a column of the model keeps it.
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

/// A column that the model has for a property.
private struct PlannedColumn {
  let column: RecordColumn
  let shown: QueryColumn
  let field: ImportField

  var isKey: Bool { if case .key = field { true } else { false } }

  /// The key and all properties that have a column.
  static func all(of entity: FlagModel.Entity, in schema: Schema) -> [PlannedColumn] {
    var all: [PlannedColumn] = []
    if let key = entity.shownKey, entity.keyAttribute == nil {
      all.append(
        PlannedColumn(
          column: RecordColumn(name: "id", type: nil), shown: .key(of: entity),
          field: .key(key)))
    }
    for property in entity.columnProperties {
      switch property {
      case .attribute(let attribute):
        all.append(
          PlannedColumn(
            column: RecordColumn(name: attribute.name.text, type: attribute.type),
            shown: .attribute(attribute), field: .attribute(attribute)))
      case .relationship(let relationship):
        guard let shown = QueryColumn.relationship(relationship, in: schema, .byKey) else {
          continue
        }
        all.append(
          PlannedColumn(
            column: RecordColumn(name: relationship.name.text, type: nil), shown: shown,
            field: .relationship(relationship)))
      case .group: continue
      }
    }
    return all
  }

  /// The column of a property.
  static func named<Of: FlagDB.Entity>(
    _ property: MappedProperty<Of>, in all: [PlannedColumn], of entity: FlagModel.Entity
  ) throws(EntityError) -> PlannedColumn {
    if let column = all.first(where: { $0.column.name == property.name }) { return column }
    throw .mismatch(
      entity: Of.entityName, property: property.name, reason: "the model has no such property")
  }
}

extension FlagModel.Entity {
  /// The record with a key.
  func has(key: Int64) -> Predicates.Predicate {
    .compare(.init(name: keyColumn, isOptional: false), .equal, .integer(key))
  }
}
