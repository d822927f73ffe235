import FlagModel

/// The records that a path of relationships leads to, those of them for which the filters hold.
public struct Records: Hashable, Sendable {
  /// At least one; each begins where the one before ends, or where an earlier one did.
  var links: [Link]
  var filters: [Predicate]

  func filtered(by predicate: Predicate) -> Records {
    var records = self
    records.filters.append(predicate)
    return records
  }
}

/// One relationship on a path, from a record that is known to those that it leads to.
struct Link: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// The column here has the other's key.
    case key(column: String, isOptional: Bool)
    /// The column there has our key.
    case inverse(column: String)
    case pairs(Relationship.JoinTable)
    /// The elements of an array, each with a `value` and a `key`.
    case elements(Term)
  }

  let kind: Kind
  /// As the model names it.
  let name: String
  let from: Scope
  let to: Scope
}

/// A record in question: which one, and where such records are kept.
struct Scope: Hashable, Sendable {
  let number: Int
  let table: String
  let key: String
}
