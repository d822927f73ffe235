package import FlagModel
package import Predicates

/// Reads the right sides of assignments to existing records: values, or expressions that are
/// evaluated for each record.
/// See Documentation/Decisions/assignments-try-a-value-before-an-expression.md.
package struct CalculationReader: Sendable {
  /// The meaning of the right side of an assignment.
  enum Meaning {
    case value(Value)
    /// A text that is stored unchanged.
    case text(WordSyntax)
    case term(Term)
  }

  private let entity: Entity
  private let schema: Schema
  private let now: Timestamp
  /// The values of variables.
  private let arguments: PredicateArguments
  /// True if unmarked texts may be expressions.
  let readsTexts: Bool

  package init(
    _ entity: Entity, in schema: Schema, arguments: PredicateArguments = PredicateArguments(),
    readsTexts: Bool = true, now: Timestamp
  ) {
    self.readsTexts = readsTexts
    self.entity = entity
    self.schema = schema
    self.arguments = arguments.withoutRest
    self.now = now
  }

  /// The meaning of a word for an attribute; `read` parses it as a value.
  func meaning(
    of word: WordSyntax, for attribute: Attribute,
    read: (WordSyntax) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Meaning {
    let value: Value
    do throws(Diagnostic) {
      value = try read(word)
    } catch {
      return try calculation(word, for: attribute, unlessValue: error)
    }
    if attribute.type.isFreeText(value) { return try text(word, for: attribute) }
    try requireOneMeaning(word, attribute)
    return .value(value)
  }

  /// The meaning of a text that must be an expression.
  func term(_ word: WordSyntax, for attribute: Attribute) throws(Diagnostic) -> Term {
    try term(WrittenExpression(word, arguments), for: attribute)
  }

  private func term(
    _ expression: WrittenExpression, for attribute: Attribute
  ) throws(Diagnostic) -> Term {
    try PredicateChecker(entity, in: schema, now: now)
      .value(expression.syntax, for: attribute, isInBrackets: expression.isInBrackets)
  }

  // MARK: Words that are not values

  private func calculation(
    _ word: WordSyntax, for attribute: Attribute, unlessValue problem: Diagnostic
  ) throws(Diagnostic) -> Meaning {
    let expression: WrittenExpression
    do throws(Diagnostic) {
      var names: [Name] = []
      if case .flags(let set) = attribute.type { names = set.wholeNames }
      expression = try WrittenExpression(
        word, arguments, isList: attribute.type.isFlags, joining: names)
    } catch {
      throw WrittenExpression.names(in: word).contains(where: entity.isName) ? error : problem
    }
    if expression.looksLikeDigitGroups {
      var hint = problem.hint
      if hint == nil, (try? term(expression, for: attribute)) != nil {
        hint = "'(\(word.text))' is calculated"
      }
      throw Diagnostic(problem.message, at: problem.place, hint: hint)
    }
    do throws(Diagnostic) {
      return .term(try term(expression, for: attribute))
    } catch {
      throw expression.isClear(for: attribute, of: entity) ? error : problem
    }
  }

  // MARK: Texts

  /// A text is stored literally, unless it is a calculation with an attribute. If it looks like an
  /// expression but has no meaning, it is an error.
  private func text(_ word: WordSyntax, for attribute: Attribute) throws(Diagnostic) -> Meaning {
    let expression: WrittenExpression
    do throws(Diagnostic) {
      expression = try WrittenExpression(word, arguments)
    } catch {
      let isBroken = WrittenExpression.hasBrokenCall(
        word, isList: attribute.type.isArray, of: entity)
      guard isBroken || WrittenExpression.isCall(word) else { return .text(word) }
      throw WrittenExpression.mistaken(word, for: attribute.name, error)
    }
    switch expression.syntax.kind {
    case .text(let inner) where !expression.isInBrackets:
      if isToTheLetter(inner, for: attribute) { return .text(word) }
      return .text(WordSyntax(inner, at: word.place))
    case .argument(let argument) where !expression.isInBrackets:
      return .text(WordSyntax(argument, at: word.place))
    case .nilOrText where !expression.isInBrackets:
      return .text(WordSyntax("nil", at: word.place))
    case .null where expression.isVariable: return .value(.null)
    default: break
    }
    let isCalculation = expression.isCalculation(for: attribute, of: entity)
    guard isCalculation || expression.mentions(entity) else { return .text(word) }
    let term: Term
    do throws(Diagnostic) {
      term = try self.term(expression, for: attribute)
    } catch {
      if isCalculation || isPathWithMistake(expression) {
        throw WrittenExpression.mistaken(word, for: attribute.name, error)
      }
      return .text(word)
    }
    if expression.isPath, !expression.isInBrackets { throw ambiguous(word, attribute) }
    return .term(term)
  }

  /// True for a path such as `code.count`, whose value is no text, or `code.cuont`, which has a
  /// typing mistake. `code.txt` is a text.
  private func isPathWithMistake(_ expression: WrittenExpression) -> Bool {
    guard expression.isPathWithin(entity) else { return false }
    do throws(Diagnostic) {
      _ = try PredicateChecker(entity, in: schema, now: now).operand(expression.syntax)
      return true
    } catch {
      return error.hint?.suggestions.isEmpty == false
    }
  }

  /// True if an unquoted text would be stored literally.
  private func isToTheLetter(_ text: String, for attribute: Attribute) -> Bool {
    let source = SourceText(text)
    let word = WordSyntax(text, at: SourcePlace(source, 0..<source.utf8.count))
    guard case .text(let stored)? = try? self.text(word, for: attribute) else { return false }
    return stored.text.utf8.elementsEqual(text.utf8)
  }

  // MARK: Words with two meanings

  /// Throws if a value is also the name of an attribute, because either could be meant.
  private func requireOneMeaning(_ word: WordSyntax, _ attribute: Attribute) throws(Diagnostic) {
    let name = Name(word.text)
    guard entity.isName(name), let expression = try? WrittenExpression(word, arguments),
      expression.isPath, !expression.isInBrackets
    else { return }
    let other = entity.attribute(named: name) ?? entity.field(named: name)
    guard let other, other.type == attribute.type else { return }
    throw ambiguous(word, attribute)
  }

  private func ambiguous(_ word: WordSyntax, _ attribute: Attribute) -> Diagnostic {
    let (name, text) = (attribute.name, word.text)
    let (kind, other): (String, String) =
      switch attribute.type {
      case .enumeration: ("a case", "'\(name)=.\(text)' for the case")
      case .flags: ("a flag", "'\(name)=.\(text)' for the flag")
      case .bool: ("true or false", "true or false")
      case .date: ("a date", "the date as in '\(name)=2026-11-20'")
      case .array: ("an array", "'\(name)=[\"\(text)\"]' for the array")
      default: ("a text", "\"\(name)='\(text)'\" for the text")
      }
    return Diagnostic(
      "'\(text)' may be \(kind) or the attribute '\(text)'", at: word.place,
      hint: "write '\(name)=(\(text))' for the value of the attribute, or \(other)")
  }
}

extension AttributeType {
  /// True if nearly every text is valid for the type.
  fileprivate func isFreeText(_ value: Value) -> Bool {
    switch (self, value) {
    case (.string, _), (.url, _), (.any, .text), (.array, _): true
    default: false
    }
  }
}
