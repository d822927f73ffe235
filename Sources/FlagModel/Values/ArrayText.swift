/// Arrays as they are kept: compact JSON. Numbers and truth values are JSON's own; dates, decimals
/// and the like are texts in the form in which they are shown; cases and flags are their raw
/// values, as in a column of their own, so that renaming one changes no record.
enum ArrayText {
  /// Reads a JSON array, or a list `a,b,c`; an empty text is an empty array.
  static func stored(from text: String, of type: AttributeType, now: Timestamp?)
    throws(ValueError) -> String
  {
    let list = text.trimmed
    var bytes = [UInt8(ascii: "[")]
    if list.first == "[" {
      try appendStored(try JSONArrayReader.items(of: list), of: type, now: now, to: &bytes)
    } else if !list.isEmpty {
      try appendStored(list: list, of: type, now: now, to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func appendStored(
    list: Substring, of type: AttributeType, now: Timestamp?, to bytes: inout [UInt8]
  ) throws(ValueError) {
    if case .array = type { throw ValueError.expected("a JSON array of arrays", found: list) }
    for item in list.split(separator: ",", omittingEmptySubsequences: false) {
      let text = item.trimmed
      guard !text.isEmpty else {
        throw ValueError.expected(
          "a value between commas", found: list, hint: "an empty text is written as [\"\"]")
      }
      appendComma(to: &bytes)
      appendJSON(of: try type.value(from: String(text), now: now), type, to: &bytes)
    }
  }

  private static func appendStored(
    _ items: [JSONItem], of type: AttributeType, now: Timestamp?, to bytes: inout [UInt8]
  ) throws(ValueError) {
    for item in items {
      appendComma(to: &bytes)
      if case .array(let inner) = type, case .array(let items) = item {
        bytes.append(UInt8(ascii: "["))
        try appendStored(items, of: inner, now: now, to: &bytes)
        bytes.append(UInt8(ascii: "]"))
      } else {
        appendJSON(of: try value(of: item, type, now: now), type, to: &bytes)
      }
    }
  }

  private static func value(of item: JSONItem, _ type: AttributeType, now: Timestamp?)
    throws(ValueError) -> Value
  {
    switch (item, type) {
    case (_, .array): break
    case (.text(let text), _): return try type.value(from: text, now: now)
    case (.number(let text), .integer), (.number(let text), .decimal), (.number(let text), .double),
      (.number(let text), .float):
      return try type.value(from: text, now: now)
    case (.bool(let bool), .bool): return .integer(bool ? 1 : 0)
    default: break
    }
    var found: [UInt8] = []
    appendJSON(of: item, to: &found)
    throw ValueError.expected(type.expectation, found: String(decoding: found, as: UTF8.self))
  }

  fileprivate static func appendJSON(
    of value: Value, _ type: AttributeType, to bytes: inout [UInt8]
  ) {
    switch (type, value) {
    case (.decimal, _), (.date, _), (.data, _), (_, .text):
      let isShown = if case .enumeration = type { false } else { true }
      appendJSONString(isShown ? type.text(of: value) : type.rawText(of: value), to: &bytes)
    case (.bool, _): type.appendText(of: value, to: &bytes)
    default: type.appendRawText(of: value, to: &bytes)
    }
  }

  fileprivate static func appendComma(to bytes: inout [UInt8]) {
    if bytes.last != UInt8(ascii: "[") { bytes.append(UInt8(ascii: ",")) }
  }
}

extension ArrayText {
  /// A stored array with names for cases and flags; what is no JSON array stays as it is.
  static func shown(_ text: String, of type: AttributeType) -> String {
    guard type.hasNames, let items = try? JSONArrayReader.items(of: text) else { return text }
    var bytes: [UInt8] = []
    appendShown(.array(items), .array(type), to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func appendShown(
    _ item: JSONItem, _ type: AttributeType, to bytes: inout [UInt8]
  ) {
    if case .array(let inner) = type, case .array(let items) = item {
      bytes.append(UInt8(ascii: "["))
      for item in items {
        appendComma(to: &bytes)
        appendShown(item, inner, to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    } else if type.hasNames, let value = storedValue(of: item) {
      appendJSONString(type.text(of: value), to: &bytes)
    } else {
      appendJSON(of: item, to: &bytes)
    }
  }

  fileprivate static func storedValue(of item: JSONItem) -> Value? {
    switch item {
    case .text(let text): return .text(text)
    case .number(let text):
      if let integer = Int64(text) { return .integer(integer) }
      return Double(text).map { .real($0) }
    case .bool, .null, .array: return nil
    }
  }

  fileprivate static func appendJSON(of item: JSONItem, to bytes: inout [UInt8]) {
    switch item {
    case .text(let text): appendJSONString(text, to: &bytes)
    case .number(let text): bytes += text.utf8
    case .bool(let bool): bytes += (bool ? "true" : "false").utf8
    case .null: bytes += "null".utf8
    case .array(let items):
      bytes.append(UInt8(ascii: "["))
      for item in items {
        appendComma(to: &bytes)
        appendJSON(of: item, to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    }
  }
}

extension AttributeType {
  /// Whether values are shown in names that are not what is stored.
  fileprivate var hasNames: Bool {
    switch self {
    case .enumeration, .flags: true
    case .array(let element): element.hasNames
    default: false
    }
  }
}

extension AttributeType {
  /// The array of these elements, each as a column of its own would keep it, as it is stored.
  public func array(of elements: [Value]) -> Value {
    guard case .array(let element) = self else { return .null }
    var bytes = [UInt8(ascii: "[")]
    for value in elements {
      ArrayText.appendComma(to: &bytes)
      if case (.array, .text(let inner)) = (element, value) {
        bytes += inner.utf8
      } else {
        ArrayText.appendJSON(of: value, element, to: &bytes)
      }
    }
    bytes.append(UInt8(ascii: "]"))
    return .text(String(decoding: bytes, as: UTF8.self))
  }

  /// The elements of a stored array, each as a column of its own would keep it; nil for what is
  /// no array of the type.
  public func elements(of array: Value) -> [Value]? {
    guard case .array(let element) = self, case .text(let text) = array,
      let items = try? JSONArrayReader.items(of: text)
    else { return nil }
    let values = items.compactMap { element.value(of: $0) }
    return values.count == items.count ? values : nil
  }

  private func value(of item: JSONItem) -> Value? {
    switch (self, item) {
    case (_, .null): return nil
    case (.array, .array):
      var bytes: [UInt8] = []
      ArrayText.appendJSON(of: item, to: &bytes)
      return .text(String(decoding: bytes, as: UTF8.self))
    case (.bool, .bool(let value)): return .integer(value ? 1 : 0)
    case (.flags, _), (.enumeration, _), (.integer, .number), (.double, .number), (.float, .number):
      return ArrayText.storedValue(of: item)
    case (_, .text(let text)), (_, .number(let text)): return try? value(from: text)
    default: return nil
    }
  }
}
