import FlagModel
import SQLText

/// Plans the columns of an entity that both models have. A class, because it has many parts:
/// see Documentation/Decisions/large-values-are-shared.md.
final class ColumnPlanner {
  let diff: SchemaDiff
  let before: Entity
  let after: Entity
  let dialect: any Dialect
  let now: Timestamp
  let fills: FillValues
  let pairing: NamePairing
  let kinds: KindMapping
  let groupRules: [GroupRule]
  let formerGroupRules: [GroupRule]

  init(
    diff: SchemaDiff, before: Entity, after: Entity, dialect: any Dialect, now: Timestamp,
    fills: FillValues
  ) {
    self.diff = diff
    self.before = before
    self.after = after
    self.dialect = dialect
    self.now = now
    self.fills = fills
    pairing = diff.properties(before, after)
    kinds = KindMapping(from: before, to: after, diff)
    groupRules = after.groupRules
    formerGroupRules = before.groupRules
  }

  func columns() -> [ColumnMigration] {
    let checks = (old: formerChecks, new: GroupChecks(of: after))
    return after.columnProperties.compactMap { property in
      switch property {
      case .attribute(let attribute):
        if attribute.column == after.keyColumn { return nil }
        let was = pairing.old(of: attribute.name).flatMap(before.attribute(named:))
        // The old key is not the column of a new attribute.
        return keepingKinds(
          column(
            attribute, was: was, now: checks.new[attribute.column],
            before: was.map { checks.old[$0.column] } ?? []), of: property)
      case .relationship(let relationship):
        return column(relationship).map { keepingKinds($0, of: property) }
      case .group: return nil
      }
    }
  }

  // MARK: Attributes

  private func column(
    _ attribute: Attribute, was: Attribute?, now groupChecks: [SQLText], before: [SQLText]
  ) -> ColumnMigration {
    let definition = ColumnDefinition(attribute: attribute, groupChecks: groupChecks, in: dialect)
    let renamed = was.map {
      ColumnDefinition(attribute: $0.named(as: attribute), groupChecks: before, in: dialect)
    }
    let attribute = after.declared(attribute)
    let was = was.map { declared($0, before: attribute) }
    if was == nil, let moved = column(definition, ofMoved: attribute) { return moved }
    var fallback = fallback(attribute)
    // A missing value in a struct is filled only in records that have the struct.
    let presence = fills.value(after, attribute) == nil ? nil : presence(around: attribute)
    if was == nil, let labels = labels(thatBecome: attribute) {
      return self.column(definition, attribute, of: labels, or: fallback)
    }
    guard let was, let renamed else {
      return self.column(definition, ofNew: attribute, presence, or: fallback)
    }
    if let presence, let value = fallback { fallback = "CASE WHEN \(presence) THEN \(value) END" }
    let column = self.column(of: was)
    let conversion = conversion(of: column, was.type, attribute.type, attribute.isOptional)
      .fitting(attribute.check(in: dialect), or: fallback)
    let guarded = guardedValue(attribute, was, conversion, fallback)
    let joined = diff.maskChange(joinedIn: attribute.name, of: after)
    return ColumnMigration(
      definition: definition, obstacleToAdding: definition.obstacleToAdding,
      old: (was.column, renamed),
      value: joined?.joined(with: conversion.expression) ?? conversion.expression,
      stored: guarded.value,
      edit: joined == nil ? edit(attribute, was, conversion, guarded) : .impossible,
      dialect: dialect,
      checks: checks(attribute, was, conversion, guarded, hasFallback: fallback != nil)
        + (joined.map { joinChecks($0, present: conversion.expression, was) } ?? []),
      inspections: inspections(attribute, was, conversion),
      conversions: conversion.expression.conversions(in: "\(table: table)\(conversion.items)"))
  }

  private func column(
    _ definition: ColumnDefinition, ofNew attribute: Attribute, _ presence: SQLText?,
    or fallback: SQLText?
  ) -> ColumnMigration {
    let column: SQLText = "\(name: attribute.column)"
    var obstacle = definition.obstacleToAdding
    if hasKnownGroup(attribute) { obstacle = "would have none" }
    if fills.value(after, attribute) != nil { obstacle = "are given values" }
    return ColumnMigration(
      definition: definition, obstacleToAdding: obstacle, old: nil,
      value: fallback ?? definition.missing,
      stored: presence.map { "CASE WHEN \($0) THEN \(column) END" } ?? column,
      edit: .nothing, dialect: dialect,
      checks: checksOfNew(attribute, hasFallback: fallback != nil),
      inspections: [])
  }

  /// The change of the values if the column stays in its table.
  private func edit(
    _ attribute: Attribute, _ was: Attribute, _ conversion: Conversion, _ guarded: Guarded
  ) -> ColumnMigration.Edit {
    let name: SQLText = "\(name: attribute.column)"
    if conversion.isIdentity {
      if guarded.isPlain { return .nothing }
      return .update(to: guarded.value, where: "\(.different, of: name, guarded.value)")
    }
    guard case .flags(let oldSet) = was.type, case .flags(let newSet) = attribute.type,
      guarded.isPlain, !isUnique(attribute),
      was.named(as: attribute).check(in: dialect) == attribute.check(in: dialect)
    else { return .impossible }
    let mapping = diff.mapping(oldSet, newSet)
    return .update(to: mapping.expression(of: name), where: mapping.affected(name))
  }

  /// The SQL name of a column. For an array it is qualified, because the table of items has columns
  /// too.
  func column(of attribute: Attribute) -> SQLText {
    if attribute.type.isArray { return "\(table: before.name).\(name: attribute.column)" }
    return "\(name: attribute.column)"
  }

  /// The result of a query as a table.
  func rows(_ query: SQLText) -> SQLText { "\(.rows, of: query, "flagdb_values")" }

  /// True if the values are unique. If two values are exchanged, a unique column would refuse the
  /// intermediate state.
  private func isUnique(_ attribute: Attribute) -> Bool {
    attribute.isUnique || after.uniques.contains { $0.contains(attribute.name) }
  }

  private func conversion(
    of column: SQLText, _ was: AttributeType, _ now: AttributeType, _ isOptional: Bool = false
  ) -> Conversion {
    switch (was, now) {
    case (.flags(let oldSet), .flags(let newSet)):
      let mapping = diff.mapping(oldSet, newSet)
      return Conversion(expression: mapping.expression(of: column), isIdentity: mapping.isIdentity)
    case (.enumeration(let oldCases), .enumeration(let newCases)):
      let mapping = diff.mapping(oldCases, newCases)
      var loses: SQLText?
      if !mapping.removed.isEmpty {
        loses = "\(column) IN \(list: mapping.removed.map(\.rawValue))"
      }
      return Conversion(
        expression: mapping.expression(of: column), loses: loses,
        isIdentity: mapping.isIdentity)
    case (.array, .array)
    where was.depth == now.depth && was.innermost.isKeptInArrays && now.innermost.isKeptInArrays:
      let item = conversion(of: "item", was.innermost, now.innermost)
      var list = Conversion.kept(column)
      if !item.isIdentity || item.loses != nil {
        list = Conversion.items(of: column, from: was, to: now, item)
      }
      if now.isSet && !(was.isSet && list.isIdentity) { return list.becoming(now, from: was) }
      return list
    default:
      let old = diff.withNewNames(was, in: now)
      let target = old == now ? now : now.knowing(formerPart)
      return Conversion(
        of: column, from: old, to: target,
        dates: diff.decisions.dates, isOptional: isOptional)
    }
  }

  /// The old name of a JSON property.
  private func formerPart(_ owner: Name, _ name: Name) -> Name? {
    let old = diff.parts(of: owner).old(of: name)
    return old == name ? nil : old
  }

  /// The value for records without a value or with an invalid one.
  private func fallback(_ attribute: Attribute) -> SQLText? {
    if let value = fills.value(after, attribute) { return "\(value, of: attribute.type)" }
    if let value = attribute.defaultOfNewRecords { return constant(value, of: attribute.type) }
    if attribute.isOptional { return "\(.missing(attribute.type), of: [])" }
    return nil
  }

  /// A default value for existing records. They all get the same time.
  func constant(_ value: DefaultValue, of type: AttributeType) -> SQLText {
    guard case .moment(let micros) = value else { return value.sql(of: type) }
    return "\(.text((now.adding(microseconds: micros) ?? now).storedText), of: type)"
  }

  struct Guarded {
    let value: SQLText
    /// The conditions under which a value cannot be stored.
    let refuses: SQLText?
    let mayMiss: Bool
    var isPlain: Bool { refuses == nil && !mayMiss }
  }

  private func guardedValue(
    _ attribute: Attribute, _ was: Attribute, _ conversion: Conversion, _ fallback: SQLText?
  ) -> Guarded {
    let column: SQLText = "\(name: attribute.column)"
    // Each field reports its own change, so no other check is needed.
    let isOfMasks = was.type.isFlags && attribute.type.isFlags
    let isKept = isOfMasks || conversion.isIdentity && attribute.takesAll(of: was)
    let check = isKept ? nil : attribute.check(in: dialect)
    let isFilled = fills.value(after, attribute) != nil
    let mayMiss = !attribute.isOptional && (was.isOptional || !conversion.isTotal)
    var value = column
    if let check {
      value = "CASE WHEN (\(check)) IS NOT FALSE THEN \(column) ELSE \(fallback ?? "NULL") END"
    }
    if mayMiss || (check != nil || conversion.plain != nil) && !attribute.isOptional
      || isFilled && was.isOptional
    {
      value = "coalesce(\(value), \(fallback ?? "NULL"))"
    }
    // Values that the column's type refuses are not values of the attribute.
    let refusesByType: SQLText? =
      if check == nil && conversion.plain != nil { "flagdb_plain NOT IN (0, 1)" } else { nil }
    return Guarded(
      value: value, refuses: check.map { "NOT (\($0))" } ?? refusesByType,
      mayMiss: mayMiss || (isFilled && was.isOptional))
  }
}
