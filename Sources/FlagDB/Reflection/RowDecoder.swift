internal import PlainText

/// Decodes a struct from a row, for types that conform to `Decodable`.
final class RowDecoder: Decoder {
  var reader: RowReader
  /// The column that is probably requested next, because structs are usually read in the order of
  /// their columns.
  fileprivate var likely = 1

  /// The functions that read the struct and each column, as far as they were needed.
  private var whole: KnownRead?
  private var reads: [KnownRead?]

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ columns: RecordColumns) {
    reader = RowReader(columns)
    reads = Array(repeating: nil, count: columns.columns.count)
  }

  /// Reads a struct from the row.
  func decode<Value>(_ type: Value.Type) throws -> Value {
    likely = 1
    if let whole: TypedRead<Value> = whole?.typed() { return try whole.read(self) }
    guard let decodable = type as? any Decodable.Type else {
      throw EntityError.mismatch(
        entity: reader.columns.entity, property: "\(type)",
        reason: "what is read by reflection must be Decodable")
    }
    whole = KnownRead(of: decodable)
    return try decode(type)
  }

  /// Reads a struct from the row, or the only value of the row.
  func decodeRow<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let storable = type as? any Storable.Type else { return try decode(type) }
    if reads.count != 1 {
      throw DatabaseError(
        "a row with \(reads.count) columns is no \(type)", code: .invalidRequest,
        hint: "select one column, or read the rows as a struct")
    }
    if reads[0] == nil { reads[0] = KnownRead(of: storable) }
    guard let read: TypedRead<Value> = reads[0]?.typed() else { throw missing("\(type)") }
    reader.index = 0
    return try read.read(self)
  }

  func container<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(RowContainer(decoder: self, path: ""))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw EntityError.structRequired
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw EntityError.structRequired
  }

  /// The index of a column; nil if no column has the name.
  fileprivate func place(_ name: String) -> Int? {
    let columns = reader.columns.columns
    if likely < columns.count, columns[likely].name == name {
      likely += 1
      return likely - 1
    }
    guard let place = reader.columns.places[name] else { return nil }
    likely = place + 1
    return place
  }

  func isNull(_ path: String) -> Bool {
    if let place = reader.columns.places[path] { return reader.isNull(at: place) }
    let columns = reader.columns.columns
    return columns.indices.allSatisfy {
      !columns[$0].name.hasPrefix("\(path).") || reader.isNull(at: $0)
    }
  }

  fileprivate func hasColumns(_ path: String) -> Bool {
    reader.columns.places[path] != nil
      || reader.columns.columns.contains { $0.name.hasPrefix("\(path).") }
  }

  func read<Value: Decodable>(_ type: Value.Type, at path: String) throws -> Value {
    if let place = place(path) {
      if reads[place]?.type != ObjectIdentifier(type), let storable = type as? any Storable.Type {
        reads[place] = KnownRead(of: storable)
      }
      if let read: TypedRead<Value> = reads[place]?.typed() {
        reader.index = place
        return try read.read(self)
      }
    } else if type is any Storable.Type {
      throw missing(path)
    }
    if let value = try related(type, at: path) { return value }
    guard hasColumns(path) else { throw missing(path) }
    do {
      return try Value(from: PartDecoder(decoder: self, path: path))
    } catch DecodingError.dataCorrupted {
      throw reader.refusal(at: reader.columns.places[path] ?? 0, expected: type)
    }
  }

  /// Reads a value; returns nil if the row has none.
  fileprivate func readIfPresent<Value: Decodable>(
    _ type: Value.Type, at path: String
  ) throws -> Value? {
    guard let place = place(path) else {
      if hasColumns(path) && !isNull(path) { return try read(type, at: path) }
      return nil
    }
    if reader.isNull(at: place) { return nil }
    likely = place
    return try read(type, at: path)
  }

  /// The record or the list of records of a property; nil if its type is not a relationship.
  private func related<Value>(_ type: Value.Type, at path: String) throws -> Value? {
    if let list = type as? any RelatedList.Type {
      guard let number = reader.columns.lists.firstIndex(of: path) else { throw missing(path) }
      return try list.read(listAt: number, from: reader) as? Value
    }
    guard let entity = type as? any Entity.Type else { return nil }
    guard let place = place(path) else { throw missing(path) }
    return try reader.record(entity, at: place) as? Value
  }

  fileprivate func missing(_ path: String) -> any Error {
    if reader.columns.hasKey { return reader.columns.missing(path) }
    return DatabaseError("the statement has no column '\(path)'", code: .invalidRequest)
  }
}

/// Reads values of one type.
private final class TypedRead<Value> {
  let read: (RowDecoder) throws -> Value

  init(_ read: @escaping (RowDecoder) throws -> Value) { self.read = read }
}

/// A function that reads values of one type. It is found once, because a search for the conformance
/// of a type takes longer than reading a value.
private struct KnownRead {
  let type: ObjectIdentifier
  private let read: AnyObject

  init<Value: Storable>(of type: Value.Type) {
    self.type = ObjectIdentifier(type)
    read = TypedRead<Value> { try Value.read(from: &$0.reader) }
  }

  init<Value: Decodable>(of type: Value.Type) {
    self.type = ObjectIdentifier(type)
    read = TypedRead<Value> { try Value(from: $0) }
  }

  /// The function for a type; nil if it reads values of another type.
  func typed<Value>() -> TypedRead<Value>? {
    // The comparison of the types makes the unchecked cast safe.
    guard type == ObjectIdentifier(Value.self) else { return nil }
    return unsafeDowncast(read, to: TypedRead<Value>.self)
  }
}

/// Decodes one property that is a nested struct or a raw value.
private struct PartDecoder: Decoder, SingleValueDecodingContainer {
  let decoder: RowDecoder
  let path: String

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(RowContainer(decoder: decoder, path: path))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw EntityError.unsupportedSubType(label: path)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { decoder.isNull(path) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard type is any Storable.Type else { throw EntityError.unsupportedSubType(label: path) }
    return try decoder.read(type, at: path)
  }
}

/// The properties of a struct, by name.
private struct RowContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: RowDecoder
  let path: String

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  private func name(_ key: Key) -> String {
    if path.isEmpty { return key.stringValue }
    // A struct with a single property uses the column of the struct.
    if decoder.reader.columns.places[path] != nil { return path }
    return "\(path).\(key.stringValue)"
  }

  /// A missing property of a model is new; a missing column of a statement is a mistake, which `decodeNil` reports.
  func contains(_ key: Key) -> Bool {
    !decoder.reader.columns.hasKey || decoder.hasColumns(name(key))
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    let isMistake = !decoder.reader.columns.hasKey && !decoder.hasColumns(name(key))
    if isMistake { throw decoder.missing(name(key)) }
    return decoder.isNull(name(key))
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder.read(type, at: name(key))
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try decoder.readIfPresent(type, at: name(key))
  }

  func nestedContainer<Nested>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedDecodingContainer<Nested> {
    KeyedDecodingContainer(RowContainer<Nested>(decoder: decoder, path: name(key)))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw EntityError.unsupportedSubType(label: name(key))
  }

  func superDecoder() -> any Decoder { decoder }
  func superDecoder(forKey key: Key) -> any Decoder {
    PartDecoder(decoder: decoder, path: name(key))
  }
}
