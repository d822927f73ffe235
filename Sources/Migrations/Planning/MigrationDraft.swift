import FlagModel
import SQLText

/// All tables of a plan, with the checks to make first.
struct MigrationDraft {
  let diff: SchemaDiff
  private(set) var tables: [TableMigration] = []
  private(set) var columns: [ColumnMigration] = []
  private(set) var checks: [MigrationCheck] = []
  private(set) var converted: [Name] = []
  /// In execution order.
  private(set) var conversions: [ConvertedValues] = []
  private(set) var invariants: [MigrationInvariant] = []

  init(
    _ diff: SchemaDiff, _ fills: FillValues, _ stored: [Name: StoredTable],
    _ dialect: any Dialect, _ now: Timestamp
  ) {
    self.diff = diff
    var planners: [ColumnPlanner] = []
    for after in diff.new.entities {
      guard let before = diff.before(after) else { continue }
      let planner = ColumnPlanner(
        diff: diff, before: before, after: after, dialect: dialect, now: now, fills: fills)
      planners.append(planner)
      let planned = planner.columns()
      columns += planned
      conversions += planned.flatMap(\.conversions)
      converted += planned.filter(\.value.isConverted).map { "\(after.name).\($0.name)" }
      tables.append(
        TableMigration(
          before, after, planned, stored: stored[before.name], diff: diff, dialect: dialect))
      checks +=
        planned.flatMap(\.checks) + planner.groupChecks(planned) + planner.uniqueChecks(planned)
      checks += losses(planner)
      addInvariants(planner, planned)
    }
    for name in diff.entities.removed {
      guard let entity = diff.old.entity(named: name) else { continue }
      checks.append(removal(of: entity, planners))
    }
    for entity in diff.new.entities {
      for relationship in entity.relationships {
        let texts = LinkSource(of: relationship, in: entity, diff)?.texts
        conversions += texts?.conversions ?? []
      }
    }
    addJoinTables(dialect)
    addWordTables(dialect)
  }

  /// The new entities that get a record for each flag of a mask.
  private mutating func addWordTables(_ dialect: any Dialect) {
    for entity in diff.new.entities {
      for relationship in entity.relationships {
        guard let records = FlagRecords(thatBecome: relationship, in: entity, diff) else {
          continue
        }
        tables.append(TableMigration(records, diff: diff, dialect: dialect))
        invariants.append(records.invariant(in: entity))
      }
    }
  }

  private mutating func addJoinTables(_ dialect: any Dialect) {
    for entity in diff.new.entities {
      for relationship in entity.relationships {
        guard case .joinTable(let join) = relationship.storage, join.isOwner,
          let links = LinkSource(of: relationship, in: entity, diff)
        else { continue }
        if links.pairs.isConverted { converted.append("\(entity.name).\(relationship.name)") }
        tables.append(
          TableMigration(
            relationship, join, of: entity, from: links, besides: tables, diff: diff,
            dialect: dialect))
      }
    }
  }

  // MARK: Losses

  private func loss(
    _ entity: Entity, _ path: Name, _ effect: MigrationCheck.Effect, where condition: SQLText,
    _ shown: SQLText, of type: AttributeType? = nil, _ severity: MigrationCheck.Severity = .loss,
    hint: Hint? = nil
  ) -> MigrationCheck {
    MigrationCheck(
      severity: severity, path: path, entity: entity.name,
      count: "SELECT count(*) FROM \(name: entity.name) WHERE \(condition)",
      example: """
        SELECT \(name: entity.keyColumn), \(shown) FROM \(name: entity.name) \
        WHERE \(condition) LIMIT 1
        """,
      exampleType: type, effect: effect, hint: hint)
  }

  /// The records of a removed entity. Words that become flags of other records are kept.
  private func removal(of entity: Entity, _ planners: [ColumnPlanner]) -> MigrationCheck {
    if let words = diff.wordsThatBecomeFlags(of: entity) {
      let name = words.word.name
      return loss(
        entity, entity.name, .have("a repeated \(name), or no \(words.key)"), where: words.isLost,
        "\(name: words.word.column)")
    }
    let hints = planners.compactMap { planner -> Hint? in
      let removed = planner.before.relationships.filter {
        $0.target == entity.name && planner.pairing.new(of: $0.name) == nil
      }
      guard removed.count == 1, WordTable(of: removed[0], in: diff.old) != nil else { return nil }
      return planner.intoHint(forRemovedList: removed[0].name)
    }
    return loss(
      entity, entity.name, .go("with all values"), where: "TRUE", "NULL", hint: hints.first)
  }

  /// The removed attributes and relationships.
  private func losses(_ planner: ColumnPlanner) -> [MigrationCheck] {
    let (before, after) = (planner.before, planner.after)
    let pairing = diff.properties(before, after)
    let removed = pairing.removed + changedKinds(before, after, pairing)
    let losses = removed.compactMap { name in
      loss(ofRemoved: name, becoming: pairing.new(of: name), planner)
    }
    return losses + lostEnds(planner)
      + pairing.pairs.compactMap { oldName, newName -> MigrationCheck? in
        guard let was = before.relationship(named: oldName),
          let now = after.relationship(named: newName)
        else { return nil }
        if let links = LinkSource(of: now, in: after, diff) {
          return lostRival(links, of: now, after)
        }
        return lostLinks(before, was)
      }
  }

  /// - Parameter new: the property of another kind that the removed one becomes, if any.
  private func loss(
    ofRemoved name: Name, becoming new: Name?, _ planner: ColumnPlanner
  ) -> MigrationCheck? {
    let (before, after) = (planner.before, planner.after)
    if let change = diff.maskChange(taking: name, of: before) {
      return change.isJoining ? nil : planner.otherBitsCheck(change)
    }
    if new.flatMap(after.attribute(named:)).flatMap(planner.labels(thatBecome:)) != nil {
      return nil
    }
    if let now = new.flatMap(after.relationship(named:)),
      let loss = loss(ofValuesIn: name, becoming: now, planner)
    {
      return loss
    }
    if let attribute = before.attribute(named: name), attribute.column != before.keyColumn {
      let path: Name = "\(before.name).\(name)"
      return loss(
        before, path, .have("\(name.withArticle), which is removed"), where: holds(attribute),
        "\(name: attribute.column)", of: attribute.type,
        hint: planner.intoHint(forRemoved: attribute)
          ?? "--rename \(path)=NEW if it has a new name")
    }
    guard let relationship = before.relationship(named: name), !isKeptByOtherSide(relationship)
    else { return nil }
    let hint = relationship.isToMany ? planner.intoHint(forRemovedList: name) : nil
    return lostLinks(before, relationship, hint: hint)
  }

  /// The values of an attribute that becomes a relationship, and that name no record; nil if none is lost.
  private func loss(
    ofValuesIn name: Name, becoming relationship: Relationship, _ planner: ColumnPlanner
  ) -> MigrationCheck? {
    let (before, after) = (planner.before, planner.after)
    let path: Name = "\(after.name).\(relationship.name)"
    if let texts = LinkSource(of: relationship, in: after, diff)?.texts {
      return unknownNames(texts, becoming: path)
    }
    if let records = FlagRecords(thatBecome: relationship, in: after, diff) {
      return loss(
        before, "\(before.name).\(name)", .have("bits in \(name) that no flag declares"),
        where: records.hasOtherBits, "\(name: records.mask.column)", of: records.mask.type)
    }
    guard let attribute = before.attribute(named: name), let isNamed = attribute.namesRecords,
      let target = diff.new.entity(named: relationship.target), diff.before(target) == nil
    else { return nil }
    return loss(
      before, path,
      .have("a name in \(name), and \(target.name), which is new, has no records"),
      where: isNamed, "\(name: attribute.column)", of: attribute.type,
      hint: "add \(target.name) and its records in a migration before this one")
  }

  private func unknownNames(_ texts: LinkTexts, becoming path: Name) -> MigrationCheck {
    let attribute = texts.attribute
    return loss(
      texts.entity, path,
      .have("a name in \(attribute.name) that no record of \(texts.target.name) has"),
      where: texts.namesNobody, "\(name: attribute.column)", of: attribute.type)
  }

  /// Attributes that became relationships of the same name, or the reverse.
  private func changedKinds(_ before: Entity, _ after: Entity, _ pairing: NamePairing) -> [Name] {
    pairing.pairs.filter {
      (before.attribute(named: $0.old) == nil) != (after.attribute(named: $0.new) == nil)
    }.map(\.old)
  }

  /// A condition: the record's value is not the attribute's default.
  private func holds(_ attribute: Attribute) -> SQLText {
    let column: SQLText = "\(name: attribute.column)"
    if attribute.isOptional {
      let hasDefault = attribute.defaultValue != nil && attribute.defaultValue != .value(.null)
      if hasDefault { return "TRUE" }
      return "\(column) IS NOT NULL"
    }
    let isEmptyByDefault =
      attribute.defaultValue == nil || attribute.defaultValue == .value(.integer(0))
    if attribute.type.isFlags && isEmptyByDefault { return "\(column) <> 0" }
    return "TRUE"
  }

  private func isKeptByOtherSide(_ relationship: Relationship) -> Bool {
    guard let inverse = relationship.inverse,
      let target = diff.old.entity(named: relationship.target),
      let now = diff.entities.new(of: target.name).flatMap(diff.new.entity(named:))
    else { return false }
    return diff.properties(target, now).new(of: inverse) != nil
  }

  private func lostLinks(
    _ before: Entity, _ relationship: Relationship, hint: Hint? = nil
  ) -> MigrationCheck? {
    let path: Name = "\(before.name).\(relationship.name)"
    let hint = hint ?? "--rename \(path)=NEW if it has a new name"
    switch relationship.storage {
    case .inverse: return nil
    case .column(let key):
      let column: SQLText = "\(name: key.column)"
      return loss(
        before, path, .have("\(relationship.name.withArticle), which is removed"),
        where: "\(column) IS NOT NULL",
        column, hint: hint)
    case .joinTable(let join):
      let key: SQLText = "\(name: before.keyColumn)"
      return loss(
        before, path, .have("\(relationship.name), which are removed"),
        where: "\(key) IN (SELECT \(name: join.ownColumn) FROM \(name: join.name))", "NULL",
        hint: hint)
    }
  }

  /// The links of records whose class no longer has the relationship, or is no longer its target.
  private func lostEnds(_ planner: ColumnPlanner) -> [MigrationCheck] {
    let after = planner.after
    return after.relationships.filter(\.keepsLinks).flatMap { relationship -> [MigrationCheck] in
      guard let links = LinkSource(of: relationship, in: after, diff) else { return [] }
      return links.limits.compactMap { lostLinks(links, $0, of: relationship, by: planner) }
    }
  }

  private func lostLinks(
    _ links: LinkSource, _ limit: LinkLimit, of relationship: Relationship,
    by planner: ColumnPlanner
  ) -> MigrationCheck? {
    let (before, name) = (planner.before, relationship.name)
    let effect: String
    switch limit.end {
    case .own:
      // The column of a class reports this.
      if links.copiedColumn(of: before) != nil { return nil }
      let list = relationship.isToMany ? name.text : name.withArticle
      effect = "\(list), which only \(listed(limit.classes, "and")) can have"
    case .other:
      let record = relationship.isToMany ? "a record in \(name)" : name.withArticle
      effect = "\(record) that is not \(limit.target.withArticle)"
    }
    let lost: SQLText = """
      FROM \(.rows, of: links.allPairs, "flagdb_links") WHERE \(limit.isLost)
      """
    return loss(
      before, "\(planner.after.name).\(name)", .have(effect),
      where: "\(name: before.keyColumn) IN (SELECT own \(lost))",
      "(SELECT min(other) \(lost) AND own = \(links.key(of: before)))")
  }

  /// The links of the side without storage that the other side does not have.
  private func lostRival(
    _ links: LinkSource, of relationship: Relationship, _ after: Entity
  ) -> MigrationCheck? {
    guard relationship.keepsLinks, let (entity, was, pairs) = links.rival else { return nil }
    let path: Name = "\(after.name).\(relationship.name)"
    return loss(
      entity, "\(entity.name).\(was.name)",
      .have("\(was.name.text) that '\(path)' lacks, which are removed"),
      where: "\(name: entity.keyColumn) IN (\(links.keysOnly(ofRival: pairs)))", "NULL",
      hint: "set \(path) first")
  }

  // MARK: Invariants

  private mutating func addInvariants(
    _ planner: ColumnPlanner, _ columns: [ColumnMigration]
  ) {
    let (before, after) = (planner.before, planner.after)
    invariants.append(
      MigrationInvariant(
        subjects: ["records of \(after.name)"],
        before: "SELECT count(*) FROM \(name: before.name)",
        after: "SELECT count(*) FROM \(name: after.name)"))
    let pairing = diff.properties(before, after)
    for change in diff.maskChanges where change.before.name == before.name {
      var presence: SQLText?
      if change.isJoining, let was = pairing.old(of: change.mask.name) {
        presence = present(was, of: change)
      }
      invariants.append(change.invariant(present: presence))
    }
    for attribute in after.attributes {
      guard let was = pairing.old(of: attribute.name).flatMap(before.attribute(named:)),
        case .flags(let oldSet) = was.type, case .flags(let newSet) = attribute.type,
        let column = columns.first(where: { $0.name == attribute.column })
      else { continue }
      let mapping = diff.mapping(oldSet, newSet)
      // Another invariant counts the flags that also get the values of attributes.
      let joined =
        diff.maskChange(joinedIn: attribute.name, of: after)?.parts.map(\.flag.mask) ?? []
      let sources = mapping.sources.filter { !joined.contains($0.to) }
      if sources.isEmpty { continue }
      invariants.append(
        MigrationInvariant(
          subjects: sources.map { source in
            let name = newSet.flags.first { $0.mask == source.to }?.name ?? ""
            return "records of \(after.name) with \(name) in \(attribute.name)"
          },
          before: was.isOptional
            ? count(
              planner.allRecords(ofColumn: column.name), was, mapping, sources, orGivenIn: column,
              columns)
            : count(before, was, sources.map { mapping.bits($0.from) }),
          after: count(after, attribute, sources.map { mapping.bits($0.to) })))
    }
  }

  /// The value of a mask of the old model in the new flag set.
  private func present(_ name: Name, of change: MaskChange) -> SQLText? {
    guard let was = change.before.attribute(named: name), case .flags(let oldSet) = was.type else {
      return nil
    }
    return diff.mapping(oldSet, change.set).expression(of: "\(name: was.column)")
  }

  /// Counts all bits in one pass over the index, in which equal masks are adjacent.
  private func count(_ entity: Entity, _ attribute: Attribute, _ bits: [SQLText]) -> SQLText {
    let column: SQLText = "\(name: attribute.column)"
    let sums = bits.map { bits -> SQLText in
      "\(.sum(isWhole: true), of: "\(.choice, of: "(mask & \(bits)) <> 0", "records", "0")")"
    }
    let masks: SQLText = """
      SELECT \(column) AS mask, count(*) AS records FROM \(name: entity.name) GROUP BY \(column)
      """
    return "SELECT \(sums.joined(by: ", ")) FROM \(.rows, of: masks, "flagdb_masks")"
  }

  /// Counts a bit, including records without a value that are given the flag.
  private func count(
    _ records: SQLText, _ attribute: Attribute, _ mapping: FlagMapping,
    _ sources: [(to: UInt64, from: UInt64)], orGivenIn column: ColumnMigration,
    _ columns: [ColumnMigration]
  ) -> SQLText {
    let old: SQLText = "\(name: attribute.column) AS \"old value\""
    let values = [old] + columns.map { "\($0.value) AS \(name: $0.name)" }
    let sums = sources.map { source -> SQLText in
      let has: SQLText = """
        ("old value" & \(mapping.bits(source.from))) <> 0 OR "old value" IS NULL \
        AND (\(column.stored) & \(mapping.bits(source.to))) <> 0
        """
      return "\(.sum(isWhole: true), of: "\(.choice, of: has, "1", "0")")"
    }
    let masks: SQLText = "SELECT \(values.joined(by: ", ")) FROM \(records)"
    return "SELECT \(sums.joined(by: ", ")) FROM \(.rows, of: masks, "flagdb_records")"
  }
}

extension Attribute {
  /// The condition for a value that names records, in an attribute that becomes a relationship; nil
  /// for a type that names none.
  fileprivate var namesRecords: SQLText? {
    switch type {
    case .flags: "\(name: column) <> 0"
    case .string: "\(name: column) <> ''"
    case .array(.string, _): "\(name: column) <> '[]'"
    default: nil
    }
  }
}
