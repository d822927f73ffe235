import FlagModel
import SQLText

/// Calculations with numbers, dates, texts and flags.
struct Arithmetic: CheckingPart {
  let environment: Environment

  /// An operation on two checked operands.
  func calculate(
    _ binary: Operator, _ first: Side, _ second: Side, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    let a = plainOperand(first.checked, first.syntax)
    let b = plainOperand(second.checked, second.syntax)
    switch (a, b) {
    case (nil, nil):
      if let x = first.literal, let y = second.literal {
        return try fold(binary, literals.plain(x), literals.plain(y), syntax)
      }
    case (let operand?, _):
      if case .flags(let set)? = operand.type {
        return try flags.calculate(binary, operand, set, second, syntax)
      }
    case (nil, let operand?):
      if case .flags(let set)? = operand.type, let literal = first.literal {
        if binary == .subtract { return try flags.subtract(operand, set, from: literal, syntax) }
        return try flags.calculate(binary, operand, set, first, syntax)
      }
    }
    let isDate = { (operand: Operand?) in
      operand?.type == .date || operand?.term.type == .moment
    }
    if let x = first.literal, isDate(b) { try literals.requireUnit(binary, literals.plain(x)) }
    if let y = second.literal, isDate(a) { try literals.requireUnit(binary, literals.plain(y)) }
    let x = try number(first, beside: b)
    let y = try number(second, beside: a)
    return try calculate(binary, x, y, syntax)
  }

  // MARK: One operand

  func negative(_ inner: Side, _ syntax: PredicateSyntax) throws(Diagnostic) -> Checked {
    if let writtenLiteral = inner.literal {
      let literal = literals.plain(writtenLiteral)
      switch literal.kind {
      case .number(let text):
        let negated = if text.hasPrefix("-") { String(text.dropFirst()) } else { "-\(text)" }
        return .literal(PredicateSyntax(.number(negated), at: syntax.place))
      default: return .literal(PredicateSyntax(.negative(literal), at: syntax.place))
      }
    }
    let operand = try number(inner, beside: nil)
    guard operand.type?.places != nil || operand.term.type == .duration else {
      throw notNumber(operand, "-")
    }
    let term = Term(.negative(operand.term), operand.term.type, isOptional: true)
    return .operand(derived(term, operand.declaredType, syntax, origin: operand.origin))
  }

  func complement(_ inner: Side, _ syntax: PredicateSyntax) throws(Diagnostic) -> Checked {
    if let literal = inner.literal {
      if case .number(let text) = literal.kind, let number = literals.wholeNumber(text) {
        return .literal(PredicateSyntax(.number("\(~number)"), at: syntax.place))
      }
      return .literal(PredicateSyntax(.complement(literal), at: syntax.place))
    }
    let operand = try operand(of: inner)
    switch operand.type {
    case .flags(let set): return .operand(flags.complement(operand, set, syntax))
    case .integer:
      let term = Term(
        .complement(operand.term), operand.term.type, isOptional: operand.term.isOptional)
      return .operand(derived(term, operand.declaredType, syntax, origin: operand.origin))
    default: throw notNumber(operand, "~")
    }
  }

  private func notNumber(_ operand: Operand, _ sign: String) -> Diagnostic {
    Diagnostic(
      "'\(sign)' cannot be applied to '\(operand.name)' (\(operand.declaredType))",
      at: operand.place)
  }

  /// An operand of a calculation. A literal gets the form that suits the other operand.
  func number(_ side: Side, beside other: Operand?) throws(Diagnostic) -> Operand {
    if let literal = side.literal, case .number(let text) = literals.plain(literal).kind,
      case .decimal? = other?.type, let (decimal, places) = Self.decimal(text),
      let units = try? FixedPoint.units(from: decimal, places: places)
    {
      let type = AttributeType.decimal(places: places)
      let stored: AttributeType = if places == 0 { .integer(.int64) } else { type }
      return derived(.constant(.integer(units), stored), "Decimal", side.syntax, origin: root)
    }
    return try operand(of: side)
  }

  /// A number without exponent, and its number of decimal places. Nil for a text that is not a
  /// decimal number, or has too many decimal places.
  private static func decimal(_ text: String) -> (text: String, places: Int)? {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
    let sign = text.hasPrefix("-") ? "-" : ""
    let halves = parts[0].dropFirst(sign.count).split(separator: ".")
    var digits = halves.joined()
    let written: Int? = if parts.count > 1 { Int(parts[1]) } else { 0 }
    guard parts.count <= 2, let exponent = written, abs(exponent) < 40,
      !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    let fractionDigits = if halves.count == 2 { halves[1].utf8.count } else { 0 }
    let moved = fractionDigits - exponent
    let places = max(0, moved)
    guard places <= FixedPoint.maximalPlaces else { return nil }
    digits += String(repeating: "0", count: max(0, -moved))
    digits = String(repeating: "0", count: max(0, places + 1 - digits.utf8.count)) + digits
    let fraction = places == 0 ? "" : ".\(digits.suffix(places))"
    return ("\(sign)\(digits.dropLast(places))\(fraction)", places)
  }

  // MARK: Two operands

  private func calculate(
    _ binary: Operator, _ left: Operand, _ right: Operand, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    guard let (term, declared) = self.term(binary, left, right) else {
      throw Diagnostic(
        "'\(binary.rawValue)' cannot be applied to '\(left.name)' (\(left.declaredType)) "
          + "and '\(right.name)' (\(right.declaredType))", at: syntax.place)
    }
    let origin = if left.term.constant == nil { left.origin } else { right.origin }
    return .operand(derived(term, declared, syntax, origin: origin))
  }

  private func term(_ binary: Operator, _ left: Operand, _ right: Operand) -> (Term, String)? {
    func made(_ a: Term, _ b: Term, _ type: TermType) -> Term {
      Term(.binary(binary, a, b), type, isOptional: true)
    }
    let (a, b) = (left.term, right.term)
    switch (a.type, b.type, binary) {
    case (.value(.string), .value(.string), .add): return (made(a, b, a.type), "String")
    case (.value(.date), .duration, .add), (.value(.date), .duration, .subtract),
      (.moment, .duration, .add), (.moment, .duration, .subtract):
      return (made(a.asMoment, b, .moment), "Date")
    case (.duration, .value(.date), .add), (.duration, .moment, .add):
      return (made(b.asMoment, a, .moment), "Date")
    case (.value(.date), .value(.date), .subtract), (.moment, .moment, .subtract),
      (.value(.date), .moment, .subtract), (.moment, .value(.date), .subtract):
      return (made(a.asMoment, b.asMoment, .duration), "duration")
    case (.duration, .duration, .add), (.duration, .duration, .subtract):
      return (made(a, b, .duration), "duration")
    case (.duration, .value(.integer), .multiply), (.duration, .value(.integer), .divide):
      return (made(a, b, .duration), "duration")
    case (.value(let first), .value(let second), _):
      guard let placesA = first.places, let placesB = second.places else { return nil }
      return numeric(binary, left.term, placesA, right.term, placesB)
    default: return nil
    }
  }

  private func numeric(
    _ binary: Operator, _ left: Term, _ leftPlaces: Int?, _ right: Term, _ rightPlaces: Int?
  ) -> (Term, String)? {
    func made(_ a: Term, _ b: Term, _ type: AttributeType, _ name: String) -> (Term, String) {
      (Term(.binary(binary, a, b), type, isOptional: true), name)
    }
    if binary == .power { return made(left.asReal, right.asReal, .double, "Double") }
    if let a = leftPlaces, let b = rightPlaces, a == 0, b == 0 {
      if binary.isBitwise {
        let isOptional = left.isOptional || right.isOptional
        return (Term(.binary(binary, left, right), .integer(.int64), isOptional: isOptional), "Int")
      }
      return made(left, right, .integer(.int64), "Int")
    }
    if binary.isBitwise { return nil }
    if let a = leftPlaces, let b = rightPlaces {
      let places = max(a, b)
      switch binary {
      case .add, .subtract, .remainder:
        return made(
          left.scaled(to: places), right.scaled(to: places), .decimal(places: places), "Decimal")
      case .multiply where a == 0 || b == 0:
        return made(left, right, .decimal(places: places), "Decimal")
      default: break
      }
    }
    if binary == .remainder { return nil }
    return made(left.asReal, right.asReal, .double, "Double")
  }
}
