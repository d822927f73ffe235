import FlagModel
import SQLText

// Explicit conversions, and implicit ones for comparisons.

extension Arithmetic {
  /// The seconds from 1970 to the epoch of Apple's dates.
  static let reference = Double(Timestamp.reference.microseconds) / 1_000_000

  /// Checks `Double(…)`, `Int(…)` or `String(…)`.
  func convert(
    _ operand: Operand, to type: Conversion, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
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

  /// `taken.timeIntervalSinceNow`: the seconds from a point in time; nil for now.
  func seconds(since start: Timestamp?, _ operand: Operand, _ syntax: PredicateSyntax) -> Operand {
    let since = Term(.value(.integer((start ?? now).microseconds)), .moment, isOptional: false)
    let span = Term(
      .binary(.subtract, operand.term.asMoment, since), .duration,
      isOptional: operand.term.isOptional)
    return derived(span.inSeconds, "Double", syntax, origin: operand.origin)
  }

  /// A value that the engine calculates from another.
  func value(
    _ sql: SQLFunction, _ call: Callable, of operand: Operand, _ syntax: PredicateSyntax
  ) -> Operand {
    func made(_ argument: Term, _ type: TermType, _ declared: String, mayFail: Bool) -> Operand {
      derived(
        Term(.function(sql, [argument]), type, isOptional: mayFail || argument.isOptional),
        declared, syntax, origin: operand.origin)
    }
    let term = operand.term
    switch call.gives {
    case .number:
      if case .integer? = operand.type { return operand }
      return made(term.asReal, .value(.double), "Double", mayFail: true)
    case .type(.double): return made(term.asReal, .value(.double), "Double", mayFail: true)
    case .type(let type): return made(term, .value(type), type.swiftName, mayFail: false)
    case .calendar(let unit): return made(term, .calendar(unit), unit.rawValue, mayFail: false)
    case .same, .open:
      return made(term.guardedAgainstMinimum, term.type, operand.declaredType, mayFail: false)
    }
  }
}

extension AttributeType {
  /// The decimal places of a number; the inner optional is nil for a real number, and the outer one
  /// for other types.
  var places: Int?? {
    switch self {
    case .integer: .some(0)
    case .decimal(let places): .some(FixedPoint.bounded(places))
    case .double, .float: .some(nil)
    default: nil
    }
  }

  package var isDecimal: Bool { if case .decimal = self { true } else { false } }
}

extension Term {
  /// The term with a guard for the smallest integer, whose absolute value overflows.
  var guardedAgainstMinimum: Term {
    guard type.isWhole else { return self }
    let missing = Term(.value(.null), type, isOptional: true)
    return Term(.conditional(isMinimum, missing, self), type, isOptional: true)
  }

  /// The term without the guard for the smallest integer.
  var withoutGuard: Term {
    guard case .conditional(let condition, _, let inner) = kind, condition == inner.isMinimum
    else { return self }
    return inner
  }

  private var isMinimum: Predicate { .test(self, .compare(.equal, .integer(.min))) }

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

  /// The number in units with these decimal places.
  func scaled(to places: Int) -> Term {
    guard case .value(let type) = type, let knownPlaces = type.places, let ownPlaces = knownPlaces
    else { return self }
    if ownPlaces == places { return self }
    if case .integer(let number)? = constant {
      let (product, overflow) = number.multipliedReportingOverflow(
        by: powerOfTen(places - ownPlaces))
      if !overflow { return .constant(.integer(product), .decimal(places: places)) }
    }
    return Term(
      .scaled(self, places: places - ownPlaces), .decimal(places: places), isOptional: isOptional)
  }

  /// Microseconds as a real number of seconds.
  var inSeconds: Term {
    let real = Term(.function(.real, [self]), .double, isOptional: isOptional)
    return Term(
      .binary(.divide, real, .constant(.real(1_000_000), .double)), .double,
      isOptional: isOptional)
  }

  /// A date as microseconds since 1970.
  var asMoment: Term {
    guard type == .value(.date) else { return self }
    if case .text(let text)? = constant, let date = try? Timestamp(text) {
      return Term(.value(.integer(date.microseconds)), .moment, isOptional: false)
    }
    return Term(.function(.microseconds, [self]), .moment, isOptional: isOptional)
  }
}
