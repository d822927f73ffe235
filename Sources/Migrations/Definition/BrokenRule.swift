package import FlagModel
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
    func isTold(_ check: SQLText) -> Bool {
      dialect.told(check.script(in: dialect)).utf8.elementsEqual(text.utf8)
    }
    let own = attributes.filter { $0.check.map(isTold) ?? false }
    let groups = groupRules.filter { rule in
      let checks = GroupChecks(of: rule, in: self)
      return rule.attributes.contains { checks[$0.column].contains(where: isTold) }
    }
    return own.map(BrokenRule.attribute) + groups.map(BrokenRule.group)
  }
}

extension SQLiteDialect {
  /// The words for a CHECK in an error: its text, or, if that begins with a name in quotes, only
  /// the name.
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
