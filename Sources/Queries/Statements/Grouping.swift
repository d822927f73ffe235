import FlagModel
package import Predicates
import SQLText

/// The keys that group the records of a query, and the condition on groups. Without a key, all
/// records are one group, even if there are none.
package struct Grouping: Hashable, Sendable {
  /// A value that all records of a group share.
  struct Key: Hashable, Sendable {
    let term: Term

    /// The flags whose bits are separate groups, and the column for the bit.
    var eachFlag: (flags: Term, column: Name)? {
      guard case .each(let flags, let column) = term.kind, element == nil else { return nil }
      return (flags, column)
    }

    /// The list whose elements are separate groups, and the column for the element.
    var element: (value: Term, records: Records, column: Name)? {
      guard case .each(let list, let column) = term.kind,
        case .list(let value, let records) = list.kind
      else { return nil }
      return (value, records, column)
    }

    /// The value by which records are grouped.
    func sql(ofGroupsIn table: GroupTable?) -> SQLText {
      let sql = storedNumber(ofGroupsIn: table) ?? term.sql(ofGroupsIn: table)
      // A number in GROUP BY would be that of a column.
      return term.constant == nil ? sql : "(SELECT \(sql))"
    }

    func sqlOfOrder(ofGroupsIn table: GroupTable?) -> SQLText {
      storedNumber(ofGroupsIn: table) ?? term.sqlOfOrder(ofGroupsIn: table)
    }

    /// The column of a server's number. The term converts it to a Double, which can have fewer
    /// digits. Nil for all other keys.
    private func storedNumber(ofGroupsIn table: GroupTable?) -> SQLText? {
      guard table == nil, case .column(let column) = term.kind, case .native = column.form,
        case .value(let type) = term.type, type == .double || type.isInteger
      else { return nil }
      return "\(name: column.name)"
    }

    func isColumn(named name: Name) -> Bool {
      guard case .column(let column) = term.kind else { return false }
      return column.name == name
    }
  }

  let keys: [Key]
  package var having: Predicate?
  /// The terms that show related records by name, if the records themselves are keys. An engine
  /// accepts only the keys in the result of a grouped query.
  private(set) var labels: [Term] = []
  /// True if each group is a single record, because the primary key is one of the keys.
  private let isOfOne: Bool

  init(keys: [Key], of entity: Entity) {
    self.keys = keys
    isOfOne =
      entity.source.key.map { ownKey in keys.contains { $0.isColumn(named: ownKey.column) } }
      ?? false
  }

  /// Registers the columns that show related records by name.
  mutating func addLabels(of columns: [QueryColumn]) {
    for term in columns.compactMap(\.term)
    where !term.isOfGroup && !determines(term) && !labels.contains(term) {
      labels.append(term)
    }
  }

  private var allKeys: [Key] { keys + labels.map { Key(term: $0) } }

  // MARK: SQL

  /// The combination groups for a grouping by flags; nil if the groups must be made of records.
  func combined(of entity: Entity, for terms: [Term], titles: [Name]) -> CombinedGroups? {
    guard keys.contains(where: { $0.eachFlag != nil }), !isOfOne else { return nil }
    let aggregates = (terms + (having?.operands ?? [])).flatMap(\.groupAggregates)
    return CombinedGroups(by: allKeys, of: entity, aggregates: aggregates, titles: titles)
  }

  /// The groups for calculation from whole columns; nil if SQL must make them.
  func scanned(of entity: Entity, for terms: [Term], titles: [Name]) -> CombinedGroups? {
    if isOfOne || !labels.isEmpty { return nil }
    let aggregates = (terms + (having?.operands ?? [])).flatMap(\.groupAggregates)
    return CombinedGroups(by: keys, of: entity, aggregates: aggregates, titles: titles)
  }

  /// True if a column consists of keys and aggregates.
  func isMade(_ column: QueryColumn) -> Bool {
    switch column.source {
    case .column(let name): keys.contains { $0.isColumn(named: name) }
    case .expression(let term): determines(term) && !term.leadsElsewhere
    case .other, .list: false
    }
  }

  /// `GROUP BY … HAVING …`
  func clauses(ofGroupsIn table: GroupTable?) -> SQLText {
    var clauses: SQLText = ""
    if !keys.isEmpty {
      clauses += " GROUP BY \(allKeys.map { $0.sql(ofGroupsIn: table) }.joined(by: ", "))"
    }
    if let having { clauses += " HAVING \(having.sql(ofGroupsIn: table))" }
    return clauses
  }

  /// Adds the keys to the order, so that the result is deterministic.
  func ordering(after order: [Query.Order], ofGroupsIn table: GroupTable?) -> SQLText {
    let order = order.filter { !$0.isConstant }
    let asked = order.map { $0.sql(ofGroupsIn: table) }
    let last = keys.filter { $0.term.constant == nil }.flatMap { key -> [SQLText] in
      let sql = key.sqlOfOrder(ofGroupsIn: table)
      if asked.contains(sql) { return [] }
      // The highest of 64 bits is stored as a negative number.
      if key.eachFlag == nil { return [sql] }
      return ["\(sql) < 0", sql]
    }
    let all = zip(order, asked).map { $0.directed($1) } + last.map { "\(.ascending, of: $0)" }
    if all.isEmpty { return "" }
    return " ORDER BY \(all.joined(by: ", "))"
  }

  /// The WITH clause for groups by single flags: all bits, and the combination groups.
  func tables(_ combined: CombinedGroups?, where predicate: Predicate?) -> SQLText {
    if let combined { return tables(combined.definition(where: predicate)) }
    return hasEachFlag ? "\(.everyBit) " : ""
  }

  /// The WITH clause for groups by single flags, with the given definition of the groups.
  func tables(_ definition: SQLText) -> SQLText {
    hasEachFlag ? "\(.everyBit), \(definition) " : "WITH \(definition) "
  }

  /// True if single flags are grouped.
  private var hasEachFlag: Bool { keys.contains { $0.eachFlag != nil } }

  /// Joins the flags of each combination to its groups or records, and the elements of a list to
  /// its records. A record without flags or elements has one row.
  func joins(
    _ combined: CombinedGroups?, of entity: Entity, where predicate: Predicate?
  ) -> SQLText {
    keys.reduce(into: "") { joins, key in
      if let each = key.eachFlag {
        joins +=
          combined?.join(of: each.flags, to: each.column)
          ?? Self.join(of: each.flags, to: each.column, of: entity)
      } else if let each = key.element {
        joins += entity.join(of: each.value, of: each.records, to: each.column, where: predicate)
      }
    }
  }

  /// Joins the bits with the few distinct combinations, and these with the many records.
  private static func join(of flags: Term, to column: Name, of entity: Entity) -> SQLText {
    let stored: SQLText = "\(name: "\(column)_of")"
    let masks: SQLText = "SELECT DISTINCT \(flags.sql) AS \(stored)\(entity.rows())"
    let bits: SQLText = """
      SELECT \(stored), bit AS \(name: column) FROM \(.rows, of: masks, stored) \
      JOIN flagdb_bits ON \(flags.hasBit("bit", stored: stored))
      """
    return " LEFT JOIN \(.rows, of: bits, stored) ON \(stored) = \(flags.sql)"
  }

  // MARK: Values that a group determines

  /// True if a value is equal for all records of a group, or an aggregate.
  func determines(_ term: Term) -> Bool {
    if isOfOne || keys.contains(where: { $0.term.sql == term.sql }) { return true }
    switch term.kind {
    case .value, .groupCount, .ofGroup: return true
    case .column(let column): return column.scope != 0
    case .each: return false
    case .via(let link, let inner): return determines(link) && determines(inner)
    case .negative(let inner), .complement(let inner), .scaled(let inner, _),
      .bitCount(let inner, _):
      return determines(inner)
    case .binary(_, let left, let right): return determines(left) && determines(right)
    case .conditional(let condition, let yes, let no):
      return determines(condition) && determines(yes) && determines(no)
    case .condition(let predicate): return determines(predicate)
    case .aggregate(_, let inner, let records), .list(let inner, let records):
      return determines(inner) && determines(records)
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

  /// True if the link leads to the same record or array from all records of a group.
  private func determines(_ link: Link) -> Bool {
    if case .elements(let array) = link.kind { return determines(array) }
    guard link.from.number == 0, !isOfOne else { return true }
    guard case .key(let key, _) = link.kind else { return false }
    return keys.contains { $0.isColumn(named: key.column) }
  }
}

extension Term {
  /// True if the term depends on other records.
  fileprivate var leadsElsewhere: Bool {
    switch kind {
    case .via, .aggregate, .count, .list: true
    default: operands.contains(where: \.leadsElsewhere)
    }
  }
}
