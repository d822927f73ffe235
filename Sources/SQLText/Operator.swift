/// An operator such as `+` or `&`.
package enum Operator: String, Hashable, Sendable, CaseIterable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case remainder = "%"
  case power = "**"
  case bitAnd = "&"
  case bitOr = "|"
  case bitXor = "^"
  case shiftLeft = "<<"
  case shiftRight = ">>"
  /// The first value, or the second if the first is NULL.
  case otherwise = "??"

  /// The precedence, as in Swift: a greater one binds tighter.
  package var precedence: Int {
    switch self {
    case .otherwise: 1
    case .add, .subtract, .bitOr, .bitXor: 2
    case .multiply, .divide, .remainder, .bitAnd: 3
    case .shiftLeft, .shiftRight: 4
    case .power: 5
    }
  }

  package var isBitwise: Bool {
    switch self {
    case .bitAnd, .bitOr, .bitXor, .shiftLeft, .shiftRight: true
    default: false
    }
  }
}
