import FlagModel
import SQLText

/// Checks that a migration leaves optional structs complete.
extension ColumnPlanner {
  /// The old CHECKs of the struct around a part, with the new names.
  var formerChecks: GroupChecks {
    GroupChecks(of: before) { attribute in
      pairing.new(of: attribute.name).flatMap(after.attribute(named:))?.column ?? attribute.column
    }
  }

  /// A condition on the new table's columns: the record already has the struct around a required
  /// part. Nil if no record can, because the struct is as new as the part.
  func presence(around part: Attribute) -> SQLText? {
    guard part.isRequiredPart,
      let rule = groupRules.first(where: { $0.required.contains(part) })
    else { return nil }
    let others = rule.required.filter { $0 != part && was($0) != nil }
    if others.isEmpty { return nil }
    return "0 IN (\(GroupRule.areNull(others)))"
  }

  /// True if some records can already have values in the struct around a part.
  func hasKnownGroup(_ part: Attribute) -> Bool {
    guard part.isRequiredPart else { return false }
    return groupRules.contains { rule in
      rule.required.contains(part) && rule.attributes.contains { was($0) != nil }
    }
  }

  /// The checks for records in which a struct would be incomplete.
  func groupChecks(_ columns: [ColumnMigration]) -> [MigrationCheck] {
    let byName = Dictionary(columns.map { ($0.name, $0) }) { first, _ in first }
    return groupRules.compactMap { rule in
      let parts = rule.attributes.compactMap { byName[$0.column] }
      guard parts.count == rule.attributes.count, !isKept(rule, parts) else { return nil }
      let values = parts.map { "\($0.value) AS \(name: $0.name)" as SQLText }.joined(by: ", ")
      let stored = parts.map { "\($0.stored) AS \(name: $0.name)" as SQLText }.joined(by: ", ")
      let key: SQLText = "\(name: before.keyColumn)"
      let kind = columns.first { $0.name == after.kindColumn }
      let ofKind: SQLText = kind.map { ", \($0.value) AS \(name: $0.name)" } ?? ""
      return check(
        .obstacle, "\(after.name).\(rule.group)",
        .other("would have some parts of \(rule.group), but not all that it requires"),
        where: rule.isBroken, shows: "NULL",
        from: rows(
          """
          SELECT \(key), \(stored) FROM \
          \(.rows, of: "SELECT \(key), \(values)\(ofKind) FROM \(table: table)", "flagdb_records")
          """), hint: hint(for: rule))
    }
  }

  private func was(_ attribute: Attribute) -> Attribute? {
    pairing.old(of: attribute.name).flatMap(before.attribute(named:))
  }

  /// True if no record can violate a struct's rule. The struct is new and empty, or its parts are
  /// unchanged and were under the same or a stricter rule.
  private func isKept(_ rule: GroupRule, _ columns: [ColumnMigration]) -> Bool {
    let news = rule.attributes.filter { was($0) == nil }
    guard news.allSatisfy({ fills.value(after, $0) == nil }) else { return false }
    if news.count == rule.attributes.count { return true }
    guard rule.required.allSatisfy({ was($0) != nil }),
      columns.allSatisfy({ $0.keepsValues })
    else { return false }
    if rule.required.allSatisfy({ was($0)?.isOptional == false }) { return true }
    let required = rule.required.compactMap(was)
    guard let former = formerGroupRules.first(where: { $0.required.contains(required[0]) }) else {
      return false
    }
    return Set(former.required).isSuperset(of: required)
      && Set(former.attributes).isSuperset(of: rule.attributes.compactMap(was))
  }

  private func hint(for rule: GroupRule) -> Hint {
    let lacking = rule.required.filter { part in
      was(part).map { $0.isOptional && !$0.isRequiredPart } ?? true
    }
    if lacking.isEmpty || lacking.count == rule.required.count {
      return "give each record all required parts first, or none"
    }
    let fills = lacking.map { "--fill \(after.name).\($0.name)=VALUE" }.joined(separator: " ")
    return "give them a value: \(fills)"
  }
}
