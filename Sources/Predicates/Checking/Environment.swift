package import FlagModel

/// The context of a part of a predicate: the available names, and the time.
package struct Environment {
  /// A class, because each part has a copy of the environment. Only one copy may change it.
  private final class Content {
    let entity: Entity
    let schema: Schema
    let now: Timestamp
    let numbers: ScopeNumbers
    var frames: [Frame]
    var expressionDepth = 0
    var answer = AnswerNames()
    var cursor: CursorNotes?

    init(
      _ entity: Entity, _ schema: Schema, _ now: Timestamp, _ numbers: ScopeNumbers,
      _ frames: [Frame]
    ) {
      self.entity = entity
      self.schema = schema
      self.now = now
      self.numbers = numbers
      self.frames = frames
    }

    var copy: Content {
      let copy = Content(entity, schema, now, numbers, frames)
      copy.expressionDepth = expressionDepth
      copy.answer = answer
      copy.cursor = cursor
      return copy
    }
  }

  private var content: Content

  private var changing: Content {
    mutating get {
      if !isKnownUniquelyReferenced(&content) { content = content.copy }
      return content
    }
  }

  /// The current records, innermost last.
  package internal(set) var frames: [Frame] {
    get { content.frames }
    set { changing.frames = newValue }
  }
  /// The number of surrounding named expressions.
  var expressionDepth: Int {
    get { content.expressionDepth }
    set { changing.expressionDepth = newValue }
  }
  /// Aliases and aggregates in the columns and groups of a query.
  var answer: AnswerNames {
    get { content.answer }
    set { changing.answer = newValue }
  }
  /// The notes about the cursor in an incomplete predicate; nil for a complete one.
  package var cursor: CursorNotes? {
    get { content.cursor }
    set { changing.cursor = newValue }
  }

  init(_ entity: Entity, in schema: Schema, now: Timestamp) {
    let root = Scope(number: 0, of: entity)
    let subject = Checked.record(RecordPath(start: root, entity: entity))
    content = Content(entity, schema, now, ScopeNumbers(), [Frame(subject: subject, variable: nil)])
  }

  package var entity: Entity { content.entity }
  var schema: Schema { content.schema }
  var now: Timestamp { content.now }
  var numbers: ScopeNumbers { content.numbers }
}

/// Gives each record a distinct number.
package final class ScopeNumbers {
  private var last = 0

  func next() -> Int {
    last += 1
    return last
  }
}

/// A part of the checker for one topic. `PredicateChecker` traverses the syntax and passes its
/// results to the other parts, which only see resolved names.
package protocol CheckingPart {
  var environment: Environment { get }
}

extension Environment: CheckingPart {
  package var environment: Environment { self }
}

extension CheckingPart {
  var entity: Entity { environment.entity }
  var schema: Schema { environment.schema }
  var now: Timestamp { environment.now }

  var literals: Literals { Literals(environment: environment) }
  var flags: FlagChecks { FlagChecks(environment: environment) }
  var arithmetic: Arithmetic { Arithmetic(environment: environment) }
  var comparisons: Comparisons { Comparisons(environment: environment) }
  var collections: Collections { Collections(environment: environment) }

  /// The record of the query.
  package var root: Scope { Scope(number: 0, of: entity) }

  /// The entity whose properties can be named without a qualifier.
  var innermost: Entity {
    for frame in environment.frames.reversed() where frame.variable == nil {
      if case .record(let path) = frame.subject { return path.entity }
    }
    return entity
  }

  // MARK: Values

  package func derived(
    _ term: Term, _ declaredType: String, _ syntax: PredicateSyntax, origin: Scope
  ) -> Operand {
    Operand(
      term: term, name: text(of: syntax), declaredType: declaredType, place: syntax.place,
      origin: origin)
  }

  /// The original text of a part of the predicate.
  package func text(of syntax: PredicateSyntax) -> String {
    syntax.place.source.text(syntax.place.range)
  }

  func operand(of side: Side) throws(Diagnostic) -> Operand {
    try operand(of: side.checked, side.syntax)
  }

  package func operand(of checked: Checked, _ syntax: PredicateSyntax) throws(Diagnostic) -> Operand
  {
    if let operand = plainOperand(checked, syntax) { return operand }
    switch checked {
    case .literal(let literal):
      if let name = unknownName(literal) { throw unknown(name) }
      if let constant = literals.constant(literal) { return constant }
      if case .number(let text) = literal.kind {
        throw Diagnostic("expected a number, found '\(text)'", at: literal.place)
      }
      throw Diagnostic(
        "'\(text(of: syntax))' can only be used together with an attribute", at: syntax.place)
    case .records, .values: throw many(syntax)
    default:
      throw Diagnostic("'\(text(of: syntax))' is not one value", at: syntax.place)
    }
  }

  /// A single value; nil for literals and for several values.
  func plainOperand(_ checked: Checked, _ syntax: PredicateSyntax) -> Operand? {
    switch checked {
    case .operand(let operand): return operand
    case .predicate(let predicate):
      return derived(predicate.value(syntax), "Bool", syntax, origin: root)
    case .record(let path):
      if path.entity.source.key == nil { return nil }
      return derived(path.term, path.entity.name.text, syntax, origin: path.start)
    case .chosen(let aggregate, let records, let entity):
      guard let last = records.links.last?.to, let first = records.links.first?.from else {
        return nil
      }
      let key = RecordPath(start: last, entity: entity).term
      let term = Term(.aggregate(aggregate, key, records), key.type, isOptional: true)
      return derived(term, entity.name.text, syntax, origin: first)
    default: return nil
    }
  }

  private func many(_ syntax: PredicateSyntax) -> Diagnostic {
    let name = text(of: syntax)
    return Diagnostic(
      "'\(name)' has many values", at: syntax.place,
      hint: "write ANY \(name), ALL \(name) or NONE \(name), or \(name).count")
  }
}
