package import FlagModel
import JSON
import Migrations
package import SQLText

extension Schema {
  /// The model as JSON for programs, with declarations and storage.
  package var json: String { json { _ in nil } }

  /// The same for a database on a server, with the distribution of each entity's records.
  package func json(spread: (Entity) -> TableSpread?) -> String {
    JSONValue.object(of: [
      ("flagSets", .array(flagSets.map(\.node))),
      ("enums", .array(enumerations.map(\.node))),
      ("aliases", list(of: types.compactMap(\.aliasNode))),
      ("payloadEnums", list(of: types.compactMap(\.payloadsNode))),
      ("structs", list(of: types.compactMap(\.structureNode))),
      ("entities", .array(entities.map { $0.node(spread($0)) })),
    ]).text(.indented(linesFrom: .max)) + "\n"
  }
}

/// An array; nil if it is empty.
private func list(of nodes: [JSONValue]) -> JSONValue? {
  nodes.isEmpty ? nil : .array(nodes)
}

extension NamedType {
  fileprivate var aliasNode: JSONValue? {
    guard case .alias(let alias) = self else { return nil }
    return JSONValue.object(of: [
      ("name", .name(alias.name)),
      ("target", .name(alias.target)),
      ("summary", alias.summary.map(JSONValue.string)),
    ])
  }

  fileprivate var payloadsNode: JSONValue? {
    guard case .payloads(let enumeration) = self else { return nil }
    let cases = enumeration.cases.map { one in
      JSONValue.object(of: [
        ("name", .name(one.name)), ("summary", one.summary.map(JSONValue.string)),
        ("values", list(of: one.fields.map(\.node))),
      ])
    }
    return JSONValue.object(of: [
      ("name", .name(enumeration.name)), ("summary", enumeration.summary.map(JSONValue.string)),
      ("cases", .array(cases)),
    ])
  }

  fileprivate var structureNode: JSONValue? {
    guard case .structure(let structure) = self else { return nil }
    return JSONValue.object(of: [
      ("name", .name(structure.name)),
      ("summary", structure.summary.map(JSONValue.string)),
      ("attributes", .array(structure.properties.flatMap(\.attributes).map(\.node))),
      (
        "codingKeys",
        structure.codingKeys.flatMap { keys in
          JSONValue.object(
            of: structure.properties.map { ($0.name.text, keys[$0.name].map(JSONValue.name)) })
        }
      ),
    ])
  }
}

extension JSONField {
  fileprivate var node: JSONValue {
    JSONValue.object(of: [
      ("name", .name(name)), ("type", .name(declaredType)),
      ("optional", isOptional ? .bool(true) : nil),
    ])
  }
}

extension FlagSet {
  fileprivate var node: JSONValue {
    JSONValue.object(of: [
      ("name", .name(name)),
      ("rawType", .string(rawType.rawValue)),
      ("summary", summary.map(JSONValue.string)),
      ("flags", .array(flags.map { node(of: $0) })),
      ("combinations", list(of: combinations.map { node(of: $0) })),
      ("fields", list(of: fields.map(\.node))),
    ])
  }

  private func node(of flag: Flag) -> JSONValue {
    let isSingle = flag.mask.nonzeroBitCount == 1
    return JSONValue.object(of: [
      ("name", .name(flag.name)),
      ("bit", isSingle ? .integer(flag.mask.trailingZeroBitCount) : nil),
      ("rawValue", rawType.isSigned ? .integer(stored(flag.mask)) : .integer(flag.mask)),
      ("summary", flag.summary.map(JSONValue.string)),
    ])
  }
}

extension BitField {
  fileprivate var node: JSONValue {
    JSONValue.object(of: [
      ("name", .name(name)), ("type", .name(declaredType)),
      ("optional", isOptional ? .bool(true) : nil),
      ("firstBit", .integer(bits.lowerBound)), ("lastBit", .integer(bits.upperBound)),
      ("inPlace", isInPlace ? .bool(true) : nil),
      ("summary", summary.map(JSONValue.string)),
    ])
  }
}

extension Enumeration {
  fileprivate var node: JSONValue {
    JSONValue.object(of: [
      ("name", .name(name)),
      ("rawType", rawType.swiftName.map(JSONValue.string)),
      ("summary", summary.map(JSONValue.string)),
      (
        "cases",
        .array(
          cases.map { one in
            JSONValue.object(of: [
              ("name", .name(one.name)), ("rawValue", one.rawValue.node),
              ("summary", one.summary.map(JSONValue.string)),
            ])
          })
      ),
    ])
  }
}

extension Value {
  /// The stored value; NULL and bytes do not occur here.
  fileprivate var node: JSONValue? {
    switch self {
    case .null, .blob: nil
    case .integer(let number): .integer(number)
    case .real(let number): .number("\(number)")
    case .text(let text): .string(text)
    }
  }
}

extension Entity {
  fileprivate func node(_ spread: TableSpread?) -> JSONValue {
    let spreading = spread.flatMap { words(for: $0) }.map(JSONValue.string)
    let isOfMachines = spread?.isOfMachines ?? false
    return JSONValue.object(of: [
      ("name", .name(name)),
      ("summary", summary.map(JSONValue.string)),
      ("parent", parent.map(JSONValue.name)),
      ("table", source.table == name ? nil : .name(source.table)),
      ("key", (shownKey ?? attributeForHiddenKey?.column).map(JSONValue.name)),
      ("partitionedBy", isOfMachines ? nil : spreading),
      ("distributedBy", isOfMachines ? spreading : nil),
      ("onEveryMachine", spread == .everyMachine ? .bool(true) : nil),
      ("attributes", .array(attributes.map(\.node))),
      ("relationships", list(of: relationships.map(\.node))),
      ("unique", list(of: uniques.map(Self.names))),
      ("indexes", list(of: indexes.map(Self.names))),
      ("expressions", list(of: expressions.map(\.node))),
    ])
  }

  private static func names(_ names: [Name]) -> JSONValue {
    .array(names.map(JSONValue.name))
  }
}

extension Attribute {
  fileprivate var node: JSONValue {
    JSONValue.object(of: [
      ("name", .name(name)),
      ("column", column == name ? nil : .name(column)),
      ("type", .name(declaredType)),
      ("stored", stored.nameInDocuments.map(JSONValue.string)),
      ("optional", isOptional ? .bool(true) : nil),
      ("unique", isUnique ? .bool(true) : nil),
      ("default", defaultText.map(JSONValue.string)),
      ("valid", validityNode),
      ("summary", summary.map(JSONValue.string)),
    ])
  }

  /// The restrictions of `@Valid`, including the decimal places.
  private var validityNode: JSONValue? {
    var members: [(key: String, value: JSONValue?)] = []
    if let bounds = validity.bounds {
      let upper = bounds.includesUpper ? "maximum" : "below"
      members.append(("minimum", bounds.lower.map { .string(type.text(of: $0)) }))
      members.append((upper, bounds.upper.map { .string(type.text(of: $0)) }))
    }
    if let length = validity.length {
      members.append(("shortest", .integer(length.lowerBound)))
      let isBounded = length.upperBound != .max
      members.append(("longest", isBounded ? .integer(length.upperBound) : nil))
    }
    members.append(("matches", validity.pattern.map(JSONValue.string)))
    if case .decimal(let places) = type { members.append(("places", .integer(places))) }
    return members.allSatisfy { $0.1 == nil } ? nil : .object(of: members)
  }

  private var defaultText: String? {
    switch defaultValue {
    case .value(.null), nil: nil
    case .value(let value): type.text(of: value)
    case .moment(let micros): momentText(after: micros)
    case .newUUID: "new UUID"
    case .newLowercasedUUID: "new UUID in lower case"
    }
  }
}

extension Relationship {
  fileprivate var node: JSONValue {
    let kind =
      switch cardinality {
      case .toOne(let isOptional): isOptional ? "optional to-one" : "to-one"
      case .toMany(let isOptional): isOptional ? "optional to-many" : "to-many"
      }
    return JSONValue.object(of: [
      ("name", .name(name)),
      ("target", .name(target)),
      ("kind", .string(kind)),
      ("inverse", inverse.map(JSONValue.name)),
      ("deleteRule", .string(deleteRule.rawValue)),
      ("summary", summary.map(JSONValue.string)),
    ])
  }
}

extension NamedExpression {
  fileprivate var node: JSONValue {
    JSONValue.object(of: [
      ("name", .name(name)),
      ("type", .name(declaredType)),
      ("expression", .string(text)),
      ("parameters", list(of: parameters.map(JSONValue.name))),
      ("summary", summary.map(JSONValue.string)),
    ])
  }
}

extension JSONValue {
  fileprivate static func name(_ name: Name) -> JSONValue { .string(name.text) }
}
