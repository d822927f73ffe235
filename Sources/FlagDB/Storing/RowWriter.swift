import FlagModel

/// Writes the values of a struct to a row, one after the other.
public struct RowWriter {
  var row = StoredRow()
  let columns: RecordColumns
  /// The index of the record's first cell in a row of several records.
  var start = 0
  /// The index of the next column.
  var index = 0
  /// The index of the next list of records.
  var listIndex = 0
  var related = WrittenRelations()

  init(_ columns: RecordColumns) { self.columns = columns }

  /// Writes the next value.
  public mutating func write<Value: Storable>(_ value: Value) throws { try value.write(to: &self) }

  /// Writes the next value of a type that is not `Storable`: a raw value, or a struct by
  /// reflection.
  @_disfavoredOverload
  public mutating func write<Part: Codable & Sendable>(_ part: Part) throws {
    let (name, places) = columns.property(at: index)
    let layout = try columns.parts.all[index] ?? StructLayout(ofProperty: part, name, in: columns)
    columns.parts.all[index] = layout
    try layout.write(property: part, to: &self)
    index = places.upperBound
  }

  /// Begins a record with empty cells.
  mutating func begin() {
    start = row.cells.count
    index = 0
    listIndex = 0
    if !related.isEmpty { related = WrittenRelations() }
    row.cells.append(contentsOf: repeatElement(.null, count: columns.columns.count))
  }

  mutating func write(_ cell: StoredRow.Cell) {
    row.cells[start + index] = cell
    index += 1
  }

  mutating func write(bytes: some Collection<UInt8>) -> Range<Int> {
    let first = row.bytes.count
    row.bytes.append(contentsOf: bytes)
    return first..<row.bytes.count
  }

  mutating func writeNull() { write(.null) }

  mutating func write(value: Value) { write(row.cell(of: value)) }

  /// The type of the next column; nil for a key.
  var type: AttributeType? { columns.columns[index].type }

  /// The error for a value that the column cannot store.
  func refusal(_ content: String) -> DatabaseError {
    DatabaseError(
      "'\(columns.columns[index].name)' of \(columns.entity) cannot keep \(content)",
      code: .invalidValue)
  }
}

// MARK: Other records

extension RowWriter {
  /// Writes a reference to a record, or nil. A record without a key is inserted first.
  public mutating func write<Other: Entity>(_ value: Other?) throws {
    guard let value else { return writeNull() }
    if case .number(let key) = value.ownKey { return write(.integer(key)) }
    related.ones.append((index, value))
    writeNull()
  }

  /// Writes a list of records. A record without a key is inserted after this one; a record with a
  /// key is only linked.
  public mutating func write<Other: Entity>(_ list: [Other]) throws {
    if !list.isEmpty { related.lists.append((listIndex, list)) }
    listIndex += 1
  }
}
