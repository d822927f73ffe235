import FlagModel
import Predicates

/// An incomplete predicate or list item. The parser and the checker decide what may follow, and
/// nothing that they refuse is offered.
struct TypedPredicate {
  let entity: Entity
  let schema: Schema
  let use: ExpressionUse
  /// The text before the incomplete word.
  let text: [UInt8]
  /// Its tokens, without the end.
  let tokens: [PredicateToken]

  // MARK: Notes

  /// The notes of the parser and the checker about a name at the end.
  func notes() -> (notes: CursorNotes, isSwift: Bool) {
    let tokens = tokens + [.cursor(at: text.count)]
    var result = (notes: CursorNotes(after: tokens), isSwift: false)
    for closing in OpenBrackets(tokens).closings where !result.notes.isMet {
      result.notes = CursorNotes(after: tokens)
      guard var parser = parser(of: text + [0], tokens, closing, result.notes) else { continue }
      if let syntax = try? parser.parseWhole() { try? check(syntax, result.notes) }
      result.isSwift = parser.isSwift
    }
    return result
  }

  /// A parser for a text, with the tokens that close its brackets.
  private func parser(
    of text: [UInt8], _ tokens: [PredicateToken], _ closing: String, _ notes: CursorNotes
  ) -> PredicateParser? {
    let source = SourceText(name: nil, utf8: text + Array(" \(closing)".utf8))
    guard let rest = try? PredicateLexer.lex(source, within: text.count..<source.utf8.count)
    else { return nil }
    return PredicateParser(
      source: source, tokens: tokens + rest, arguments: PredicateArguments(survey: ()),
      cursor: notes)
  }

  /// Checks the expression according to its use.
  private func check(_ syntax: PredicateSyntax, _ notes: CursorNotes) throws(Diagnostic) {
    var checker = PredicateChecker(entity, in: schema, now: .reference)
    checker.environment.cursor = notes
    checker.answer.hasGroups = use.mayAggregate
    let syntax = try CaptureResolver(schema: schema, entity: entity, expression: nil)
      .resolve(syntax)
    if case .value(let attribute) = use {
      _ = try checker.value(syntax, for: attribute)
    } else if !use.isList {
      _ = try checker.truth(syntax)
    } else if use == .groups, case .call(nil, "each", let arguments) = syntax.kind {
      _ = try checker.several(inEach: arguments, syntax)
    } else {
      let operand = try checker.check(operand: syntax)
      if case .literal = operand { _ = try checker.operand(of: operand, syntax) }
    }
  }

  // MARK: Trials

  /// The text with an addition; nil if it has no valid tokens.
  func adding(_ addition: String) -> TypedPredicate? {
    let source = SourceText(name: nil, utf8: text + Array(addition.utf8))
    guard let added = try? PredicateLexer.lex(source, within: text.count..<source.utf8.count)
    else { return nil }
    return TypedPredicate(
      entity: entity, schema: schema, use: use, text: source.utf8,
      tokens: tokens + added.dropLast())
  }

  /// Its syntax tree after its brackets are closed; nil if the parser refuses it.
  var syntax: PredicateSyntax? {
    var parser = parser(
      of: text, tokens, OpenBrackets(tokens).closings[0], CursorNotes(after: tokens))
    return try? parser?.parseWhole()
  }

  /// True if it is complete with an addition, after its brackets are closed.
  func accepts(_ addition: String) -> Bool { adding(addition)?.isAccepted ?? false }

  private var isAccepted: Bool {
    OpenBrackets(tokens).closings.contains { closing in
      let notes = CursorNotes(after: tokens)
      guard var parser = parser(of: text, tokens, closing, notes),
        let syntax = try? parser.parseWhole()
      else { return false }
      return (try? check(syntax, notes)) != nil
    }
  }
}
