import JSON
import PlainText

// Converts JSON of one shape to another.

extension ValueConversion {
  /// The value in the new type. `lost` receives the names of the parts that the new type lacks.
  func changed(_ text: String, _ lost: inout [Name]) throws(ValueError) -> Value {
    guard let json = try? JSONValue(reading: text.utf8) else {
      throw ValueError.expected(old.expectation, found: text)
    }
    return .text(try new.kept(old.changed(json, to: new, &lost)).text())
  }
}

extension AttributeType {
  fileprivate func changed(
    _ json: JSONValue, to new: AttributeType, _ lost: inout [Name]
  ) -> JSONValue {
    switch (self, new, json) {
    case (.array(let oldItem, _), .array(let newItem, _), .array(let items)):
      return .array(
        items.compactMap { item in
          if item == .null, oldItem.isOptional, !newItem.isOptional {
            lost.append("null")
            return nil
          }
          return oldItem.changed(item, to: newItem, &lost)
        })
    case (.json(.optional(let wrapped)), _, _):
      return wrapped.changed(json, to: new.unwrapped, &lost)
    case (_, .json(.optional(let wrapped)), _): return changed(json, to: wrapped, &lost)
    case (.json(let oldShape), .json(let newShape), _):
      return oldShape.changed(json, to: newShape, &lost)
    case (_, .string, .number(let text)): return .string(text)
    default: return json
    }
  }
}

extension JSONShape {
  fileprivate func changed(
    _ json: JSONValue, to new: JSONShape, _ lost: inout [Name]
  ) -> JSONValue {
    switch (self, new, json) {
    case (.object(_, let oldFields), .object(_, let newFields), .object(let members)):
      return .object(Self.changed(members, oldFields, to: newFields, &lost))
    case (.dictionary(_, let oldValue), .dictionary(_, let newValue), .object(let members)):
      return .object(
        members.map {
          JSONMember($0.key, oldValue.type.changed($0.value, to: newValue.type, &lost))
        })
    case (
      .dictionary(let key, let oldValue), .dictionary(let newKey, let newValue), .array(let items)
    ):
      return .array(
        items.enumerated().map { at, item in
          if at % 2 == 0 {
            key.changed(item, to: newKey, &lost)
          } else {
            oldValue.type.changed(item, to: newValue.type, &lost)
          }
        })
    case (.cases(let oldCases), .cases(let newCases), .object(let members)):
      return .object(
        members.map { member in
          let name = Name(member.key)
          guard case .object(let payload) = member.value,
            let before = oldCases.enumCase(named: name),
            let after = newCases.enumCase(named: name)
          else { return member }
          let changed = Self.changed(payload, before.fields, to: after.fields, &lost)
          return JSONMember(member.key, .object(changed))
        })
    default: return json
    }
  }

  private static func changed(
    _ members: [JSONMember], _ old: [JSONField], to new: [JSONField], _ lost: inout [Name]
  ) -> [JSONMember] {
    members.compactMap { (member) -> JSONMember? in
      let key = Name(member.key)
      let before = old.first { $0.key == key }
      let name = before?.name ?? key
      guard let after = new.first(where: { $0.originalName ?? $0.name == name }) else {
        if !lost.contains(name) { lost.append(name) }
        return nil
      }
      let value = before?.type.changed(member.value, to: after.type, &lost) ?? member.value
      return JSONMember(after.key.text, value)
    }
  }
}
