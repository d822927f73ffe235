import FlagModel

/// Makes the cells of one field: a `ValueDecoder` for an attribute, or a `ReferenceDecoder` for a
/// relationship. It appends the bytes of a cell to the row, and returns the cell.
protocol CellDecoder: AnyObject {
  /// The cell of a field without a value.
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
  /// True for flags that are masks, and never names: an empty field is no empty set.
  var areMasks = false
  /// The separators of the names in a list; nil for the usual ones.
  var separators: ListSeparators?
}

extension ImportField {
  func decoder(_ options: DecoderOptions) throws(ValueError) -> any CellDecoder {
    switch self {
    case .attribute(let attribute): return try ValueDecoder(attribute, options)
    case .relationship(let relationship): return ReferenceDecoder(relationship, options)
    case .key(let column):
      // Null generates a new key.
      let key = Attribute(name: column, declaredType: "Int", type: .integer(.int), isOptional: true)
      return try ValueDecoder(key, options, isKey: true)
    }
  }

  /// The value for a record without the field. Flags that are not set are empty.
  var standIn: DefaultValue? {
    guard case .attribute(let attribute) = self else { return nil }
    if attribute.defaultValue == nil, !attribute.isOptional, case .flags = attribute.type {
      return .value(.integer(0))
    }
    return attribute.defaultValue
  }
}
