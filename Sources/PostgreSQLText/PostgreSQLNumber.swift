import FlagModel
import SQLText

/// Numbers. Calculations with integers use `numeric`, so that an intermediate overflow is no error.
/// A result beyond 64 bits is NULL, as in a file, also as an operand of a longer calculation.
extension PostgreSQLDialect {
  func whole(_ binary: Operator, _ a: SQLText, _ b: SQLText) -> SQLText {
    switch binary {
    case .add: "\(wholeOperand(a)) + \(wholeOperand(b))"
    case .subtract: "\(wholeOperand(a)) - \(wholeOperand(b))"
    case .multiply: "\(wholeOperand(a)) * \(wholeOperand(b))"
    case .divide: "div(\(wholeOperand(a)), nullif(\(wholeOperand(b)), 0))"
    case .remainder where a.isCalculatedWhole || b.isCalculatedWhole:
      "mod(\(wholeOperand(a)), nullif(\(wholeOperand(b)), 0))"
    case .remainder: "mod(\(a), nullif(\(b), 0))"
    case .shiftLeft: shifted(a, b, "<<", ">>")
    case .shiftRight: shifted(a, b, ">>", "<<")
    case .bitAnd, .bitOr, .bitXor, .power, .otherwise: real(binary, a, b)
    }
  }

  /// A calculated number; NULL beyond 64 bits. The number is clamped just outside of the range and
  /// compared once, so that the expression occurs only once.
  func wholeOperand(_ number: SQLText) -> SQLText {
    guard number.isCalculatedWhole else { return "(\(number))::numeric" }
    return """
      nullif(nullif(greatest(least((\(number))::numeric, 9223372036854775808), \
      -9223372036854775809), 9223372036854775808), -9223372036854775809)
      """
  }

  func real(_ binary: Operator, _ a: SQLText, _ b: SQLText) -> SQLText {
    switch binary {
    case .add: added(a, b, "+")
    case .subtract: added(a, b, "-")
    case .multiply: multiplied(a, b)
    case .divide: divided(a, by: b)
    case .remainder: "mod((\(a))::numeric, nullif((\(b))::numeric, 0))"
    case .power: power(a, b)
    case .bitAnd: "\(a) & \(b)"
    case .bitOr: "\(a) | \(b)"
    case .bitXor: "\(a) # \(b)"
    case .shiftLeft, .shiftRight: whole(binary, a, b)
    case .otherwise: "coalesce(\(a), \(b))"
    }
  }

  /// Shifts of 64 or more places give 0, and a negative number shifts in the other direction. The
  /// server itself uses only the last six bits of the second operand.
  private func shifted(
    _ a: SQLText, _ b: SQLText, _ sign: StaticString, _ opposite: StaticString
  ) -> SQLText {
    if case .integer(let places)? = b.constant, 0..<64 ~= places {
      return "\(a) \(keyword: sign) (\(b))::int"
    }
    let isToRight: SQLText = "((\(b)) > 0) = \(keyword: "\(sign)" == ">>" ? "TRUE" : "FALSE")"
    return """
      CASE WHEN (\(b)) BETWEEN 0 AND 63 THEN (\(a)) \(keyword: sign) (\(b))::int \
      WHEN (\(b)) BETWEEN -63 AND -1 THEN (\(a)) \(keyword: opposite) (-(\(b)))::int \
      WHEN \(isToRight) AND (\(a)) < 0 THEN -1 \
      WHEN (\(a)) IS NOT NULL AND (\(b)) IS NOT NULL THEN 0 END
      """
  }

  func ofNumber(_ function: NumberFunction, _ number: SQLText) -> SQLText {
    switch function {
    case .abs: "abs(\(number))"
    case .floor: "floor(\(number))"
    case .ceiling: "ceil(\(number))"
    case .trunc: "trunc(\(number))"
    case .sqrt: "sqrt(CASE WHEN \(number) >= 0 THEN \(number) END)"
    case .ln: "ln(CASE WHEN \(number) > 0 THEN \(number) END)"
    case .log: "log(CASE WHEN \(number) > 0 THEN \(number) END)"
    case .exp: exponential(number)
    }
  }

  /// Rounds halves away from zero; the server's own function rounds them to even. From 2^52 on, all
  /// Doubles are integers.
  func rounded(_ number: SQLText) -> SQLText {
    """
    CASE WHEN abs(\(number)) < 4503599627370496 \
    THEN trunc((\(number)) + 0.5 * sign((\(number))::double precision)) ELSE \(number) END
    """
  }

  // MARK: Numbers in texts

  /// A number as SQLite and Swift write it: a real number always has a point.
  func shown(_ value: SQLText) -> SQLText {
    """
    CASE WHEN pg_typeof(\(value)) = 'double precision'::regtype AND (\(value))::text ~ '^-?[0-9]+$' \
    THEN (\(value))::text || '.0' ELSE (\(value))::text END
    """
  }

  /// A real number as Swift writes it. The server writes `1e+15` for 1000000000000000.0.
  func shortest(_ number: SQLText) -> SQLText {
    """
    regexp_replace(CASE WHEN abs(\(number)) BETWEEN 1e15 AND 9007199254740992 \
    THEN (\(number))::text::numeric::text ELSE (\(number))::text END, \
    '^-?[0-9]+$', \(Self.constant(#"\&.0"#)))
    """
  }

  /// A number beyond the range becomes infinite, and one that is too small becomes 0.
  func realOfText(_ text: SQLText) -> SQLText {
    let pattern = #"^\s*([-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?0*[0-9]{1,4})?)"#
    let digits: SQLText = "coalesce(substring(\(text) FROM \(Self.constant(pattern)))::numeric, 0)"
    let most = SQLText.written(literal(.real(.infinity)))
    return binding([digits], orElse: "(\(digits))::double precision") { values in
      """
      CASE WHEN abs(\(values[0])) > 1.7976931348623158e308 THEN sign(\(values[0])) * \(most) \
      WHEN abs(\(values[0])) < 2.4703282292062328e-324 THEN 0 \
      ELSE (\(values[0]))::double precision END
      """
    }
  }

  /// The integer part of a real number; NULL beyond 64 bits. A direct cast would round a Double to
  /// 15 digits.
  func wholePart(_ number: SQLText) -> SQLText {
    // The server evaluates constants before it evaluates a condition.
    if case .real(let constant)? = number.constant {
      let isWithin = constant >= -0x1p63 && constant < 0x1p63
      if isWithin { return "\(.integer(Int64(constant)))" }
      return "NULL::bigint"
    }
    return binding([number], orElse: "trunc((\(number))::numeric)::bigint") { values in
      let real: SQLText = "(\(values[0]))::double precision"
      return """
        CASE WHEN pg_typeof(\(values[0])) <> 'double precision'::regtype \
        THEN trunc((\(values[0]))::numeric)::bigint \
        WHEN \(real) >= 9223372036854775808 THEN NULL \
        WHEN \(real) < -9223372036854775808 THEN NULL \
        ELSE trunc(\(real))::bigint END
        """
    }
  }

  /// A number for a comparison between an integer and a real number, without loss.
  func exact(_ number: SQLText, isWhole: Bool) -> SQLText {
    if isWhole { return "(\(number))::numeric" }
    return binding([number], orElse: "(\(number))::text::numeric") { values in
      let number = values[0]
      return """
        CASE WHEN abs(\(number)) BETWEEN 9007199254740992 AND 9e18 THEN (\(number))::bigint::numeric \
        WHEN abs(\(number)) < 1e300 THEN (\(number))::text::numeric \
        ELSE sign(\(number))::numeric * 1e300 END
        """
    }
  }

  /// A number beyond 64 bits becomes the nearest one in range.
  func wholeOfText(_ text: SQLText) -> SQLText {
    """
    least(greatest(coalesce(substring(\(text) FROM \(Self.constant(#"^\s*([-+]?[0-9]+)"#)))::numeric, 0), \
    \(Self.leastWhole)), \(Self.greatestWhole))::bigint
    """
  }

  /// The number if the whole text is one, as `insert` parses it; NULL for any other text.
  func number(_ type: AttributeType, in text: SQLText) -> SQLText {
    guard case .integer = type else {
      let pattern = #"^\s*[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?\s*$"#
      return """
        CASE WHEN \(text) ~ \(Self.constant(pattern)) \
        THEN (\(text))::double precision END
        """
    }
    func isWhole(_ digits: Int) -> SQLText {
      "\(text) ~ \(Self.constant(#"^\s*[-+]?[0-9]{1,\#(digits)}\s*$"#))"
    }
    return """
      CASE WHEN \(isWhole(18)) THEN (\(text))::bigint \
      WHEN \(isWhole(200)) \
      THEN CASE WHEN (\(text))::numeric BETWEEN \(Self.leastWhole) AND \(Self.greatestWhole) \
      THEN (\(text))::numeric::bigint END END
      """
  }

  // MARK: Requirements

  /// Makes the server fail if the requirement is violated, by a cast of a text that is no number.
  /// SQL has no other way to fail.
  func demanded(_ demand: ResultDemand, _ arguments: [SQLText]) -> SQLText {
    let value = arguments[0]
    return switch demand {
    case .whole, .wholePart: "trunc((\(value))::numeric)::bigint"
    case .truncated: truncated(value)
    case .divisor: divisor(value)
    case .finite: finite(value)
    case .float: "((\(value))::real)::double precision"
    case .present: present(value, calculatedFrom: arguments.dropFirst())
    case .number: value
    case .date: date(ofMicroseconds: value)
    case .later: date(ofMicroseconds: "\(microseconds(of: value))::numeric + (\(arguments[1]))")
    case .units(let places): units(of: value, places)
    case .rounded(let places): "round((\(value))::numeric / \(literal: powerOfTen(places)))::bigint"
    case .field(let mask): field(value, mask: mask)
    }
  }

  private func truncated(_ value: SQLText) -> SQLText {
    binding([value], orElse: "trunc((\(value))::numeric)::bigint") { values in
      """
      CASE WHEN pg_typeof(\(values[0])) = 'double precision'::regtype \
      THEN trunc((\(values[0]))::double precision)::bigint \
      ELSE trunc((\(values[0]))::numeric)::bigint END
      """
    }
  }

  private func divisor(_ value: SQLText) -> SQLText {
    """
    CASE WHEN (\(value)) != 0 OR (\(value)) IS NULL THEN (\(value)) \
    ELSE \(failure("division by zero", value)) END
    """
  }

  private func finite(_ value: SQLText) -> SQLText {
    let most = SQLText.written(literal(.real(.infinity)))
    return """
      CASE WHEN abs(\(value)) < \(most) OR (\(value)) IS NULL THEN (\(value)) \
      ELSE \(failure("the result is beyond all numbers", value)) END
      """
  }

  private func present(_ value: SQLText, calculatedFrom operands: ArraySlice<SQLText>) -> SQLText {
    let conditions = operands.map { " AND (\($0)) IS NOT NULL" as SQLText }
    // The planner evaluates a constant, and would fail even if no record is selected. An operand
    // is not constant. A clock is not constant either, but Citus refuses volatile functions in an
    // update.
    let changing = operands.first ?? "clock_timestamp()"
    return """
      CASE WHEN (\(value)) IS NULL\(conditions.joined(by: "")) \
      THEN \(failure("the calculation has no result", changing)) ELSE (\(value)) END
      """
  }

  private func field(_ value: SQLText, mask: Int64) -> SQLText {
    """
    CASE WHEN (\(value)) & \(literal: ~mask) = 0 THEN (\(value)) WHEN (\(value)) IS NULL \
    THEN \(failure("the calculation has no result", value)) \
    ELSE \(failure("a field has no room for the result", value)) END
    """
  }

  /// A real number in units of a decimal, rounded as in a file. A cast to `numeric` would keep only
  /// 15 digits, and the server's own rounding of halves differs.
  private func units(of value: SQLText, _ places: Int) -> SQLText {
    let product: SQLText = "(\(value))::double precision * \(literal: powerOfTen(places))"
    return binding([product], orElse: "(\(product))::bigint") { values in
      let number = values[0]
      return """
        CASE WHEN \(number) >= 9223372036854775808 OR \(number) < -9223372036854775808 \
        THEN \(failure("the result is beyond all decimals", number)) \
        WHEN abs(\(number) - trunc(\(number))) >= 0.5 THEN (trunc(\(number)) + sign(\(number)))::bigint \
        ELSE trunc(\(number))::bigint END
        """
    }
  }

  /// A text that is no number, and that contains a value of the record. The server's error repeats
  /// it.
  func failure(_ reason: StaticString, _ value: SQLText) -> SQLText {
    "('flagdb: \(keyword: reason); ' || coalesce((\(value))::text, ''))::bigint"
  }
}
