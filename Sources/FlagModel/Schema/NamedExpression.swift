package import PlainText

/// `@Expression("readings[value >= 90].count") var passing: Int`: a named calculation, which is
/// used like an attribute and has no column. The module Predicates interprets the text.
package struct NamedExpression: Hashable, Sendable {
  package let name: Name
  /// The parameters of the text, whose values are given with each use: `$limit`.
  package let parameters: [Name]
  /// The text in the language of predicates.
  package let text: String
  /// The type as the model spells it, with `?`.
  package let declaredType: Name
  package let summary: String?

  package init(
    name: Name, parameters: [Name] = [], text: String, declaredType: Name,
    summary: String? = nil
  ) {
    self.name = name
    self.parameters = parameters
    self.text = text
    self.declaredType = declaredType
    self.summary = summary
  }
}
