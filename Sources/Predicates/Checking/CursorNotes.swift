package import FlagModel

/// The notes of the parser and the checker about the cursor in an incomplete predicate. The cursor
/// is the token `PredicateToken.cursor`, a name that no model has.
package final class CursorNotes {
  /// The index of the first token that was added to close the text.
  let end: Int
  /// The offset of the first byte that was added.
  let endOfText: Int
  /// True if the parser takes the cursor for a value.
  package internal(set) var isOperand = false
  /// The keywords and operators that the parser would accept at the cursor.
  package internal(set) var words: [String] = []
  /// The variables of the surrounding closures.
  package internal(set) var variables: [Name] = []
  /// The name of the record, from the outermost closure.
  package internal(set) var recordName: Name?
  /// The names that are valid at the cursor; nil if none is.
  package internal(set) var environment: Environment?
  /// The value whose member is being typed.
  package internal(set) var owner: Checked?
  /// The value that determines the type of a literal being typed.
  package internal(set) var operand: Operand?
  /// The flag sets whose flags are valid.
  package internal(set) var flagSets: [FlagSet] = []

  /// True if the checker reached the cursor.
  package var isMet: Bool {
    environment != nil || owner != nil || operand != nil || !flagSets.isEmpty
  }

  package init(after tokens: [PredicateToken]) {
    end = tokens.count
    endOfText = tokens.last?.range.upperBound ?? 0
  }
}

extension CheckingPart {
  /// True if the end of a part is still being typed.
  func isBeingTyped(_ syntax: PredicateSyntax) -> Bool {
    guard let cursor = environment.cursor, environment.expressionDepth == 0 else { return false }
    return syntax.place.range.upperBound >= cursor.endOfText
  }

  /// True if a condition is still being typed, so that a comparison or a member may follow.
  func mayGoOn(_ checked: Checked, _ syntax: PredicateSyntax) -> Bool {
    guard isBeingTyped(syntax) else { return false }
    if case .literal(let literal) = checked { return unknownName(literal) == nil }
    return true
  }

  /// Notes the environment of a name, if it is the cursor.
  func note(_ name: Name) {
    if let cursor = environment.cursor, name.isCursor { cursor.environment = environment }
  }

  /// Notes the owner of a member, if its name is the cursor.
  func note(_ name: Name, of owner: Checked) {
    if let cursor = environment.cursor, name.isCursor { cursor.owner = owner }
  }

  /// Notes the operand for a literal, if it is the cursor.
  func note(_ literal: PredicateSyntax, for operand: Operand) {
    guard let cursor = environment.cursor else { return }
    switch literal.kind {
    case .name(let name), .dotted(let name), .member(_, let name):
      if name.isCursor { cursor.operand = operand }
    default: return
    }
  }

  /// Notes the sets for a flag, if it is the cursor.
  func note(_ words: [WordSyntax], of sets: [FlagSet]) {
    guard let cursor = environment.cursor, words.contains(where: { Name($0.text).isCursor })
    else { return }
    var names: Set<Name> = []
    cursor.flagSets = sets.filter { names.insert($0.name).inserted }
  }
}

extension Name {
  /// True for the cursor, and for a path or an operator that ends with it.
  fileprivate var isCursor: Bool { utf8.last == 0 }
}
