package import FlagModel
import JSON
import Migrations
package import SQLText

extension Schema {
  /// The model as JSON for programs, with declarations, storage, and the distribution of each entity's records on a
  /// server.
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
  if nodes.isEmpty { return nil }
  return .array(nodes)
}

/// True, or nil instead of false.
private func mark(_ isTrue: Bool) -> JSONValue? {
  if isTrue { return .bool(true) }
  return nil
}

extension NamedType {
  fileprivate var aliasNode: JSONValue? {
    guard case .alias(let alias) = self else { return nil }
    return JSONValue.object(of: [
      ("name", .name(alias.name)),
      ("target", .name(alias.target)),
      ("summary", .text(alias.summary)),
    ])
  }

  fileprivate var payloadsNode: JSONValue? {
    guard case .payloads(let enumeration) = self else { return nil }
    let cases = enumeration.cases.map { enumCase in
      JSONValue.object(of: [
        ("name", .name(enumCase.name)), ("summary", .text(enumCase.summary)),
        ("values", list(of: enumCase.fields.map(\.node))),
      ])
    }
    return JSONValue.object(of: [
      ("name", .name(enumeration.name)), ("summary", .text(enumeration.summary)),
      ("cases", .array(cases)),
    ])
  }

  fileprivate var structureNode: JSONValue? {
    guard case .structure(let structure) = self else { return nil }
    return JSONValue.object(of: [
      ("name", .name(structure.name)),
      ("summary", .text(structure.summary)),
      ("attributes", .array(structure.properties.flatMap(\.attributes).map(\.node))),
      ("codingKeys", structure.codingKeysNode),
    ])
  }
}

extension Structure {
  fileprivate var codingKeysNode: JSONValue? {
    guard let codingKeys else { return nil }
    return JSONValue.object(of: properties.map { ($0.name.text, .text(codingKeys[$0.name]?.text)) })
  }
}

extension JSONField {
  fileprivate var node: JSONValue {
    JSONValue.object(of: [
      ("name", .name(name)), ("type", .name(declaredType)), ("optional", mark(isOptional)),
    ])
  }
}

extension FlagSet {
  fileprivate var node: JSONValue {
    JSONValue.object(of: [
      ("name", .name(name)),
      ("rawType", .string(rawType.rawValue)),
      ("summary", .text(summary)),
      ("flags", .array(flags.map { node(of: $0) })),
      ("combinations", list(of: combinations.map { node(of: $0) })),
      ("fields", list(of: fields.map(\.node))),
    ])
  }

  private func node(of flag: Flag) -> JSONValue {
    var bit: JSONValue?
    if flag.mask.nonzeroBitCount == 1 { bit = .integer(flag.mask.trailingZeroBitCount) }
    let rawValue: JSONValue =
      if rawType.isSigned { .integer(stored(flag.mask)) } else { .integer(flag.mask) }
    return JSONValue.object(of: [
      ("name", .name(flag.name)), ("bit", bit), ("rawValue", rawValue),
      ("summary", .text(flag.summary)),
    ])
  }
}

extension BitField {
  fileprivate var node: JSONValue {
    JSONValue.object(of: [
      ("name", .name(name)), ("type", .name(declaredType)),
      ("optional", mark(isOptional)),
      ("firstBit", .integer(bits.lowerBound)), ("lastBit", .integer(bits.upperBound)),
      ("inPlace", mark(isInPlace)), ("summary", .text(summary)),
    ])
  }
}

extension Enumeration {
  fileprivate var node: JSONValue {
    let cases = cases.map { enumCase in
      JSONValue.object(of: [
        ("name", .name(enumCase.name)), ("rawValue", enumCase.rawValue.node),
        ("summary", .text(enumCase.summary)),
      ])
    }
    return JSONValue.object(of: [
      ("name", .name(name)), ("rawType", .text(rawType.swiftName)), ("summary", .text(summary)),
      ("cases", .array(cases)),
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
    let table: JSONValue? = if source.table == name { nil } else { .name(source.table) }
    let spreading = JSONValue.text(spread.flatMap { words(for: $0) })
    let isOfMachines = spread?.isOfMachines ?? false
    return JSONValue.object(of: [
      ("name", .name(name)),
      ("summary", .text(summary)),
      ("parent", .text(parent?.text)),
      ("table", table),
      ("key", .text((shownKey ?? columnForHiddenKey)?.text)),
      ("partitionedBy", isOfMachines ? nil : spreading),
      ("distributedBy", isOfMachines ? spreading : nil),
      ("onEveryMachine", mark(spread == .everyMachine)),
      ("attributes", .array(attributes.map(\.node))),
      ("relationships", list(of: relationships.map(\.node))),
      ("unique", list(of: uniques.map(Self.names))),
      ("indexes", list(of: indexes.map(Self.names))),
      ("expressions", list(of: expressions.map(\.node))),
    ])
  }

  private static func names(_ names: [Name]) -> JSONValue { .array(names.map(JSONValue.name)) }
}

extension Attribute {
  fileprivate var node: JSONValue {
    let column: JSONValue? = if column == name { nil } else { .name(column) }
    return JSONValue.object(of: [
      ("name", .name(name)),
      ("column", column),
      ("type", .name(declaredType)),
      ("stored", .text(stored.nameInDocuments)),
      ("optional", mark(isOptional)),
      ("unique", mark(isUnique)),
      ("default", .text(defaultText)),
      ("valid", validityNode),
      ("summary", .text(summary)),
    ])
  }

  /// The restrictions of `@Valid`, including the decimal places.
  private var validityNode: JSONValue? {
    var members: [(key: String, value: JSONValue?)] = []
    if let bounds = validity.bounds {
      if let lower = bounds.lower { members.append(("minimum", .string(type.text(of: lower)))) }
      if let upper = bounds.upper {
        let key = if bounds.includesUpper { "maximum" } else { "below" }
        members.append((key, .string(type.text(of: upper))))
      }
    }
    if let length = validity.length {
      members.append(("shortest", .integer(length.lowerBound)))
      if length.upperBound != .max { members.append(("longest", .integer(length.upperBound))) }
    }
    if let pattern = validity.pattern { members.append(("matches", .string(pattern))) }
    if case .decimal(let places) = type { members.append(("places", .integer(places))) }
    if members.isEmpty { return nil }
    return .object(of: members)
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
      case .toOne(isOptional: true): "optional to-one"
      case .toOne(isOptional: false): "to-one"
      case .toMany(isOptional: true): "optional to-many"
      case .toMany(isOptional: false): "to-many"
      }
    return JSONValue.object(of: [
      ("name", .name(name)),
      ("target", .name(target)),
      ("kind", .string(kind)),
      ("inverse", .text(inverse?.text)),
      ("deleteRule", .string(deleteRule.rawValue)),
      ("summary", .text(summary)),
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
      ("summary", .text(summary)),
    ])
  }
}

extension JSONValue {
  fileprivate static func name(_ name: Name) -> JSONValue { .string(name.text) }
}
