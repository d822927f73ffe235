package import JSON

/// Arrays as they are kept: compact JSON. Numbers and truth values are JSON's own; dates, decimals
/// and the like are texts in the form in which they are shown; cases and flags are their raw
/// values, as in a column of their own, so that renaming one changes no record.
enum ArrayText {
  /// Reads a JSON array, or a list `a,b,c`, of elements of a type; an empty text is an empty array.
  static func stored(
    from text: String, of type: AttributeType, now: Timestamp?
  ) throws(ValueError) -> Value {
    let list = text.trimmed
    if list.isEmpty || list.utf8.elementsEqual("[]".utf8) { return .text("[]") }
    let array = AttributeType.array(type)
    if list.first == "[" { return try array.array(ofJSON: items(of: list), now: now) }
    return array.array(of: try values(of: list, type, now: now))
  }

  private static func items(of text: Substring) throws(ValueError) -> [JSONValue] {
    do {
      return try JSONValue(reading: text.utf8).items ?? []
    } catch {
      throw ValueError(error.problem.message, hint: error.problem.hint.map(Hint.words))
    }
  }

  private static func values(
    of list: Substring, _ type: AttributeType, now: Timestamp?
  ) throws(ValueError) -> [Value] {
    if case .array = type { throw ValueError.expected("a JSON array of arrays", found: list) }
    var values: [Value] = []
    for item in list.split(separator: ",", omittingEmptySubsequences: false) {
      let text = item.trimmed
      guard !text.isEmpty else {
        throw ValueError.expected(
          "a value between commas", found: list, hint: "an empty text is written as [\"\"]")
      }
      values.append(try type.value(from: String(text), now: now))
    }
    return values
  }
}

extension JSONValue {
  fileprivate var items: [JSONValue]? {
    if case .array(let items) = self { items } else { nil }
  }

  /// The value that a column keeps for a text or number.
  fileprivate var stored: Value? {
    switch self {
    case .string(let text): .text(text)
    case .number(let text): Int64(text).map { .integer($0) } ?? Double(text).map { .real($0) }
    case .bool, .null, .array, .object: nil
    }
  }
}

extension AttributeType {
  /// The array of these elements, each as a column of its own would keep it, as it is stored.
  package func array(of elements: [Value]) -> Value {
    guard case .array(let element) = self else { return .null }
    return .text(JSONValue.array(elements.map(element.stored)).text())
  }

  /// The array of elements as JSON writes them, as it is stored.
  package func array(
    ofJSON items: [JSONValue], now: Timestamp? = nil
  ) throws(ValueError) -> Value {
    guard case .array(let element) = self else { return .null }
    return .text(JSONValue.array(try element.stored(items, now: now)).text())
  }

  private func stored(
    _ items: [JSONValue], now: Timestamp?
  ) throws(ValueError) -> [JSONValue] {
    var all: [JSONValue] = []
    for item in items {
      if case .array(let inner) = self, case .array(let items) = item {
        all.append(.array(try inner.stored(items, now: now)))
      } else {
        all.append(stored(try value(ofTyped: item, now: now)))
      }
    }
    return all
  }

  private func value(ofTyped item: JSONValue, now: Timestamp?) throws(ValueError) -> Value {
    switch (item, self) {
    case (_, .array): break
    case (.string(let text), _): return try value(from: text, now: now)
    case (.number(let text), .integer), (.number(let text), .decimal), (.number(let text), .double),
      (.number(let text), .float):
      return try value(from: text, now: now)
    case (.bool(let bool), .bool): return .integer(bool ? 1 : 0)
    default: break
    }
    throw ValueError.expected(expectation, found: item.text())
  }

  /// An element as arrays keep it, from the form of a column.
  private func stored(_ value: Value) -> JSONValue {
    switch (self, value) {
    case (.array, .text(let text)): (try? JSONValue(reading: text.utf8)) ?? .null
    case (.enumeration, .text): .string(rawText(of: value))
    case (.decimal, _), (.date, _), (.data, _), (_, .text): .string(text(of: value))
    case (.bool, _): .bool(value != .integer(0))
    default: .number(rawText(of: value))
    }
  }
}

extension AttributeType {
  /// A stored array with names for cases and flags; what is no JSON array stays as it is.
  func shownArray(_ text: String) -> String {
    hasNames ? json(ofStored: text)?.text() ?? text : text
  }

  /// A stored array, with names for cases and flags if not `isRaw`; nil for what is no array.
  package func json(ofStored text: String, isRaw: Bool = false) -> JSONValue? {
    guard let array = try? JSONValue(reading: text.utf8), case .array = array else { return nil }
    return isRaw || !hasNames ? array : shown(array)
  }

  private func shown(_ item: JSONValue) -> JSONValue {
    if case .array(let element) = self, case .array(let items) = item {
      return .array(items.map(element.shown))
    }
    return hasNames ? item.stored.map { .string(text(of: $0)) } ?? item : item
  }

  /// True if values are shown in names that are not what is stored.
  package var hasNames: Bool {
    switch self {
    case .enumeration, .flags: true
    case .array(let element): element.hasNames
    default: false
    }
  }

  /// The elements of a stored array, each as a column of its own would keep it; nil for what is
  /// no array of the type.
  package func elements(of array: Value) -> [Value]? {
    guard case .array(let element) = self, case .text(let text) = array,
      let items = try? JSONValue(reading: text.utf8).items
    else { return nil }
    let values = items.compactMap { element.value(ofStored: $0) }
    return values.count == items.count ? values : nil
  }

  private func value(ofStored item: JSONValue) -> Value? {
    switch (self, item) {
    case (_, .null): nil
    case (.array, .array): .text(item.text())
    case (.bool, .bool(let value)): .integer(value ? 1 : 0)
    case (.flags, _), (.enumeration, _), (.integer, .number), (.double, .number), (.float, .number):
      item.stored
    case (_, .string(let text)), (_, .number(let text)): try? value(from: text)
    default: nil
    }
  }
}
