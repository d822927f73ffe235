import FlagModel

// Comparisons, tests of texts, membership, and how many records they must hold for.

extension PredicateChecker {
  /// A comparison or test; on its left may stand a value that was found already.
  func test(
    _ syntax: PredicateSyntax, left found: Checked? = nil
  ) throws(Diagnostic) -> Predicate {
    switch syntax.kind {
    case .not(let inner): return .not(try test(inner, left: found))
    case .compare(let left, let comparison, let options, let right):
      let first = try self.left(found, left)
      let second = try check(operand: right)
      return try compare(Side(first, left), comparison, options, Side(second, right), syntax.place)
    case .textTest(let left, let test, let options, let right):
      let first = try self.left(found, left)
      return try textTest(Side(first, left), test, options, right, syntax)
    case .isIn(let left, let options, let right):
      let first = try self.left(found, left)
      return try membership(Side(first, left), options, right, syntax)
    case .flags(_, let test, let words) where found != nil:
      guard let found else { return try truth(syntax) }
      return try flags(try operand(of: found, syntax), test, words)
    default:
      if let found { return try truth(of: found, syntax) }
      return try truth(syntax)
    }
  }

  private func left(_ found: Checked?, _ syntax: PredicateSyntax) throws(Diagnostic) -> Checked {
    if let found { return found }
    return try check(operand: syntax)
  }

  /// What stands on one side of a comparison.
  struct Side {
    let checked: Checked
    let syntax: PredicateSyntax

    init(_ checked: Checked, _ syntax: PredicateSyntax) {
      (self.checked, self.syntax) = (checked, syntax)
    }

    var literal: PredicateSyntax? {
      if case .literal(let literal) = checked { literal } else { nil }
    }
  }

  // MARK: Comparisons

  func compare(
    _ left: Side, _ comparison: Comparison, _ options: TextOptions, _ right: Side,
    _ place: SourcePlace
  ) throws(Diagnostic) -> Predicate {
    // `status = measured`: the second name may be a case or a flag whose point was left out, even
    // where something else has that name.
    if case .operand(let operand) = left.checked, takesWord(operand, right.syntax) {
      return try compare(operand, comparison, options, literal: right.syntax)
    }
    if case .operand(let operand) = right.checked, takesWord(operand, left.syntax) {
      return try compare(operand, comparison.mirrored, options, literal: left.syntax)
    }
    switch (left.literal, right.literal) {
    case (nil, let literal?):
      return try compare(try operand(of: left), comparison, options, literal: literal)
    case (let literal?, nil):
      return try compare(try operand(of: right), comparison.mirrored, options, literal: literal)
    case (nil, nil):
      return try compare(
        try operand(of: left), comparison, options, try operand(of: right), place)
    case (let first?, let second?):
      return try compareConstants(first, comparison, options, second, place)
    }
  }

  private func operand(of side: Side) throws(Diagnostic) -> Operand {
    try operand(of: side.checked, side.syntax)
  }

  private func takesWord(_ operand: Operand, _ syntax: PredicateSyntax) -> Bool {
    guard case .name(let word) = syntax.kind else { return false }
    switch operand.type {
    case .enumeration(let enumeration): return enumeration.rawValue(of: word) != nil
    case .flags(let set): return set.mask(named: word) != nil
    default: return false
    }
  }

  /// Two values that are the same for all records: numbers or texts.
  private func compareConstants(
    _ left: PredicateSyntax, _ comparison: Comparison, _ options: TextOptions,
    _ right: PredicateSyntax, _ place: SourcePlace
  ) throws(Diagnostic) -> Predicate {
    for side in [left, right] {
      if let name = unknownName(side), constant(side) == nil { throw unknown(name) }
    }
    guard let first = constant(left), let second = constant(right) else {
      throw Diagnostic(
        "expected an attribute on one side of '\(comparison.rawValue)'", at: place,
        hint: "\(innermost.name) has \(innermost.names.joined(separator: ", "))")
    }
    return try compare(first, comparison, options, second, place)
  }

  func compare(
    _ operand: Operand, _ comparison: Comparison, _ options: TextOptions,
    literal: PredicateSyntax
  ) throws(Diagnostic) -> Predicate {
    if case .null = literal.kind { return try nullTest(operand, comparison, literal) }
    if case .record(let name) = operand.term.type {
      return try compareRecord(operand, name, comparison, literal)
    }
    if case .flags(let set)? = operand.type {
      return try compareFlags(operand, set, comparison, literal)
    }
    if comparison.isOrdering { try requireOrder(operand) }
    if let exists = try existence(operand, comparison, literal) { return exists }
    if let moved = try comparePlainDate(operand, comparison, literal) { return moved }
    let value = try value(literal, for: operand)
    let (term, folded) = try fold(operand, value, options)
    return .test(term, .compare(comparison, folded))
  }

  private func nullTest(
    _ operand: Operand, _ comparison: Comparison, _ literal: PredicateSyntax
  ) throws(Diagnostic) -> Predicate {
    switch comparison {
    case .equal: return .test(operand.term, .isNull)
    case .unequal: return .not(.test(operand.term, .isNull))
    default: throw Diagnostic("nothing is less or greater than nil", at: literal.place)
    }
  }

  /// `sample = 17`, or `sample = 'S-17'` where a Sample is known by one unique attribute.
  private func compareRecord(
    _ operand: Operand, _ entityName: String, _ comparison: Comparison,
    _ literal: PredicateSyntax
  ) throws(Diagnostic) -> Predicate {
    guard !comparison.isOrdering else {
      throw Diagnostic(
        "'\(operand.name)' is a relationship: it can be equal or not, and nothing else",
        at: operand.place)
    }
    var label = schema.entity(named: entityName)?.label
    if case .number = literal.kind { label = nil }
    guard let label, let target = schema.entity(named: entityName) else {
      return .test(operand.term, .compare(comparison, try key(literal, for: operand)))
    }
    let end = Scope(number: numbers.next(), table: target.name, key: target.keyColumn)
    let term = self.label(label, of: operand.term, in: operand.origin, through: end)
    let labelled = Operand(
      term: term, name: label.name, declaredType: label.declaredType, place: operand.place,
      origin: operand.origin)
    return .test(term, .compare(comparison, try value(literal, for: labelled)))
  }

  /// The label of the record that a term is the key of.
  private func label(
    _ label: Attribute, of key: Term, in scope: Scope, through end: Scope
  ) -> Term {
    func column(in scope: Scope) -> Term {
      let column = Predicate.Column(
        name: label.column, isOptional: label.isOptional, scope: scope.number)
      return Term(.column(column), label.type, isOptional: label.isOptional)
    }
    switch key.kind {
    case .via(let link, let inner):
      let found = self.label(label, of: inner, in: link.to, through: end)
      return Term(.via(link, found), found.type, isOptional: key.isOptional || found.isOptional)
    case .column(let own) where own.name == scope.key && scope.table == end.table:
      return column(in: scope)
    case .column(let key):
      let link = Link(
        kind: .key(column: key.name, isOptional: key.isOptional), name: key.name, from: scope,
        to: end)
      return Term(
        .via(link, column(in: end)), label.type, isOptional: key.isOptional || label.isOptional)
    default: return column(in: scope)
    }
  }

  /// Whether there are any asks less of a database than how many there are.
  private func existence(
    _ operand: Operand, _ comparison: Comparison, _ literal: PredicateSyntax
  ) throws(Diagnostic) -> Predicate? {
    guard case .count(let records) = operand.term.kind, case .number(let number) = literal.kind
    else { return nil }
    switch (comparison, number) {
    case (.greater, "0"), (.greaterOrEqual, "1"), (.unequal, "0"): return .exists(records)
    case (.equal, "0"), (.less, "1"), (.lessOrEqual, "0"): return .not(.exists(records))
    default: return nil
    }
  }

  /// `taken + 7d > now` asks the same as `taken > now - 7d`, which an index can answer.
  private func comparePlainDate(
    _ operand: Operand, _ comparison: Comparison, _ literal: PredicateSyntax
  ) throws(Diagnostic) -> Predicate? {
    guard operand.term.type == .moment,
      case .binary(let binary, let left, let right) = operand.term.kind,
      case .function(.microseconds, let dates) = left.kind, let date = dates.first,
      case .integer(let span)? = right.constant, let other = try self.date(literal),
      span != .min,
      let moved = other.adding(microseconds: binary == .add ? -span : span)
    else { return nil }
    return .test(date, .compare(comparison, .text(moved.storedText)))
  }

  func requireOrder(_ operand: Operand) throws(Diagnostic) {
    switch operand.type {
    case .flags:
      throw Diagnostic(
        "flags have no order", at: operand.place,
        hint: "'has', 'has any', 'lacks' and 'is exactly' compare them")
    case .enumeration(let enumeration) where !enumeration.isOrdered:
      throw Diagnostic(
        "'\(operand.name)' (\(operand.declaredType)) has no order: its values are not stored in "
          + "the order of the cases", at: operand.place, hint: "name the cases, as in {.a, .b}")
    case .array, .bool:
      throw Diagnostic(
        "'\(operand.name)' (\(operand.declaredType)) has no order", at: operand.place)
    default: return
    }
  }

  /// A text and what it is compared with, without what does not count.
  func fold(
    _ operand: Operand, _ value: Value, _ options: TextOptions
  ) throws(Diagnostic) -> (Term, Value) {
    guard options != .exact else { return (operand.term, value) }
    guard isText(operand), case .text(let text) = value else { throw noText(operand, options) }
    return (operand.term.folded(options), .text(text.folded(options)))
  }

  private func noText(_ operand: Operand, _ options: TextOptions) -> Diagnostic {
    Diagnostic(
      "'[\(options.letters)]' is for texts, and '\(operand.name)' (\(operand.declaredType)) is none",
      at: operand.place)
  }

  func isText(_ operand: Operand) -> Bool {
    switch operand.type {
    case .string, .url, .uuid: true
    default: false
    }
  }

  // MARK: Two values that are looked up

  private func compare(
    _ left: Operand, _ comparison: Comparison, _ options: TextOptions, _ right: Operand,
    _ place: SourcePlace
  ) throws(Diagnostic) -> Predicate {
    if comparison.isOrdering {
      for operand in [left, right] {
        try requireOrder(operand)
        if case .record = operand.term.type {
          throw Diagnostic(
            "'\(operand.name)' is a relationship: it can be equal or not, and nothing else",
            at: operand.place)
        }
      }
    }
    guard let (first, second) = alike(left, right) else {
      throw Diagnostic(
        "'\(left.name)' (\(left.declaredType)) and '\(right.name)' (\(right.declaredType)) "
          + "cannot be compared", at: place)
    }
    guard options != .exact else { return .compare(first, comparison, second) }
    guard isText(left) else { throw noText(left, options) }
    guard isText(right) else { throw noText(right, options) }
    return .compare(first.folded(options), comparison, second.folded(options))
  }

  /// Two values in a form in which SQL compares them rightly; nil where nothing does.
  func alike(_ left: Operand, _ right: Operand) -> (Term, Term)? {
    let (a, b) = (left.term, right.term)
    if a.type == b.type { return (a, b) }
    switch (a.type, b.type) {
    case (.moment, .value(.date)), (.value(.date), .moment): return (a.asMoment, b.asMoment)
    case (.record, .value(.integer)) where right.isKey,
      (.value(.integer), .record) where left.isKey:
      return (a, b)
    case (.value(let first), .value(let second)):
      guard let (wider, places) = Self.common(first, second) else { return nil }
      return wider ? (a.asReal, b.asReal) : (a.scaled(to: places), b.scaled(to: places))
    default: return nil
    }
  }

  /// Whether two kinds of numbers meet as real ones, and else with how many places; nil for what
  /// are not both numbers.
  private static func common(
    _ first: AttributeType, _ second: AttributeType
  ) -> (isReal: Bool, places: Int)? {
    guard let a = first.places, let b = second.places else { return nil }
    guard let a, let b else {
      // SQLite compares whole numbers with real ones exactly; of decimals it knows nothing.
      return (first.isDecimal || second.isDecimal, 0)
    }
    return (false, max(a, b))
  }

  // MARK: Tests of texts

  private func textTest(
    _ left: Side, _ test: TextTest, _ options: TextOptions, _ right: PredicateSyntax,
    _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Predicate {
    if test == .contains, let found = try contains(left, right, syntax) { return found }
    let operand = try operand(of: left)
    guard isText(operand) else {
      throw Diagnostic(
        "'\(operand.name)' (\(operand.declaredType)) is no text: '\(test.rawValue)' asks texts",
        at: operand.place)
    }
    return try textTest(operand, test, options, right)
  }

  func textTest(
    _ operand: Operand, _ test: TextTest, _ options: TextOptions, _ right: PredicateSyntax
  ) throws(Diagnostic) -> Predicate {
    let other = try check(operand: right)
    if case .literal(let literal) = other {
      let text: String
      switch literal.kind {
      case .text(let word), .argument(let word): text = word
      default:
        if let name = unknownName(literal) { throw unknownValue(name, operand) }
        throw Diagnostic(
          "expected a text in quotes after '\(test.rawValue)', found \(words(of: literal))",
          at: literal.place)
      }
      try requirePattern(text, test, options, literal.place)
      let folded = test == .matches && !options.ignoresAccents ? text : text.folded(options)
      return .test(operand.term, .text(test, test == .matches ? text : folded, options))
    }
    let pattern = try self.operand(of: other, right)
    guard isText(pattern) else {
      throw Diagnostic(
        "expected a text after '\(test.rawValue)', found '\(pattern.name)' (\(pattern.declaredType))",
        at: right.place)
    }
    return .compareTexts(operand.term, test, options, pattern.term)
  }

  // MARK: How many

  func quantified(
    _ quantifier: Quantifier, _ test: PredicateSyntax
  ) throws(Diagnostic) -> Predicate {
    let (records, holds) = try quantify(test, quantifier)
    switch quantifier {
    case .any: return .exists(records.filtered(by: holds))
    case .none: return .not(.exists(records.filtered(by: holds)))
    case .all: return .not(.exists(records.filtered(by: .not(holds))))
    }
  }

  /// The records whose values a test is made of, and the test of one of them.
  private func quantify(
    _ test: PredicateSyntax, _ quantifier: Quantifier
  ) throws(Diagnostic) -> (Records, Predicate) {
    let subject = Self.subject(of: test)
    switch try several(try check(operand: subject), subject) {
    case .values(let values):
      return (values.records, try self.test(test, left: .operand(values.element)))
    case .records(let records, let entity):
      guard let last = records.links.last?.to else { break }
      let record = Checked.record(RecordPath(start: last, entity: entity))
      return (records, try self.test(test, left: record))
    default: break
    }
    throw Diagnostic(
      "'\(quantifier.rawValue)' asks of several values, and '\(text(of: subject))' is one",
      at: subject.place)
  }

  /// What stands on the left of a test.
  private static func subject(of test: PredicateSyntax) -> PredicateSyntax {
    switch test.kind {
    case .not(let inner): subject(of: inner)
    case .compare(let left, _, _, _), .textTest(let left, _, _, _), .isIn(let left, _, _),
      .flags(let left?, _, _):
      left
    default: test
    }
  }

  /// An array as its elements; anything else as it is.
  func several(_ checked: Checked, _ syntax: PredicateSyntax) throws(Diagnostic) -> Checked {
    guard case .operand(let operand) = checked, case .array? = operand.type else { return checked }
    guard let values = elements(of: operand, after: []) else {
      throw unsupportedElements(operand, syntax)
    }
    return .values(values)
  }
}

extension AttributeType {
  /// The places after the point of a number, nil within where it is real; nil for no number.
  var places: Int?? {
    switch self {
    case .integer: .some(0)
    case .decimal(let places): .some(min(max(places, 0), FixedPoint.maximalPlaces))
    case .double, .float: .some(nil)
    default: nil
    }
  }

  var isDecimal: Bool { if case .decimal = self { true } else { false } }
}

extension Term {
  /// The number as SQL's REAL.
  var asReal: Term {
    guard case .value(.decimal(let places)) = type else { return self }
    let unit = Double(powerOfTen(places))
    return Term(
      .binary(
        .divide, Term(.function(.real, [self]), .double, isOptional: isOptional),
        .constant(.real(unit), .double)),
      .double, isOptional: isOptional)
  }

  /// The number in units of so many places.
  func scaled(to places: Int) -> Term {
    guard case .value(let type) = type, let own = type.places, let own else { return self }
    if own == places { return self }
    if case .integer(let number)? = constant {
      let (product, overflow) = number.multipliedReportingOverflow(by: powerOfTen(places - own))
      if !overflow { return .constant(.integer(product), .decimal(places: places)) }
    }
    return Term(
      .scaled(self, places: places - own), .decimal(places: places), isOptional: isOptional)
  }

  func folded(_ options: TextOptions) -> Term {
    guard options != .exact else { return self }
    let letters = Term.constant(.text(options.letters), .string)
    return Term(.function(.folded, [self, letters]), .string, isOptional: isOptional)
  }
}
