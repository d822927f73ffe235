import FlagModel
import SQLText

// Looks up attributes, relationships and related records.

extension Environment {
  /// A stored property of a record; nil if it does not exist.
  func property(_ name: Name, of path: RecordPath, _ syntax: PredicateSyntax) -> Checked? {
    let entity = path.entity
    if let key = entity.source.key, name == key.column,
      key.type == .integer(.int64) || entity.keyAttribute == nil
    {
      return .operand(self.key(of: path, syntax))
    }
    if let attribute = entity.attribute(named: name) {
      return .operand(operand(attribute, of: path, syntax))
    }
    if let relationship = entity.relationship(named: name) {
      return follow(relationship, from: path)
    }
    if let kind = kind(name, of: path, syntax) { return .operand(kind) }
    if entity.source.key != nil,
      Language.property(named: name.text, of: .record)?.meaning == .stored
    {
      if let attribute = entity.attributeForHiddenKey {
        return .operand(operand(attribute, of: path, syntax))
      }
      if let relationship = entity.relationshipForHiddenKey {
        return follow(relationship, from: path)
      }
      return .operand(key(of: path, syntax))
    }
    let isGroup = entity.attributes.contains { $0.name.isInside(name) }
    if isGroup { return .group(path, prefix: name, of: nil) }
    return nil
  }

  private func key(of path: RecordPath, _ syntax: PredicateSyntax) -> Operand {
    let type = path.entity.source.key?.type ?? .integer(.int64)
    let key = Term(path.term.kind, type, isOptional: path.term.isOptional)
    return Operand(
      term: key, name: path.entity.keyColumn.text, declaredType: "key", place: syntax.place,
      isKey: true, origin: path.start)
  }

  func operand(_ attribute: Attribute, of path: RecordPath, _ syntax: PredicateSyntax) -> Operand {
    Operand(
      term: path.reached(.column(of: attribute, in: path.scope)), name: attribute.name.text,
      declaredType: attribute.declaredType.text,
      place: syntax.place, origin: path.start)
  }

  /// The record or records on the other side of a relationship.
  private func follow(_ relationship: Relationship, from path: RecordPath) -> Checked? {
    guard let target = schema.entity(named: relationship.target) else { return nil }
    let link = self.link(relationship, from: path.scope, to: target)
    if relationship.isToMany {
      return .records(Records(links: path.links + [link], filters: []), target)
    }
    return .record(RecordPath(start: path.start, entity: target, links: path.links + [link]))
  }

  private func link(_ relationship: Relationship, from scope: Scope, to target: Entity) -> Link {
    let kind: Link.Kind =
      switch relationship.storage {
      case .column(let key):
        .key(key, isOptional: relationship.cardinality != .toOne(isOptional: false))
      case .inverse(let key): .inverse(key)
      case .joinTable(let join): .pairs(join)
      }
    let end = Scope(number: numbers.next(), of: target)
    return Link(kind: kind, name: relationship.name, from: scope, to: end)
  }
}
