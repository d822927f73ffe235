import FlagModel

// Values as SQL.

extension PredicateCompiler {
  /// A value where nothing can be misread: alone, or between commas.
  func value(_ term: Term) -> SQLText {
    let sql = unchecked(term)
    return term.mayOverflow ? "\(.bounded, of: sql)" : sql
  }

  /// A value that can stand beside an operator.
  func operand(_ term: Term) -> SQLText {
    switch term.kind {
    case .binary(.otherwise, _, _), .binary(.power, _, _): value(term)
    case .binary, .negative, .complement: term.mayOverflow ? value(term) : "(\(value(term)))"
    case .scaled(let inner, let places): scaled(inner, places)
    case .condition: "(\(value(term)))"
    default: value(term)
    }
  }

  /// A value that may have left the 64 bits.
  private func unchecked(_ term: Term) -> SQLText {
    switch term.kind {
    case .column(let column): return self.column(column.name, of: column.scope)
    case .value(let value): return "\(value)"
    case .via(let link, let inner): return via(link, inner)
    case .negative(let inner):
      return "\(.negative(isWhole: term.type.isWhole), of: part(inner, of: term))"
    case .complement(let inner): return "~\(operand(inner))"
    case .binary(let binary, let left, let right): return operation(binary, left, right, term)
    case .scaled(let inner, let places): return scaled(inner, places)
    case .conditional(let condition, let yes, let no):
      return "\(.choice, of: self.condition(condition).sql, value(yes), value(no))"
    case .condition(let predicate): return "\(.truth, of: condition(predicate).sql)"
    case .count(let records): return "(\(select("count(*)", from: records)))"
    case .aggregate(let aggregate, let inner, let records):
      return self.aggregate(aggregate, inner, records)
    case .function(let function, let arguments):
      return "\(function, of: arguments.map { value($0) })"
    case .bitCount(let inner, let masks): return bitCount(operand(inner), masks)
    case .groupCount: return "count(*)"
    case .ofGroup(let aggregate, let inner): return ofGroup(aggregate, inner)
    case .eachFlag(_, let column): return "\(name: column)"
    }
  }

  private func ofGroup(_ aggregate: Aggregate, _ term: Term) -> SQLText {
    let value = value(term)
    return switch aggregate {
    case .min, .first: "min(\(value))"
    case .max, .last: "max(\(value))"
    case .sum: "\(.sum(isWhole: term.type.isWhole), of: value)"
    case .average: "\(.average, of: value)"
    case .count: "count(\(value))"
    case .distinctCount: "count(DISTINCT \(value))"
    }
  }

  /// A part of a calculation, with brackets where SQL would read it otherwise. With whole numbers
  /// it is looked at with the whole.
  private func part(_ inner: Term, of whole: Term, isRight: Bool = false) -> SQLText {
    guard inner.mayOverflow == whole.mayOverflow else { return operand(inner) }
    guard case .binary(let within, _, _) = inner.kind, case .binary(let around, _, _) = whole.kind,
      let a = within.sqlPrecedence, let b = around.sqlPrecedence, isRight ? a > b : a >= b
    else {
      if case .scaled = inner.kind { return unchecked(inner) }
      return inner.mayOverflow ? "(\(unchecked(inner)))" : operand(inner)
    }
    return unchecked(inner)
  }

  private func scaled(_ inner: Term, _ places: Int) -> SQLText {
    let unit: SQLText = "\(literal: powerOfTen(places))"
    return "(\(.calculation(.multiply, isWhole: true), of: operand(inner), unit))"
  }

  private func operation(
    _ binary: Operator, _ left: Term, _ right: Term, _ whole: Term
  ) -> SQLText {
    let function = SQLFunction.calculation(binary, isWhole: whole.type.isWhole)
    if binary == .otherwise || binary == .power {
      return "\(function, of: value(left), value(right))"
    }
    let (a, b) = (part(left, of: whole), part(right, of: whole, isRight: true))
    return whole.type.isText ? "\(a) || \(b)" : "\(function, of: a, b)"
  }

  private func bitCount(_ sql: SQLText, _ masks: [Int64]) -> SQLText {
    if masks.isEmpty { return "(\(sql) & 0)" }
    return "\(.flagCount, of: [sql] + masks.map { "\(literal: $0)" })"
  }

  // MARK: Other records

  private func via(_ link: Link, _ inner: Term) -> SQLText {
    let records = Records(links: [link], filters: [])
    let (compiler, source) = query(for: records)
    return "(SELECT \(compiler.value(inner)) \(source))"
  }

  private func aggregate(
    _ aggregate: Aggregate, _ inner: Term, _ records: Records
  ) -> SQLText {
    let (compiler, source) = query(for: records)
    let value = compiler.value(inner)
    switch aggregate {
    case .min: return "(SELECT min(\(value)) \(source))"
    case .max: return "(SELECT max(\(value)) \(source))"
    case .average: return "(SELECT \(.average, of: value) \(source))"
    case .sum where inner.type.isWhole:
      return "(SELECT coalesce(\(.sum(isWhole: true), of: value), 0) \(source))"
    case .sum: return "(SELECT \(.total, of: value) \(source))"
    case .count: return "(SELECT count(\(value)) \(source))"
    case .distinctCount: return "(SELECT count(DISTINCT \(value)) \(source))"
    case .first, .last:
      let keys = records.links.map { link in
        let key = compiler.column(link.to.key, of: link.to.number)
        return aggregate == .first ? key : "\(key) DESC"
      }
      return "(SELECT \(value) \(source) ORDER BY \(keys.joined(by: ", ")) LIMIT 1)"
    }
  }

  func select(_ what: StaticString, from records: Records) -> SQLText {
    "SELECT \(keyword: what) \(query(for: records).source)"
  }

  /// `FROM … WHERE …` for records, and the compiler for what is asked of each.
  func query(for records: Records) -> (compiler: PredicateCompiler, source: SQLText) {
    var outer = self
    if let first = records.links.first { outer = outer.knowing(first.from) }
    var joins: [Join] = []
    var names = outer
    for link in records.links {
      names = names.naming(link.to)
      var pairs: String?
      if case .pairs(let join) = link.kind {
        pairs = names.freshName(join.name)
        // No scope has a number below zero.
        names = names.naming(pairs ?? "", as: -1 - link.to.number)
      }
      joins.append(Join(link: link, pairs: pairs))
    }
    let isAlone = joins.count == 1 && joins.allSatisfy { $0.pairs == nil }
    let inner = names.withoutNames(of: isAlone ? records.links.first?.to.number : nil)
    let tables = joins.enumerated().map { index, join in
      join.table(isFirst: index == 0, outer: outer, inner)
    }
    let links = joins.prefix(1).compactMap { $0.condition(inner) }.map(Condition.test)
    let conditions = links + records.filters.map { inner.condition($0) }
    let filter: SQLText =
      conditions.isEmpty ? "" : " WHERE \(Condition(conditions, isAnd: true).sql)"
    return (inner, "FROM \(tables.joined(by: " "))\(filter)")
  }
}

/// One link of a path, as a table of a query.
private struct Join {
  let link: Link
  /// What the table of pairs is called, where there is one.
  let pairs: String?

  /// The table, with what joins it to those before.
  func table(isFirst: Bool, outer: PredicateCompiler, _ inner: PredicateCompiler) -> SQLText {
    let target: SQLText
    if case .elements(let array) = link.kind {
      let name = inner.names[link.to.number] ?? ""
      let value = isFirst ? outer.value(array) : inner.value(array)
      target = "\(.elements(array.type.elements), of: value, "\(name: name)")"
    } else {
      target = inner.source(of: link.to)
    }
    guard case .pairs(let join) = link.kind, let pairs else {
      if isFirst { return target }
      return condition(inner).map { "JOIN \(target) ON \($0)" } ?? "\(.pairing, of: target)"
    }
    let table: SQLText =
      pairs == join.name ? "\(name: pairs)" : "\(name: join.name) AS \(name: pairs)"
    let other: SQLText = """
      JOIN \(target) ON \(inner.column(link.to.key, of: link.to.number)) \
      = \(name: pairs).\(name: join.otherColumn)
      """
    guard !isFirst, let condition = condition(inner) else { return "\(table) \(other)" }
    return "JOIN \(table) ON \(condition) \(other)"
  }

  /// What the records have to do with the one that they are reached from.
  func condition(_ inner: PredicateCompiler) -> SQLText? {
    let own = inner.column(link.from.key, of: link.from.number)
    switch link.kind {
    case .key(let column, _):
      let key = inner.column(column, of: link.from.number)
      return "\(inner.column(link.to.key, of: link.to.number)) = \(key)"
    case .inverse(let column):
      return "\(inner.column(column, of: link.to.number)) = \(own)"
    case .pairs(let join): return "\(name: pairs ?? "").\(name: join.ownColumn) = \(own)"
    case .elements: return nil
    }
  }
}

/// Ten to a power that 64 bits hold.
func powerOfTen(_ exponent: Int) -> Int64 {
  (0..<min(exponent, FixedPoint.maximalPlaces)).reduce(1) { power, _ in power * 10 }
}

extension Term {
  /// Whether it is calculated with whole numbers, which may leave the 64 bits.
  var mayOverflow: Bool {
    guard type.isWhole else { return false }
    switch kind {
    case .negative, .scaled: return true
    case .binary(let binary, let left, let right):
      if left.isSmall, right.isSmall { return false }
      switch binary {
      case .add, .subtract, .multiply, .divide: return true
      default: return false
      }
    default: return false
    }
  }
}

extension Term {
  /// Whether the sum of two such numbers is sure to have 64 bits: lengths of time, and dates, which
  /// are in the years 1 to 9999.
  fileprivate var isSmall: Bool {
    switch kind {
    case .function(.microseconds, _): true
    case .value(.integer(let number)):
      type != .value(.integer(.int64)) && number.magnitude < 1 << 62
    default: false
    }
  }
}

extension Operator {
  /// How tightly it binds in SQL; nil for what may be written in another way.
  fileprivate var sqlPrecedence: Int? {
    switch self {
    case .multiply, .divide, .remainder: 3
    case .add, .subtract: 2
    case .bitAnd, .bitOr, .shiftLeft, .shiftRight: 1
    case .bitXor, .power, .otherwise: nil
    }
  }
}

extension TermType {
  /// The type of what an array holds.
  fileprivate var elements: AttributeType {
    if case .value(.array(let elements)) = self { elements } else { .string }
  }

  var isText: Bool { self == .value(.string) }

  /// Whether the values are kept as integers.
  var isWhole: Bool {
    switch self {
    case .moment, .duration, .record: true
    case .calendar: false
    case .value(let type):
      switch type {
      case .bool, .integer, .decimal, .flags: true
      default: false
      }
    }
  }
}
