import FlagModel
import SQLText

/// The CHECKs by which every client keeps the optional structs of an entity whole, and what only some
/// kinds of records have to these kinds, each at one column.
///
/// A part is compared with the first required part alone, which stands for the struct, and at the
/// column of the two that is declared later: so each column can be added to a table that has
/// records, and one that is added changes no other.
struct GroupChecks {
  private var checks: [Name: [SQLText]] = [:]

  /// The columns may be said to have other names.
  init(of entity: Entity, naming name: (Attribute) -> Name = { $0.column }) {
    self.init(entity.groupRules, of: entity, naming: name)
    for rule in entity.kindRules {
      let attribute = entity.attribute(named: rule.property)
      let column: SQLText = "\(name: attribute.map(name) ?? rule.column)"
      guard let isOfKind = entity.isOfKind(rule) else { continue }
      checks[rule.column, default: []].append(
        rule.isRequired
          ? "(\(isOfKind)) = (\(column) IS NOT NULL)" : "\(column) IS NULL OR \(isOfKind)")
    }
  }

  /// Those of one struct alone.
  init(of rule: GroupRule, in entity: Entity) {
    self.init([rule], of: entity) { $0.column }
  }

  private init(_ rules: [GroupRule], of entity: Entity, naming name: (Attribute) -> Name) {
    guard !rules.isEmpty else { return }
    var places: [Name: Int] = [:]
    for attribute in entity.attributes { places[attribute.column] = places.count }
    for rule in rules {
      let anchor: SQLText = "\(name: name(rule.anchor))"
      for part in rule.required.dropFirst() {
        add("(\(name: name(part)) IS NULL) = (\(anchor) IS NULL)", at: part)
      }
      for part in rule.others {
        let isLater = places[part.column] ?? 0 > places[rule.anchor.column] ?? 0
        add(
          "\(name: name(part)) IS NULL OR \(anchor) IS NOT NULL",
          at: isLater ? part : rule.anchor)
      }
    }
  }

  private mutating func add(_ check: SQLText, at attribute: Attribute) {
    checks[attribute.column, default: []].append(check)
  }

  /// The checks at a column, by the name that the entity has for it.
  subscript(column: Name) -> [SQLText] { checks[column] ?? [] }
}
