public import FlagModel

extension Predicate {
  /// The predicate in its plainest spelling, with names for all masks, cases and columns: what was
  /// understood of the text that somebody typed.
  public func spelled(of entity: Entity, in schema: Schema) -> String {
    PredicateSpelling(entity, schema).node(self).printed
  }
}

/// Makes the syntax tree that a checked predicate would be read from.
struct PredicateSpelling {
  private let schema: Schema
  /// The records in question: what stands before the names of their properties, and what they are.
  private var subjects: [Int: Subject] = [:]
  private var depth = 0

  private struct Subject {
    /// Nil where the names stand alone.
    let base: PredicateSyntax?
    /// Nil for the elements of an array.
    let entity: Entity?
  }

  init(_ entity: Entity, _ schema: Schema) {
    self.schema = schema
    subjects[0] = Subject(base: nil, entity: entity)
  }

  private func make(_ kind: PredicateSyntax.Kind) -> PredicateSyntax {
    PredicateSyntax(kind, at: SourcePlace(SourceText(""), 0..<0))
  }

  private func member(_ base: PredicateSyntax?, _ path: String) -> PredicateSyntax {
    path.split(separator: ".").reduce(base) { base, name in
      make(base.map { .member($0, String(name)) } ?? .name(String(name)))
    } ?? make(.itself)
  }

  // MARK: Predicates

  func node(_ predicate: Predicate) -> PredicateSyntax {
    switch predicate {
    case .constant(let value): return make(.bool(value))
    case .all(let terms): return make(.and(terms.map(node)))
    case .any(let terms): return make(.or(terms.map(node)))
    case .not(.exists(let records)): return existence(records, isNegated: true)
    case .not(.test(let term, .isNull)):
      return make(.compare(node(term), .unequal, .exact, make(.null)))
    case .not(.test(let term, .flags(let test, let mask))) where test != .exactly:
      let opposites: [FlagTest: FlagTest] = [.has: .notAll, .notAll: .has, .any: .none]
      return flags(term, opposites[test] ?? .any, mask)
    case .not(let inner): return make(.not(node(inner)))
    case .test(let term, let test): return node(term, test)
    case .compare(let left, let comparison, let right):
      let (a, options) = folded(left)
      return make(.compare(node(a), comparison, options, node(folded(right).0)))
    case .compareTexts(let text, let test, let options, let other):
      return make(.textTest(node(text), test, options, node(other)))
    case .exists(let records): return existence(records, isNegated: false)
    }
  }

  private func node(_ term: Term, _ test: Predicate.Test) -> PredicateSyntax {
    let (term, options) = folded(term)
    func value(_ value: Value) -> PredicateSyntax { node(value, term.type) }
    switch test {
    case .flags(let test, let mask): return flags(term, test, mask)
    case .compare(.equal, .integer(1)) where term.type == .value(.bool): return node(term)
    case .compare(let comparison, let other):
      return make(.compare(node(term), comparison, options, value(other)))
    case .isIn(let values): return make(.isIn(node(term), options, make(.list(values.map(value)))))
    case .isBetween(let lower, let upper, let includesUpper):
      let range = make(.range(value(lower), value(upper), includesUpper: includesUpper))
      return make(.isIn(node(term), .exact, range))
    case .isNull: return make(.compare(node(term), .equal, .exact, make(.null)))
    case .text(let test, let other, let options):
      return make(.textTest(node(term), test, options, make(.text(other))))
    }
  }

  /// A code without its case is a code whose comparison ignores it.
  private func folded(_ term: Term) -> (Term, TextOptions) {
    guard case .function(.folded(let options), let arguments) = term.kind else {
      return (term, .exact)
    }
    return (arguments[0], options)
  }

  private func flags(_ term: Term, _ test: FlagTest, _ mask: Int64) -> PredicateSyntax {
    guard case .value(.flags(let set)) = term.type else { return node(term) }
    let isStored = test == .exactly
    let bits = isStored ? set.mask(stored: mask) : UInt64(bitPattern: mask)
    let words = set.names(of: bits).map { make(.name($0)) }
    if words.isEmpty, isStored { return make(.member(node(term), "isEmpty")) }
    return make(.flags(node(term), test, words))
  }

  // MARK: Values

  private func node(_ value: Value, _ type: TermType) -> PredicateSyntax {
    switch (type, value) {
    case (_, .null): return make(.null)
    case (.duration, .integer(let span)): return make(.duration(TimeSpan.text(of: span)))
    case (.moment, .integer(let number)):
      return make(.date(Timestamp(microseconds: number)?.text ?? "\(number)"))
    case (.calendar(.day), .text(let day)): return make(.date(day))
    case (.record, _): return make(.number(AttributeType.integer(.int64).text(of: value)))
    case (.value(let type), _): return node(value, type)
    default: return make(.text(AttributeType.string.rawText(of: value)))
    }
  }

  private func node(_ value: Value, _ type: AttributeType) -> PredicateSyntax {
    switch type {
    case .bool: return make(.bool(value == .integer(1)))
    case .integer, .double, .float, .decimal: return make(.number(type.text(of: value)))
    case .date: return make(.date(type.text(of: value)))
    case .enumeration(let enumeration):
      return make(.dotted(enumeration.caseName(of: value) ?? type.text(of: value)))
    case .flags(let set):
      guard case .integer(let stored) = value else { return make(.null) }
      return make(.list(set.names(of: set.mask(stored: stored)).map { make(.name($0)) }))
    case .array(let element):
      return make(
        type.elements(of: value).map { .list($0.map { node($0, element) }) }
          ?? .text(type.rawText(of: value)))
    case .string, .uuid, .url, .data: return make(.text(type.rawText(of: value)))
    }
  }

  func node(_ term: Term) -> PredicateSyntax {
    switch term.kind {
    case .column(let column): return node(column, term.type)
    case .value(let value): return node(value, term.type)
    case .via(let link, let inner):
      // What is asked of the whole is asked of the column.
      let column = Term(inner.kind, term.type, isOptional: inner.isOptional)
      return following(link).node(column)
    case .negative(let inner): return make(.negative(node(inner)))
    case .complement(let inner): return make(.complement(node(inner)))
    case .binary(.divide, let left, _) where left.isRealDecimal || left.isMeanOfDecimals:
      return node(left)
    case .binary(.divide, let left, _) where left.spanInSeconds != nil:
      let (end, start) = left.spanInSeconds ?? (left, left)
      let since = PredicateSyntax.Argument(label: nil, value: node(start))
      return make(.call(node(end), "timeIntervalSince", [since]))
    case .binary(.subtract, let left, _) where left.secondsOfDate != nil:
      return left.secondsOfDate.map(node) ?? make(.null)
    case .binary(let binary, let left, let right):
      return make(.binary(binary, node(left), node(right)))
    case .scaled(let inner, _): return node(inner)
    case .conditional(let condition, let yes, let no):
      return make(.conditional(node(condition), node(yes), node(no)))
    case .condition(let predicate): return node(predicate)
    case .aggregate(let aggregate, let inner, let records):
      return self.aggregate(aggregate, inner, records)
    case .count(let records): return make(.member(node(records), "count"))
    case .function(let function, let arguments): return call(function, arguments)
    case .bitCount(let inner, _): return make(.member(node(inner), "count"))
    case .groupCount: return make(.call(nil, "count", []))
    case .ofGroup(let aggregate, let inner): return ofGroup(aggregate, inner)
    case .eachFlag(let inner, _):
      return make(.call(nil, "each", [.init(label: nil, value: node(inner))]))
    }
  }

  private func node(_ column: Predicate.Column, _ type: TermType) -> PredicateSyntax {
    guard let subject = subjects[column.scope] else { return make(.name(column.name)) }
    guard let entity = subject.entity else { return subject.base ?? make(.itself) }
    let attribute = entity.attributes.first { $0.column.utf8.elementsEqual(column.name.utf8) }
    let node = member(subject.base, attribute?.name ?? column.name)
    switch attribute?.type {
    case .flags, .enumeration:
      return attribute.map { .value($0.type) } == type ? node : make(.member(node, "rawValue"))
    default: return node
    }
  }

  private func call(_ function: SQLFunction, _ arguments: [Term]) -> PredicateSyntax {
    let values = arguments.map(node)
    let name: String
    switch function {
    case .microseconds, .element: return values[0]
    case .real where arguments[0].type.isDecimal: return values[0]
    case .lowercased: return make(.call(values[0], "lowercased", []))
    case .uppercased: return make(.call(values[0], "uppercased", []))
    case .length: return make(.member(values[0], "count"))
    case .real, .realOfText: name = "Double"
    case .whole, .wholeOfText: name = "Int"
    case .text: name = "String"
    case .least: name = "min"
    case .greatest: name = "max"
    default: name = "\(function)"
    }
    return make(.call(nil, name, values.map { .init(label: nil, value: $0) }))
  }

  // MARK: Records

  /// The spelling inside a path that a link goes on.
  private func following(_ link: Link) -> PredicateSpelling {
    var inner = self
    inner.subjects[link.to.number] = Subject(
      base: member(subjects[link.from.number]?.base, link.name),
      entity: schema.entity(named: link.to.table))
    return inner
  }

  /// The path to records, the checker of one of them, and the variable that stands for it.
  private func path(_ records: Records) -> (PredicateSyntax, PredicateSpelling, String) {
    var inner = self
    var path = make(.itself)
    for link in records.links {
      if case .elements(let array) = link.kind {
        path = inner.node(array)
      } else {
        path = member(inner.subjects[link.from.number]?.base, link.name)
      }
      let entity = schema.entity(named: link.to.table)
      inner.subjects[link.to.number] = Subject(base: path, entity: link.isOfElements ? nil : entity)
    }
    let variable = depth == 0 ? "0" : "r\(depth)"
    if let last = records.links.last {
      inner.subjects[last.to.number] = Subject(
        base: make(.variable(variable)), entity: inner.subjects[last.to.number]?.entity)
    }
    inner.depth += 1
    return (path, inner, variable)
  }

  private func node(_ records: Records) -> PredicateSyntax {
    let (path, inner, variable) = path(records)
    guard let condition = Predicate.conjunction(records.filters) else { return path }
    return make(.filter(path, variable: variable, inner.node(condition)))
  }

  private func existence(_ records: Records, isNegated: Bool) -> PredicateSyntax {
    let (path, inner, variable) = path(records)
    guard let condition = Predicate.conjunction(records.filters) else {
      let isEmpty = make(.member(path, "isEmpty"))
      return isNegated ? isEmpty : make(.not(isEmpty))
    }
    func quantified(_ name: String, _ condition: Predicate) -> PredicateSyntax {
      let closure = make(.closure(variable: variable, inner.node(condition)))
      return make(.call(path, name, [.init(label: nil, value: closure)]))
    }
    if isNegated, case .not(let holds) = condition { return quantified("allSatisfy", holds) }
    let contains = quantified("contains", condition)
    return isNegated ? make(.not(contains)) : contains
  }

  private func ofGroup(_ aggregate: Aggregate, _ value: Term) -> PredicateSyntax {
    let isDistinct = aggregate == .distinctCount
    let name =
      switch aggregate {
      case .average: "avg"
      case .distinctCount: "count"
      default: aggregate.rawValue
      }
    let label = isDistinct ? PredicateSyntax.Argument.distinct : nil
    return make(.call(nil, name, [.init(label: label, value: node(value))]))
  }

  private func aggregate(
    _ aggregate: Aggregate, _ value: Term, _ records: Records
  ) -> PredicateSyntax {
    let names: [Aggregate: String] = [
      .min: "min", .max: "max", .sum: "sum", .average: "avg", .first: "first", .last: "last",
      .count: "count",
    ]
    let (_, inner, variable) = path(records)
    let base = node(records)
    let element = inner.node(value)
    if aggregate == .distinctCount, case .member(_, let name) = element.kind {
      return make(
        .member(make(.member(make(.member(base, "@distinctUnionOfObjects")), name)), "@count"))
    }
    let isElement = element.kind == .variable(variable)
    if aggregate == .distinctCount, isElement {
      let set = make(.call(nil, "Set", [.init(label: nil, value: base)]))
      return make(.member(set, "count"))
    }
    let closure = PredicateSyntax.Argument(
      label: nil, value: make(.closure(variable: variable, element)))
    let values = isElement ? base : make(.call(base, "map", [closure]))
    return make(.call(values, names[aggregate] ?? "count", []))
  }
}

extension Link {
  var isOfElements: Bool { if case .elements = kind { true } else { false } }
}

extension Term {
  /// Whether it is a decimal on its way to a real number.
  fileprivate var isRealDecimal: Bool {
    guard case .function(.real, let arguments) = kind else { return false }
    return arguments[0].type.isDecimal
  }
}

extension Term {
  /// The date that `Double` makes a number of, where this is its seconds since 1970.
  fileprivate var secondsOfDate: Term? {
    guard case .binary(.divide, let number, _) = kind,
      case .function(.real, let arguments) = number.kind, arguments[0].type == .moment
    else { return nil }
    return number
  }

  /// The two moments between which this many microseconds passed, as a real number.
  fileprivate var spanInSeconds: (end: Term, start: Term)? {
    guard case .function(.real, let arguments) = kind, arguments[0].type == .duration,
      case .binary(.subtract, let end, let start) = arguments[0].kind
    else { return nil }
    return (end, start)
  }

  /// Whether it is the mean of decimals, in their smallest units.
  fileprivate var isMeanOfDecimals: Bool {
    switch kind {
    case .aggregate(.average, let element, _), .ofGroup(.average, let element):
      element.type.isDecimal
    default: false
    }
  }
}

extension TermType {
  fileprivate var isDecimal: Bool {
    if case .value(let type) = self { type.isDecimal } else { false }
  }
}
