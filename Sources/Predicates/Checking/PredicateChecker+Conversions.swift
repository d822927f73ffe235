import FlagModel
import SQLText

// Conversions: those that are written, and those that a comparison needs.

extension PredicateChecker {
  /// `CAST(taken, 'NSNumber')`
  func cast(
    _ values: [PredicateSyntax], _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    guard case .text(let type) = values[1].kind else {
      throw Diagnostic(
        "expected the name of a type in quotes, found '\(text(of: values[1]))'",
        at: values[1].place)
    }
    switch type {
    case "NSNumber", "Double", "NSDecimalNumber", "Float", "Decimal":
      return try convert(values[0], to: .double, syntax)
    case "Int", "Int64", "NSInteger": return try convert(values[0], to: .int, syntax)
    case "NSString", "String": return try convert(values[0], to: .string, syntax)
    case "NSDate", "Date":
      if case .text(let text) = values[0].kind {
        return .literal(PredicateSyntax(.date(text), at: values[0].place))
      }
      if case .number(let text) = values[0].kind, let seconds = Double(text),
        let date = Self.date(sinceReference: seconds)
      {
        return .literal(PredicateSyntax(.date(date.text), at: values[0].place))
      }
      let checked = try check(operand: values[0])
      if case .operand(let operand) = checked, operand.type == .date { return checked }
      throw Diagnostic("only a typed number or text can be cast to '\(type)'", at: syntax.place)
    default: throw Diagnostic("a cast to '\(type)' is not supported", at: values[1].place)
    }
  }

  /// The seconds between 1970 and the date from which Apple's dates count.
  private static let reference = Double(Timestamp.reference.microseconds) / 1_000_000

  private static func date(sinceReference seconds: Double) -> Timestamp? {
    Int64(exactly: ((seconds + reference) * 1_000_000).rounded())
      .flatMap { Timestamp(microseconds: $0) }
  }

  /// `Double(…)`, `Int(…)`, `String(…)`
  func convert(
    _ value: PredicateSyntax, to type: Conversion, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    let operand = try operand(value)
    let isOptional = operand.term.isOptional
    func made(_ term: Term, _ declared: String) -> Checked {
      .operand(derived(term, declared, syntax, origin: operand.origin))
    }
    func call(_ function: SQLFunction, _ term: Term, _ type: AttributeType) -> Term {
      Term(.function(function, [term]), type, isOptional: isOptional)
    }
    switch (type, operand.type) {
    case (.double, .date?):
      let start = Term.constant(.real(Self.reference), .double)
      return made(
        Term(
          .binary(.subtract, operand.term.asMoment.inSeconds, start), .double,
          isOptional: isOptional), "Double")
    case (.double, .string?): return made(call(.realOfText, operand.term, .double), "Double")
    case (.double, let type?) where type.places != nil:
      return made(call(.real, operand.term.asReal, .double), "Double")
    case (.double, .bool?), (.int, .bool?):
      return made(call(.whole, operand.term, .integer(.int64)), "Int")
    case (.int, .string?):
      return made(call(.wholeOfText, operand.term, .integer(.int64)), "Int")
    case (.int, let type?) where type.places != nil:
      return made(call(.whole, operand.term.asReal, .integer(.int64)), "Int")
    case (.string, .string?): return .operand(operand)
    case (.string, .integer?), (.string, .uuid?), (.string, .url?):
      return made(call(.text, operand.term, .string), "String")
    default:
      throw Diagnostic(
        "'\(operand.name)' (\(operand.declaredType)) cannot be converted", at: syntax.place)
    }
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

  /// Microseconds as a real number of seconds.
  var inSeconds: Term {
    let real = Term(.function(.real, [self]), .double, isOptional: isOptional)
    return Term(
      .binary(.divide, real, .constant(.real(1_000_000), .double)), .double,
      isOptional: isOptional)
  }

  /// A date in microseconds since 1970.
  var asMoment: Term {
    guard type == .value(.date) else { return self }
    if case .text(let text)? = constant, let date = try? Timestamp(text) {
      return Term(.value(.integer(date.microseconds)), .moment, isOptional: false)
    }
    return Term(.function(.microseconds, [self]), .moment, isOptional: isOptional)
  }
}
