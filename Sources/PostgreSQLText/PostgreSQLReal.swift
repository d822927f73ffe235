import FlagModel
import SQLText

/// Calculations with real numbers. The server fails if a result overflows or underflows. A file
/// continues with infinity, 0, or NULL for a NaN, and these expressions do the same.
/// See Documentation/Decisions/postgresql-overflow-does-not-end-a-query.md.
extension PostgreSQLDialect {
  func added(_ a: SQLText, _ b: SQLText, _ sign: StaticString) -> SQLText {
    // A smaller operand cannot make the greatest number overflow.
    let plain: SQLText = "\(a) \(keyword: sign) \(b)"
    if [a, b].contains(where: { $0.realConstant.map { abs($0) < 0x1p969 } ?? false }) {
      return plain
    }
    return binding([a, b], orElse: plain) { values in
      let (a, b) = (values[0], values[1])
      let half = real(0.5)
      let sum: SQLText = "abs(\(a) * \(half) \(keyword: sign) \(b) * \(half))"
      return """
        CASE WHEN \(size(a)) > 1 AND \(size(b)) > 1 \
        AND \(sum) BETWEEN \(real(0x1p1023)) AND \(real(.greatestFiniteMagnitude)) \
        THEN \(a) * \(infinity) ELSE \(numberOrNull("\(a) \(keyword: sign) \(b)")) END
        """
    }
  }

  func multiplied(_ a: SQLText, _ b: SQLText) -> SQLText {
    if let c = b.realConstant, c.isFinite { return multiplied(a, by: c, b) }
    if let c = a.realConstant, c.isFinite { return multiplied(b, by: c, a) }
    return binding([a, b], orElse: "\(a) * \(b)") { values in
      let (a, b) = (values[0], values[1])
      let large: SQLText = "abs((\(a) * \(real(0x1p-512))) * (\(b) * \(real(0x1p-512)))) >= 1"
      let small: SQLText = "abs((\(a) * \(real(0x1p537))) * (\(b) * \(real(0x1p538)))) <= 1"
      let product = numberOrNull("\(a) * \(b)")
      return """
        CASE WHEN \(size(a)) >= 1 AND \(size(b)) >= 1 THEN CASE WHEN \(large) \
        THEN sign(\(a)) * sign(\(b)) * \(infinity) ELSE \(a) * \(b) END \
        WHEN \(size(a)) < 1 AND \(size(b)) < 1 \
        AND least(\(size(a)), \(size(b))) < \(real(0x1p-500)) THEN CASE WHEN \(small) THEN 0 ELSE \(a) * \(b) END \
        ELSE \(product) END
        """
    }
  }

  /// Multiplies by a constant, so that the overflow limit is a constant too.
  private func multiplied(_ a: SQLText, by c: Double, _ b: SQLText) -> SQLText {
    if c == 0 { return numberOrNull("\(a) * \(b)") }
    if abs(c) == 1 { return "\(a) * \(b)" }
    return binding([a], orElse: "\(a) * \(b)") { values in
      let a = values[0]
      let (limit, result) =
        if abs(c) > 1 { (Self.greatest(times: abs(c)), infinity) } else { (0.0, real(0)) }
      let ends: SQLText =
        if abs(c) > 1 {
          "\(size(a)) > \(real(limit))"
        } else {
          "\(size(a)) <= \(real(Self.greatestLost(times: abs(c))))"
        }
      let sign: SQLText = c < 0 ? "-" : ""
      let end: SQLText = abs(c) > 1 ? "\(a) * \(sign)\(result)" : result
      return "CASE WHEN \(ends) THEN \(end) ELSE \(a) * \(b) END"
    }
  }

  func divided(_ a: SQLText, by b: SQLText) -> SQLText {
    if let c = b.realConstant, c.isFinite, c != 0 { return divided(a, by: c, b) }
    return binding([a, b], orElse: "\(a) / nullif(\(b), 0)") { values in
      let (a, b) = (values[0], values[1])
      let large: SQLText = "\(size(a)) * \(real(0x1p-512)) >= \(size(b)) * \(real(0x1p512))"
      let small: SQLText = "\(size(a)) * \(real(0x1p537)) <= \(size(b)) * \(real(0x1p-538))"
      return """
        CASE WHEN \(b) = 0 THEN NULL WHEN \(size(b)) = \(infinity) THEN \(numberOrNull("\(a) * 0")) \
        WHEN \(size(a)) >= \(real(0x1p-51)) AND \(size(b)) < 1 AND \(large) \
        THEN sign(\(a)) * sign(\(b)) * \(infinity) \
        WHEN \(size(a)) < 1 AND \(size(b)) >= 1 AND \(small) THEN 0 ELSE \(a) / \(b) END
        """
    }
  }

  private func divided(_ a: SQLText, by c: Double, _ b: SQLText) -> SQLText {
    if abs(c) == 1 { return "\(a) / \(b)" }
    return binding([a], orElse: "\(a) / \(b)") { values in
      let a = values[0]
      let sign: SQLText = c < 0 ? "-" : ""
      guard abs(c) > 1 else {
        let limit = real(.greatestFiniteMagnitude * abs(c))
        return "CASE WHEN \(size(a)) > \(limit) THEN \(a) * \(sign)\(infinity) ELSE \(a) / \(b) END"
      }
      let lost = real(abs(c) * 0x1p-538)
      return """
        CASE WHEN \(size(a)) < 1 AND \(size(a)) * \(real(0x1p537)) <= \(lost) THEN 0 \
        ELSE \(a) / \(b) END
        """
    }
  }

  func power(_ a: SQLText, _ b: SQLText) -> SQLText {
    let sides: [SQLText] = ["(\(a))::double precision", "(\(b))::double precision"]
    return binding(sides, orElse: "power(\(sides.joined(by: ", ")))") { values in
      let (a, b) = (values[0], values[1])
      let exponent: SQLText = "\(b) * ln(\(size(a)))"
      let isUsual: SQLText =
        "\(size(a)) NOT IN (0, 1, \(infinity)) AND \(size(b)) BETWEEN 0.5 AND 1e300"
      return """
        CASE WHEN \(a) = 0 AND \(b) < 0 THEN \(infinity) \
        WHEN \(a) < 0 AND \(b) <> floor(\(b)) AND \(size(a)) < \(infinity) THEN NULL \
        WHEN \(isUsual) AND \(exponent) > \(real(Self.greatestExponent)) THEN \
        CASE WHEN \(a) < 0 AND \(b) / 2 <> floor(\(b) / 2) THEN -\(infinity) ELSE \(infinity) END \
        WHEN \(isUsual) AND \(exponent) < \(real(Self.leastExponent)) THEN 0 \
        WHEN \(size(b)) > 1e300 AND \(size(a)) NOT IN (0, 1, \(infinity)) THEN \
        CASE WHEN (\(size(a)) > 1) = (\(b) > 0) THEN \(infinity) ELSE 0 END \
        ELSE \(numberOrNull("power(\(a), \(b))")) END
        """
    }
  }

  func exponential(_ number: SQLText) -> SQLText {
    binding(["(\(number))::double precision"], orElse: "exp(\(number))") { values in
      """
      CASE WHEN \(values[0]) > \(real(Self.greatestExponent)) THEN \(infinity) \
      WHEN \(values[0]) < \(real(Self.leastExponent)) THEN 0 ELSE exp(\(values[0])) END
      """
    }
  }

  /// The logarithm of the greatest number, and that of half the smallest one.
  private static let greatestExponent = 709.782712893384
  private static let leastExponent = -745.1332191019411

  // MARK: Aggregates

  /// Large numbers are added separately, with all their digits.
  func sum(ofReal value: SQLText) -> SQLText {
    let parts = parts(of: value, apart: 1e290)
    let error = failure("numbers without end in both directions have no sum", "count(\(value))")
    return """
      CASE WHEN \(parts.large) IS NULL THEN \(parts.usual) \
      WHEN \(isNaN(anyOf: value)) THEN NULL WHEN \(parts.large) = 'NaN' THEN \(error) \
      ELSE \(parts.sum) END
      """
  }

  /// Calculates the mean from sums, because the server also adds squares, which overflow much
  /// earlier.
  func average(of value: SQLText) -> SQLText {
    if value.isMoment { return "avg(\(value))::double precision" }
    let parts = parts(of: value, apart: 1e150)
    return """
      CASE WHEN \(parts.large) IS NULL THEN avg(\(parts.usualValue))::double precision \
      WHEN \(parts.large) = 'NaN' THEN NULL ELSE (\(parts.sum)) / count(\(value)) END
      """
  }

  /// The sums of the values below and above a limit, and their total.
  private func parts(
    of value: SQLText, apart most: Double
  ) -> (large: SQLText, usualValue: SQLText, usual: SQLText, sum: SQLText) {
    let large: SQLText =
      "sum((\(value))::text::numeric) FILTER (WHERE \(size(value)) > \(real(most)))"
    let usualValue: SQLText = "CASE WHEN \(size(value)) <= \(real(most)) THEN \(value) END"
    let usual: SQLText = "sum(\(usualValue))"
    let sum: SQLText = "\(large) + coalesce((\(usual))::text::numeric, 0)"
    let end: SQLText = """
      CASE WHEN abs(\(sum)) > 1.7976931348623158e308 THEN sign(\(sum))::double precision * \(infinity) \
      ELSE (\(sum))::double precision END
      """
    return (large, usualValue, usual, end)
  }

  func deviation(of value: SQLText) -> SQLText {
    if value.isMoment { return "stddev_samp(\(value))::double precision" }
    let most = real(1e150)
    let isTooWide: SQLText =
      "max(\(value)) > \(real(0x1p1022)) AND min(\(value)) < \(real(-0x1p1022))"
    return """
      CASE WHEN max(\(size(value))) > \(most) AND count(\(value)) > 1 \
      THEN CASE WHEN \(isTooWide) OR \(isNaN(anyOf: value)) THEN NULL ELSE \(infinity) END \
      ELSE stddev_samp(CASE WHEN \(size(value)) <= \(most) THEN \(value) END)::double precision END
      """
  }

  /// The mean of the values in the middle. `percentile_cont` would round both to Doubles.
  func medianOfWhole(_ value: SQLText) -> SQLText {
    let lower: SQLText = "(percentile_disc(0.5) WITHIN GROUP (ORDER BY \(value)))::numeric"
    let upper: SQLText = "(percentile_disc(0.5) WITHIN GROUP (ORDER BY \(value) DESC))::numeric"
    return "((\(lower) + \(upper)) * 0.5)::double precision"
  }

  // MARK: Helpers

  /// The absolute value as a real number, because the smallest integer has no opposite.
  private func size(_ number: SQLText) -> SQLText { "abs((\(number))::double precision)" }

  /// True if a value of the rows is NaN, which the server takes for the greatest number.
  private func isNaN(anyOf value: SQLText) -> SQLText { "max(\(size(value))) = 'NaN'" }

  private var infinity: SQLText { real(.infinity) }

  private func real(_ number: Double) -> SQLText { .written(literal(.real(number))) }

  private func numberOrNull(_ value: SQLText) -> SQLText {
    "nullif(\(value), 'NaN'::double precision)"
  }

  /// The greatest number whose product with a factor above 1 does not overflow.
  private static func greatest(times factor: Double) -> Double {
    var limit = Double.greatestFiniteMagnitude / factor
    while (limit.nextUp * factor).isFinite { limit = limit.nextUp }
    while !(limit * factor).isFinite { limit = limit.nextDown }
    return limit
  }

  /// The greatest number whose product with a factor below 1 is rounded to 0.
  private static func greatestLost(times factor: Double) -> Double {
    var limit = 0x1p-537 / factor * 0x1p-538
    while limit.nextUp * factor == 0 { limit = limit.nextUp }
    while limit * factor != 0 { limit = limit.nextDown }
    return limit
  }

  /// An expression that uses values several times. A complex value is calculated once in a
  /// subquery. An aggregate cannot move into a subquery, so it is repeated; in a long calculation,
  /// the plain expression is used instead.
  func binding(
    _ values: [SQLText], orElse plain: SQLText, _ body: ([SQLText]) -> SQLText
  ) -> SQLText {
    if values.allSatisfy(\.isSimple) { return body(values) }
    if values.contains(where: \.hasAggregate) {
      if values.reduce(0, { $0 + $1.pieces.count }) < 40 { return body(values.map { "(\($0))" }) }
      return plain
    }
    let names: [SQLText] = ["flagdb_a", "flagdb_b"]
    let columns = zip(values, names).map { "(\($0)) AS \($1)" as SQLText }
    return """
      (SELECT \(body(names)) FROM (SELECT \(columns.joined(by: ", ")) OFFSET 0) AS flagdb_values)
      """
  }
}

extension SQLText {
  /// The number, if the piece consists only of a bound number.
  fileprivate var realConstant: Double? {
    switch constant {
    case .real(let number)?: number
    case .integer(let number)? where number.magnitude <= 1 << 53: Double(number)
    default: nil
    }
  }

  /// True for a time as a number, which is far from any overflow.
  fileprivate var isMoment: Bool {
    if segments.count == 1, case .call(.days, _) = segments[0] { true } else { false }
  }

  /// True for a column or a value.
  fileprivate var isSimple: Bool {
    segments.count <= 3
      && segments.allSatisfy { segment in
        switch segment {
        case .name, .table, .value, .number: true
        case .text(let text): text == "."
        default: false
        }
      }
  }

  /// The segments with expanded arguments, in their order.
  fileprivate var pieces: [Segment] {
    segments.flatMap { segment -> [Segment] in
      switch segment {
      case .call(let function, let arguments):
        [.call(function, [])] + arguments.flatMap(\.pieces)
      case .clause(_, let parts): parts.flatMap(\.pieces)
      default: [segment]
      }
    }
  }

  /// True if it contains an aggregate of its query.
  fileprivate var hasAggregate: Bool {
    var queries: [Bool] = []
    for piece in pieces {
      if case .call(let function, _) = piece, function.isAggregate, !queries.contains(true) {
        return true
      }
      guard case .text(let text) = piece else { continue }
      var rest = text[...]
      while let bracket = rest.firstIndex(where: { $0 == "(" || $0 == ")" }) {
        let before = rest[..<bracket]
        let isOpening = rest[bracket] == "("
        rest = rest[rest.index(after: bracket)...]
        if isOpening {
          let calls = Self.aggregates.contains { before.hasSuffix($0) }
          if calls, !queries.contains(true) { return true }
          queries.append(rest.hasPrefix("SELECT"))
        } else {
          _ = queries.popLast()
        }
      }
    }
    return false
  }

  private static let aggregates = ["count", "min", "max"]
}

extension SQLFunction {
  fileprivate var isAggregate: Bool {
    switch self {
    case .sum, .total, .average, .percentile, .medianOfWhole, .deviation, .jsonArray, .unionOfMany,
      .intersectionOfMany:
      true
    default: false
    }
  }
}
