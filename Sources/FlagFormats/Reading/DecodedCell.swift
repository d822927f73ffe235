import FlagModel

/// How all values are read, whatever attribute they are for.
struct DecoderOptions {
  let isRaw: Bool
  let readsEpochs: Bool
  let isTSV: Bool
  let now: Timestamp
}

/// How the cells of one target are made. A class, since it is large and asked for each cell.
final class DecodedCell {
  /// Reads the values of an attribute; nil for a relationship. No enum holds the two, since what it
  /// holds would be copied at each cell.
  private let values: ValueDecoder?
  private let references: ReferenceDecoder?
  private let defaultValue: DefaultValue?
  private let now: Timestamp
  private let isTSV: Bool

  init(_ target: ImportTarget, _ options: DecoderOptions) throws(ValueError) {
    now = options.now
    isTSV = options.isTSV
    switch target.kind {
    case .relationship(let relationship):
      values = nil
      references = ReferenceDecoder(relationship: relationship)
      defaultValue = nil
    case .attribute(let attribute):
      values = try ValueDecoder(attribute, options)
      references = nil
      defaultValue = Self.defaultValue(of: attribute)
    case .key:
      // Null makes a new key.
      let key = Attribute(
        name: target.column, declaredType: "Int", type: .integer(.int), isOptional: true)
      values = try ValueDecoder(key, options)
      references = nil
      defaultValue = nil
    }
  }

  /// Flags that nobody sets are none.
  private static func defaultValue(of attribute: Attribute) -> DefaultValue? {
    if attribute.defaultValue == nil, !attribute.isOptional, case .flags = attribute.type {
      return .value(.integer(0))
    }
    return attribute.defaultValue
  }

  /// The cell where the record says nothing.
  func standIn(into bytes: inout [UInt8]) -> StoredRow.Cell {
    let value: Value
    switch defaultValue {
    case nil: return .null
    case .value(let given): value = given
    case .now: value = .text(now.storedText)
    case .newUUID:
      var generator = SystemRandomNumberGenerator()
      value = .text(UUIDText.random(using: &generator))
    }
    return value.cell(into: &bytes)
  }

  func null() throws(ValueError) -> StoredRow.Cell {
    if let values { return try values.null() }
    return try references?.null() ?? .null
  }

  @inline(__always)
  func cell(
    _ text: UnsafeBufferPointer<UInt8>, _ kind: InputField.Kind, into bytes: inout [UInt8]
  ) throws(ValueError) -> StoredRow.Cell {
    if let values {
      if text.isEmpty, values.isNull(emptyField: kind) { return .null }
      return try values.cell(text: text, into: &bytes)
    }
    guard let references else { return .null }
    if text.isEmpty, kind == .bare, !isTSV { return try references.null() }
    return try references.cell(text: text, into: &bytes)
  }

  func cell(
    json kind: InputField.Kind, _ text: UnsafeBufferPointer<UInt8>, into bytes: inout [UInt8]
  ) throws(ValueError) -> StoredRow.Cell {
    if let values { return try values.cell(json: kind, text, into: &bytes) }
    return try references?.cell(json: kind, text, into: &bytes) ?? .null
  }
}

extension Value {
  /// The value as a cell, its bytes appended where it has some.
  func cell(into bytes: inout [UInt8]) -> StoredRow.Cell {
    let start = bytes.count
    switch self {
    case .null: return .null
    case .integer(let number): return .integer(number)
    case .real(let number): return .real(number)
    case .text(let text):
      bytes.append(contentsOf: text.utf8)
      return .text(start..<bytes.count)
    case .blob(let data):
      bytes.append(contentsOf: data)
      return .blob(start..<bytes.count)
    }
  }
}
