package import FlagModel

/// The records at the end of a path of relationships that satisfy the filters.
package struct Records: Hashable, Sendable {
  /// The links of the path, at least one. Each starts at the end of an earlier one.
  package var links: [Link]
  package var filters: [Predicate]

  package init(links: [Link], filters: [Predicate] = []) {
    self.links = links
    self.filters = filters
  }

  package func filtered(by predicate: Predicate) -> Records {
    var records = self
    records.filters.append(predicate)
    return records
  }
}

/// One relationship on a path, from a known record to related ones. A class, like `Term`.
package final class Link: Sendable {
  package enum Kind: Hashable, Sendable {
    /// A foreign key of the known record.
    case key(Relationship.ForeignKey, isOptional: Bool)
    /// A foreign key of the related records.
    case inverse(Relationship.ForeignKey)
    case pairs(Relationship.JoinTable)
    /// The elements of an array, each with a `value` and a `key`.
    case elements(Term)
  }

  package let kind: Kind
  /// The name in the model.
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

extension Link: Hashable {
  package static func == (one: Link, other: Link) -> Bool {
    one === other
      || one.name == other.name && one.kind == other.kind && one.from == other.from
        && one.to == other.to
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(name)
    hasher.combine(from)
    hasher.combine(to)
  }
}

/// A record in a predicate: its number, and the source of such records. A class, like `Term`.
package final class Scope: Sendable {
  package let number: Int
  package let table: Name
  package let key: Name
  /// True for a key that is a number, for which collations do not matter.
  package let isNumbered: Bool
  /// The kinds of its rows; nil if all rows are such records.
  package let kinds: EntitySource.Kinds?
  /// The columns that may order texts in another way than by code points.
  let collations: [Name: Collation]

  package init(
    number: Int, table: Name, key: Name, isNumbered: Bool = true,
    kinds: EntitySource.Kinds? = nil, collations: [Name: Collation] = [:]
  ) {
    self.collations = collations
    self.number = number
    self.table = table
    self.key = key
    self.kinds = kinds
    self.isNumbered = isNumbered
  }

  /// A record of an entity.
  package convenience init(number: Int, of entity: Entity) {
    self.init(
      number: number, table: entity.source.table, key: entity.keyColumn,
      isNumbered: entity.isNumbered || entity.keyForm.isNumeric,
      kinds: entity.source.kinds, collations: entity.source.collations)
  }

  /// The condition on the kind of its rows; nil if all rows are such records.
  package var ofKind: Predicate? {
    guard let kinds, !kinds.isWholeTable else { return nil }
    let column = Predicate.Column(name: kinds.column, isOptional: false, scope: number)
    return .test(Term(.column(column), .string, isOptional: false), .isOne(of: kinds.all))
  }
}

extension Scope: Hashable {
  package static func == (one: Scope, other: Scope) -> Bool {
    one === other
      || one.number == other.number && one.table == other.table && one.key == other.key
        && one.isNumbered == other.isNumbered && one.kinds == other.kinds
        && one.collations == other.collations
  }

  /// Scopes of one predicate differ by their numbers.
  package func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
