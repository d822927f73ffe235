extension Schema {
  /// The delete rule that the target declares for this relationship seen from there.
  package func ruleOfOtherSide(of relationship: Relationship) -> Relationship.DeleteRule {
    guard let inverse = relationship.inverse, let target = entity(named: relationship.target)
    else { return .nullify }
    return target.relationship(named: inverse)?.deleteRule ?? .nullify
  }
}
