package import FlagModel
package import SQLText

/// A count of the records that a change would affect, made before anything changes.
package struct MigrationCheck: Hashable, Sendable {
  package enum Severity: Hashable, Sendable {
    /// Is reported, and does not stop the migration.
    case notice
    /// Stops the migration unless `--allow-loss` is given.
    case loss
    /// Always stops the migration, because no valid value exists.
    case obstacle
  }

  package let severity: Severity
  /// The path of the changed part, as in `changes`.
  package let path: Name
  /// The entity whose records are counted, by its old name.
  package let entity: Name
  /// A query for the number, on the unchanged database.
  package let count: SQLText
  /// The same count as a predicate on the entity, for use of an index.
  package private(set) var condition: String?
  /// A query for the key and the value of one such record.
  package let example: SQLText
  /// The type of the value, if it is an attribute's value.
  package let exampleType: AttributeType?
  package let effect: Effect
  /// The repair.
  package let hint: Hint?

  /// The description of the effect on the records.
  package enum Effect: Hashable, Sendable {
    /// The records have this: `PLX, which is removed`.
    case have(String)
    /// The records are deleted, for example `with all values`.
    case go(String)
    /// A text for one record or several: `would have no note`.
    case other(String)

    fileprivate func words(of count: Int64) -> String {
      switch self {
      case .have(let rest): "\(PlainText.have(count)) \(rest)"
      case .go(let rest): "\(agreeing(count, "is", "are")) deleted, \(rest)"
      case .other(let words): words
      }
    }
  }

  /// `3 records of Sample have PLX, which is removed`
  package func words(count: Int64) -> String {
    "\(counted(count, "record")) of \(entity) \(effect.words(of: count))"
  }
}

/// A rule of the new model that SQL cannot check: a pattern, or a rule for array elements. The
/// caller checks each value. With `--allow-loss`, invalid values stay unchanged.
package struct ValueInspection: Hashable, Sendable {
  package let path: Name
  /// The old name of the entity.
  package let entity: Name
  /// The attribute of the new model. Its `ValueCheck` decides.
  package let attribute: Attribute
  /// A query for the keys and the converted values, without NULLs.
  package let values: SQLText
}

/// Two queries, one for the database before and one after, that must return the same numbers.
package struct MigrationInvariant: Hashable, Sendable {
  /// The label of each number: `records of Sample`, `records of Sample with HRM in markers`.
  package let subjects: [String]
  package let before: SQLText
  package let after: SQLText
}

extension String {
  /// `a note`, `an id`
  var withArticle: String {
    let isVowel = first.map { "aeiouAEIOU".contains($0) } ?? false
    return isVowel ? "an \(self)" : "a \(self)"
  }
}

extension Name {
  var withArticle: String { text.withArticle }
}
