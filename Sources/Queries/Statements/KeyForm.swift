package import FlagModel
import Predicates
package import SQLText

/// The type and the stored form of a column that other records refer to, and of their references.
package struct KeyForm: Hashable, Sendable {
  package let type: AttributeType
  package let stored: StoredForm

  /// The key of an entity; nil without a key.
  package init?(of target: Entity) {
    guard let key = target.source.key else { return nil }
    type = key.type
    stored = target.keyForm
  }

  /// The column of an entity to which a foreign key refers.
  package init?(of target: Entity, for foreign: Relationship.ForeignKey) {
    guard let column = foreign.otherColumn else {
      self.init(of: target)
      return
    }
    guard let other = target.attribute(ofColumn: column) else { return nil }
    self.init(other)
  }

  private init(_ attribute: Attribute) {
    type = attribute.type
    if case .native = attribute.stored { stored = attribute.stored } else { stored = .own }
  }

  /// A key as SQL, in the type of the column.
  package func constant(_ key: Value) -> SQLText {
    guard case .native(let native) = stored else { return "\(key, of: type)" }
    return .native(stored.stored(key, of: type), of: type, in: native)
  }
}

extension Entity {
  /// A column in the form in which its values are shown and compared.
  package func shown(_ column: Name) -> SQLText {
    guard let attribute = attribute(ofColumn: column),
      case .native = attribute.stored
    else { return "\(name: column)" }
    switch attribute.type {
    case .string, .array, .decimal: return Term(attribute).sql
    default: return "\(name: column)"
    }
  }

  /// The keys of other records in the columns of the entity's table, unless they are plain integers.
  package func keyForms(in schema: Schema) -> [Name: KeyForm] {
    var forms: [Name: KeyForm] = [:]
    for relationship in relationships {
      guard let foreign = relationship.foreignKey,
        let target = schema.entity(named: relationship.target),
        let form = KeyForm(of: target, for: foreign), form.stored != .own || !form.type.isInteger
      else { continue }
      forms[foreign.column] = form
    }
    return forms
  }
}
