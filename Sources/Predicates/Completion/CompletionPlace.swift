/// The place at the end of a predicate, with what parser and checker found out about it.
struct CompletionPlace {
  let typed: TypedPredicate
  let notes: CursorNotes
  /// True within the braces of Swift, where names that stand alone are no attributes.
  let isSwift: Bool

  init(_ typed: TypedPredicate) {
    self.typed = typed
    (notes, isSwift) = typed.notes()
  }

  var reach: Reach { Reach(schema: typed.schema) }

  /// True if a value may stand here.
  var isOperand: Bool { notes.environment != nil && !typed.isAfter(".") }

  /// True if the place is in the brackets of a function.
  var isArgument: Bool { OpenBrackets(typed.tokens).isInArguments }

  /// True if the checker refuses what stands before the place.
  var isRefused: Bool { notes.isOperand && !notes.isMet }
}
