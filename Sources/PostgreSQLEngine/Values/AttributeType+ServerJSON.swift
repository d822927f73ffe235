package import FlagModel
internal import JSON

// A server stores JSON by its meaning and not by its text.

extension AttributeType {
  /// True if the server may return JSON of the type with different text: members in another order,
  /// or real numbers in another spelling.
  package var changesInServerJSON: Bool {
    switch self {
    case .json, .double, .float: true
    case .array(let element, _): element.changesInServerJSON
    default: false
    }
  }

  /// The text that a file would store for the same JSON; the text itself if it is not JSON.
  package func fileText(ofServerJSON text: String) -> String {
    guard let json = try? JSONValue(reading: text.utf8) else { return text }
    return inOrder(json).text()
  }

  fileprivate func inOrder(_ json: JSONValue) -> JSONValue {
    switch (self, json) {
    case (.array(let element, _), .array(let items)): .array(items.map(element.inOrder))
    case (.json(let shape), _): shape.inOrder(json)
    case (.double, .number(let text)), (.float, .number(let text)):
      Double(text).map { item(.real($0)) } ?? json
    default: json
    }
  }
}

extension JSONShape {
  fileprivate func inOrder(_ json: JSONValue) -> JSONValue {
    switch (self, json) {
    case (.optional, .null): .null
    case (.optional(let type), _): type.inOrder(json)
    case (.object(_, let fields), .object(let members)):
      .object(Self.inOrder(members, fields))
    case (.dictionary(_, let value), .object(let members)):
      .object(
        members.map { JSONMember($0.key, value.type.inOrder($0.value)) }
          .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
    case (.dictionary(let key, let value), .array(let items)):
      .array(
        items.enumerated().map { index, item in
          // Keys and values alternate.
          if index.isMultiple(of: 2) { return key.inOrder(item) }
          return value.type.inOrder(item)
        })
    case (.cases(let enumeration), .object(let members)):
      .object(
        members.map { member in
          guard case .object(let payload) = member.value,
            let enumCase = enumeration.enumCase(named: Name(member.key))
          else { return member }
          return JSONMember(member.key, .object(Self.inOrder(payload, enumCase.fields)))
        })
    default: json
    }
  }

  /// The members in the order of the properties; unknown members come last.
  private static func inOrder(_ members: [JSONMember], _ fields: [JSONField]) -> [JSONMember] {
    var declared: [JSONMember] = []
    for field in fields {
      guard let member = members.first(where: { Name($0.key) == field.key }) else { continue }
      declared.append(JSONMember(member.key, field.type.inOrder(member.value)))
    }
    return declared + members.filter { member in !fields.contains { $0.key == Name(member.key) } }
  }
}
