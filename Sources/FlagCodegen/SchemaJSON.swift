public import FlagModel

extension Schema {
  /// The model as JSON, for programs: what is declared and how it is stored.
  public var json: String {
    object([
      ("flagSets", .array(flagSets.map(\.node))),
      ("enums", .array(enumerations.map(\.node))),
      ("aliases", list(of: types.compactMap(\.aliasNode))),
      ("structs", list(of: types.compactMap(\.structureNode))),
      ("entities", .array(entities.map(\.node))),
    ]).text
  }
}

/// An array, left out where it would be empty.
private func list(of nodes: [JSONNode]) -> JSONNode? {
  nodes.isEmpty ? nil : .array(nodes)
}

extension NamedType {
  fileprivate var aliasNode: JSONNode? {
    guard case .alias(let alias) = self else { return nil }
    return object([
      ("name", .string(alias.name)),
      ("target", .string(alias.target)),
      ("summary", alias.summary.map(JSONNode.string)),
    ])
  }

  fileprivate var structureNode: JSONNode? {
    guard case .structure(let structure) = self else { return nil }
    return object([
      ("name", .string(structure.name)),
      ("summary", structure.summary.map(JSONNode.string)),
      ("attributes", .array(structure.properties.flatMap(\.attributes).map(\.node))),
    ])
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
      ("combinations", list(of: combinations.map { node(of: $0) })),
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
      ("relationships", list(of: relationships.map(\.node))),
      ("unique", list(of: uniques.map(Self.names))),
      ("indexes", list(of: indexes.map(Self.names))),
      ("expressions", list(of: expressions.map(\.node))),
    ])
  }

  private static func names(_ names: [String]) -> JSONNode {
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
      ("valid", validityNode),
      ("summary", summary.map(JSONNode.string)),
    ])
  }

  /// What `@Valid` says, the places of a decimal included.
  private var validityNode: JSONNode? {
    var members: [(String, JSONNode?)] = []
    if let bounds = validity.bounds {
      let upper = bounds.includesUpper ? "maximum" : "below"
      members.append(("minimum", bounds.lower.map { .string(type.text(of: $0)) }))
      members.append((upper, bounds.upper.map { .string(type.text(of: $0)) }))
    }
    if let length = validity.length {
      members.append(("shortest", .integer(Int64(length.lowerBound))))
      let isBounded = length.upperBound != .max
      members.append(("longest", isBounded ? .integer(Int64(length.upperBound)) : nil))
    }
    members.append(("matches", validity.pattern.map(JSONNode.string)))
    if case .decimal(let places) = type { members.append(("places", .integer(Int64(places)))) }
    return members.allSatisfy { $0.1 == nil } ? nil : object(members)
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

extension NamedExpression {
  fileprivate var node: JSONNode {
    object([
      ("name", .string(name)),
      ("type", .string(declaredType)),
      ("expression", .string(text)),
      ("parameters", list(of: parameters.map(JSONNode.string))),
      ("summary", summary.map(JSONNode.string)),
    ])
  }
}
