public enum Comparison: String, Hashable, Sendable, CaseIterable {
  case equal = "="
  case unequal = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="

  /// The comparison that says the same with its sides exchanged.
  var mirrored: Comparison {
    switch self {
    case .equal, .unequal: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }

  /// The comparison that is true where this one is false.
  var opposite: Comparison {
    switch self {
    case .equal: .unequal
    case .unequal: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    }
  }

  var keyword: StaticString {
    switch self {
    case .equal: "="
    case .unequal: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    }
  }

  /// Whether it asks which of two comes first.
  var isOrdering: Bool { self != .equal && self != .unequal }
}

/// What is asked of a column of flags.
public enum FlagTest: String, Hashable, Sendable, CaseIterable {
  /// All of them.
  case has
  /// At least one of them.
  case any
  /// None of them.
  case none
  /// These and no others.
  case exactly
  /// Not all of them.
  case notAll
}

/// What is asked of a text.
public enum TextTest: String, Hashable, Sendable, CaseIterable {
  case contains
  case beginsWith = "beginswith"
  case endsWith = "endswith"
  /// A pattern in which `*` stands for any text and `?` for one character.
  case like
  /// A regular expression for the whole text.
  case matches
}

/// `[c]` and `[d]` behind a comparison of texts: which differences do not count.
public struct TextOptions: Hashable, Sendable {
  public var ignoresCase = false
  public var ignoresAccents = false

  public static let exact = TextOptions()

  /// `c`, `d` or `cd`; nothing where every difference counts.
  public var letters: String { (ignoresCase ? "c" : "") + (ignoresAccents ? "d" : "") }
}

/// `+`, `&` and their like.
public enum Operator: String, Hashable, Sendable, CaseIterable {
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

  /// How tightly it binds, as in Swift: the greater the tighter.
  var precedence: Int {
    switch self {
    case .otherwise: 1
    case .add, .subtract, .bitOr, .bitXor: 2
    case .multiply, .divide, .remainder, .bitAnd: 3
    case .shiftLeft, .shiftRight: 4
    case .power: 5
    }
  }

  var isBitwise: Bool {
    switch self {
    case .bitAnd, .bitOr, .bitXor, .shiftLeft, .shiftRight: true
    default: false
    }
  }
}

/// `ANY`, `ALL`, `NONE`: how many of the values of a to-many relationship a test must hold for.
public enum Quantifier: String, Hashable, Sendable, CaseIterable {
  case any = "ANY"
  case all = "ALL"
  case none = "NONE"
}
