import FlagModel
import SQLText

// Subqueries for related records, and aggregates.

extension PredicateCompiler {
  func via(_ link: Link, _ inner: Term) -> SQLText {
    let records = Records(links: [link], filters: [])
    let (compiler, source) = query(for: records)
    return "(SELECT \(compiler.value(inner)) \(source))"
  }

  /// A subquery with the collation of its column.
  func collated(_ subquery: SQLText, as term: Term) -> SQLText {
    guard let collation = term.collationOfOthers else { return subquery }
    return "\(subquery) COLLATE \(name: collation)"
  }

  func aggregate(_ aggregate: Aggregate, _ inner: Term, _ records: Records) -> SQLText {
    let (compiler, source) = query(for: records)
    let value = compiler.value(inner)
    switch aggregate {
    case .sum where inner.type.isWhole:
      return "(SELECT coalesce(\(.sum(isWhole: true), of: value), 0) \(source))"
    case .sum: return "(SELECT \(.total, of: value) \(source))"
    case .union:
      return "(SELECT coalesce(\(Self.ofMany(aggregate, value, of: inner.type)), 0) \(source))"
    case .min, .max, .average, .percentile, .deviation, .count, .distinctCount, .intersection:
      return "(SELECT \(Self.ofMany(aggregate, value, of: inner.type)) \(source))"
    case .first, .last:
      let keys = compiler.keys(of: records).map { aggregate == .first ? $0 : "\($0) DESC" }
      return "(SELECT \(value) \(source) ORDER BY \(keys.joined(by: ", ")) LIMIT 1)"
    }
  }

  /// An aggregate of a value of the records of a group.
  func ofGroup(_ aggregate: Aggregate, _ term: Term) -> SQLText {
    let value = value(term)
    return Self.ofMany(aggregate, value, of: term.type)
  }

  /// An aggregate of a value of many rows.
  static func ofMany(_ aggregate: Aggregate, _ value: SQLText, of type: TermType) -> SQLText {
    switch aggregate {
    case .min, .first: type.least(value)
    case .max, .last: type.greatest(value)
    case .sum: "\(.sum(isWhole: type.isWhole), of: value)"
    case .average: "\(.average(isWhole: type.isWhole), of: value)"
    case .percentile(50) where type.isWhole: "\(.medianOfWhole, of: value)"
    case .percentile(let percent):
      "\(.percentile(ofDates: type == .value(.date)), of: value, "\(.real(percent))")"
    case .deviation: "\(.deviation(isWhole: type.isWhole), of: value)"
    case .count: "count(\(value))"
    case .distinctCount: "count(DISTINCT \(value))"
    case .union: type.union(value)
    case .intersection: type.intersection(value)
    }
  }

  private func keys(of records: Records) -> [SQLText] {
    records.links.map { column($0.to.key, of: $0.to.number) }
  }

  /// The values of related records as a JSON array.
  func list(_ inner: Term, _ records: Records) -> SQLText {
    let (compiler, source) = query(for: records)
    let rows: SQLText = """
      SELECT \(compiler.plain(inner)) AS listed \(source) \
      ORDER BY \(compiler.keys(of: records).joined(by: ", "))
      """
    let isReal = inner.type.attribute == .double || inner.type.attribute == .float
    let item: SQLText = isReal ? "\(.jsonReal, of: "listed")" : "listed"
    return "(SELECT \(.jsonArray, of: item) FROM \(.rows, of: rows, "listed"))"
  }

  func select(_ what: StaticString, from records: Records) -> SQLText {
    "SELECT \(keyword: what) \(query(for: records).source)"
  }

  /// `FROM … WHERE …` for related records, and the compiler for expressions on each.
  func query(for records: Records) -> (compiler: PredicateCompiler, source: SQLText) {
    let (compiler, tables, conditions) = parts(for: records)
    let filter: SQLText =
      if conditions.isEmpty { "" } else { " WHERE \(Condition(conditions, isAnd: true).sql)" }
    return (compiler, "FROM \(tables)\(filter)")
  }

  /// The tables of related records, their conditions, and the compiler for expressions on each.
  /// - Parameter others: true if other tables are in the same query, so that every column needs a
  ///   prefix.
  func parts(
    for records: Records, beside others: Bool = false
  ) -> (compiler: PredicateCompiler, tables: SQLText, conditions: [Condition]) {
    var outer = self
    if let first = records.links.first { outer = outer.knowing(first.from) }
    var joins: [Join] = []
    var names = outer
    for link in records.links {
      names = names.naming(link.to)
      var pairs: Name?
      if case .pairs(let join) = link.kind {
        pairs = names.freshName(join.name)
        // Negative numbers are free, because no scope has one.
        names = names.naming(pairs ?? "", as: -1 - link.to.number)
      }
      joins.append(Join(link: link, pairs: pairs))
    }
    let isAlone = !others && joins.count == 1 && joins.allSatisfy { $0.pairs == nil }
    let nameless: Int? = if isAlone { records.links.first?.to.number } else { nil }
    let inner = names.withoutNames(of: nameless)
    let tables = joins.enumerated().map { index, join in
      join.table(isFirst: index == 0, outer: outer, inner)
    }
    let links = joins.prefix(1).compactMap { $0.condition(inner) }.map(Condition.test)
    let kinds = records.links.compactMap(\.to.ofKind)
    let conditions = links + (kinds + records.filters).map { inner.condition($0) }
    return (inner, tables.joined(by: " "), conditions)
  }
}

/// One link of a path as a table of a query.
private struct Join {
  let link: Link
  /// The alias of the join table, if there is one.
  let pairs: Name?

  /// The table with its join to the tables before.
  func table(isFirst: Bool, outer: PredicateCompiler, _ inner: PredicateCompiler) -> SQLText {
    let target: SQLText
    if case .elements(let array) = link.kind {
      let name = inner.names[link.to.number] ?? ""
      let value = if isFirst { outer.value(array) } else { inner.value(array) }
      target = "\(array.rows, of: value, "\(name: name)")"
    } else {
      target = inner.source(of: link.to)
    }
    guard case .pairs(let join) = link.kind, let pairs else {
      if isFirst { return target }
      return condition(inner).map { "JOIN \(target) ON \($0)" } ?? "\(.pairing, of: target)"
    }
    let table: SQLText =
      if pairs == join.name { "\(name: pairs)" } else { "\(name: join.name) AS \(name: pairs)" }
    let other: SQLText = """
      JOIN \(target) ON \(inner.column(link.to.key, of: link.to.number)) \
      = \(name: pairs).\(name: join.otherColumn)
      """
    guard !isFirst, let condition = condition(inner) else { return "\(table) \(other)" }
    return "JOIN \(table) ON \(condition) \(other)"
  }

  /// The condition that links the records to the one at the start of the path.
  func condition(_ inner: PredicateCompiler) -> SQLText? {
    let ownKey = inner.column(link.from.key, of: link.from.number)
    switch link.kind {
    case .key(let key, _):
      let other = inner.column(key.otherColumn ?? link.to.key, of: link.to.number)
      return "\(other) = \(inner.column(key.column, of: link.from.number))"
    case .inverse(let key):
      let referred = key.otherColumn.map { inner.column($0, of: link.from.number) } ?? ownKey
      return .link(
        inner.column(key.column, of: link.to.number), to: referred,
        isNumber: key.otherColumn == nil && link.from.isNumbered)
    case .pairs(let join):
      return .link(
        "\(name: pairs ?? "").\(name: join.ownColumn)", to: ownKey, isNumber: link.from.isNumbered)
    case .elements: return nil
    }
  }
}

extension Term {
  /// The clause for the rows of an array or a dictionary.
  fileprivate var rows: SQLClause {
    guard case .value(let type) = type else { return .elements(.string) }
    if case .json(.dictionary(_, let value)) = type { return .entries(value.type) }
    let element = type.element ?? .string
    return isArrayOfServer ? .elementsOfDimensions(element) : .elements(element)
  }

  private var isArrayOfServer: Bool {
    switch kind {
    case .column(let column): if case .native = column.form { true } else { false }
    case .via(_, let other): other.isArrayOfServer
    default: false
    }
  }
}
