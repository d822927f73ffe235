package import PlainText

/// `@Expression("readings[value >= 90].count") var passing: Int`: a name for a calculation, which
/// is used like an attribute and kept in no column. What the text means is Predicates' to say.
package struct NamedExpression: Hashable, Sendable {
  package let name: Name
  /// The names that the text has for what is given with each use: `$limit`.
  package let parameters: [Name]
  /// In the language of predicates.
  package let text: String
  /// The type as the model spells it, with its `?`.
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
