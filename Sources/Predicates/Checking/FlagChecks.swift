import FlagModel
import SQLText

/// Flags: their names, and the tests that an index on flags can answer.
struct FlagChecks: CheckingPart {
  let environment: Environment

  /// The flags that a value may have. An integer attribute has generated names for its bits.
  func set(
    of operand: Operand, naming words: [WordSyntax], at place: SourcePlace
  ) throws(Diagnostic) -> FlagSet {
    if case .flags(let set)? = operand.type { return set }
    if operand.isStored, let set = operand.type?.flagSet { note(words, of: [set]) }
    if operand.isStored, let set = operand.type?.flagSet, set.knows(words.map(\.text)) {
      return set
    }
    let hint: Hint? = if flagAttributes.isEmpty { nil } else { "\(listed(flagAttributes)) does" }
    throw Diagnostic(
      "'\(operand.name)' (\(operand.declaredType)) holds no flags", at: place, hint: hint)
  }

  func test(
    _ operand: Operand, _ set: FlagSet, _ test: FlagTest, _ flags: FlagExpression
  ) throws(Diagnostic) -> Predicate {
    let mask = try self.mask(flags, of: operand.name, set)
    if test == .exactly {
      if case .binary(.bitAnd, _, _) = operand.term.kind {
        return Self.flagTest(operand.term, set, mask)
      }
      try requireFlags(mask, of: operand.name, set, flags)
      return Self.exactly(operand.term, set, mask)
    }
    return .test(asked(operand), .flags(test, mask: Int64(bitPattern: mask)))
  }

  /// The value that a test of its flags reads. In a group, only the flags are known.
  func asked(_ operand: Operand) -> Term {
    if environment.answer.hasGroups { return operand.term.flagsAlone }
    return operand.term
  }

  /// A test that a term has exactly these flags, whatever its fields contain.
  private static func exactly(_ term: Term, _ set: FlagSet, _ mask: UInt64) -> Predicate {
    if set.fields.isEmpty {
      return .test(term, .flags(.exactly, mask: set.stored(mask)))
    }
    return .test(term.ofRecord { $0.flagBits(set) }, .flags(.exactly, mask: set.stored(mask)))
  }

  /// Throws if a mask contains bits of a field, but is compared with the flags alone.
  func requireFlags(
    _ mask: UInt64, of name: String, _ set: FlagSet, _ flags: FlagExpression
  ) throws(Diagnostic) {
    guard let field = set.fields.first(where: { $0.mask & mask != 0 }),
      let word = flags.words.first
    else { return }
    throw Diagnostic(
      "'\(word.text)' has bits of the field '\(field.name)'", at: word.place,
      hint: "use the field's name, as in \(name).\(field.name)")
  }

  /// The only attribute that has all the flags.
  func attribute(
    _ words: [WordSyntax], _ place: SourcePlace
  ) throws(Diagnostic) -> (Attribute, FlagSet) {
    let candidates = flagAttributes
    guard let first = candidates.first else {
      let numbers = entity.attributes.filter { $0.type.flagSet?.knows(words.map(\.text)) == true }
      throw Diagnostic(
        "\(entity.name) has no flags", at: place,
        hint: numbers.first.map { .words("say which number, as in \($0.name):\(words[0].text)") })
    }
    if candidates.count == 1 { return first }
    note(words, of: candidates.map(\.1))
    let knowing = candidates.filter { _, set in
      words.allSatisfy { (try? set.mask(from: $0.text)) != nil || set.bits(number: $0.text) != nil }
    }
    switch knowing.count {
    case 1: return knowing[0]
    case 0: throw unknownEverywhere(words, candidates, place)
    default:
      throw Diagnostic(
        "several attributes have these flags: \(listed(knowing))", at: place,
        hint: "say which, as in \(knowing[0].0.name):\(words.first?.text ?? "")")
    }
  }

  private var flagAttributes: [(Attribute, FlagSet)] {
    entity.attributes.compactMap { attribute in
      if case .flags(let set) = attribute.type { (attribute, set) } else { nil }
    }
  }

  private func listed(_ attributes: [(Attribute, FlagSet)]) -> String {
    attributes.map { $0.0.name }.joined(separator: ", ")
  }

  private func unknownEverywhere(
    _ words: [WordSyntax], _ candidates: [(Attribute, FlagSet)], _ place: SourcePlace
  ) -> Diagnostic {
    let unknown = words.first { word in
      candidates.allSatisfy { (try? $0.1.mask(from: word.text)) == nil }
    }
    guard let unknown else {
      return Diagnostic(
        "no attribute has all of these flags; there are \(listed(candidates))", at: place)
    }
    let flagNames = candidates.flatMap { $0.1.names }
    return Diagnostic(
      "'\(unknown.text)' is not a flag of \(listed(candidates))", at: unknown.place,
      hint: candidates.lazy.compactMap { attribute, set in
        set.field(named: Name(unknown.text)).map { "it is a field: \(attribute.name).\($0.name)" }
      }.first ?? .name(for: Name(unknown.text), in: flagNames))
  }

  /// The stored value for the flags that a literal names.
  func value(
    _ literal: PredicateSyntax, of operand: Operand, _ set: FlagSet
  ) throws(Diagnostic) -> Value {
    .integer(set.stored(try mask(expression(literal), of: operand.name, set)))
  }

  // MARK: Comparisons

  /// `markers = [.HRM]` means exactly these flags. For a calculation, its result is compared.
  func compare(
    _ operand: Operand, _ set: FlagSet, _ comparison: Comparison, _ literal: PredicateSyntax
  ) throws(Diagnostic) -> Predicate {
    guard !comparison.isOrdering else {
      if let none = Self.hasNoBits(operand.term, set),
        isAnyBit(operand, set, comparison, literal)
      {
        return .not(none)
      }
      let hint: Hint =
        if literal.kind == .number("0"), comparison == .greater {
          "write != 0: the highest bit makes a number negative"
        } else {
          "'has', 'has any', 'lacks' and 'is exactly' compare them"
        }
      throw Diagnostic("flags have no order", at: literal.place, hint: hint)
    }
    if literal.kind == .number("0"), let none = Self.hasNoBits(operand.term, set) {
      return none.negated(if: comparison != .equal)
    }
    let flags = try comparedFlags(literal, operand, set)
    let mask = try self.mask(flags, of: operand.name, set)
    if case .column = operand.term.kind { try requireFlags(mask, of: operand.name, set, flags) }
    return Self.flagTest(operand.term, set, mask).negated(if: comparison != .equal)
  }

  /// True for `(markers & 6) > 0`, if none of these bits makes the number negative.
  private func isAnyBit(
    _ operand: Operand, _ set: FlagSet, _ comparison: Comparison, _ literal: PredicateSyntax
  ) -> Bool {
    let isAsked =
      literal.kind == .number("0") && comparison == .greater
      || literal.kind == .number("1") && comparison == .greaterOrEqual
    guard isAsked, case .binary(.bitAnd, _, let right) = operand.term.kind,
      case .integer(let bits)? = right.constant
    else { return false }
    return !set.rawType.isSigned || set.stored(UInt64(bitPattern: bits)) >= 0
  }

  private func comparedFlags(
    _ literal: PredicateSyntax, _ operand: Operand, _ set: FlagSet
  ) throws(Diagnostic) -> FlagExpression {
    switch literal.kind {
    case .number("0"): return FlagExpression(.list([]), at: literal.place)
    case .bool where set.mask(called: Name(text(of: literal))) != nil: return expression(literal)
    case .text, .date, .bool, .duration, .range:
      throw Diagnostic(
        "'\(operand.name)' holds flags: expected a list such as "
          + "[.\(set.flags.first?.name ?? "")]", at: literal.place,
        hint: meant(literal, operand, set))
    default: return expression(literal)
    }
  }

  /// `markers = 'HRM'`
  private func meant(_ literal: PredicateSyntax, _ operand: Operand, _ set: FlagSet) -> Hint? {
    guard case .text(let text) = literal.kind, set.mask(called: Name(text)) != nil else {
      return nil
    }
    return .meant(["\(operand.name) has \(text)"])
  }

  /// A test that a term equals these flags. `markers & 6` becomes a test of the column itself.
  static func flagTest(_ term: Term, _ set: FlagSet, _ mask: UInt64) -> Predicate {
    guard let (value, wanted) = maskedValue(term, set) else { return exactly(term, set, mask) }
    if mask == 0 { return hasNone(value, of: wanted, set) }
    if mask == wanted { return .test(value, .flags(.has, mask: Int64(bitPattern: mask))) }
    return .test(term, .flags(.exactly, mask: set.stored(mask)))
  }

  /// A comparison of `markers & 6` with the number 0, which asks for bits: a missing value has none.
  /// Nil for another calculation.
  private static func hasNoBits(_ term: Term, _ set: FlagSet) -> Predicate? {
    maskedValue(term, set).map { value, wanted in
      .test(value, .flags(.none, mask: Int64(bitPattern: wanted)))
    }
  }

  /// The value and the mask of `markers & 6`.
  private static func maskedValue(_ term: Term, _ set: FlagSet) -> (Term, mask: UInt64)? {
    guard case .binary(.bitAnd, let value, let right) = term.kind,
      case .integer(let bits)? = right.constant
    else { return nil }
    return (value, UInt64(bitPattern: bits) & set.widthMask)
  }

  /// A test that a value has none of these flags. A missing value is no set, so it fails the test.
  static func hasNone(_ term: Term, of mask: UInt64, _ set: FlagSet) -> Predicate {
    guard term.isOptional else {
      return .test(term, .flags(.none, mask: Int64(bitPattern: mask)))
    }
    let common = term.ofRecord { value in
      let bits = Term.constant(.integer(set.stored(mask)), .flags(set))
      return Term(.binary(.bitAnd, value, bits), .flags(set), isOptional: value.isOptional)
    }
    return .test(common, .flags(.exactly, mask: 0))
  }
}
