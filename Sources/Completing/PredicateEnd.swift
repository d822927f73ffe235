import Predicates
import SQLText

/// The end of an incomplete predicate, with the notes of the parser and the checker.
struct PredicateEnd {
  let typed: TypedPredicate
  let notes: CursorNotes
  /// True inside a Swift closure, in which unqualified names are no attributes.
  let isSwift: Bool

  init(_ typed: TypedPredicate) {
    self.typed = typed
    (notes, isSwift) = typed.notes()
  }

  var reach: Reach { Reach(schema: typed.schema) }

  /// True if a value may be next.
  var isOperand: Bool { notes.environment != nil && !typed.isAfter(".") }

  /// True if the place is in the arguments of a function.
  var isArgument: Bool { OpenBrackets(typed.tokens).isInArguments }

  /// True for the argument of a function that joins masks, as in `union(markers)`.
  var isJoined: Bool {
    guard typed.isAfter("("), let name = typed.tokens.dropLast().last?.text else { return false }
    return Language.joinsMasks(name)
  }

  /// True if the checker refuses the text before the place.
  var isRefused: Bool { notes.isOperand && !notes.isMet }
}
