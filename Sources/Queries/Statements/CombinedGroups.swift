import FlagModel
import Predicates
import SQLText

/// Calculates groups by single flags from groups by whole combinations, which are few, instead of
/// joining each record with the bits. A count is then a sum of counts, and a mean is a sum divided
/// by a count. Values whose distinct number is requested become additional keys of the combination
/// groups.
/// See Documentation/Decisions/flags-are-grouped-by-combination.md.
struct CombinedGroups {
  /// A column of the table of combination groups.
  enum Part {
    case key(Term)
    /// A count, a minimum, a maximum, a sum, or a union or intersection.
    case aggregate(Term)
    /// The sum of the upper 32 bits of integers, and that of the lower ones. Neither exceeds 64 bits.
    case highSum(Term)
    case lowSum(Term)
    /// The sum of the values as a real number, and their count.
    case total(Term)
    case values(Term)
  }

  private(set) var table = GroupTable(name: "flagdb_groups")
  private let entity: Entity
  private let titles: [Name]
  private var keys: [Term] = []
  private var columns: [SQLText] = []
  /// The contents of the columns.
  private(set) var parts: [Part] = []
  private var names: [Name] = []
  /// True if there are additional keys for distinct counts.
  private(set) var hasMoreKeys = false
  /// False if all records are one group, which has a row even without records.
  private let isGrouped: Bool
  /// True if only the keys are read from a record.
  private var needsKeysAlone = true

  /// Nil if an aggregate depends on single flags or needs all values at once, or if a key has
  /// several values for each record. The titles are the names of the result's columns.
  init?(by keys: [Grouping.Key], of entity: Entity, aggregates: [Term], titles: [Name]) {
    if keys.contains(where: { $0.element != nil }) { return nil }
    if aggregates.contains(where: { $0.isOfEach || $0.needsAllValues }) { return nil }
    self.entity = entity
    self.titles = titles
    isGrouped = !keys.isEmpty
    for key in keys { _ = addKey(key.eachFlag?.flags ?? key.term) }
    let keyCount = self.keys.count
    for aggregate in aggregates { add(aggregate) }
    hasMoreKeys = self.keys.count > keyCount
  }

  /// The common table expression for the groups:
  /// `flagdb_groups AS (SELECT … FROM … WHERE … GROUP BY …)`
  func definition(where predicate: Predicate?) -> SQLText {
    let isInIndex = needsKeysAlone && keys.count == 1 && isAboutKey(predicate)
    let grouped = keys.compactMap { key -> SQLText? in
      guard let column = table.value(of: key) else { return nil }
      if case .column(let source) = key.kind, source.form == .own, !isInIndex {
        return "\(.scanned, of: column)"
      }
      return column
    }
    return """
      \(name: table.name) AS (SELECT \(columns.joined(by: ", "))\
      \(entity.rows(where: predicate)) GROUP BY \(grouped.joined(by: ", ")))
      """
  }

  /// The common table expression for groups that are already known, each with its keys and then its
  /// aggregates.
  func definition(_ groups: [[Value]]) -> SQLText {
    if groups.isEmpty {
      let nothing = names.map { _ in "NULL" as SQLText }.joined(by: ", ")
      return "\(name: table.name) (\(names: names)) AS (SELECT \(nothing) WHERE FALSE)"
    }
    let order = places
    let rows = groups.map { group in order.map { group[$0] } }
    return "\(name: table.name) (\(names: names)) AS (\(rows: rows))"
  }

  /// The index of each column in a group that has all keys first.
  private var places: [Int] {
    var nextKey = 0
    var nextOther = keys.count
    return parts.map { part in
      if case .key = part {
        nextKey += 1
        return nextKey - 1
      }
      nextOther += 1
      return nextOther - 1
    }
  }

  /// True if an index on the key, which also contains the primary key, can answer the predicate.
  private func isAboutKey(_ predicate: Predicate?) -> Bool {
    (entity.selection(predicate)?.operands ?? []).allSatisfy { operand in
      guard case .column(let column) = operand.kind, column.scope == 0 else { return false }
      let name: SQLText = "\(name: column.name)"
      return column.name == entity.keyColumn || name == keys.first?.sql
    }
  }

  /// A join that gives a row for each bit of a combination, one for the empty combination, and one
  /// for NULL.
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
    if case .column(let source) = term.kind, source.form == .own {
      column = "\(name: source.name)"
      columns.append(term.type.listed(column))
      names.append(source.name)
      parts.append(.key(term))
    } else {
      column = addColumn("key", term.sql, .key(term))
    }
    keys.append(term)
    table.set(column, for: term)
    return column
  }

  private mutating func addColumn(_ name: Name, _ value: SQLText, _ part: Part) -> SQLText {
    let name = entity.freshColumn("\(name)\(columns.count + 1)", besides: titles)
    columns.append("\(value) AS \(name: name)")
    names.append(name)
    parts.append(part)
    return "\(name: name)"
  }

  private mutating func add(_ aggregate: Term) {
    if table.value(of: aggregate) == nil { table.set(whole(aggregate), for: aggregate) }
  }

  /// An aggregate of a group from the aggregates of its combinations.
  private mutating func whole(_ term: Term) -> SQLText {
    guard case .ofGroup(let aggregate, let inner) = term.kind else {
      return count(term)
    }
    needsKeysAlone = false
    switch aggregate {
    case .min, .first: return term.type.least(addColumn("part", term.sql, .aggregate(term)))
    case .max, .last: return term.type.greatest(addColumn("part", term.sql, .aggregate(term)))
    case .union: return term.type.union(addColumn("part", term.sql, .aggregate(term)))
    case .intersection:
      return term.type.intersection(addColumn("part", term.sql, .aggregate(term)))
    case .count: return count(term)
    case .sum: return sum(of: term.sql, isWhole: term.type.isWhole, .aggregate(term))
    case .average:
      let total = total(of: inner)
      let count = sum(of: "count(\(inner.sql))", isWhole: true, .values(inner))
      return "(\(.calculation(.divide, isWhole: false), of: total, count))"
    case .distinctCount: return "count(DISTINCT \(addKey(inner)))"
    // `init` has excluded these.
    case .percentile, .deviation: return term.sql
    }
  }

  /// The sum of the values as a real number. That of integers is exact before it becomes one.
  private mutating func total(of term: Term) -> SQLText {
    guard term.type.isWhole else {
      return sum(of: "\(.total, of: term.sql)", isWhole: false, .total(term))
    }
    let value: SQLText = "(\(term.sql))"
    let highPart: SQLText = "\(value) >> 32"
    // The fraction of a number that is no integer in a foreign column belongs to the lower part.
    let lowPart: SQLText = "\(value) - (\(highPart)) * 4294967296"
    let high = sum(of: "\(.sum(isWhole: true), of: highPart)", isWhole: true, .highSum(term))
    let low = sum(of: "\(.sum(isWhole: true), of: lowPart)", isWhole: true, .lowSum(term))
    return "\(.real, of: "\(high) * 4294967296.0 + \(low)")"
  }

  private mutating func count(_ term: Term) -> SQLText {
    let sum = sum(of: term.sql, isWhole: true, .aggregate(term))
    if isGrouped { return sum }
    // A sum of no counts is NULL.
    return "coalesce(\(sum), 0)"
  }

  private mutating func sum(of value: SQLText, isWhole: Bool, _ part: Part) -> SQLText {
    "\(.sum(isWhole: isWhole), of: addColumn("part", value, part))"
  }
}

extension Term {
  /// True if the aggregate cannot be calculated from aggregates of parts.
  fileprivate var needsAllValues: Bool {
    switch kind {
    case .ofGroup(.percentile, _), .ofGroup(.deviation, _): true
    default: false
    }
  }

  /// A condition that is true if the stored flags have a bit. For bit 0, it is true if they are
  /// empty.
  func hasBit(_ bit: SQLText, stored: SQLText) -> SQLText {
    "(\(bits(of: stored)) & \(bit)) != 0 OR \(stored) = \(bit)"
  }

  /// The bits of a stored mask. A negative number of a narrow type has ones beyond its width.
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
