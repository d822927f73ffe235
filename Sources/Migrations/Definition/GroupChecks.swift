import FlagModel
import SQLText

/// The CHECKs that keep optional structs complete, and limit kind-specific columns to their kinds.
/// Each CHECK belongs to one column.
///
/// A part is compared only with the first required part, which represents the struct. The CHECK
/// belongs to the later one of the two columns. So each column can be added to a table with
/// records, and no other column changes.
struct GroupChecks {
  private var checks: [Name: [SQLText]] = [:]

  /// Makes the CHECKs of an entity, optionally with other column names.
  init(of entity: Entity, naming name: (Attribute) -> Name = { $0.column }) {
    self.init(entity.groupRules, of: entity, naming: name)
    for rule in entity.kindRules {
      let attribute = entity.attribute(named: rule.property)
      let column: SQLText = "\(name: attribute.map(name) ?? rule.column)"
      guard let isOfKind = entity.isOfKind(rule) else { continue }
      let check: SQLText =
        if rule.isRequired {
          "(\(isOfKind)) = (\(column) IS NOT NULL)"
        } else {
          "\(column) IS NULL OR \(isOfKind)"
        }
      checks[rule.column, default: []].append(check)
    }
  }

  /// Makes the CHECKs of one struct.
  init(of rule: GroupRule, in entity: Entity) { self.init([rule], of: entity) { $0.column } }

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

  /// The CHECKs of a column, by its name in the entity.
  subscript(column: Name) -> [SQLText] { checks[column] ?? [] }
}
