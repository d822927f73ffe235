import FlagModel

/// Reads the values of a struct from a row, one after the other.
public struct RowReader {
  var row: StoredRow
  let columns: RecordColumns
  /// The index of the next column.
  var index = 0
  /// The index of the next list of records.
  var listIndex = 0
  var related = RelatedRecords()

  init(_ columns: RecordColumns, _ row: StoredRow = StoredRow()) {
    self.columns = columns
    self.row = row
  }

  /// Reads the next value.
  public mutating func read<Value: Storable>(_ type: Value.Type = Value.self) throws -> Value {
    try Value.read(from: &self)
  }

  /// Reads the next value of a type that is not `Storable`: a raw value, or a struct by reflection.
  @_disfavoredOverload
  public mutating func read<Part: Codable & Sendable>(_ type: Part.Type = Part.self) throws -> Part
  {
    try part { try $0.read(type, at: $1) }
  }

  /// Reads the next optional value of a type that is not `Storable`.
  @_disfavoredOverload
  public mutating func read<Part: Codable & Sendable>(
    _ type: Part?.Type = Part?.self
  ) throws -> Part? {
    try part { $0.isNull($1) ? nil : try $0.read(Part.self, at: $1) }
  }

  /// Reads the columns of one property by reflection.
  private mutating func part<Value>(_ body: (RowDecoder, String) throws -> Value) throws -> Value {
    let (name, places) = columns.property(at: index)
    let decoder = RowDecoder(columns)
    swap(&decoder.reader.row, &row)
    defer { swap(&decoder.reader.row, &row) }
    index = places.upperBound
    return try body(decoder, name)
  }

  mutating func next() -> StoredRow.Cell {
    index += 1
    return row.cells[index - 1]
  }

  func isNull(at place: Int) -> Bool { row.cells[place] == .null }

  /// The type of the last column; nil for a key.
  var type: AttributeType? { columns.columns[index - 1].type }

  /// The text of a cell; nil if the cell has another type.
  func text(_ cell: StoredRow.Cell) -> String? {
    guard case .text(let range) = cell else { return nil }
    return row.bytes.withUnsafeBufferPointer {
      String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self)
    }
  }

  /// The error for a value of an unexpected type in a column.
  mutating func refusal(at place: Int, expected type: Any.Type) -> DatabaseError {
    index = place
    let cell = next()
    return refusal(of: cell, expected: type)
  }

  /// The error for a value of an unexpected type in the last column.
  func refusal(of cell: StoredRow.Cell, expected type: Any.Type) -> DatabaseError {
    let content = cell == .null ? "no value" : "'\(row.value(of: cell).text)'"
    return refusal("\(content), which is no \(type)")
  }

  /// An error that names the record and the last property.
  func refusal(_ content: String) -> DatabaseError {
    let name = columns.columns[index - 1].name
    let isKeyKnown = columns.hasKey && columns.columns.first?.type == nil && row.cells.count > 1
    let record = isKeyKnown ? "\(columns.entity) \(row.value(at: 0).text)" : columns.entity
    return DatabaseError("'\(name)' of \(record) is \(content)", code: .invalidValue)
  }
}

// MARK: Other records

extension RowReader {
  /// Reads the record that the next column refers to; nil if there is none.
  public mutating func read<Other: Entity>(_ type: Other?.Type = Other?.self) throws -> Other? {
    index += 1
    if isNull(at: index - 1) { return nil }
    return try record(Other.self, at: index - 1)
  }

  /// Reads the record that the next column refers to.
  public mutating func read<Other: Entity>(_ type: Other.Type = Other.self) throws -> Other {
    index += 1
    return try record(type, at: index - 1)
  }

  /// Reads the next list of records. The list is empty unless the query requested it.
  public mutating func read<Other: Entity>(_ type: [Other].Type = [Other].self) throws -> [Other] {
    listIndex += 1
    return try records(type, at: listIndex - 1)
  }

  mutating func record<Other: Entity>(_ type: Other.Type, at place: Int) throws -> Other {
    let key = row.value(at: place)
    if let record = related.ones[place]?[key] as? Other { return record }
    index = place + 1
    throw refusal("'\(key.text)', which no \(Other.entityName) has")
  }

  func records<Other: Entity>(_ type: [Other].Type, at number: Int) throws -> [Other] {
    guard let list = related.lists[number] else { return [] }
    return list.keys[related.row].compactMap { list.records[$0] as? Other }
  }
}
