package import FlagModel
import UserSQL

/// A guess about the meaning of a column of a foreign database, which a person accepts or not.
/// See Documentation/Decisions/guesses-have-a-reason-that-is-seen.md.
package struct Proposal: Hashable, Sendable {
  package enum Certainty: String, Hashable, Sendable {
    /// The name or the declaration of the column suggests it, and its values agree.
    case likely
    /// Only its values suggest it.
    case perhaps
  }

  package let entity: Name
  /// The proposed attribute: its type and its stored form.
  package let attribute: Attribute
  /// One sentence without a full stop.
  package let reason: String
  /// At most three values, in their stored form.
  package let examples: [Value]
  package let certainty: Certainty
}

/// The meaning that a rule finds for a column.
struct Guess: Hashable {
  let type: AttributeType
  var stored = StoredForm.own
  let reason: String
  let certainty: Proposal.Certainty
}

/// The data about a column that the rules use.
/// See Documentation/Decisions/guesses-have-a-reason-that-is-seen.md.
struct ColumnFacts {
  let words: NameHeuristics
  /// The declared type in upper case.
  let declaredType: String
  let keyPart: KeyPart
  let use: ColumnUse
  let values: ColumnValues
  /// A name for the new type, if one is needed.
  let typeName: Name

  init(
    _ name: Name, declaredType: String = "", keyPart: KeyPart = .none, use: ColumnUse = ColumnUse(),
    values: ColumnValues, typeName: Name
  ) {
    words = NameHeuristics(name)
    self.declaredType = declaredType.uppercased()
    self.keyPart = keyPart
    self.use = use
    self.values = values
    self.typeName = typeName
  }

  /// The guess of the first rule that applies.
  var guess: Guess? {
    let rules: [Rule]
    switch keyPart {
    case .whole: rules = []
    case .part: rules = Self.namedRules
    case .none: rules = Self.namedRules + Self.valueRules
    }
    for rule in rules {
      if let guess = rule(self) { return guess }
    }
    return nil
  }

  private typealias Rule = @Sendable (ColumnFacts) -> Guess?

  /// The rules that use the declaration and the name.
  private static let namedRules: [Rule] = [
    { $0.checkedChoice }, { $0.declaredBool }, { $0.declaredMask }, { $0.fileMode },
    { $0.namedMask }, { $0.namedBool }, { $0.date(isNamed: true) }, { $0.namedURL },
    { $0.namedChoice },
  ]

  /// The rules that use the values alone.
  private static let valueRules: [Rule] = [
    { $0.mask }, { $0.date(isNamed: false) }, { $0.bool }, { $0.url }, { $0.yesOrNo },
    { $0.choice },
  ]
}

/// The part of a column in a primary key or unique constraint.
enum KeyPart {
  case none
  /// One of several columns.
  case part
  /// The only column.
  case whole
}
