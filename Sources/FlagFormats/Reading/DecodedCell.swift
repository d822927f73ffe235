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
  private enum Source {
    case value(ValueDecoder)
    case reference(ReferenceDecoder)
  }

  private let source: Source
  private let defaultValue: DefaultValue?
  private let now: Timestamp
  private let isTSV: Bool

  init(_ target: ImportTarget, _ options: DecoderOptions) throws(ValueError) {
    now = options.now
    isTSV = options.isTSV
    switch target.kind {
    case .relationship(let relationship):
      source = .reference(ReferenceDecoder(relationship: relationship))
      defaultValue = nil
    case .attribute(let attribute):
      source = .value(try ValueDecoder(attribute, options))
      defaultValue = Self.defaultValue(of: attribute)
    case .key:
      // Null makes a new key.
      let key = Attribute(
        name: target.column, declaredType: "Int", type: .integer(.int), isOptional: true)
      source = .value(try ValueDecoder(key, options))
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
    switch source {
    case .value(let decoder): try decoder.null()
    case .reference(let decoder): try decoder.null()
    }
  }

  @inline(__always)
  func cell(
    _ text: UnsafeBufferPointer<UInt8>, _ kind: InputField.Kind, into bytes: inout [UInt8]
  ) throws(ValueError) -> StoredRow.Cell {
    switch source {
    case .value(let decoder):
      if text.isEmpty, decoder.isNull(emptyField: kind) { return .null }
      return try decoder.cell(text: text, into: &bytes)
    case .reference(let decoder):
      if text.isEmpty, kind == .bare, !isTSV { return try decoder.null() }
      return try decoder.cell(text: text, into: &bytes)
    }
  }

  func cell(
    json kind: InputField.Kind, _ text: UnsafeBufferPointer<UInt8>, into bytes: inout [UInt8]
  ) throws(ValueError) -> StoredRow.Cell {
    switch source {
    case .value(let decoder): try decoder.cell(json: kind, text, into: &bytes)
    case .reference(let decoder): try decoder.cell(json: kind, text, into: &bytes)
    }
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
