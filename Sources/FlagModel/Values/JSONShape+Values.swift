package import JSON
import PlainText

extension JSONShape {
  /// Parses a typed value: JSON, or the name of a case without associated values.
  func value(from text: String, now: Timestamp?) throws(ValueError) -> Value {
    let typed = text.trimmed
    if case .optional(let type) = self {
      if typed == "null" { return .null }
      return try type.value(from: text, now: now)
    }
    if case .dictionary = self, typed.isEmpty { return .text(try kept(.object([]), now).text()) }
    if case .cases = self, typed.first != "{" {
      return .text(try kept(.string(String(typed)), now).text())
    }
    guard typed.first == "{" || typed.first == "[" else {
      throw ValueError.expected(expectation, found: text)
    }
    do {
      return .text(try kept(JSONValue(reading: typed.utf8), now).text())
    } catch let fault as JSONFault {
      throw ValueError(fault.problem.message, hint: fault.problem.hint.map(Hint.words))
    } catch let error as ValueError {
      throw error
    } catch {
      throw ValueError.expected(expectation, found: text)
    }
  }

  /// The noun for a value in errors.
  package var expectation: String {
    switch self {
    case .object(let name, _): "a JSON object of '\(name)'"
    case .dictionary(let key, _):
      if JSONShape.isKeyOfObject(key) {
        "a JSON object"
      } else {
        "a JSON array of a key and its value in turn"
      }
    case .cases(let enumeration): "a case of '\(enumeration.name)'"
    case .optional(let type): "\(type.expectation) or null"
    }
  }

  // MARK: Parsing

  /// The value in its stored form: the properties in their order, and the keys of a dictionary
  /// sorted.
  package func kept(_ json: JSONValue, _ now: Timestamp?) throws(ValueError) -> JSONValue {
    switch (self, json) {
    case (.optional, .null): return .null
    case (.optional(let type), _): return try type.kept(json, now)
    case (.object(let name, let fields), .object(let members)):
      return .object(try Self.kept(members, fields, of: "'\(name)'", now))
    case (.dictionary(let key, let value), .object(let members)):
      let pairs = try members.map { (member) throws(ValueError) in
        try Self.pair(.string(member.key), member.value, key, value, now)
      }
      return try Self.dictionary(of: pairs, key)
    case (.dictionary(let key, let value), .array(let items)) where items.count % 2 == 0:
      var pairs: [(key: JSONValue, value: JSONValue)] = []
      for at in stride(from: 0, to: items.count, by: 2) {
        pairs.append(try Self.pair(items[at], items[at + 1], key, value, now))
      }
      return try Self.dictionary(of: pairs, key)
    case (.cases(let enumeration), .string(let name)):
      let plain = if name.first == "." { Name(name.dropFirst()) } else { Name(name) }
      return try Self.kept(plain, [], of: enumeration, now)
    case (.cases(let enumeration), .object(let members)) where members.count == 1:
      guard case .object(let payload) = members[0].value else { break }
      return try Self.kept(Name(members[0].key), payload, of: enumeration, now)
    default: break
    }
    throw ValueError.expected(expectation, found: json.text())
  }

  private static func kept(
    _ name: Name, _ payload: [JSONMember], of enumeration: PayloadEnumeration, _ now: Timestamp?
  ) throws(ValueError) -> JSONValue {
    guard let enumCase = enumeration.enumCase(named: name) else {
      throw ValueError(
        "\(ValueError.quoted(name.text)) is not a case of '\(enumeration.name)'",
        hint: .name(for: name, in: enumeration.cases.map(\.name), orAll: "its cases are"))
    }
    let members = try kept(payload, enumCase.fields, of: "'\(enumeration.name).\(name)'", now)
    return .object([JSONMember(name.text, .object(members))])
  }

  private static func kept(
    _ members: [JSONMember], _ fields: [JSONField], of owner: String, _ now: Timestamp?
  ) throws(ValueError) -> [JSONMember] {
    let names = fields.map(\.key)
    for member in members where !names.contains(Name(member.key)) {
      throw ValueError(
        "\(ValueError.quoted(member.key)) is not a property of \(owner)",
        hint: .name(for: Name(member.key), in: names, orAll: "its properties are"))
    }
    var all: [JSONMember] = []
    for field in fields {
      let member = members.first { Name($0.key) == field.key }?.value
      guard let value = try field.kept(member, now) else { continue }
      all.append(JSONMember(field.key.text, value))
    }
    return all
  }

  private static func pair(
    _ key: JSONValue, _ value: JSONValue, _ keyType: AttributeType, _ field: JSONField,
    _ now: Timestamp?
  ) throws(ValueError) -> (key: JSONValue, value: JSONValue) {
    let name = if case .string(let text) = key { text } else { key.text() }
    let kept = try keyType.value(from: name, now: now)
    do {
      if value == .null, field.isOptional { return (keyType.item(kept), .null) }
      return (keyType.item(kept), try field.type.kept(value, now))
    } catch {
      throw error.named(name)
    }
  }

  private static func dictionary(
    of pairs: [(key: JSONValue, value: JSONValue)], _ key: AttributeType
  ) throws(ValueError) -> JSONValue {
    let named = pairs.map { pair -> (name: String, pair: (key: JSONValue, value: JSONValue)) in
      if case .string(let text) = pair.key { return (text, pair) }
      return (pair.key.text(), pair)
    }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    for (pair, next) in zip(named, named.dropFirst()) where Name(pair.name) == Name(next.name) {
      throw ValueError("the key \(ValueError.quoted(pair.name)) appears twice")
    }
    if isKeyOfObject(key) { return .object(named.map { JSONMember($0.name, $0.pair.value) }) }
    return .array(named.flatMap { [$0.pair.key, $0.pair.value] })
  }

  // MARK: Display

  /// True if values are shown by names that differ from the stored values.
  var hasNames: Bool {
    switch self {
    case .object(_, let fields): fields.contains { $0.type.hasNames }
    case .dictionary(let key, let value): key.hasNames || value.type.hasNames
    case .cases(let enumeration):
      enumeration.cases.contains { $0.fields.contains { $0.type.hasNames } }
    case .optional(let type): type.hasNames
    }
  }

  /// A stored value with names for cases and flags; a value of another shape stays unchanged.
  package func shown(_ json: JSONValue) -> JSONValue {
    switch (self, json) {
    case (.optional, .null): .null
    case (.optional(let type), _): type.shown(json)
    case (.object(_, let fields), .object(let members)): .object(Self.shown(members, fields))
    case (.dictionary(_, let value), .object(let members)):
      .object(members.map { JSONMember($0.key, value.type.shown($0.value)) })
    case (.dictionary(let key, let value), .array(let items)):
      .array(items.enumerated().map { ($0 % 2 == 0 ? key : value.type).shown($1) })
    case (.cases(let enumeration), .object(let members)):
      .object(
        members.map { member in
          guard case .object(let payload) = member.value,
            let enumCase = enumeration.enumCase(named: Name(member.key))
          else { return member }
          return JSONMember(member.key, .object(Self.shown(payload, enumCase.fields)))
        })
    default: json
    }
  }

  private static func shown(_ members: [JSONMember], _ fields: [JSONField]) -> [JSONMember] {
    members.map { member in
      let field = fields.first { $0.key == Name(member.key) }
      return JSONMember(member.key, field?.type.shown(member.value) ?? member.value)
    }
  }
}

extension JSONField {
  /// The stored form of a member of JSON; nil to omit it.
  fileprivate func kept(_ member: JSONValue?, _ now: Timestamp?) throws(ValueError) -> JSONValue? {
    guard let member, member != .null else {
      if isOptional { return nil }
      guard let value = defaultValue, member == nil else {
        throw ValueError("\(name) must have a value")
      }
      return type.item(value)
    }
    do {
      return try type.kept(member, now)
    } catch {
      throw error.named(name.text)
    }
  }
}
