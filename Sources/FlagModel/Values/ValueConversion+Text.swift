import JSON
import PlainText

// A conversion as text: JSON, in which a type is its name, or an array that begins with its kind.

extension ValueConversion {
  /// A text from which the conversion can be parsed again.
  package var text: String {
    var parts = [old.json, new.json]
    if let dates { parts.append(.string(dates.rawValue)) }
    return JSONValue.array(parts).text()
  }

  package init?(text: String) {
    guard let parts = (try? JSONValue(reading: text.utf8))?.items, parts.count > 1,
      let old = AttributeType(json: parts[0]), let new = AttributeType(json: parts[1])
    else { return nil }
    var dates: NumberedDates?
    if parts.count > 2, let form = parts[2].string { dates = NumberedDates(rawValue: form) }
    self.init(from: old, to: new, dates: dates)
  }
}

extension AttributeType {
  fileprivate var json: JSONValue {
    switch self {
    case .bool, .integer, .double, .float, .string, .date, .uuid, .url, .data, .any:
      .string(swiftName)
    case .decimal(let places): .array([.string("decimal"), .integer(places)])
    case .array(let element, isSet: false): .array([.string("array"), element.json])
    case .array(let element, isSet: true): .array([.string("set"), element.json])
    case .flags(let set):
      if let enumeration = set.enumeration {
        .array([.string("cases"), enumeration.json])
      } else {
        .array([.string("flags"), set.json])
      }
    case .enumeration(let enumeration): .array([.string("enum"), enumeration.json])
    case .json(.object(let name, let fields)):
      .array([.string("struct"), .string(name.text), fields.json])
    case .json(.dictionary(let key, let value)):
      .array([.string("dictionary"), key.json, value.json])
    case .json(.cases(let enumeration)): .array([.string("payloads"), enumeration.json])
    case .json(.optional(let type)): .array([.string("optional"), type.json])
    }
  }

  fileprivate init?(json: JSONValue) {
    if let name = json.string {
      if name == "Any" {
        self = .any
        return
      }
      guard let type = AttributeType(builtin: Name(name)) else { return nil }
      self = type
      return
    }
    guard let parts = json.items, parts.count > 1, let kind = parts[0].string,
      let type = Self.made(kind, parts[1], parts.last ?? .null)
    else { return nil }
    self = type
  }

  private static func made(_ kind: String, _ part: JSONValue, _ last: JSONValue) -> AttributeType? {
    switch kind {
    case "decimal": if let places = part.integer { return .decimal(places: places) }
    case "cases":
      if let cases = Enumeration(json: part), let set = FlagSet(casesOf: cases) {
        return .flags(set)
      }
    case "flags": if let set = FlagSet(json: part) { return .flags(set) }
    case "enum": if let cases = Enumeration(json: part) { return .enumeration(cases) }
    case "struct": return .json(.object(name: Name(json: part), last.all(JSONField.init)))
    case "payloads": return .json(.cases(PayloadEnumeration(json: part)))
    default: return made(kind, of: AttributeType(json: part), last)
    }
    return nil
  }

  /// A type that contains another one.
  private static func made(
    _ kind: String, of inner: AttributeType?, _ last: JSONValue
  ) -> AttributeType? {
    guard let inner else { return nil }
    switch kind {
    case "array": return .array(inner)
    case "set": return .array(inner, isSet: true)
    case "dictionary":
      guard let value = JSONField(json: last) else { return nil }
      return .json(.dictionary(key: inner, value: value))
    case "optional": return .json(.optional(inner))
    default: return nil
    }
  }
}

// MARK: Parts of types

extension JSONValue {
  /// Converts each element of an array.
  fileprivate func all<Part>(_ make: (JSONValue) -> Part?) -> [Part] {
    (items ?? []).compactMap(make)
  }

  fileprivate func all<Part>(_ key: String, _ make: (JSONValue) -> Part?) -> [Part] {
    self[key]?.all(make) ?? []
  }
}

extension Name {
  fileprivate init(json: JSONValue?) { self.init(json?.string ?? "") }
}

extension FlagSet {
  fileprivate var json: JSONValue {
    .object(of: [
      ("name", .string(name.text)), ("type", .string(rawType.rawValue)),
      ("flags", .array(flags.map(\.json))), ("combinations", .array(combinations.map(\.json))),
      ("fields", .array(fields.map(\.json))),
    ])
  }

  fileprivate init?(json: JSONValue) {
    guard let type = IntegerType.named(Name(json: json["type"])) else { return nil }
    self.init(
      name: Name(json: json["name"]), rawType: type, flags: json.all("flags", Flag.init),
      combinations: json.all("combinations", Flag.init),
      fields: json.all("fields", BitField.init))
  }
}

extension Flag {
  fileprivate var json: JSONValue {
    .object(of: [
      ("name", .string(name.text)), ("mask", .string("\(mask)")), ("summary", .text(summary)),
    ])
  }

  fileprivate init?(json: JSONValue) {
    guard let mask = json["mask"]?.string.flatMap({ UInt64($0) }) else { return nil }
    self.init(name: Name(json: json["name"]), mask: mask, summary: json["summary"]?.string)
  }
}

extension BitField {
  fileprivate var json: JSONValue {
    .object(of: [
      ("name", .string(name.text)), ("first", .integer(bits.lowerBound)),
      ("last", .integer(bits.upperBound)), ("declared", .string(declaredType.text)),
      ("type", type.json), ("optional", .bool(isOptional)), ("inPlace", .bool(isInPlace)),
      ("summary", .text(summary)),
    ])
  }

  fileprivate init?(json: JSONValue) {
    guard let first = json["first"]?.integer, let last = json["last"]?.integer, first <= last,
      let type = json["type"].flatMap(AttributeType.init)
    else { return nil }
    self.init(
      name: Name(json: json["name"]), bits: first...last,
      declaredType: Name(json: json["declared"]),
      type: type, isOptional: json["optional"] == .bool(true),
      isInPlace: json["inPlace"] == .bool(true), summary: json["summary"]?.string)
  }
}

extension Enumeration {
  fileprivate var json: JSONValue {
    let cases = cases.map { enumCase in
      JSONValue.object(of: [
        ("name", .string(enumCase.name.text)), ("value", enumCase.rawValue.json),
        ("summary", .text(enumCase.summary)),
      ])
    }
    return .object(of: [
      ("name", .string(name.text)), ("type", .text(rawType.swiftName)),
      ("cases", .array(cases)), ("fallback", .text(declaredFallback?.text)),
    ])
  }

  fileprivate init?(json: JSONValue) {
    self.init(
      name: Name(json: json["name"]), rawType: RawType(json: json["type"]),
      cases: json.all("cases") { enumCase in
        Case(
          name: Name(json: enumCase["name"]), rawValue: Value(json: enumCase["value"]),
          summary: enumCase["summary"]?.string)
      },
      fallback: json["fallback"]?.string.map { Name($0) })
  }
}

extension Enumeration.RawType {
  fileprivate init(json: JSONValue?) {
    guard let text = json?.string else {
      self = .caseName
      return
    }
    switch text {
    case "String": self = .string
    case "Character": self = .character
    default: self = IntegerType(rawValue: text).map { .integer($0) } ?? .real(Name(text))
    }
  }
}

extension PayloadEnumeration {
  fileprivate var json: JSONValue {
    let cases = cases.map {
      JSONValue.object(of: [("name", .string($0.name.text)), ("fields", $0.fields.json)])
    }
    return .object(of: [("name", .string(name.text)), ("cases", .array(cases))])
  }

  fileprivate init(json: JSONValue) {
    self.init(
      name: Name(json: json["name"]),
      cases: json.all("cases") { enumCase in
        Case(name: Name(json: enumCase["name"]), fields: enumCase.all("fields", JSONField.init))
      })
  }
}

extension [JSONField] {
  fileprivate var json: JSONValue { .array(map(\.json)) }
}

extension JSONField {
  fileprivate var json: JSONValue {
    .object(of: [
      ("name", .string(name.text)), ("key", .string(key.text)),
      ("declared", .string(declaredType.text)), ("type", type.json),
      ("optional", .bool(isOptional)), ("default", defaultValue.map(\.json)),
      ("original", .text(originalName?.text)),
    ])
  }

  fileprivate init?(json: JSONValue) {
    guard let type = json["type"].flatMap(AttributeType.init) else { return nil }
    self.init(
      name: Name(json: json["name"]), key: Name(json: json["key"]),
      declaredType: Name(json: json["declared"]), type: type,
      isOptional: json["optional"] == .bool(true),
      defaultValue: json["default"].map { Value(json: $0) },
      originalName: json["original"]?.string.map { Name($0) })
  }
}

extension Value {
  fileprivate var json: JSONValue {
    switch self {
    case .null: .null
    case .integer(let number): .integer(number)
    case .real(let number): .number("\(number)")
    case .text(let text): .string(text)
    case .blob(let bytes): .array(bytes.map { .integer($0) })
    }
  }

  fileprivate init(json: JSONValue?) {
    switch json {
    case .number(let text): self = Int64(text).map { .integer($0) } ?? .real(Double(text) ?? 0)
    case .string(let text): self = .text(text)
    case .array(let bytes): self = .blob(bytes.compactMap { $0.integer.flatMap(UInt8.init) })
    case .bool, .null, .object, nil: self = .null
    }
  }
}
