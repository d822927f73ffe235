import JSON

extension AttributeType {
  /// Throws unless a stored value is valid for the type, in flagdb's form. It is for values that
  /// were not parsed from text.
  package func check(_ value: Value) throws(ValueError) {
    guard !isKept(value) else { return }
    var expected = expectation
    if isSet { expected = "a sorted array without duplicates" }
    if case .array(let element, _) = self, !element.isOptional, value.isArrayWithNull {
      expected = "an array without null"
    }
    throw ValueError.expected(expected, found: rawText(of: value))
  }

  private func isKept(_ value: Value) -> Bool {
    switch (self, value) {
    case (.bool, .integer(let number)): number == 0 || number == 1
    case (.integer(let type), .integer(let number)): type.storedRange.contains(number)
    case (.double, .real(let number)): number.isFinite
    case (.float, .real(let number)): Float(number).isFinite
    case (.decimal, .integer): true
    case (.string, .text(let text)): !text.utf8.contains(0)
    case (.date, .text), (.uuid, .text), (.url, .text):
      (try? self.value(from: shown(value))) == value
    case (.json(let shape), .text(let text)):
      // Another client may have written spaces, or the keys in another order.
      if let json = try? JSONValue(reading: text.utf8) {
        (try? shape.kept(shape.shown(json), nil))?.isSame(as: json) == true
      } else {
        false
      }
    case (.array, .text(let text)):
      if case .text(let kept)? = try? self.value(from: shown(value)) {
        kept.utf8.elementsEqual(text.utf8)
      } else {
        false
      }
    // SQLite would store NaN as NULL.
    case (.any, .real(let number)): !number.isNaN
    case (.data, .blob), (.any, _): true
    case (.flags(let set), .integer(let number)): set.isRawValue(number)
    case (.enumeration(let enumeration), _): enumeration.caseName(of: value) != nil
    default: false
    }
  }

  private func shown(_ value: Value) -> String { text(of: value) }

  /// The noun for a value of the type in errors.
  package var expectation: String {
    switch self {
    case .bool: "true or false"
    case .integer: "a whole number"
    case .double, .float: "a number"
    case .decimal: "a decimal number"
    case .string: "a text"
    case .date: "a date"
    case .uuid: "a UUID"
    case .url: "a URL"
    case .data: "bytes"
    case .any: "a value"
    case .array: "an array"
    case .flags(let set): "flags of '\(set.name)'"
    case .enumeration(let enumeration): "a case of '\(enumeration.name)'"
    case .json(let shape): shape.expectation
    }
  }
}

extension Value {
  /// True for a JSON array with a null among its elements.
  fileprivate var isArrayWithNull: Bool {
    guard case .text(let text) = self, let json = try? JSONValue(reading: text.utf8) else {
      return false
    }
    return json.items?.contains { if case .null = $0 { true } else { false } } ?? false
  }
}
