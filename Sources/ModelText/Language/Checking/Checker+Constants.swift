import FlagModel

/// Evaluates integer constants like the Swift compiler: with Swift's own operators, in the inferred
/// type.
extension Checker {
  /// The value of an expression that must have the given type.
  func integer(
    _ expression: Expression, _ type: IntegerType, in scope: Scope
  ) throws(Rejection) -> IntegerConstant {
    let inferred = try integerType(of: expression, in: scope)
    let value = try integer(expression, as: inferred ?? type, in: scope)
    guard let fitting = value.converted(to: type) else {
      throw tooWide("\(value.text) does not fit in \(type.rawValue)", at: expression.place)
    }
    return fitting
  }

  /// Opens the existential type, so that Swift's operators on it can be used.
  private func integer(
    _ expression: Expression, as type: IntegerType, in scope: Scope
  ) throws(Rejection) -> IntegerConstant {
    func opened<T: FixedWidthInteger>(_: T.Type) -> Result<IntegerConstant, Rejection> {
      Result { () throws(Rejection) in
        IntegerConstant(
          try value(of: expression, as: IntegerContext<T>(type: type, scope: scope)), type)
      }
    }
    return try opened(type.metatype).get()
  }

  // MARK: Types

  /// The type of an expression without context; nil for literals, which accept any type.
  func integerType(
    of expression: Expression, in scope: Scope
  ) throws(Rejection) -> IntegerType? {
    switch expression.kind {
    case .prefix(_, let operand): return try integerType(of: operand, in: scope)
    case .binary(let sign, let left, let right):
      if let type = try integerType(of: left, in: scope) { return type }
      if sign.hasSuffix("<<") || sign.hasSuffix(">>") { return nil }
      return try integerType(of: right, in: scope)
    case .cast(_, let type): return integerType(type, in: scope)
    case .call(let callee, _): return calledIntegerType(callee, in: scope)
    case .name, .member: return try constant(expression, in: scope)?.type
    default: return nil
    }
  }

  /// The integer type of a conversion: `UInt8(…)`, `UInt8.init(…)`.
  private func calledIntegerType(_ callee: Expression, in scope: Scope) -> IntegerType? {
    guard var path = callee.path else { return nil }
    if path.last == "init" { path.removeLast() }
    return integerType(named: path, in: scope, at: callee.place)
  }

  // MARK: Values

  private struct IntegerContext<T: FixedWidthInteger> {
    let type: IntegerType
    let scope: Scope
  }

  private func value<T>(
    of expression: Expression, as context: IntegerContext<T>
  ) throws(Rejection) -> T {
    switch expression.kind {
    case .integer(let digits):
      return try literal(digits, isNegative: false, context.type, at: expression.place)
    case .prefix("-", let operand):
      if case .integer(let digits) = operand.kind {
        return try literal(digits, isNegative: true, context.type, at: expression.place)
      }
      return try checked(
        (0 as T).subtractingReportingOverflow(try value(of: operand, as: context)),
        context.type, expression.place)
    case .prefix("+", let operand): return try value(of: operand, as: context)
    case .prefix("~", let operand): return ~(try value(of: operand, as: context))
    case .binary(let sign, let left, let right):
      return try binary(sign, left, right, expression.place, context)
    case .cast(let operand, _):
      return try integer(operand, context.type, in: context.scope).value(as: T.self) ?? 0
    case .call(let callee, let arguments):
      return try converted(callee, arguments, expression, context)
    case .member(nil, let name):
      guard let limit = context.type.constant(named: name.value), limit.type == context.type,
        let value = limit.value(as: T.self)
      else {
        throw Rejection(
          "'.\(excerpt(name.value))' is not a constant of \(context.type.rawValue)", at: name.place,
          isUnknowable: true)
      }
      return value
    case .name, .member:
      if let value = try constant(expression, in: context.scope)?.value(as: T.self) {
        return value
      }
      throw unknownConstant(expression, in: context.scope)
    case .string, .real, .bool, .null, .array:
      let written = excerpt(expression.place.source.text(expression.place.range))
      throw Rejection("expected an integer, found '\(written)'", at: expression.place)
    default: throw notWorkedOut(expression)
    }
  }

  private func literal<T: FixedWidthInteger>(
    _ digits: String, isNegative: Bool, _ type: IntegerType, at place: SourcePlace
  ) throws(Rejection) -> T {
    let radix = Self.radix(of: digits)
    let sign = if isNegative { "-" } else { "" }
    let number = if radix == 10 { sign + digits } else { sign + digits.dropFirst(2) }
    if let value = T(number, radix: radix) { return value }
    let magnitude = number.utf8.dropFirst(sign.utf8.count)
    let isNumber =
      !magnitude.isEmpty
      && magnitude.allSatisfy {
        Character(Unicode.Scalar($0)).hexDigitValue.map { $0 < radix } == true
      }
    let text = excerpt(sign + digits)
    if isNumber { throw tooWide("\(text) does not fit in \(type.rawValue)", at: place) }
    throw Rejection("'\(text)' is not a number", at: place)
  }

  private static func radix(of digits: String) -> Int {
    switch digits.prefix(2) {
    case "0x": 16
    case "0b": 2
    case "0o": 8
    default: 10
    }
  }

  private func checked<T>(
    _ result: (partialValue: T, overflow: Bool), _ type: IntegerType, _ place: SourcePlace
  ) throws(Rejection) -> T {
    guard !result.overflow else {
      throw tooWide("the result does not fit in \(type.rawValue)", at: place)
    }
    return result.partialValue
  }

  private func binary<T>(
    _ sign: String, _ first: Expression, _ second: Expression, _ place: SourcePlace,
    _ context: IntegerContext<T>
  ) throws(Rejection) -> T {
    let left = try value(of: first, as: context)
    if sign.hasSuffix("<<") || sign.hasSuffix(">>") {
      return try shifted(sign, left, second, place, context)
    }
    let right = try value(of: second, as: context)
    if right == 0, sign == "/" || sign == "%" {
      throw Rejection("division by zero", at: place)
    }
    switch sign {
    case "&": return left & right
    case "|": return left | right
    case "^": return left ^ right
    case "&+": return left &+ right
    case "&-": return left &- right
    case "&*": return left &* right
    case "+": return try checked(left.addingReportingOverflow(right), context.type, place)
    case "-": return try checked(left.subtractingReportingOverflow(right), context.type, place)
    case "*":
      return try checked(left.multipliedReportingOverflow(by: right), context.type, place)
    case "/": return try checked(left.dividedReportingOverflow(by: right), context.type, place)
    case "%":
      return try checked(left.remainderReportingOverflow(dividingBy: right), context.type, place)
    default: throw Rejection("a range is not an integer", at: place)
    }
  }

  private func shifted<T>(
    _ sign: String, _ left: T, _ amount: Expression, _ place: SourcePlace,
    _ context: IntegerContext<T>
  ) throws(Rejection) -> T {
    let count = try argumentValue(amount, context).value(as: Int64.self) ?? Int64.max
    switch sign {
    case "&<<": return left &<< T(truncatingIfNeeded: count)
    case "&>>": return left &>> T(truncatingIfNeeded: count)
    case ">>": return left >> count
    default: break
    }
    let result = left << count
    guard result != 0 || left == 0 || count < context.type.bitWidth else {
      // Swift's result is 0, so the flag would have no bit, contrary to its author's intention.
      throw tooWide(
        "bit \(count) lies beyond \(context.type.rawValue), whose bits are 0 to "
          + "\(context.type.bitWidth - 1)", at: place)
    }
    return result
  }

  /// `UInt8(x)`, `UInt8(bitPattern: x)`, `UInt8(truncatingIfNeeded: x)`, `numericCast(x)`.
  private func converted<T>(
    _ callee: Expression, _ arguments: [Expression.Argument], _ expression: Expression,
    _ context: IntegerContext<T>
  ) throws(Rejection) -> T {
    let isCast = callee.path == ["numericCast"] || callee.path == []
    guard arguments.count == 1, let argument = arguments.first,
      isCast || calledIntegerType(callee, in: context.scope) != nil
    else { throw notWorkedOut(expression) }
    switch argument.label?.value {
    case "bitPattern":
      let twin = context.type.twin
      return T(truncatingIfNeeded: try integer(argument.value, twin, in: context.scope).bits)
    case "truncatingIfNeeded":
      return T(truncatingIfNeeded: try argumentValue(argument.value, context).bits)
    case nil:
      // Only a literal gets the type of the conversion; other expressions are evaluated as `Int`,
      // as in Swift.
      if argument.value.isLiteral { return try value(of: argument.value, as: context) }
      let inner = try argumentValue(argument.value, context)
      guard let value = inner.value(as: T.self) else {
        throw tooWide(
          "\(inner.text) does not fit in \(context.type.rawValue)", at: argument.value.place)
      }
      return value
    default: throw notWorkedOut(expression)
    }
  }

  private func argumentValue<T>(
    _ argument: Expression, _ context: IntegerContext<T>
  ) throws(Rejection) -> IntegerConstant {
    let type = try integerType(of: argument, in: context.scope)
    return try integer(argument, type ?? .int, in: context.scope)
  }

  /// The rejection of a value that its type cannot hold.
  private func tooWide(_ message: String, at place: SourcePlace) -> Rejection {
    let reason = Diagnostic(message, at: place)
    return keepsWideFlags ? .wide(reason) : Rejection(diagnostic: reason)
  }

  func notWorkedOut(_ expression: Expression) -> Rejection {
    Rejection(
      "\(expression.shown) cannot be evaluated", at: expression.place,
      hint: "write the number itself", isUnknowable: expression.isComputed)
  }

  private func unknownConstant(_ expression: Expression, in scope: Scope) -> Rejection {
    guard let path = expression.path, !path.isEmpty else { return notWorkedOut(expression) }
    let name = Name(path: path)
    let near = suggestion(for: name) { scope.chain.flatMap { $0.properties.map(\.name.value) } }
    return Rejection(
      "'\(excerpt(name))' is not a known constant", at: expression.place,
      hint: near ?? "write the number itself", isUnknowable: true)
  }
}

extension IntegerType {
  /// The type of the same width with the other signedness.
  fileprivate var twin: IntegerType {
    let name = if isSigned { "U\(rawValue)" } else { String(rawValue.dropFirst()) }
    return IntegerType(rawValue: name) ?? self
  }
}
