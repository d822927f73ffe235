package import FlagModel
package import JSON

/// A default value in Swift.
package func literal(_ value: DefaultValue, _ type: AttributeType) -> String {
  switch value {
  case .moment(0): ".now"
  case .moment(let micros): ".now.addingTimeInterval(\(secondsText(micros)))"
  case .newUUID where type == .string: "UUID().uuidString"
  case .newUUID: "UUID()"
  case .newLowercasedUUID: "UUID().uuidString.lowercased()"
  case .value(let value): type.swiftLiteral(value)
  }
}

extension AttributeType {
  /// The decimal places of a decimal, or of an array of decimals.
  var places: Int? {
    switch self {
    case .decimal(let places): places
    case .array(let element, _): element.places
    case .json(.optional(let type)): type.places
    default: nil
    }
  }

  /// A number without trailing zeros and without an unnecessary point.
  func plainNumber(_ value: Value) -> String {
    let text = text(of: value)
    if text.utf8.contains(UInt8(ascii: "e")) { return text }
    return FixedPoint.withoutZeros(text)
  }

  func swiftLiteral(_ value: Value) -> String {
    switch (self, value) {
    case (_, .null): return "nil"
    case (.bool, .integer(let number)): return "\(number != 0)"
    case (.integer, _), (.double, _), (.float, _): return plainNumber(value)
    case (.decimal, _):
      let number = plainNumber(value)
      // Swift would convert a literal with a point to a Double first, which is not exact.
      if number.contains(".") { return "Decimal(string: \(SwiftText.string(number)))!" }
      return number
    case (.flags(let set), .integer(let stored)): return set.swiftLiteral(set.mask(stored: stored))
    case (.enumeration(let enumeration), _):
      return enumeration.caseName(of: value).map { ".\(SwiftText.member($0))" } ?? "nil"
    case (.date, .text(let text)):
      guard let date = try? Timestamp(text) else { return ".now" }
      return "Date(timeIntervalSince1970: \(secondsText(date.microseconds)))"
    case (.uuid, .text(let text)): return "UUID(uuidString: \(SwiftText.string(text)))!"
    case (.url, .text(let text)): return "URL(string: \(SwiftText.string(text)))!"
    case (.data, .blob(let bytes)):
      if bytes.isEmpty { return "Data()" }
      return "Data(base64Encoded: \(SwiftText.string(rawText(of: value))))!"
    case (.array(let element, _), .text(let text)): return element.swiftArray(text)
    case (.json, .text(let text)):
      return (try? JSONValue(reading: text.utf8)).map(swiftLiteral) ?? "nil"
    case (_, .text(let text)): return SwiftText.string(text)
    default: return "nil"
    }
  }

  /// The Swift literal for an array in JSON.
  private func swiftArray(_ json: String) -> String {
    guard case .array(let items) = try? JSONValue(reading: json.utf8) else { return "[]" }
    return swiftArray(items)
  }

  private func swiftArray(_ items: [JSONValue]) -> String {
    "[\(items.map(swiftLiteral).joined(separator: ", "))]"
  }

  /// The Swift literal for a value in JSON.
  fileprivate func swiftLiteral(_ item: JSONValue) -> String {
    switch (self, item) {
    case (.json(.optional), .null): "nil"
    case (.json(.optional(let type)), _): type.swiftLiteral(item)
    case (.array(let element, _), .array(let items)): element.swiftArray(items)
    case (.json(let shape), _): shape.swiftLiteral(item)
    default: value(item).map(swiftLiteral) ?? "nil"
    }
  }

  /// The value of a text, a number or a truth value in JSON.
  package func value(_ item: JSONValue) -> Value? {
    switch (self, item) {
    case (_, .bool(let bool)): .bool(bool)
    case (_, .number(let text)), (.enumeration, .string(let text)): try? rawValue(from: text)
    case (_, .string(let text)): try? value(from: text)
    case (_, .null), (_, .array), (_, .object): nil
    }
  }
}

extension JSONShape {
  fileprivate func swiftLiteral(_ json: JSONValue) -> String {
    switch (self, json) {
    case (.object(let name, let fields), .object(let members)):
      return "\(SwiftText.path(name))(\(Self.arguments(members, fields)))"
    case (.cases(let enumeration), .object(let members)):
      guard let member = members.first, case .object(let payload) = member.value,
        let enumCase = enumeration.enumCase(named: Name(member.key))
      else { return "nil" }
      let start = ".\(SwiftText.member(enumCase.name))"
      if payload.isEmpty { return start }
      return "\(start)(\(Self.arguments(payload, enumCase.fields)))"
    case (.dictionary(let key, let value), .object(let members)):
      let items = members.flatMap { [JSONValue.string($0.key), $0.value] }
      return Self.dictionary(items, key, value)
    case (.dictionary(let key, let value), .array(let items)):
      return Self.dictionary(items, key, value)
    default: return "nil"
    }
  }

  private static func dictionary(
    _ items: [JSONValue], _ key: AttributeType, _ value: JSONField
  ) -> String {
    let pairs = stride(from: 0, to: items.count - 1, by: 2).map { at in
      let value = value.type.swiftLiteral(items[at + 1])
      if case .integer = key, case .string(let number) = items[at] { return "\(number): \(value)" }
      return "\(key.swiftLiteral(items[at])): \(value)"
    }
    if pairs.isEmpty { return "[:]" }
    return "[\(pairs.joined(separator: ", "))]"
  }

  private static func arguments(_ members: [JSONMember], _ fields: [JSONField]) -> String {
    members.compactMap { (member) -> String? in
      guard let index = fields.firstIndex(where: { $0.key == Name(member.key) }) else {
        return nil
      }
      let value = fields[index].type.swiftLiteral(member.value)
      if fields[index].isUnlabeled(at: index) { return value }
      return "\(SwiftText.member(fields[index].name)): \(value)"
    }.joined(separator: ", ")
  }
}

extension FlagSet {
  /// `.a` of an OptionSet, `[.a, .b]`, `[]`, or a number if some bits have no names.
  fileprivate func swiftLiteral(_ mask: UInt64) -> String {
    guard let names = flagNames(of: mask) else {
      return "\(SwiftText.path(name))(rawValue: \(rawLiteral(of: mask)))"
    }
    if names.count == 1 && enumeration == nil { return names[0] }
    return "[\(names.joined(separator: ", "))]"
  }
}
