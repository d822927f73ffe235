package import JSON
import PlainText

/// Arrays in their stored form: compact JSON. Numbers and Bools are JSON's own. Dates, decimals and
/// similar types are texts in their displayed form. Cases and flags are their raw values, so that
/// renaming one changes no record.
enum ArrayText {
  /// Parses a JSON array, or a list `a,b,c`, of elements of a type; an empty text is an empty
  /// array.
  static func stored(
    from text: String, of array: AttributeType, _ type: AttributeType, now: Timestamp?
  ) throws(ValueError) -> Value {
    let list = text.trimmed
    if list.isEmpty || list.utf8.elementsEqual("[]".utf8) { return .text("[]") }
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
    switch type {
    case .array: throw ValueError.expected("a JSON array of arrays", found: list)
    case .json(.object), .json(.dictionary):
      throw ValueError.expected("a JSON array of objects", found: list)
    default: break
    }
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
  /// The stored form of a text or number.
  fileprivate var stored: Value? {
    switch self {
    case .string(let text): .text(text)
    case .number(let text): Int64(text).map { .integer($0) } ?? Double(text).map { .real($0) }
    case .bool, .null, .array, .object: nil
    }
  }
}

extension AttributeType {
  /// The stored array for elements in the form of columns.
  package func array(of elements: [Value]) -> Value {
    guard case .array(let element, let isSet) = self else { return .null }
    var items = elements.map(element.item)
    if isSet { items = element.once(items) }
    return .text(JSONValue.array(items).text())
  }

  /// The stored array for elements in JSON.
  package func array(ofJSON items: [JSONValue], now: Timestamp? = nil) throws(ValueError) -> Value {
    guard isArray else { return .null }
    return .text(try kept(.array(items), now).text())
  }

  /// The stored form of JSON in Swift's encoding, with the raw values of flags and cases.
  package func stored(ofCoded text: String) throws(ValueError) -> Value {
    guard let json = try? JSONValue(reading: text.utf8) else {
      throw ValueError.expected(expectation, found: text)
    }
    return try stored(ofCoded: json)
  }

  package func stored(
    ofCoded json: JSONValue, _ now: Timestamp? = nil
  ) throws(ValueError) -> Value {
    .text(try kept(shown(json), now).text())
  }

  /// A JSON value in the form that is stored in JSON.
  package func kept(_ json: JSONValue, _ now: Timestamp? = nil) throws(ValueError) -> JSONValue {
    switch (self, json) {
    case (.array(let element, let isSet), .array(let items)):
      let kept = try items.map { (item) throws(ValueError) in try element.kept(item, now) }
      if isSet { return .array(element.once(kept)) }
      return .array(kept)
    case (.json(let shape), _): return try shape.kept(json, now)
    case (.enumeration(let enumeration), .object(let members))
    where enumeration.rawType == .caseName && members.count == 1
      && members[0].value == .object([]):
      // Swift encodes a case without a raw value as an object with its name.
      return try kept(.string(members[0].key), now)
    default: return item(try value(ofTyped: json, now: now))
    }
  }

  /// The elements of a set, sorted and without duplicates.
  private func once(_ items: [JSONValue]) -> [JSONValue] {
    var sorted = items.map { (item: $0, value: value(ofStored: $0) ?? .null, text: $0.text()) }
    sorted.sort { left, right in
      if left.value.isOrdered(before: right.value) { return true }
      return !right.value.isOrdered(before: left.value)
        && left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
    return sorted.indices.filter {
      $0 == 0 || !sorted[$0].text.utf8.elementsEqual(sorted[$0 - 1].text.utf8)
    }.map { sorted[$0].item }
  }

  private func value(ofTyped item: JSONValue, now: Timestamp?) throws(ValueError) -> Value {
    switch (item, self) {
    case (_, .array), (_, .json): break
    case (.string(let text), _): return try value(from: text, now: now)
    case (.number(let text), .integer), (.number(let text), .decimal), (.number(let text), .double),
      (.number(let text), .float):
      return try value(from: text, now: now)
    case (.bool(let bool), .bool): return .bool(bool)
    case (.array(let items), .flags(let set)):
      let names = items.compactMap(\.string)
      if names.count == items.count { return .integer(set.stored(try set.mask(ofNames: names))) }
    default: break
    }
    throw ValueError.expected(expectation, found: item.text())
  }

  /// A value in the form that is stored in JSON, from the form of a column.
  package func item(_ value: Value) -> JSONValue {
    switch (self, value) {
    case (.json(.optional), .null): .null
    case (.json(.optional(let type)), _): type.item(value)
    case (.array, .text(let text)), (.json, .text(let text)):
      (try? JSONValue(reading: text.utf8)) ?? .null
    case (.enumeration, .text): .string(rawText(of: value))
    case (.decimal, _), (.date, _), (.data, _), (_, .text): .string(text(of: value))
    case (.bool, _): .bool(value != .integer(0))
    default: .number(rawText(of: value))
    }
  }

  /// Stored JSON with names for cases and flags; an invalid value stays unchanged.
  func shownJSON(_ text: String) -> String {
    guard hasNames, let json = json(ofStored: text) else { return text }
    return json.text()
  }

  /// Stored JSON with names for cases and flags if not `isRaw`; nil for a value that is neither
  /// array nor object.
  package func json(ofStored text: String, isRaw: Bool = false) -> JSONValue? {
    guard let json = try? JSONValue(reading: text.utf8) else { return nil }
    switch (self, json) {
    case (_, .array), (.json, .object):
      if isRaw || !hasNames { return json }
      return shown(json)
    default: return nil
    }
  }

  package func shown(_ item: JSONValue) -> JSONValue {
    if case .json(let shape) = self { return shape.shown(item) }
    if let element, case .array(let items) = item {
      return .array(items.map(element.shown))
    }
    // Swift encodes a set as an array.
    if case .flags(let set) = self, let enumeration = set.enumeration, case .array(let items) = item
    {
      return .array(items.map(AttributeType.enumeration(enumeration).shown))
    }
    if hasNames { return item.stored.map { .string(text(of: $0)) } ?? item }
    return item
  }

  /// True if values are shown by names that differ from the stored values.
  package var hasNames: Bool {
    switch self {
    case .enumeration, .flags: true
    case .array(let element, _): element.hasNames
    case .json(let shape): shape.hasNames
    case .bool, .integer, .double, .float, .decimal, .string, .date, .uuid, .url, .data, .any:
      false
    }
  }

  /// The elements of a stored array in the form of columns; nil if it is not an array of the type.
  package func elements(of array: Value) -> [Value]? {
    guard let element, case .text(let text) = array,
      let items = try? JSONValue(reading: text.utf8).items
    else { return nil }
    let values = items.compactMap { element.value(ofStored: $0) }
    if values.count == items.count { return values }
    return nil
  }

  private func value(ofStored item: JSONValue) -> Value? {
    switch (self, item) {
    case (.json(.optional), .null): .null
    case (.json(.optional(let type)), _): type.value(ofStored: item)
    case (_, .null): nil
    case (.array, .array), (.json, _): .text(item.text())
    case (.bool, .bool(let value)): .bool(value)
    case (.flags, _), (.enumeration, _), (.integer, .number), (.double, .number), (.float, .number):
      item.stored
    case (_, .string(let text)), (_, .number(let text)): try? value(from: text)
    default: nil
    }
  }
}
