import FlagModel
package import Predicates
import SQLText

/// How the records of a query are put together, and which of the groups are wanted. Without a key
/// all of them are one group, even where there are none.
package struct Grouping: Hashable, Sendable {
  /// What the records of one group have in common.
  struct Key: Hashable, Sendable {
    let term: Term

    init(_ term: Term) {
      self.term = term
    }

    /// The flags that are taken one by one, and the column that has one of them.
    var each: (flags: Term, column: String)? {
      if case .eachFlag(let flags, let column) = term.kind { (flags, column) } else { nil }
    }

    func isColumn(named name: String) -> Bool {
      guard case .column(let column) = term.kind else { return false }
      return column.name.utf8.elementsEqual(name.utf8)
    }
  }

  let keys: [Key]
  package var having: Predicate?
  /// Whether each group is one record, since its key is one of the keys.
  private let isOfOne: Bool

  init(keys: [Key], of entity: Entity) {
    self.keys = keys
    isOfOne = keys.contains { $0.isColumn(named: entity.keyColumn) }
  }

  // MARK: SQL

  /// `GROUP BY … HAVING …`
  var clauses: SQLText {
    var clauses: SQLText = ""
    if !keys.isEmpty { clauses += " GROUP BY \(keys.map(\.term.sql).joined(by: ", "))" }
    if let having { clauses += " HAVING \(having.sqlOfGroups)" }
    return clauses
  }

  /// The keys come last, so that one question always has one answer.
  func ordering(after order: [Query.Order]) -> SQLText {
    let asked = order.map(\.sql)
    let last = keys.filter { !asked.contains($0.term.sql) }.flatMap { key -> [SQLText] in
      // The highest of 64 bits is stored as a negative number.
      key.each == nil ? [key.term.sql] : ["\(key.term.sql) < 0", key.term.sql]
    }
    let all = order.map(\.directed) + last.map { "\(.ascending, of: $0)" }
    return all.isEmpty ? "" : " ORDER BY \(all.joined(by: ", "))"
  }

  /// Every bit of an integer, before a statement that takes flags one by one.
  func tables(of entity: Entity) -> SQLText {
    guard keys.contains(where: { $0.each != nil }) else { return "" }
    return "\(.everyBit)"
  }

  /// The flags of each stored combination, of which there are few, joined to the records that
  /// have it. What has no flags has one row, with none.
  func joins(of entity: Entity) -> SQLText {
    keys.reduce(into: "") { joins, key in
      guard let each = key.each else { return }
      let mask = "\(each.column)_of"
      let stored: SQLText = "\(name: mask)"
      let masks: SQLText =
        "SELECT DISTINCT \(each.flags.sql) AS \(stored) FROM \(name: entity.name)"
      let bits: SQLText = """
        SELECT \(stored), bit AS \(name: each.column) FROM \(.rows, of: masks, stored) \
        JOIN flagdb_bits ON (\(Self.bits(of: each.flags, stored)) & bit) != 0 \
        UNION ALL SELECT 0, 0
        """
      joins += " LEFT JOIN \(.rows, of: bits, stored) ON \(stored) = \(each.flags.sql)"
    }
  }

  /// The bits of a stored mask: a negative number of a narrow type has ones beyond its width.
  private static func bits(of flags: Term, _ stored: SQLText) -> SQLText {
    guard case .value(.flags(let set)) = flags.type, set.rawType.isSigned,
      set.rawType.bitWidth < 64
    else { return stored }
    let lowest = set.rawType.storedRange.lowerBound
    let width = (Int64(1) << Int64(set.rawType.bitWidth)) - 1
    return """
      CASE WHEN \(stored) BETWEEN \(literal: lowest) AND -1 THEN \(stored) & \(literal: width) \
      ELSE \(stored) END
      """
  }

  // MARK: What is the same for a whole group

  /// Whether a value is the same for all records of a group, or made of all of them.
  func determines(_ term: Term) -> Bool {
    if isOfOne || keys.contains(where: { $0.term.sql == term.sql }) { return true }
    switch term.kind {
    case .value, .groupCount, .ofGroup: return true
    case .column(let column): return column.scope != 0
    case .eachFlag: return false
    case .via(let link, let inner): return determines(link) && determines(inner)
    case .negative(let inner), .complement(let inner), .scaled(let inner, _),
      .bitCount(let inner, _):
      return determines(inner)
    case .binary(_, let left, let right): return determines(left) && determines(right)
    case .conditional(let condition, let yes, let no):
      return determines(condition) && determines(yes) && determines(no)
    case .condition(let predicate): return determines(predicate)
    case .aggregate(_, let inner, let records): return determines(inner) && determines(records)
    case .count(let records): return determines(records)
    case .function(_, let arguments): return arguments.allSatisfy(determines)
    }
  }

  func determines(_ predicate: Predicate) -> Bool {
    switch predicate {
    case .constant: true
    case .all(let terms), .any(let terms): terms.allSatisfy(determines)
    case .not(let inner): determines(inner)
    case .test(let term, _): determines(term)
    case .compare(let left, _, let right), .compareTexts(let left, _, _, let right):
      determines(left) && determines(right)
    case .exists(let records): determines(records)
    }
  }

  private func determines(_ records: Records) -> Bool {
    records.links.allSatisfy(determines) && records.filters.allSatisfy(determines)
  }

  /// Whether it is one record, or one array, for all records of a group from which it starts.
  private func determines(_ link: Link) -> Bool {
    if case .elements(let array) = link.kind { return determines(array) }
    guard link.from.number == 0, !isOfOne else { return true }
    guard case .key(let column, _) = link.kind else { return false }
    return keys.contains { $0.isColumn(named: column) }
  }
}

extension Term {
  /// Whether an aggregate of a group is anywhere in it.
  var isOfGroup: Bool {
    switch kind {
    case .groupCount, .ofGroup: true
    case .value, .column, .eachFlag, .via, .aggregate, .count: false
    case .negative(let inner), .complement(let inner), .scaled(let inner, _),
      .bitCount(let inner, _):
      inner.isOfGroup
    case .binary(_, let left, let right): left.isOfGroup || right.isOfGroup
    case .conditional(let condition, let yes, let no):
      condition.isOfGroup || yes.isOfGroup || no.isOfGroup
    case .condition(let predicate): predicate.isOfGroup
    case .function(_, let arguments): arguments.contains(where: \.isOfGroup)
    }
  }
}

extension Predicate {
  fileprivate var isOfGroup: Bool {
    switch self {
    case .constant, .exists: false
    case .all(let terms), .any(let terms): terms.contains(where: \.isOfGroup)
    case .not(let inner): inner.isOfGroup
    case .test(let term, _): term.isOfGroup
    case .compare(let left, _, let right), .compareTexts(let left, _, _, let right):
      left.isOfGroup || right.isOfGroup
    }
  }
}
