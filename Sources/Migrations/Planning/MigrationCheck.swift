package import FlagModel
import PlainText
package import SQLText

/// A question to the records before anything is touched: how many a change would harm.
package struct MigrationCheck: Hashable, Sendable {
  package enum Severity: Hashable, Sendable {
    /// Told, and nothing stops.
    case notice
    /// Stops the migration unless loss is allowed.
    case loss
    /// Stops it even then: there is nothing that could be stored.
    case obstacle
  }

  package let severity: Severity
  /// The path of the part that changes, as in `changes`.
  package let path: Name
  /// The entity whose records are counted, by its old name.
  package let entity: Name
  /// Asks for one number, of the database as it is.
  package let count: SQLText
  /// The same question as a predicate on the entity, where an index may answer it.
  package private(set) var condition: String?
  /// Asks for the key of one such record and for what it holds.
  package let example: SQLText
  /// The type of what it holds, where that is an attribute's value.
  package let exampleType: AttributeType?
  package let fate: Fate
  /// The repair.
  package let hint: Hint?

  /// The words about the records.
  package enum Fate: Hashable, Sendable {
    /// They have this: `PLX, which is removed`.
    case have(String)
    /// They are deleted, `with all values`.
    case go(String)
    /// Words for one record as for several: `would have no note`.
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
    "\(counted(count, "record")) of \(entity) \(fate.words(of: count))"
  }
}

/// A rule of the new model that no SQL can ask about (`matches:`, what an array holds): whoever
/// applies the plan looks at each value. Those that break it stay as they are when loss is allowed.
package struct ValueInspection: Hashable, Sendable {
  package let path: Name
  /// The entity by its old name.
  package let entity: Name
  /// The attribute of the new model, whose `ValueCheck` decides.
  package let attribute: Attribute
  /// Asks for keys and for the values as they will be; NULLs are left out.
  package let values: SQLText
}

/// Two questions, one before and one after, that must have the same answer: a row of numbers.
package struct MigrationInvariant: Hashable, Sendable {
  /// The subject of each number: `records of Sample`, `records of Sample with HRM in markers`.
  package let subjects: [String]
  package let before: SQLText
  package let after: SQLText
}

extension String {
  /// `a note`, `an id`
  var withArticle: String {
    let isVowel = first.map { "aeiouAEIOU".contains($0) } ?? false
    return "\(isVowel ? "an" : "a") \(self)"
  }
}

extension Name {
  var withArticle: String { text.withArticle }
}
