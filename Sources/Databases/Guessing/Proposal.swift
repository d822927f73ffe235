package import FlagModel
import UserSQL

/// A guess at what a column of a file of others means, for a person to accept or not.
/// See Documentation/Decisions/guesses-have-a-reason-that-is-seen.md.
package struct Proposal: Hashable, Sendable {
  package enum Certainty: String, Hashable, Sendable {
    /// The name or the declaration of the column says so, and its values agree.
    case likely
    /// Only its values say so.
    case perhaps
  }

  package let entity: Name
  /// The attribute as it would be: its type, and the form in which it is stored.
  package let attribute: Attribute
  /// One sentence, without a full stop.
  package let reason: String
  /// Three values at most, as they are stored.
  package let examples: [Value]
  package let certainty: Certainty
}

/// The meaning that a rule sees in a column.
struct Guess: Hashable {
  let type: AttributeType
  var stored = StoredForm.own
  let reason: String
  let certainty: Proposal.Certainty
}

/// Everything about a column that rules look at.
/// See Documentation/Decisions/guesses-have-a-reason-that-is-seen.md.
struct ColumnFacts {
  let words: ColumnWords
  /// The declared type, in capitals.
  let declaredType: String
  let keyPart: KeyPart
  let use: ColumnUse
  let values: ColumnValues
  /// A name for the type that it may get.
  let typeName: Name

  init(
    _ name: Name, declaredType: String = "", keyPart: KeyPart = .none, use: ColumnUse = ColumnUse(),
    values: ColumnValues, typeName: Name
  ) {
    words = ColumnWords(name)
    self.declaredType = declaredType.uppercased()
    self.keyPart = keyPart
    self.use = use
    self.values = values
    self.typeName = typeName
  }

  /// The guess of the first rule that has one.
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

  /// Those by the declaration and the name.
  private static let namedRules: [Rule] = [
    { $0.checkedChoice }, { $0.declaredBool }, { $0.declaredMask }, { $0.fileMode },
    { $0.namedMask }, { $0.namedBool }, { $0.date(isNamed: true) }, { $0.namedURL },
    { $0.namedChoice },
  ]

  /// Those by the values alone.
  private static let valueRules: [Rule] = [
    { $0.mask }, { $0.date(isNamed: false) }, { $0.bool }, { $0.url }, { $0.yesOrNo },
    { $0.choice },
  ]
}

/// The part that a column has in what tells records apart.
enum KeyPart {
  case none
  /// One of several columns.
  case part
  /// The column alone.
  case whole
}

extension Name {
  /// `VisitsTransition` for `visits` and `transition`.
  package static func type(_ owner: Name, _ attribute: Name) -> Name {
    let words: [String] = (owner.text + " " + attribute.text)
      .split(whereSeparator: { !$0.isLetter && !$0.isNumber })
      .map { (word: Substring) -> String in word.prefix(1).uppercased() + word.dropFirst() }
    return identifier(for: Name(words.joined()), or: "Values")
  }
}
