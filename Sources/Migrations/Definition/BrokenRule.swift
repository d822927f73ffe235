package import FlagModel
package import SQLText

/// A rule of the model that a CHECK enforces.
package enum BrokenRule: Hashable, Sendable {
  case attribute(Attribute)
  case group(GroupRule)
}

extension Entity {
  /// The rules for the CHECK that an engine reports by this text.
  package func rules(checkedBy text: String, in dialect: any Dialect) -> [BrokenRule] {
    let shared = GroupChecks(of: self)
    func isTold(_ checks: [SQLText], of attribute: Attribute) -> Bool {
      let all = attribute.checks(in: dialect) + shared[attribute.column]
      return all.enumerated().contains { index, check in
        let name = TableConstraint.checkName(
          index + 1, of: attribute.column, in: source.table, dialect)
        return checks.contains(check)
          && dialect.tells(check.script(in: dialect), named: name, by: text)
      }
    }
    let broken = attributes.filter { isTold($0.checks(in: dialect), of: $0) }
    let groups = groupRules.filter { rule in
      let checks = GroupChecks(of: rule, in: self)
      return rule.attributes.contains { isTold(checks[$0.column], of: $0) }
    }
    return broken.map(BrokenRule.attribute) + groups.map(BrokenRule.group)
  }
}
