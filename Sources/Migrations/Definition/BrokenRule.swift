package import FlagModel
package import SQLText

/// A rule of the model that an engine keeps by a CHECK.
package enum BrokenRule: Hashable, Sendable {
  case attribute(Attribute)
  case group(GroupRule)
}

extension Entity {
  /// The rules whose CHECK an engine tells of by this text.
  package func rules(checkedBy text: String, in dialect: any Dialect) -> [BrokenRule] {
    func isTold(_ checks: [SQLText], of column: Name) -> Bool {
      dialect.tells(checks.map { $0.script(in: dialect) }, of: column, in: source.table, by: text)
    }
    let own = attributes.filter { isTold($0.check.map { [$0] } ?? [], of: $0.column) }
    let groups = groupRules.filter { rule in
      let checks = GroupChecks(of: rule, in: self)
      return rule.attributes.contains { isTold(checks[$0.column], of: $0.column) }
    }
    return own.map(BrokenRule.attribute) + groups.map(BrokenRule.group)
  }
}
