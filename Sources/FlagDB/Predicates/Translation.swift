import FlagModel
import Predicates

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Translates the tree of a `#Predicate` or an `#Expression` to a syntax tree of flagdb's language.
/// The checker and the compiler treat it like a parsed predicate.
/// See Documentation/Decisions/swift-predicates-become-predicate-text.md.
struct Translation {
  /// The translations of the variables of the tree.
  private(set) var variables: [PredicateExpressions.VariableID: PredicateSyntax] = [:]
  private var closures = 0

  /// The text of a predicate in flagdb's language. Its variable becomes the record.
  static func text(
    of expression: any PredicateExpression, asking variable: PredicateExpressions.VariableID
  ) throws(UntranslatableExpression) -> String {
    var translation = Translation()
    translation.variables[variable] = Self.syntax(.itself)
    return try translation.syntax(of: expression).printed
  }

  /// The text of an expression in flagdb's language.
  static func text<Of, Value>(
    of expression: Expression<Of, Value>
  ) throws(UntranslatableExpression) -> String {
    try "(\(text(of: expression.expression, asking: expression.variable.key)))"
  }

  /// A node of the syntax tree. Its place is set when the printed text is parsed again.
  static func syntax(_ kind: PredicateSyntax.Kind) -> PredicateSyntax {
    PredicateSyntax(kind, at: SourcePlace(SourceText(""), 0..<0))
  }

  /// Translates an expression to a node of the syntax tree.
  mutating func syntax(of expression: some PredicateExpression) throws(UntranslatableExpression)
    -> PredicateSyntax
  {
    if expression is any FoldableExpression, let constant = try Self.constant(expression) {
      return Self.syntax(constant)
    }
    if let value = Self.value(of: expression), let constant = try Self.literal(value) {
      return Self.syntax(constant)
    }
    do {
      return Self.syntax(try kind(of: expression))
    } catch {
      guard let constant = try Self.constant(expression) else { throw error }
      return Self.syntax(constant)
    }
  }

  private mutating func kind(
    of expression: some PredicateExpression
  ) throws(UntranslatableExpression) -> PredicateSyntax.Kind {
    if let translatable = expression as? any TranslatableExpression {
      return try translatable.kind(in: &self)
    }
    if let kind = try comparedText(expression) { return kind }
    throw UntranslatableExpression(expression)
  }

  /// The literal for an expression without a record, such as `limits.greatest` of a captured value.
  static func constant(
    _ expression: some PredicateExpression
  ) throws(UntranslatableExpression) -> PredicateSyntax.Kind? {
    guard let value = try? expression.evaluate(PredicateBindings()) else { return nil }
    return try literal(value)
  }

  // MARK: Variables

  mutating func bind(_ variable: PredicateExpressions.VariableID, to syntax: PredicateSyntax) {
    variables[variable] = syntax
  }

  /// The body of a closure, and the name of its parameter in flagdb's language.
  mutating func closure(
    _ variable: PredicateExpressions.VariableID, _ body: some PredicateExpression
  ) throws(UntranslatableExpression) -> (name: Name, body: PredicateSyntax) {
    closures += 1
    let name = Name("element\(closures)")
    bind(variable, to: Self.syntax(.variable(name)))
    return (name, try syntax(of: body))
  }

  // MARK: Texts

  /// Translates comparisons of texts. Their types are in modules that are not linked, so their type
  /// names identify them.
  private mutating func comparedText(
    _ expression: any PredicateExpression
  ) throws(UntranslatableExpression) -> PredicateSyntax.Kind? {
    let methods = [
      "StringCaseInsensitiveCompare": "caseInsensitiveCompare",
      "StringLocalizedStandardContains": "localizedStandardContains",
      "StringLocalizedCompare": "localizedCompare",
    ]
    let type = "\(type(of: expression))".prefix { $0 != "<" }
    guard let method = methods[String(type)] else { return nil }
    let sides = Mirror(reflecting: expression).children.compactMap {
      $0.value as? any PredicateExpression
    }
    guard sides.count == 2 else { return nil }
    let (root, other) = (try syntax(of: sides[0]), try syntax(of: sides[1]))
    return .call(root, method, [.init(label: nil, value: other)])
  }
}

/// An expression of Foundation that has a counterpart in flagdb's language.
protocol TranslatableExpression {
  typealias Kind = PredicateSyntax.Kind

  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind
}

/// An expression that flagdb's language has for records only. Swift calculates it if it uses only
/// values of the program. None of these expressions can overflow.
protocol FoldableExpression: TranslatableExpression {}

extension PredicateExpressions.KeyPath: FoldableExpression {}
extension PredicateExpressions.OptionalFlatMap: FoldableExpression {}
extension PredicateExpressions.SequenceMinimum: FoldableExpression {}
extension PredicateExpressions.SequenceMaximum: FoldableExpression {}
extension PredicateExpressions.CollectionIndexSubscript: FoldableExpression {}
extension PredicateExpressions.DictionaryKeySubscript: FoldableExpression {}
extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: FoldableExpression {}

/// An expression without a counterpart in flagdb's language, and so without SQL.
struct UntranslatableExpression: Error, Hashable {
  let message: String

  init(_ expression: some PredicateExpression) { self.init("'\(expression)'") }

  init(_ what: String) { message = "\(what) cannot become SQL" }
}
