import FlagModel

/// The operators of a language and their precedence.
struct Operators {
  enum Binary {
    case power, times, divided, floored, remainder
    case plus, minus
    case shiftLeft, shiftRight, shiftRightUnsigned
    case and, or, xor, andNot
    case less, lessOrEqual, more, moreOrEqual, equal, unequal
    case bothTrue, oneTrue
  }

  enum Unary {
    case negative, positive, complement, not
  }

  let binary: [Name: (strength: Int, operation: Binary)]
  let unary: [Name: Unary]
  /// True if the language has `a ? b : c`.
  let hasChoice: Bool

  init(_ language: DefinitionLanguage) {
    switch language {
    case .python, .rust: binary = Self.bitsAboveComparisons
    case .go: binary = Self.ofGo
    case .kotlin: binary = Self.ofKotlin
    case .ruby:
      // `|` and `^` bind alike.
      binary = Self.bitsAboveComparisons.merging(["^": (7, .xor)]) { $1 }
    case .swift, .c, .cpp, .csharp, .typescript, .java, .proto, .php, .table, .markdown, .sql,
      .yanny, .cdl, .json, .yaml, .xml:
      binary = Self.ofC
    }
    var unary: [Name: Unary] = ["-": .negative, "+": .positive]
    unary["~"] = .complement
    switch language {
    case .go: unary["^"] = .complement
    case .rust: unary["!"] = .complement
    default: unary["!"] = .not
    }
    self.unary = unary
    hasChoice = ![.python, .rust, .go, .kotlin].contains(language)
  }

  private typealias Table = [Name: (strength: Int, operation: Binary)]

  private static let ofC: Table = [
    "**": (13, .power), "*": (12, .times), "/": (12, .divided), "%": (12, .remainder),
    "+": (11, .plus), "-": (11, .minus), "<<": (10, .shiftLeft), ">>": (10, .shiftRight),
    ">>>": (10, .shiftRightUnsigned), "<": (9, .less), "<=": (9, .lessOrEqual), ">": (9, .more),
    ">=": (9, .moreOrEqual), "==": (8, .equal), "!=": (8, .unequal), "&": (7, .and),
    "^": (6, .xor), "|": (5, .or), "&&": (4, .bothTrue), "||": (3, .oneTrue),
  ]

  private static let bitsAboveComparisons: Table = [
    "**": (13, .power), "*": (12, .times), "//": (12, .floored), "/": (12, .divided),
    "%": (12, .remainder), "+": (11, .plus), "-": (11, .minus), "<<": (10, .shiftLeft),
    ">>": (10, .shiftRight), "&": (9, .and), "^": (8, .xor), "|": (7, .or), "==": (6, .equal),
    "!=": (6, .unequal), "<": (6, .less), ">": (6, .more), "<=": (6, .lessOrEqual),
    ">=": (6, .moreOrEqual), "&&": (4, .bothTrue), "||": (3, .oneTrue),
  ]

  private static let ofGo: Table = [
    "*": (12, .times), "/": (12, .divided), "%": (12, .remainder), "<<": (12, .shiftLeft),
    ">>": (12, .shiftRight), "&": (12, .and), "&^": (12, .andNot), "+": (11, .plus),
    "-": (11, .minus), "|": (11, .or), "^": (11, .xor), "==": (9, .equal), "!=": (9, .unequal),
    "<": (9, .less), "<=": (9, .lessOrEqual), ">": (9, .more), ">=": (9, .moreOrEqual),
    "&&": (4, .bothTrue), "||": (3, .oneTrue),
  ]

  private static let ofKotlin: Table = [
    "*": (12, .times), "/": (12, .divided), "%": (12, .remainder), "+": (11, .plus),
    "-": (11, .minus), "shl": (10, .shiftLeft), "shr": (10, .shiftRight),
    "ushr": (10, .shiftRightUnsigned), "and": (10, .and), "or": (10, .or), "xor": (10, .xor),
  ]
}

extension NumberRules {
  /// The result of an operation; nil if it is undefined in the language.
  func apply(_ operation: Operators.Binary, _ a: Number, _ b: Number) -> Number? {
    switch operation {
    case .shiftLeft, .shiftRight, .shiftRightUnsigned: return shifted(operation, a, b)
    case .less, .lessOrEqual, .more, .moreOrEqual, .equal, .unequal:
      let type = common(a, b)
      return truth(compared(operation, a.converted(to: type).value, b.converted(to: type).value))
    case .bothTrue: return truth(a.isTrue && b.isTrue)
    case .oneTrue: return truth(a.isTrue || b.isTrue)
    case .and, .or, .xor, .andNot: return combined(operation, a, b)
    default:
      let type = common(a, b)
      let (a, b) = (a.converted(to: type).value, b.converted(to: type).value)
      return calculated(operation, a, b).flatMap { fitting($0, type) }
    }
  }

  /// The number of a condition.
  func truth(_ isTrue: Bool) -> Number {
    if isTrue { return Number(1, truth) }
    return Number(0, truth)
  }

  /// A result in its type; nil if it does not fit and must not wrap.
  private func fitting(_ value: Int128, _ type: IntegerType?) -> Number? {
    if self == .exact, let type, !type.holds(value) { return nil }
    return Number(value, type)
  }

  private func compared(_ operation: Operators.Binary, _ a: Int128, _ b: Int128) -> Bool {
    switch operation {
    case .less: a < b
    case .lessOrEqual: a <= b
    case .more: a > b
    case .moreOrEqual: a >= b
    case .unequal: a != b
    default: a == b
    }
  }

  private func combined(_ operation: Operators.Binary, _ a: Number, _ b: Number) -> Number? {
    let type = common(a, b) ?? (self == .script ? .int32 : nil)
    let (a, b) = (a.converted(to: type).value, b.converted(to: type).value)
    let value =
      switch operation {
      case .and: a & b
      case .or: a | b
      case .xor: a ^ b
      default: a & ~b
      }
    if self == .script, type == .int32 { return Number(value, nil, as: type) }
    return Number(value, type, as: type)
  }

  private func shifted(_ operation: Operators.Binary, _ a: Number, _ b: Number) -> Number? {
    let isScript = self == .script && a.type == nil
    let type: IntegerType? = if isScript { .int32 } else { promoted(a.type) }
    var count = b.value
    if let type, self == .java || self == .csharp || self == .script {
      count &= Int128(type.bitWidth - 1)
    }
    guard count >= 0, count < Int128(type?.bitWidth ?? 100) else { return nil }
    let value = a.converted(to: type).value
    let result: Int128
    switch operation {
    case .shiftLeft:
      guard type != nil || value.magnitude >> (126 - UInt128(count)) == 0 else { return nil }
      result = value << count
    case .shiftRight: result = value >> count
    default:
      guard let type else { return nil }
      result = Int128(UInt64(truncatingIfNeeded: value) & type.widthMask) >> count
      if isScript { return Number(result) }
    }
    if self == .exact, let type, !type.holds(result) {
      // A bit that is shifted into the sign is a single bit.
      guard result >> Int128(type.bitWidth) == 0 else { return nil }
    }
    return Number(result, isScript ? nil : type, as: type)
  }

  private func calculated(_ operation: Operators.Binary, _ a: Int128, _ b: Int128) -> Int128? {
    func whole(_ result: (partialValue: Int128, overflow: Bool)) -> Int128? {
      if result.overflow || result.partialValue.magnitude >> 120 != 0 { return nil }
      return result.partialValue
    }
    switch operation {
    case .times: return whole(a.multipliedReportingOverflow(by: b))
    case .plus: return whole(a.addingReportingOverflow(b))
    case .minus: return whole(a.subtractingReportingOverflow(b))
    case .divided where b == 0, .floored where b == 0, .remainder where b == 0: return nil
    case .divided:
      if self == .script && a % b != 0 { return nil }
      return whole(a.dividedReportingOverflow(by: b))
    case .floored where a < 0 || b < 0: return nil
    case .floored: return a / b
    case .remainder: return whole(a.remainderReportingOverflow(dividingBy: b))
    case .power:
      guard (0...100).contains(b) else { return nil }
      return (0..<Int(b)).reduce(Int128?.some(1)) { power, _ in
        power.flatMap { whole($0.multipliedReportingOverflow(by: a)) }
      }
    default: return nil
    }
  }

  func apply(_ operation: Operators.Unary, _ a: Number) -> Number? {
    let type = promoted(a.type)
    switch operation {
    case .positive: return Number(a.value, type)
    case .not: return truth(!a.isTrue)
    case .negative:
      // C# has no negative numbers of unsigned types: -2147483648 is an int.
      let isUnsigned = self == .csharp && !(type?.isSigned ?? true)
      return Number(-a.value, isUnsigned ? .int64 : type)
    case .complement:
      let type = type ?? (self == .script ? .int32 : nil)
      let complement = ~a.converted(to: type).value
      if self == .script { return Number(complement, a.type, as: type) }
      return Number(complement, type, as: type)
    }
  }
}

extension Number {
  /// A value that was calculated in one type, and then converted to another.
  fileprivate init(_ value: Int128, _ type: IntegerType?, as calculated: IntegerType?) {
    self.init(calculated.map { $0.wrapping(value) } ?? value, type)
  }
}
