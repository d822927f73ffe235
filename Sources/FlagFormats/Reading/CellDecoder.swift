import FlagModel

/// Makes the cells of one field: a `ValueDecoder` those of an attribute, a `ReferenceDecoder` those
/// of a relationship. Each appends the bytes of a cell to the row and leaves the cell to the caller.
protocol CellDecoder: AnyObject {
  /// The cell of a field that says that there is no value.
  func null() throws(ValueError) -> StoredRow.Cell

  /// The cell of a field, from its text without quotes and escapes.
  func cell(
    _ text: UnsafeBufferPointer<UInt8>, _ kind: InputField.Kind, into row: inout StoredRow
  ) throws(ValueError) -> StoredRow.Cell
}

/// The options for reading values of all attributes.
struct DecoderOptions {
  var isRaw: Bool
  let dates: NumberedDates?
  let isTSV: Bool
  let now: Timestamp
}

extension ImportField {
  func decoder(_ options: DecoderOptions) throws(ValueError) -> any CellDecoder {
    switch self {
    case .attribute(let attribute): return try ValueDecoder(attribute, options)
    case .relationship(let relationship): return ReferenceDecoder(relationship, options)
    case .key(let column):
      // Null makes a new key.
      let key = Attribute(
        name: column, declaredType: "Int", type: .integer(.int), isOptional: true)
      return try ValueDecoder(key, options)
    }
  }

  /// The value of a record that says nothing of the field. Flags that nobody sets are none.
  var standIn: DefaultValue? {
    guard case .attribute(let attribute) = self else { return nil }
    if attribute.defaultValue == nil, !attribute.isOptional, case .flags = attribute.type {
      return .value(.integer(0))
    }
    return attribute.defaultValue
  }
}
