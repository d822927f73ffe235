public import FlagModel

extension Schema {
  /// The model as JSON, for programs: what is declared and how it is stored.
  public var json: String {
    JSONNode.object([
      ("flagSets", .array(flagSets.map(\.node))),
      ("enums", .array(enumerations.map(\.node))),
      ("entities", .array(entities.map(\.node))),
    ]).text
  }
}

/// Members of an object, those without a value left out.
private func object(_ members: [(name: String, value: JSONNode?)]) -> JSONNode {
  .object(members.compactMap { name, value in value.map { (name, $0) } })
}

extension FlagSet {
  fileprivate var node: JSONNode {
    object([
      ("name", .string(name)),
      ("rawType", .string(rawType.rawValue)),
      ("summary", summary.map(JSONNode.string)),
      ("flags", .array(flags.map { node(of: $0) })),
      ("combinations", combinations.isEmpty ? nil : .array(combinations.map { node(of: $0) })),
    ])
  }

  private func node(of flag: Flag) -> JSONNode {
    let isSingle = flag.mask.nonzeroBitCount == 1
    return object([
      ("name", .string(flag.name)),
      ("bit", isSingle ? .integer(Int64(flag.mask.trailingZeroBitCount)) : nil),
      ("rawValue", rawType.isSigned ? .integer(stored(flag.mask)) : .number(String(flag.mask))),
      ("summary", flag.summary.map(JSONNode.string)),
    ])
  }
}

extension Enumeration {
  fileprivate var node: JSONNode {
    let rawTypeName =
      switch rawType {
      case .integer(let type): type.rawValue
      case .string: "String"
      case .character: "Character"
      case .real(let name): name
      }
    return object([
      ("name", .string(name)),
      ("rawType", .string(rawTypeName)),
      ("summary", summary.map(JSONNode.string)),
      (
        "cases",
        .array(
          cases.map { one in
            object([
              ("name", .string(one.name)), ("rawValue", one.rawValue.node),
              ("summary", one.summary.map(JSONNode.string)),
            ])
          })
      ),
    ])
  }
}

extension Value {
  /// The stored value; NULL and bytes do not occur where it is asked for.
  fileprivate var node: JSONNode? {
    switch self {
    case .null, .blob: nil
    case .integer(let number): .integer(number)
    case .real(let number): .number("\(number)")
    case .text(let text): .string(text)
    }
  }
}

extension Entity {
  fileprivate var node: JSONNode {
    object([
      ("name", .string(name)),
      ("summary", summary.map(JSONNode.string)),
      ("key", .string(keyColumn)),
      ("attributes", .array(attributes.map(\.node))),
      ("relationships", relationships.isEmpty ? nil : .array(relationships.map(\.node))),
      ("unique", uniques.isEmpty ? nil : .array(uniques.map(Self.list))),
      ("indexes", indexes.isEmpty ? nil : .array(indexes.map(Self.list))),
    ])
  }

  private static func list(_ names: [String]) -> JSONNode {
    .array(names.map(JSONNode.string))
  }
}

extension Attribute {
  fileprivate var node: JSONNode {
    object([
      ("name", .string(name)),
      ("column", column == name ? nil : .string(column)),
      ("type", .string(declaredType)),
      ("optional", isOptional ? .bool(true) : nil),
      ("unique", isUnique ? .bool(true) : nil),
      ("default", defaultText.map(JSONNode.string)),
      ("summary", summary.map(JSONNode.string)),
    ])
  }

  private var defaultText: String? {
    switch defaultValue {
    case .value(.null), nil: nil
    case .value(let value): type.text(of: value)
    case .now: "now"
    case .newUUID: "new UUID"
    }
  }
}

extension Relationship {
  fileprivate var node: JSONNode {
    let kind =
      switch cardinality {
      case .toOne(let isOptional): isOptional ? "optional to-one" : "to-one"
      case .toMany: "to-many"
      }
    return object([
      ("name", .string(name)),
      ("target", .string(target)),
      ("kind", .string(kind)),
      ("inverse", inverse.map(JSONNode.string)),
      ("deleteRule", .string(deleteRule.rawValue)),
      ("summary", summary.map(JSONNode.string)),
    ])
  }
}
