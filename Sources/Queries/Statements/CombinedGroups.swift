import FlagModel
import Predicates
import SQLText

/// Groups by single flags, made of the groups by whole combinations, of which there are few: no
/// record meets a bit. A count is then the sum of counts, and a mean a sum by a count. Values of
/// which the different ones are counted are keys of the combinations' groups.
/// See Documentation/Decisions/flags-are-grouped-by-combination.md.
struct CombinedGroups {
  private(set) var table = GroupTable(name: "flagdb_groups")
  private let entity: Entity
  private let titles: [Name]
  private var keys: [Term] = []
  private var columns: [SQLText] = []
  /// True if the keys say all that is asked of a record.
  private var needsKeysAlone = true

  /// Nil if an aggregate is made of single flags or needs all values at once, or if a group is one of
  /// several values. The titles are those of the answer's columns.
  init?(by keys: [Grouping.Key], of entity: Entity, aggregates: [Term], titles: [Name]) {
    if keys.contains(where: { $0.element != nil }) { return nil }
    if aggregates.contains(where: { $0.isOfEach || $0.needsAllValues }) { return nil }
    self.entity = entity
    self.titles = titles
    for key in keys { _ = addKey(key.eachFlag?.flags ?? key.term) }
    for aggregate in aggregates { add(aggregate) }
  }

  /// `flagdb_groups AS (SELECT … FROM … WHERE … GROUP BY …)`
  func definition(where predicate: Predicate?) -> SQLText {
    let isInIndex = needsKeysAlone && keys.count == 1 && isAboutKey(predicate)
    let grouped = keys.compactMap { key -> SQLText? in
      guard let column = table.value(of: key) else { return nil }
      if case .column(let own) = key.kind, own.form == .own, !isInIndex {
        return "\(.scanned, of: column)"
      }
      return column
    }
    return """
      \(name: table.name) AS (SELECT \(columns.joined(by: ", "))\
      \(entity.rows(where: predicate)) GROUP BY \(grouped.joined(by: ", ")))
      """
  }

  /// True if an index on the key, which has the primary key too, can answer the predicate.
  private func isAboutKey(_ predicate: Predicate?) -> Bool {
    (entity.selection(predicate)?.operands ?? []).allSatisfy { operand in
      guard case .column(let column) = operand.kind, column.scope == 0 else { return false }
      let name: SQLText = "\(name: column.name)"
      return column.name == entity.keyColumn || name == keys.first?.sql
    }
  }

  /// A row for each bit of a combination, one for none, and one for NULL.
  func join(of flags: Term, to column: Name) -> SQLText {
    let stored = flags.sql(ofGroupsIn: table)
    let bits: SQLText = "SELECT bit AS \(name: column) FROM flagdb_bits"
    return """
       LEFT JOIN \(.rows, of: bits, "\(name: "\(column)_of")") \
      ON \(flags.hasBit("\(name: column)", stored: stored))
      """
  }

  // MARK: Columns

  private mutating func addKey(_ term: Term) -> SQLText {
    if let column = table.value(of: term) { return column }
    var column: SQLText
    if case .column(let own) = term.kind, own.form == .own {
      column = "\(name: own.name)"
      columns.append(term.type.listed(column))
    } else {
      column = addColumn("key", term.sql)
    }
    keys.append(term)
    table.set(column, for: term)
    return column
  }

  private mutating func addColumn(_ name: Name, _ value: SQLText) -> SQLText {
    let name = entity.freshColumn("\(name)\(columns.count + 1)", besides: titles)
    columns.append("\(value) AS \(name: name)")
    return "\(name: name)"
  }

  private mutating func add(_ aggregate: Term) {
    if table.value(of: aggregate) == nil { table.set(whole(aggregate), for: aggregate) }
  }

  /// An aggregate of a group, made of those of its combinations.
  private mutating func whole(_ term: Term) -> SQLText {
    guard case .ofGroup(let aggregate, let inner) = term.kind else {
      return sum(of: term.sql, isWhole: true)
    }
    needsKeysAlone = false
    switch aggregate {
    case .min, .first: return term.type.least(addColumn("part", term.sql))
    case .max, .last: return term.type.greatest(addColumn("part", term.sql))
    case .count: return sum(of: term.sql, isWhole: true)
    case .sum: return sum(of: term.sql, isWhole: term.type.isWhole)
    case .average:
      let total = sum(of: "\(.total, of: inner.sql)", isWhole: false)
      let count = sum(of: "count(\(inner.sql))", isWhole: true)
      return "(\(.calculation(.divide, isWhole: false), of: total, count))"
    case .distinctCount: return "count(DISTINCT \(addKey(inner)))"
    // `init` refuses these.
    case .percentile, .deviation: return term.sql
    }
  }

  private mutating func sum(of part: SQLText, isWhole: Bool) -> SQLText {
    "\(.sum(isWhole: isWhole), of: addColumn("part", part))"
  }
}

extension Term {
  /// True if it is no aggregate of the aggregates of parts.
  fileprivate var needsAllValues: Bool {
    switch kind {
    case .ofGroup(.percentile, _), .ofGroup(.deviation, _): true
    default: false
    }
  }

  /// A condition that is true if stored flags have a bit; for the bit 0, if they have none.
  func hasBit(_ bit: SQLText, stored: SQLText) -> SQLText {
    "(\(bits(of: stored)) & \(bit)) != 0 OR \(stored) = \(bit)"
  }

  /// The bits of a stored mask: a negative number of a narrow type has ones beyond its width.
  private func bits(of stored: SQLText) -> SQLText {
    guard case .value(.flags(let set)) = type, let negatives = set.word.negatives else {
      return stored
    }
    return """
      CASE WHEN \(stored) BETWEEN \(literal: negatives.lowerBound) AND -1 \
      THEN \(stored) & \(literal: set.word.mask) ELSE \(stored) END
      """
  }
}
