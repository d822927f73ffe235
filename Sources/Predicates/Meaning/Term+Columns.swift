import FlagModel

extension Term {
  /// The value of a column of a record in question.
  static func column(
    _ name: Name, _ type: TermType, isOptional: Bool, in scope: Scope
  ) -> Term {
    let column = Predicate.Column(name: name, isOptional: isOptional, scope: scope.number)
    return Term(.column(column), type, isOptional: isOptional)
  }

  static func column(of attribute: Attribute, in scope: Scope) -> Term {
    Term(attribute, scope: scope.number)
  }
}
