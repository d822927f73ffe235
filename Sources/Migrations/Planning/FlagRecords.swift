import FlagModel
import SQLText

/// A mask of the old model that becomes records of a new entity, one for each flag.
struct FlagRecords {
  let words: WordTable
  let mask: Attribute
  private let owner: Entity
  private let set: FlagSet

  /// Nil unless the relationship replaces a mask, and its new records have only words.
  init?(thatBecome relationship: Relationship, in after: Entity, _ diff: SchemaDiff) {
    guard let before = diff.before(after),
      let mask = diff.properties(before, after).old(of: relationship.name)
        .flatMap(before.attribute(named:)),
      case .flags(let set) = mask.type, !set.flags.isEmpty,
      let words = WordTable(of: relationship, in: diff.new), words.hasOnlyWords,
      words.entity.isNumbered, diff.before(words.entity) == nil
    else { return nil }
    self.words = words
    self.mask = mask
    self.set = set
    owner = before
  }

  private var column: SQLText { "\(name: mask.column)" }

  private func has(_ flag: Flag) -> SQLText {
    "(\(column) & \(literal: set.stored(flag.mask))) <> 0"
  }

  /// The statement that fills a table of the new entity.
  func insertion(into table: Name) -> SQLText {
    let records = set.flags.enumerated().map { index, flag -> SQLText in
      """
      SELECT \(name: owner.keyColumn) AS own, \(literal: Int64(index)) AS flagdb_order, \
      \(words.value(for: flag, of: set)) AS flagdb_name FROM \(table: owner.name) WHERE \(has(flag))
      """
    }
    return """
      INSERT INTO \(table: table) (\(name: words.key), \(name: words.word.column)) \
      SELECT own, flagdb_name FROM \(.rows, of: records.joined(by: " UNION ALL "), "flagdb_named") \
      ORDER BY own, flagdb_order
      """
  }

  /// The condition for a record with bits that no flag declares.
  var hasOtherBits: SQLText {
    let others = ~set.flagBits & set.widthMask
    return "(\(column) & \(literal: Int64(bitPattern: others))) <> 0"
  }

  /// The number of records with each flag, before and after.
  func invariant(in after: Entity) -> MigrationInvariant {
    let named = set.flags.map { flag -> SQLText in
      "\(name: words.word.column) = \(words.value(for: flag, of: set))"
    }
    return MigrationInvariant(
      subjects: set.flags.map { "records of \(after.name) with \($0.name) in \(mask.name)" },
      before: Self.count(set.flags.map(has), in: owner),
      after: Self.count(named, in: words.entity))
  }

  private static func count(_ conditions: [SQLText], in entity: Entity) -> SQLText {
    let sums = conditions.map { condition -> SQLText in
      "coalesce(\(.sum(isWhole: true), of: "\(.choice, of: condition, "1", "0")"), 0)"
    }
    return "SELECT \(sums.joined(by: ", ")) FROM \(name: entity.name)"
  }
}
