import FlagModel
import SQLText

/// The common type of several values of which one is the result, as of `a ?? b`,
/// `condition ? a : b` and `max(a, b)`, and the values converted to it.
///
/// Numbers follow the rules of calculations. If one is a Double, all are Doubles, because an engine
/// divides an Int that stays one without its fraction. Decimals and Ints are decimals with the most
/// places, because an engine knows only their smallest units.
struct CommonForm {
  let terms: [Term]
  let type: TermType
  let declaredType: String

  /// Nil if there is no common type.
  init?(_ operands: [Operand], in comparisons: Comparisons) {
    guard let first = operands.first else { return nil }
    for operand in operands.dropFirst() where comparisons.alike(first, operand) == nil {
      return nil
    }
    let own = operands.map(\.term)
    let types = own.map(\.type)
    if types.allSatisfy({ $0 == first.term.type }) {
      terms = own
    } else if types.contains(.moment) {
      // A calculated date is a number.
      terms = own.map(\.asMoment)
    } else {
      let places = types.map { $0.attribute?.places }
      if places.contains(nil) {
        terms = own
      } else if places.contains(.some(nil)) {
        terms = own.map(\.asDouble)
      } else {
        let most = places.reduce(0) { max($0, ($1 ?? 0) ?? 0) }
        terms = own.map { $0.scaled(to: most) }
      }
    }
    let type = terms[0].type
    self.type = type
    let isNamed = operands.first { $0.term.type == type }
    declaredType = isNamed?.declaredType ?? type.attribute?.swiftName ?? first.declaredType
  }
}

extension Term {
  /// The number as a Double, also if it is an Int.
  fileprivate var asDouble: Term {
    switch type {
    case .value(.double): return self
    case .value(.decimal): return asReal
    case .value(.integer):
      switch constant {
      case .integer(let number)?: return .constant(.real(Double(number)), .double)
      case .null?: return Term(.value(.null), .double, isOptional: true)
      default: return Term(.function(.real, [self]), .double, isOptional: isOptional)
      }
    // A Float is stored as the Double of the same value.
    default: return Term(kind, .double, isOptional: isOptional)
    }
  }
}
