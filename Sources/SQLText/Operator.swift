/// `+`, `&` and their like.
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
  /// The first value, or the second where there is none.
  case otherwise = "??"

  /// The rank of the operator, as in Swift: the greater binds the tighter.
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
