import FlagModel

/// Where the values of one column of a new table come from.
struct ColumnMigration {
  let name: String
  let definition: String
  /// Why it cannot be added to a table that has records.
  let obstacleToAdding: String?
  /// The column that it was, and what that one's definition would be by the new name.
  let old: (name: String, definition: String)?
  /// The value for a record of the old table, before the rules of the new column.
  let value: SQLText
  /// The same with those rules, where `value` is called as the column.
  let stored: SQLText
  /// Bits that move, where nothing else changes.
  let bits: FlagMapping?
  let checks: [MigrationCheck]
  let inspections: [ValueInspection]

  /// Whether the column is there already as it is to be, but for its name and its bits.
  var isKept: Bool { old?.definition == definition && (isCopied || bits != nil) }
  let isCopied: Bool
}

/// Makes the columns of one entity that both models have.
struct ColumnPlanner<D: Dialect> {
  let diff: SchemaDiff
  let before: Entity
  let after: Entity
  let dialect: D
  let now: Timestamp
  let fills: FillValues

  private var pairing: NamePairing { diff.properties(before, after) }

  func columns() -> [ColumnMigration] {
    let pairing = pairing
    return after.columnProperties.compactMap { property in
      switch property {
      case .attribute(let attribute):
        if attribute.column == after.keyColumn { return nil }
        let was = pairing.old(of: attribute.name).flatMap(before.attribute(named:))
        // The key of the old table is no attribute's column in the new one.
        return column(attribute, was: was)
      case .relationship(let relationship): return column(relationship)
      case .group: return nil
      }
    }
  }

  // MARK: Attributes

  private func column(_ attribute: Attribute, was: Attribute?) -> ColumnMigration {
    let definition = ColumnDefinition(attribute: attribute, dialect: dialect)
    let fallback = fallback(attribute)
    guard let was else {
      return ColumnMigration(
        name: attribute.column, definition: definition.definition,
        obstacleToAdding: fills.value(after, attribute) == nil
          ? definition.obstacleToAdding : "are given values",
        old: nil, value: fallback ?? "NULL", stored: "\(name: attribute.column)", bits: nil,
        checks: checksOfNew(attribute, hasFallback: fallback != nil), inspections: [],
        isCopied: false)
    }
    let column: SQLText = "\(name: was.column)"
    let conversion = conversion(of: column, was.type, attribute.type)
    let guarded = guardedValue(attribute, was, conversion, fallback)
    let renamed = ColumnDefinition(attribute: was.named(as: attribute), dialect: dialect)
    var bits: FlagMapping?
    if case .flags(let one) = was.type, case .flags(let two) = attribute.type {
      let mapping = diff.mapping(one, two)
      if !mapping.isIdentity, !isUnique(attribute) { bits = mapping }
    }
    return ColumnMigration(
      name: attribute.column, definition: definition.definition,
      obstacleToAdding: definition.obstacleToAdding,
      old: (was.column, renamed.definition), value: conversion.expression, stored: guarded.value,
      bits: guarded.isPlain ? bits : nil,
      checks: checks(attribute, was, conversion, guarded, hasFallback: fallback != nil),
      inspections: inspections(attribute, was, conversion),
      isCopied: conversion.isIdentity && guarded.isPlain)
  }

  /// Two values that exchange their places meet on the way, which a unique column refuses.
  private func isUnique(_ attribute: Attribute) -> Bool {
    attribute.isUnique || after.uniques.contains { $0.contains(attribute.name) }
  }

  private func conversion(of column: SQLText, _ was: AttributeType, _ now: AttributeType)
    -> Conversion
  {
    switch (was, now) {
    case (.flags(let one), .flags(let two)):
      let mapping = diff.mapping(one, two)
      return Conversion(
        expression: mapping.expression(of: column), isIdentity: mapping.isIdentity)
    case (.enumeration(let one), .enumeration(let two)):
      let mapping = diff.mapping(one, two)
      return Conversion(
        expression: mapping.expression(of: column),
        loses: mapping.removed.isEmpty
          ? nil : "\(column) IN \(list: mapping.removed.map(\.rawValue))",
        isIdentity: mapping.isIdentity)
    default: return Conversion(of: column, from: was, to: now, in: dialect)
    }
  }

  /// What stands where there is no value, or one that the rules refuse.
  private func fallback(_ attribute: Attribute) -> SQLText? {
    if let value = fills.value(after, attribute) { return "\(value)" }
    switch ColumnDefinition<D>.defaultValue(of: attribute) {
    case .value(let value): return "\(value)"
    case .now: return "\(.text(now.storedText))"
    case .newUUID: return .definition(dialect.expression(of: .newUUID))
    case nil: return attribute.isOptional ? "NULL" : nil
    }
  }

  struct Guarded {
    let value: SQLText
    /// The conditions under which a value cannot stay.
    let refuses: SQLText?
    let mayMiss: Bool
    var isPlain: Bool { refuses == nil && !mayMiss }
  }

  private func guardedValue(
    _ attribute: Attribute, _ was: Attribute, _ conversion: Conversion, _ fallback: SQLText?
  ) -> Guarded {
    let column: SQLText = "\(name: attribute.column)"
    let renamed = was.named(as: attribute)
    let checks = ColumnDefinition.checks(of: attribute, in: dialect)
    let isSame = ColumnDefinition.checks(of: renamed, in: dialect) == checks
    let needsCheck = !checks.isEmpty && !(isSame && conversion.isIdentity)
    let isFilled = fills.value(after, attribute) != nil
    let mayMiss = !attribute.isOptional && (was.isOptional || conversion.loses != nil)
    let check = SQLText.definition(checks.joined(separator: " AND "))
    var value = column
    if needsCheck {
      value = "CASE WHEN (\(check)) IS NOT 0 THEN \(column) ELSE \(fallback ?? "NULL") END"
    }
    if mayMiss || needsCheck && !attribute.isOptional || isFilled && was.isOptional {
      value = "ifnull(\(value), \(fallback ?? "NULL"))"
    }
    return Guarded(
      value: value, refuses: needsCheck ? "NOT (\(check))" : nil,
      mayMiss: mayMiss || (isFilled && was.isOptional))
  }

  // MARK: Checks

  private var table: String { before.name }

  private func check(
    _ severity: MigrationCheck.Severity, _ path: String, _ predicate: String,
    where condition: SQLText, shows column: SQLText, from source: SQLText? = nil,
    hint: String? = nil
  ) -> MigrationCheck {
    let source = source ?? "\(table: table)"
    return MigrationCheck(
      severity: severity, path: path, entity: table,
      count: "SELECT count(*) FROM \(source) WHERE \(condition)",
      example: """
        SELECT \(name: before.keyColumn), \(column) FROM \(source) WHERE \(condition) LIMIT 1
        """,
      predicate: predicate, hint: hint)
  }

  private func checksOfNew(_ attribute: Attribute, hasFallback: Bool) -> [MigrationCheck] {
    let path = "\(after.name).\(attribute.name)"
    if !hasFallback {
      return [
        check(
          .obstacle, path, "would have no \(attribute.name)", where: "1", shows: "NULL",
          hint: "give them a value: --fill \(path)=VALUE")
      ]
    }
    let isGenerated = attribute.defaultValue == .newUUID && fills.value(after, attribute) == nil
    let isEmpty =
      attribute.isOptional && fills.value(after, attribute) == nil
      && ColumnDefinition<D>.defaultValue(of: attribute) == nil
    guard attribute.isUnique, !isGenerated, !isEmpty else { return [] }
    return [
      check(
        .obstacle, path, "would all have the same \(attribute.name), which is unique",
        where: "(SELECT count(*) FROM \(table: table)) > 1", shows: "NULL",
        hint: "add it as optional, give each its own, and migrate again")
    ]
  }

  private func checks(
    _ attribute: Attribute, _ was: Attribute, _ conversion: Conversion, _ guarded: Guarded,
    hasFallback: Bool
  ) -> [MigrationCheck] {
    let path = "\(after.name).\(attribute.name)"
    let isFilled = fills.value(after, attribute) != nil
    let column: SQLText = "\(name: was.column)"
    let shown = SQLText.definition(
      was.type.isFlags ? dialect.named(was) : dialect.quoted(was.column))
    let hint = "--fill \(path)=VALUE"
    let severity: MigrationCheck.Severity =
      isFilled ? .notice : hasFallback ? .loss : .obstacle
    var checks = flagChecks(attribute, was, shown)
    if let loses = conversion.loses {
      let replaces = "\(conversion.expression == "NULL" ? "" : "a ")\(attribute.shownType)"
      checks.append(
        check(
          isFilled ? .notice : hasFallback || attribute.isOptional ? .loss : .obstacle, path,
          lossText(attribute, was, replaces), where: "(\(loses)) AND \(column) IS NOT NULL",
          shows: shown, hint: hint))
    }
    let inner: SQLText = """
      (SELECT \(name: before.keyColumn), \(column) AS "old value", \
      \(conversion.expression) AS \(name: attribute.column) FROM \(table: table))
      """
    if let refuses = guarded.refuses {
      checks.append(
        check(
          severity, path, "have a \(was.name) that the new rules of \(path) refuse",
          where: refuses, shows: "\"old value\"", from: inner, hint: hint))
    }
    if !attribute.isOptional, was.isOptional {
      checks.append(
        check(
          severity, path, "have no \(was.name), which is no longer optional",
          where: "\(column) IS NULL", shows: "NULL", hint: hint))
    }
    if attribute.isUnique, !(was.isUnique && conversion.isIdentity && guarded.isPlain) {
      let column: SQLText = "\(name: attribute.column)"
      let stored: SQLText = """
        (SELECT \(name: before.keyColumn), "old value", \(guarded.value) AS \(column) FROM \(inner))
        """
      checks.append(
        check(
          .obstacle, path, "share their \(attribute.name) with another, which is to be unique",
          where: "\(column) IN (SELECT \(column) FROM \(stored) GROUP BY 1 HAVING count(*) > 1)",
          shows: "\"old value\"", from: stored, hint: "make them different first"))
    }
    return checks
  }

  private func lossText(_ attribute: Attribute, _ was: Attribute, _ type: String) -> String {
    if case .enumeration(let one) = was.type, case .enumeration(let two) = attribute.type {
      let gone = diff.mapping(one, two).removed.map(\.name)
      return "have a \(was.name) that goes: \(gone.joined(separator: ", "))"
    }
    return "have a \(was.name) that cannot become \(type) whole"
  }

  private func flagChecks(_ attribute: Attribute, _ was: Attribute, _ shown: SQLText)
    -> [MigrationCheck]
  {
    guard case .flags(let one) = was.type, case .flags(let two) = attribute.type else { return [] }
    let mapping = diff.mapping(one, two)
    let column: SQLText = "\(name: was.column)"
    func has(_ mask: UInt64) -> SQLText { "(\(column) & \(mapping.bits(mask))) <> 0" }
    var checks = mapping.removed.map { flag in
      check(
        .loss, "\(one.name).\(flag.name)", "have \(flag.name) in \(was.name), which goes",
        where: has(flag.mask), shows: shown,
        hint: "--rename \(one.name).\(flag.name)=NEW if it has a new name")
    }
    for flag in mapping.added where flag.mask & (one.declaredMask | mapping.overwritten) == 0 {
      checks.append(
        check(
          .notice, "\(two.name).\(flag.name)",
          "have bit \(flag.mask.trailingZeroBitCount) in \(was.name) already and will show "
            + flag.name, where: has(flag.mask), shows: shown))
    }
    for move in mapping.moves {
      checks.append(
        check(
          .notice, "\(two.name).\(move.name)",
          "have \(move.name) in \(was.name), which moves from bit "
            + "\(move.from.trailingZeroBitCount) to bit \(move.to.trailingZeroBitCount)",
          where: has(move.from), shows: shown))
    }
    if mapping.overwritten != 0 {
      checks.append(
        check(
          .loss, two.name, "have bits without a name in \(was.name), where flags move to",
          where: has(mapping.overwritten), shows: shown))
    }
    return checks
  }

  /// What no SQL can ask: patterns, and what arrays hold.
  private func inspections(_ attribute: Attribute, _ was: Attribute, _ conversion: Conversion)
    -> [ValueInspection]
  {
    let hasNewPattern =
      attribute.validity.pattern != nil && attribute.validity.pattern != was.validity.pattern
    var isNewArray = false
    if case .array = attribute.type { isNewArray = was.type != attribute.type }
    guard hasNewPattern || isNewArray else { return [] }
    let value = conversion.expression
    return [
      ValueInspection(
        path: "\(after.name).\(attribute.name)", entity: table, attribute: attribute,
        values: """
          SELECT \(name: before.keyColumn), \(value) FROM \(table: table) \
          WHERE \(value) IS NOT NULL
          """)
    ]
  }

  // MARK: Relationships

  private func column(_ relationship: Relationship) -> ColumnMigration? {
    guard
      let definition = ColumnDefinition(
        relationship: relationship, schema: diff.new, dialect: dialect)
    else { return nil }
    let links = LinkSource(of: relationship, in: after, diff)
    let isRequired = relationship.cardinality == .toOne(isOptional: false)
    let fill = fills.key(after, relationship)
    let copied = links?.copiedColumn(of: before)
    let found = links.map { copied.map { "\(name: $0)" } ?? $0.firstKey(of: before) } ?? "NULL"
    let value = fill.map { SQLText("ifnull(\(found), \($0))") } ?? found
    let old = links?.renamed(relationship, diff, before, dialect)
    return ColumnMigration(
      name: relationship.name, definition: definition.definition,
      obstacleToAdding: fill == nil && links == nil
        ? definition.obstacleToAdding : "are given values",
      old: old, value: value, stored: "\(name: relationship.name)", bits: nil,
      checks: checks(relationship, links, found, isRequired && fill == nil), inspections: [],
      isCopied: copied != nil && fill == nil)
  }

  private func checks(
    _ relationship: Relationship, _ links: LinkSource?, _ value: SQLText, _ mustHave: Bool
  ) -> [MigrationCheck] {
    let path = "\(after.name).\(relationship.name)"
    var checks: [MigrationCheck] = []
    if mustHave, !(links?.isRequiredColumn(of: before) ?? false) {
      checks.append(
        check(
          .obstacle, path, "would have no \(relationship.name)", where: "\(value) IS NULL",
          shows: "NULL", hint: "--fill \(path)=KEY"))
    }
    guard let links, links.copiedColumn(of: before) == nil || relationship.isUniqueColumn else {
      return checks
    }
    if links.copiedColumn(of: before) == nil {
      let count: SQLText = """
        (SELECT count(*) FROM (\(links.pairs)) WHERE own = \(links.key(of: before)))
        """
      checks.append(
        check(
          .loss, path, "have more than one \(relationship.name), and keep only the first",
          where: "\(count) > 1", shows: count))
    }
    if relationship.isUniqueColumn, !links.isUnique {
      let twice: SQLText = """
        \(value) IN (SELECT other FROM (\(links.pairs)) GROUP BY 1 HAVING count(*) > 1)
        """
      checks.append(
        check(
          .obstacle, path, "share their \(relationship.name) with another", where: twice,
          shows: value, hint: "make them different first"))
    }
    return checks
  }
}

extension Relationship {
  var isUniqueColumn: Bool { storage == .column(isUnique: true) }
}

extension Attribute {
  /// The attribute as it was, by the name that it has now.
  func named(as other: Attribute) -> Attribute {
    Attribute(
      name: other.name, column: other.column, declaredType: declaredType, type: type,
      isOptional: isOptional, defaultValue: defaultValue, isUnique: isUnique, validity: validity)
  }
}

extension SQLText {
  /// What a dialect wrote itself.
  static func definition(_ text: String) -> SQLText { SQLText(segments: [.text(text)]) }
}
