import FlagModel
import SQLText

/// The checks of the records before a column changes.
extension ColumnPlanner {
  var table: Name { before.name }

  func check(
    _ severity: MigrationCheck.Severity, _ path: Name, _ effect: MigrationCheck.Effect,
    where condition: SQLText, shows column: SQLText, of type: AttributeType? = nil,
    from source: SQLText? = nil, hint: Hint? = nil, says text: String? = nil
  ) -> MigrationCheck {
    let records = source ?? "\(table: table)"
    return MigrationCheck(
      severity: severity, path: path, entity: table,
      count: "SELECT count(*) FROM \(records) WHERE \(condition)",
      condition: source == nil ? text : nil,
      example: """
        SELECT \(name: before.keyColumn), \(column) FROM \(records) WHERE \(condition) LIMIT 1
        """,
      exampleType: type, effect: effect, hint: hint)
  }

  func checksOfNew(_ attribute: Attribute, hasFallback: Bool) -> [MigrationCheck] {
    let path: Name = "\(after.name).\(attribute.name)"
    let records = records(ofColumn: attribute.column)
    if !hasFallback {
      return [
        check(
          .obstacle, path, .other("would have no \(attribute.name)"), where: "TRUE", shows: "NULL",
          from: records, hint: "give them a value: --fill \(path)=VALUE")
      ]
    }
    let isGenerated =
      attribute.defaultValue?.isNewForEach == true && fills.value(after, attribute) == nil
    let isEmpty =
      attribute.isOptional && fills.value(after, attribute) == nil
      && attribute.defaultOfNewRecords == nil
    guard attribute.isUnique, !isGenerated, !isEmpty else { return [] }
    return [
      check(
        .obstacle, path, .other("would all have the same \(attribute.name), but it is unique"),
        where: "(SELECT count(*) FROM \(allRecords(ofColumn: attribute.column))) > 1",
        shows: "NULL", from: records,
        hint: "add it as optional, give each record its own value, and make it unique later")
    ]
  }

  func checks(
    _ attribute: Attribute, _ was: Attribute, _ conversion: Conversion, _ guarded: Guarded,
    hasFallback: Bool
  ) -> [MigrationCheck] {
    let path: Name = "\(after.name).\(attribute.name)"
    let isFilled = fills.value(after, attribute) != nil
    let column: SQLText = "\(name: was.column)"
    let hint: Hint = "--fill \(path)=VALUE"
    func severity(getsValue: Bool) -> MigrationCheck.Severity {
      if isFilled { return .notice }
      return getsValue ? .loss : .obstacle
    }
    var checks = flagChecks(attribute, was)
    if let loses = conversion.loses {
      let replaces =
        if conversion.isNone { attribute.shownType } else { attribute.shownType.withArticle }
      checks.append(
        check(
          severity(getsValue: hasFallback || attribute.isOptional || conversion.isTotal), path,
          loss(attribute, was, replaces), where: "(\(loses)) AND \(column) IS NOT NULL",
          shows: column, of: was.type, from: records(ofColumn: attribute.column),
          hint: dateHint(attribute, was) ?? hint))
    }
    let converted = converted(attribute, was, conversion)
    if let refuses = guarded.refuses {
      checks.append(
        check(
          severity(getsValue: hasFallback), path,
          .have("\(was.name.withArticle) that the new rules of \(path) refuse"),
          where: refuses, shows: "\"old value\"", of: was.type, from: converted, hint: hint))
    }
    if !attribute.isOptional, was.isOptional {
      checks += missing(
        attribute, formerly: was, severity(getsValue: hasFallback), hasFallback: hasFallback)
    }
    if attribute.isUnique, !(was.isUnique && conversion.isIdentity && guarded.isPlain) {
      checks.append(equalValues(attribute, was, guarded, among: converted))
    }
    return checks
  }

  /// The records without a value that must have one.
  private func missing(
    _ attribute: Attribute, formerly was: Attribute, _ severity: MigrationCheck.Severity,
    hasFallback: Bool
  ) -> [MigrationCheck] {
    let path: Name = "\(after.name).\(attribute.name)"
    let isMissing: SQLText = "\(name: was.column) IS NULL"
    let records = records(ofColumn: attribute.column)
    if records == nil || hadAll(attribute) {
      return [
        check(
          severity, path, .have("no \(was.name), which is no longer optional"), where: isMissing,
          shows: "NULL", from: records, hint: "--fill \(path)=VALUE")
      ]
    }
    // A record that never had the attribute is given it, as if it were new.
    if !hasFallback {
      return [
        check(
          severity, path, .other("would have no \(attribute.name)"), where: isMissing,
          shows: "NULL", from: records, hint: "give them a value: --fill \(path)=VALUE")
      ]
    }
    return [
      check(
        severity, path, .have("no \(was.name), which is no longer optional"),
        where: "\(isMissing) AND \(hadIt(attribute))", shows: "NULL", from: records,
        hint: "--fill \(path)=VALUE")
    ]
  }

  /// The records with the old value and the converted one.
  private func converted(
    _ attribute: Attribute, _ was: Attribute, _ conversion: Conversion
  ) -> SQLText {
    let plain: SQLText = conversion.plain.map { "\($0) AS flagdb_plain, " } ?? ""
    let converted: SQLText = """
      SELECT \(name: before.keyColumn), \(name: was.column) AS "old value", \(plain)\
      \(conversion.expression) AS \(name: attribute.column) \
      FROM \(allRecords(ofColumn: attribute.column))
      """
    return "\(.rows, of: converted, "flagdb_records")"
  }

  private func equalValues(
    _ attribute: Attribute, _ was: Attribute, _ guarded: Guarded, among converted: SQLText
  ) -> MigrationCheck {
    let column: SQLText = "\(name: attribute.column)"
    let values: SQLText = """
      SELECT \(name: before.keyColumn), "old value", \(guarded.value) AS \(column) FROM \(converted)
      """
    let stored: SQLText = "\(.rows, of: values, "flagdb_values")"
    return check(
      .obstacle, "\(after.name).\(attribute.name)",
      .other("have the \(attribute.name) of another record, but it becomes unique"),
      where: "\(column) IN (SELECT \(column) FROM \(stored) GROUP BY 1 HAVING count(*) > 1)",
      shows: "\"old value\"", of: was.type, from: stored, hint: "change the equal values first")
  }

  /// A hint about `--dates`: a number is a date only if its unit is known.
  private func dateHint(_ attribute: Attribute, _ was: Attribute) -> Hint? {
    guard diff.decisions.dates == nil,
      ValueConversion(from: was.type, to: attribute.type, dates: .epoch).isPossible,
      !ValueConversion(from: was.type, to: attribute.type).isPossible
    else { return nil }
    return "--dates epoch if the numbers are seconds since 1970"
  }

  private func loss(_ attribute: Attribute, _ was: Attribute, _ type: String)
    -> MigrationCheck.Effect
  {
    if case .enumeration(let oldCases) = was.type.innermost,
      case .enumeration(let newCases) = attribute.type.innermost
    {
      let gone = diff.mapping(oldCases, newCases).removed.map(\.name)
      if was.type.isArray {
        return .have("cases in \(was.name) that are removed: \(listed(gone))")
      }
      return .have("\(was.name.withArticle) that is removed: \(listed(gone))")
    }
    return .have("\(was.name.withArticle) that cannot become \(type) without loss")
  }

  /// The rules that SQL cannot check: patterns, and the elements of arrays.
  func inspections(_ attribute: Attribute, _ was: Attribute, _ conversion: Conversion)
    -> [ValueInspection]
  {
    let hasNewPattern =
      attribute.validity.pattern != nil && attribute.validity.pattern != was.validity.pattern
    var isNewArray = false
    // A text is validated when it is converted.
    if case .array = attribute.type {
      isNewArray = was.type != attribute.type && was.type != .string
    }
    guard hasNewPattern || isNewArray else { return [] }
    // The SQL check reports these values, and they are not stored.
    let name: SQLText = "\(name: attribute.column)"
    let stays = (attribute.checks(in: dialect) + ["\(name) IS NOT NULL"]).joined(by: " AND ")
    let values: SQLText = """
      SELECT \(name: before.keyColumn), \(conversion.expression) AS \(name) \
      FROM \(allRecords(ofColumn: attribute.column))
      """
    return [
      ValueInspection(
        path: "\(after.name).\(attribute.name)", entity: table, attribute: attribute,
        values: """
          SELECT \(name: before.keyColumn), \(name) FROM \(.rows, of: values, "flagdb_records") \
          WHERE \(stays)
          """)
    ]
  }
}
