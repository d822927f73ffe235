import FlagModel

/// The facts that the parser and the checker note about the place where a predicate is being typed.
/// There stands `PredicateToken.cursor`, a name that nothing has.
package final class CursorNotes {
  /// The place among the tokens from which on nothing was typed: the brackets that close, and the end.
  let end: Int
  /// The same among the bytes.
  let endOfText: Int
  /// True if the parser takes it for a value.
  var isOperand = false
  /// The words and operators for which the parser looked at the cursor.
  var words: [String] = []
  /// The variables of the closures around it.
  var variables: [Name] = []
  /// The name of the record that is asked, as the closure around the whole gives it.
  var recordName: Name?
  /// The names that can stand at the place; nil if none can.
  var environment: Environment?
  /// The value whose member is being typed.
  var owner: Checked?
  /// The value for which a literal is being typed.
  var operand: Operand?
  /// The sets whose flags may stand there.
  var flagSets: [FlagSet] = []

  /// True if the checker came to the place.
  var isMet: Bool {
    environment != nil || owner != nil || operand != nil || !flagSets.isEmpty
  }

  init(after tokens: [PredicateToken]) {
    end = tokens.count
    endOfText = tokens.last?.range.upperBound ?? 0
  }
}

extension CheckingPart {
  /// True if the end of a piece is still being typed.
  func isBeingTyped(_ syntax: PredicateSyntax) -> Bool {
    guard let cursor = environment.cursor, environment.expressionDepth == 0 else { return false }
    return syntax.place.range.upperBound >= cursor.endOfText
  }

  /// True if what stands for a condition is still being typed: it may be compared with something, or
  /// have a member that is true or false.
  func mayGoOn(_ checked: Checked, _ syntax: PredicateSyntax) -> Bool {
    guard isBeingTyped(syntax) else { return false }
    if case .literal(let literal) = checked { return unknownName(literal) == nil }
    return true
  }

  /// Notes that a name is looked up here, if it is the one that is being typed.
  func note(_ name: Name) {
    if let cursor = environment.cursor, name.isCursor { cursor.environment = environment }
  }

  /// Notes the owner of a member, if its name is being typed.
  func note(_ name: Name, of owner: Checked) {
    if let cursor = environment.cursor, name.isCursor { cursor.owner = owner }
  }

  /// Notes the value that a literal is for, if it is being typed.
  func note(_ literal: PredicateSyntax, for operand: Operand) {
    guard let cursor = environment.cursor else { return }
    switch literal.kind {
    case .name(let name), .dotted(let name), .member(_, let name):
      if name.isCursor { cursor.operand = operand }
    default: return
    }
  }

  /// Notes the sets that may have a flag, if one is being typed.
  func note(_ words: [WordSyntax], of sets: [FlagSet]) {
    guard let cursor = environment.cursor, words.contains(where: { Name($0.text).isCursor })
    else { return }
    var names: Set<Name> = []
    cursor.flagSets = sets.filter { names.insert($0.name).inserted }
  }
}

extension Name {
  /// True if it is the name that is being typed, or a path or an operator that ends with it.
  fileprivate var isCursor: Bool { utf8.last == 0 }
}
