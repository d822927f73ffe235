import FlagModel

@testable import ModelText

/// The facts of a schema, a line for each, for the tables of tests.
func facts(_ schema: Schema) -> [String] {
  schema.types.map(fact) + schema.entities.flatMap(facts)
}

private func fact(_ type: NamedType) -> String {
  switch type {
  case .flagSet(let set):
    let names = (set.flags + set.combinations).map {
      "\($0.name)=\(String($0.mask, radix: 16))"
    }
    return "flags \(set.name): \(set.rawType.rawValue) \(names.joined(separator: " "))"
  case .enumeration(let enumeration):
    let names = enumeration.cases.map { "\($0.name)=\(text($0.rawValue))" }
    return "enum \(enumeration.name): \(names.joined(separator: " "))"
  case .payloads(let enumeration):
    let cases = enumeration.cases.map { one in
      let fields = one.fields.map { "\($0.name):\($0.shownType)" }
      return fields.isEmpty ? one.name.text : "\(one.name)(\(fields.joined(separator: ",")))"
    }
    return "enum \(enumeration.name): \(cases.joined(separator: " "))"
  case .alias(let alias): return "alias \(alias.name) = \(alias.target)"
  case .structure(let structure):
    return "struct \(structure.name): \(structure.properties.map(\.name).joined(separator: " "))"
  }
}

private func facts(_ entity: Entity) -> [String] {
  var head = "\(entity.kind == .model ? "model" : "record") \(entity.name)"
  if let original = entity.originalName { head += " was \(original)" }
  return [head] + entity.properties.flatMap { facts($0) }
    + entity.uniques.map { "  unique \($0.joined(separator: " "))" }
    + entity.indexes.map { "  index \($0.joined(separator: " "))" }
}

private func facts(_ property: Property) -> [String] {
  switch property {
  case .attribute(let attribute): return ["  \(fact(attribute))"]
  case .group(let group):
    let former = group.originalName.map { " was \($0)" } ?? ""
    return ["  group \(group.name): \(group.declaredType)\(group.isOptional ? "?" : "")\(former)"]
      + group.properties.flatMap { facts($0) }
  case .relationship(let relationship): return ["  \(fact(relationship))"]
  }
}

private func fact(_ attribute: Attribute) -> String {
  var fact = attribute.name.text
  if attribute.column != attribute.name { fact += " (\(attribute.column))" }
  fact += ": \(attribute.declaredType)\(attribute.isOptional ? "?" : "")"
  if case .decimal(let places) = attribute.type { fact += " places \(places)" }
  if attribute.isUnique { fact += " unique" }
  if let bounds = attribute.validity.bounds {
    let ends = [bounds.lower, bounds.upper].map { $0.map(text) ?? "" }
    fact += " in \(ends.joined(separator: bounds.includesUpper ? "..." : "..<"))"
  }
  if let length = attribute.validity.length { fact += " length \(length)" }
  if let pattern = attribute.validity.pattern { fact += " matches \(pattern)" }
  switch attribute.defaultValue {
  case .value(let value): fact += " = \(text(value))"
  case .moment(let micros): fact += " = \(momentText(after: micros))"
  case .newUUID: fact += " = new"
  case .newLowercasedUUID: fact += " = new in lower case"
  case nil: break
  }
  if let original = attribute.originalName { fact += " was \(original)" }
  return fact
}

private func fact(_ relationship: Relationship) -> String {
  var fact = "\(relationship.name) → \(relationship.target)"
  switch relationship.cardinality {
  case .toMany(let isOptional): fact += isOptional ? "*?" : "*"
  case .toOne(let isOptional): fact += isOptional ? "?" : ""
  }
  if let inverse = relationship.inverse { fact += " ↔ \(inverse)" }
  switch relationship.storage {
  case .column(let key): fact += key.isUnique ? " in a unique column" : " in a column"
  case .inverse: break
  case .joinTable(let table):
    fact += " in \(table.name)(\(table.ownColumn) \(table.otherColumn))"
    if table.isOwner { fact += " which it makes" }
  }
  if relationship.deleteRule != .nullify { fact += " \(relationship.deleteRule)" }
  if let original = relationship.originalName { fact += " was \(original)" }
  return fact
}

private func text(_ value: Value) -> String {
  switch value {
  case .null: "NULL"
  case .integer(let number): "\(number)"
  case .real(let number): "\(number)"
  case .text(let text): "'\(text)'"
  case .blob(let bytes): "\(bytes)"
  }
}
