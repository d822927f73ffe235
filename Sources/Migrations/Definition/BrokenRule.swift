package import FlagModel
import Predicates
import SQLText

/// A rule of the model that SQLite keeps by a CHECK.
package enum BrokenRule: Hashable, Sendable {
  case attribute(Attribute)
  case group(GroupRule)
}

extension Entity {
  /// The rules whose CHECK SQLite tells of by this text.
  package func rules(checkedBy text: String) -> [BrokenRule] {
    let dialect = SQLiteDialect()
    func isTold(_ checks: [String]) -> Bool {
      checks.contains { dialect.told($0).utf8.elementsEqual(text.utf8) }
    }
    let own = attributes.filter { attribute in
      let checks = ColumnDefinition.checks(of: attribute, in: dialect)
      return !checks.isEmpty && isTold([checks.joined(separator: " AND ")])
    }
    let groups = groupRules.filter { rule in
      let checks = GroupChecks(of: rule, in: self, dialect)
      return rule.attributes.contains { isTold(checks[$0.column]) }
    }
    return own.map(BrokenRule.attribute) + groups.map(BrokenRule.group)
  }
}

extension SQLiteDialect {
  /// What an error says of a CHECK: its text, but where that begins with a name in quotes nothing
  /// else than the name.
  fileprivate func told(_ check: String) -> String {
    guard check.utf8.first == UInt8(ascii: "\"") else { return check }
    var name: [UInt8] = []
    var rest = Array(check.utf8).dropFirst()
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") {
        guard rest.first == byte else { break }
        rest.removeFirst()
      }
      name.append(byte)
    }
    return String(decoding: name, as: UTF8.self)
  }
}
