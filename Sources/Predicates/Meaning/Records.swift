package import FlagModel

/// The records that a path of relationships leads to, those of them for which the filters hold.
package struct Records: Hashable, Sendable {
  /// At least one; each begins where the one before ends, or where an earlier one did.
  package var links: [Link]
  package var filters: [Predicate]

  package func filtered(by predicate: Predicate) -> Records {
    var records = self
    records.filters.append(predicate)
    return records
  }
}

/// One relationship on a path, from a record that is known to those that it leads to.
package struct Link: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The column here has the other's key, or another value that only one of the others has.
    case key(Relationship.ForeignKey, isOptional: Bool)
    /// The column there has our key, or another value that only this record has.
    case inverse(Relationship.ForeignKey)
    case pairs(Relationship.JoinTable)
    /// The elements of an array, each with a `value` and a `key`.
    case elements(Term)
  }

  package let kind: Kind
  /// As the model names it.
  package let name: Name
  package let from: Scope
  package let to: Scope

  package init(kind: Kind, name: Name, from: Scope, to: Scope) {
    self.kind = kind
    self.name = name
    self.from = from
    self.to = to
  }
}

/// A record in question: which one, and where such records are kept.
package struct Scope: Hashable, Sendable {
  package let number: Int
  package let table: Name
  package let key: Name
  /// True if the key is a number, which is equal by every collation.
  package let isNumbered: Bool
  /// The kinds of rows that are such records; nil if all are.
  package let kinds: EntitySource.Kinds?

  package init(
    number: Int, table: Name, key: Name, isNumbered: Bool = true, kinds: EntitySource.Kinds? = nil
  ) {
    self.number = number
    self.table = table
    self.key = key
    self.kinds = kinds
    self.isNumbered = isNumbered
  }

  /// A record of an entity.
  package init(number: Int, of entity: Entity) {
    self.init(
      number: number, table: entity.source.table, key: entity.keyColumn,
      isNumbered: entity.isNumbered, kinds: entity.source.kinds)
  }

  /// The condition for the rows that are such records; nil if all are.
  package var ofKind: Predicate? {
    guard let kinds, !kinds.isWholeTable else { return nil }
    let column = Predicate.Column(name: kinds.column, isOptional: false, scope: number)
    return .test(
      Term(.column(column), .string, isOptional: false),
      kinds.all.count == 1 ? .compare(.equal, kinds.all[0]) : .isIn(kinds.all))
  }
}
