import FlagModel
import SQLText

// Evaluates calculations with only literals before any SQL is generated.

extension Arithmetic {
  /// An operation on two literals. Numbers are calculated; dates and flags wait for the other
  /// operand's type.
  func fold(
    _ binary: Operator, _ left: PredicateSyntax, _ right: PredicateSyntax,
    _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    if try literals.date(left) != nil { try literals.requireUnit(binary, right) }
    if try literals.date(right) != nil { try literals.requireUnit(binary, left) }
    let whole = PredicateSyntax(.binary(binary, left, right), at: syntax.place)
    if case .number(let a) = left.kind, case .number(let b) = right.kind {
      return .literal(PredicateSyntax(.number(try folded(binary, a, b, syntax)), at: syntax.place))
    }
    if case .date = right.kind, binary == .subtract, let a = try literals.date(left),
      let b = try literals.date(right)
    {
      let span = a.microseconds - b.microseconds
      return .literal(PredicateSyntax(.duration(TimeSpan.text(of: span)), at: syntax.place))
    }
    if case .text(let a) = left.kind, case .text(let b) = right.kind, binary == .add {
      return .literal(PredicateSyntax(.text(a + b), at: syntax.place))
    }
    return .literal(whole)
  }

  private func folded(
    _ binary: Operator, _ left: String, _ right: String, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> String {
    guard let a = literals.wholeNumber(left), let b = literals.wholeNumber(right), binary != .power
    else {
      guard let a = Double(left), let b = Double(right),
        let result = Self.folded(binary, a, b), result.isFinite
      else {
        throw Diagnostic("'\(text(of: syntax))' cannot be calculated", at: syntax.place)
      }
      return "\(result)"
    }
    if b == 0, binary == .divide || binary == .remainder {
      throw Diagnostic("division by zero", at: syntax.place)
    }
    guard let result = Self.folded(binary, a, b) else {
      throw Diagnostic("'\(text(of: syntax))' does not fit in 64 bits", at: syntax.place)
    }
    return "\(result)"
  }

  private static func folded(_ binary: Operator, _ a: Double, _ b: Double) -> Double? {
    switch binary {
    case .add: return a + b
    case .subtract: return a - b
    case .multiply: return a * b
    case .divide: return a / b
    case .power: return power(a, b)
    default: return nil
    }
  }

  /// An integer power; the database calculates others.
  private static func power(_ base: Double, _ exponent: Double) -> Double? {
    guard let count = Int(exactly: exponent), (0...1_000).contains(count) else { return nil }
    return (0..<count).reduce(1.0) { product, _ in product * base }
  }

  private static func folded(_ binary: Operator, _ a: Int64, _ b: Int64) -> Int64? {
    func checked(_ result: (partialValue: Int64, overflow: Bool)) -> Int64? {
      result.overflow ? nil : result.partialValue
    }
    switch binary {
    case .add: return checked(a.addingReportingOverflow(b))
    case .subtract: return checked(a.subtractingReportingOverflow(b))
    case .multiply: return checked(a.multipliedReportingOverflow(by: b))
    case .divide: return checked(a.dividedReportingOverflow(by: b))
    case .remainder: return b == -1 ? 0 : checked(a.remainderReportingOverflow(dividingBy: b))
    case .bitAnd: return a & b
    case .bitOr: return a | b
    case .bitXor: return a ^ b
    case .shiftLeft: return a << b
    case .shiftRight: return a >> b
    case .power, .otherwise: return nil
    }
  }
}
