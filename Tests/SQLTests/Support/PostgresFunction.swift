import FlagModel

@testable import SQLText

/// Functions as PostgreSQL has them. Whole numbers that are calculated with are of any size, so that
/// none is an error before it is known whether it has 64 bits.
extension PostgresDialect {
  func call(_ function: SQLFunction, _ arguments: [SQLText]) -> SQLText {
    let list = arguments.joined(by: ", ")
    switch function {
    case .calculation(let binary, let isWhole):
      return isWhole
        ? whole(binary, arguments[0], arguments[1]) : real(binary, arguments[0], arguments[1])
    case .negative(let isWhole): return isWhole ? "-(\(list))::numeric" : "-\(list)"
    case .bounded:
      return """
        CASE WHEN (\(list)) BETWEEN -9223372036854775808 AND 9223372036854775807 \
        THEN (\(list))::bigint END
        """
    case .percentile:
      return "percentile_cont(\(arguments[1]) / 100) WITHIN GROUP (ORDER BY \(arguments[0]))"
    case .deviation: return "stddev_samp(\(list))::double precision"
    case .least: return "CASE WHEN num_nulls(\(list)) = 0 THEN least(\(list)) END"
    case .greatest: return "CASE WHEN num_nulls(\(list)) = 0 THEN greatest(\(list)) END"
    case .flagCount:
      let bits = arguments.dropFirst().map { "((\(arguments[0]) & \($0)) != 0)::int" as SQLText }
      return "(\(bits.joined(by: " + ")))"
    case .truth: return "CASE WHEN \(list) THEN 1 ELSE 0 END"
    case .choice:
      return "CASE WHEN \(arguments[0]) THEN \(arguments[1]) ELSE \(arguments[2]) END"
    case .same: return arguments.joined(by: " IS NOT DISTINCT FROM ")
    case .different: return arguments.joined(by: " IS DISTINCT FROM ")
    case .test(let test, let options): return self.test(test, options, arguments[0], arguments[1])
    case .element(let type): return element(of: type, list)
    // A document tells its numbers and texts apart from how they are written.
    case .hasOtherElement:
      return "(\(arguments[0]))::jsonb IS DISTINCT FROM (\(arguments[1]))::jsonb"
    case .spelled(let set, _): return spelled(set, list)
    case .ofNumber(let function): return ofNumber(function, list)
    case .ofText(let function): return ofText(function, arguments)
    case .ofDate(let function): return ofDate(function, list)
    default: return text(function, list) ?? other(function, list)
    }
  }

  private func spelled(_ set: FlagSet, _ number: SQLText) -> SQLText {
    let names = set.flags.map { flag -> SQLText in
      let mask: SQLText = "\(literal: Int64(bitPattern: flag.mask))"
      return "CASE WHEN \(number) & \(mask) = \(mask) THEN \(.text(flag.name.text)) END"
    }
    return "concat_ws('|', \(names.joined(by: ", ")))"
  }

  private func element(of type: AttributeType, _ json: SQLText) -> SQLText {
    switch type {
    case .date: "replace(replace(\(json), 'T', ' '), 'Z', '')"
    case .decimal(let places): "round((\(json))::numeric * 1e\(literal: Int64(places)))::bigint"
    default: json
    }
  }

  private func whole(_ binary: Operator, _ a: SQLText, _ b: SQLText) -> SQLText {
    switch binary {
    case .add: "(\(a))::numeric + (\(b))::numeric"
    case .subtract: "(\(a))::numeric - (\(b))::numeric"
    case .multiply: "(\(a))::numeric * (\(b))::numeric"
    case .divide: "div((\(a))::numeric, nullif((\(b))::numeric, 0))"
    case .remainder: "mod(\(a), nullif(\(b), 0))"
    case .bitXor: "\(a) # \(b)"
    case .shiftLeft: "\(a) << (\(b))::int"
    case .shiftRight: "\(a) >> (\(b))::int"
    default: real(binary, a, b)
    }
  }

  private func real(_ binary: Operator, _ a: SQLText, _ b: SQLText) -> SQLText {
    switch binary {
    case .divide: "\(a) / nullif(\(b), 0)"
    case .power: "power((\(a))::double precision, (\(b))::double precision)"
    case .otherwise: "coalesce(\(a), \(b))"
    case .bitAnd: "\(a) & \(b)"
    case .bitOr: "\(a) | \(b)"
    case .add: "\(a) + \(b)"
    case .subtract: "\(a) - \(b)"
    default: "\(a) * \(b)"
    }
  }

  private func test(
    _ test: TextTest, _ options: TextOptions, _ text: SQLText, _ other: SQLText
  ) -> SQLText {
    switch test {
    case .contains: return "strpos(\(text), \(other)) > 0"
    case .beginsWith: return "starts_with(\(text), \(other))"
    case .endsWith: return "right(\(text), char_length(\(other))) = \(other)"
    case .like:
      if case .text(let pattern)? = other.constant {
        return "\(text) LIKE \(.text(Self.like(pattern)))"
      }
      return """
        \(text) LIKE regexp_replace(regexp_replace(regexp_replace(\(other), '([%_])', '\\\\\\1', \
        'g'), '(?<!\\\\)\\*', '%', 'g'), '(?<!\\\\)[?]', '_', 'g')
        """
    case .matches:
      let folded: (SQLText) -> SQLText = { options.ignoresAccents ? "unaccent(\($0))" : $0 }
      let sign: SQLText = options.ignoresCase ? "~*" : "~"
      return "\(folded(text)) \(sign) ('^(?:' || \(folded(other)) || ')$')"
    }
  }

  /// NSPredicate's pattern as LIKE takes it.
  private static func like(_ pattern: String) -> String {
    var like = ""
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      switch scalar {
      case "\\" where !isEscaped:
        isEscaped = true
        continue
      case "*" where !isEscaped: like += "%"
      case "?" where !isEscaped: like += "_"
      case "%", "_", "\\": like += "\\\(scalar)"
      default: like.unicodeScalars.append(scalar)
      }
      isEscaped = false
    }
    return isEscaped ? like + "\\\\" : like
  }

  private func text(_ function: SQLFunction, _ text: SQLText) -> SQLText? {
    switch function {
    case .folded(let options):
      let plain: SQLText = options.ignoresAccents ? "unaccent(\(text))" : text
      return options.ignoresCase ? ofText(.lowercased, [plain]) : plain
    case .text: return "(\(text))::text"
    case .isUUID: return "\(text) ~ '^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$'"
    case .isURL: return "\(text) ~ '^[^[:cntrl:] ]+$'"
    case .isDate: return "pg_input_is_valid(\(text), 'timestamp') AND \(text) >= '0001'"
    case .moment: return "to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS')"
    case .newUUID: return "upper(gen_random_uuid()::text)"
    case .newLowercasedUUID: return "gen_random_uuid()::text"
    case .realOfText: return "coalesce(\(number(in: text, "\\.?[0-9]*"))::double precision, 0)"
    case .wholeOfText: return "coalesce(\(number(in: text, ""))::bigint, 0)"
    default: return nil
    }
  }

  private func number(in text: SQLText, _ fraction: StaticString) -> SQLText {
    "substring(\(text) FROM '^ *([-+]?[0-9]+\(keyword: fraction))')"
  }

  private func ofNumber(_ function: NumberFunction, _ number: SQLText) -> SQLText {
    switch function {
    case .abs: "abs(\(number))"
    case .floor: "floor(\(number))"
    case .ceiling: "ceil(\(number))"
    case .trunc: "trunc(\(number))"
    case .sqrt: "sqrt(CASE WHEN \(number) >= 0 THEN \(number) END)"
    case .ln: "ln(CASE WHEN \(number) > 0 THEN \(number) END)"
    case .log: "log(CASE WHEN \(number) > 0 THEN \(number) END)"
    case .exp: "exp(\(number))"
    }
  }

  private func ofText(_ function: TextFunction, _ arguments: [SQLText]) -> SQLText {
    let text = arguments[0]
    switch function {
    case .length: return "char_length(\(text))"
    case .lowercased: return "(lower(\(text) COLLATE \"und-x-icu\") COLLATE \"C\")"
    case .uppercased: return "(upper(\(text) COLLATE \"und-x-icu\") COLLATE \"C\")"
    case .prefix:
      let separator = arguments[1]
      if case .integer? = separator.constant { return "left(\(text), \(separator)::int)" }
      return "left(\(text), strpos(substring(\(text) FROM 2) || \(separator), \(separator)))"
    case .part:
      let parts: SQLText = "string_to_array(\(text), \(arguments[1]))"
      let number = arguments[2]
      return
        "(\(parts))[CASE WHEN \(number) < 0 THEN cardinality(\(parts)) + 1 ELSE 0 END + \(number)]"
    }
  }

  private func ofDate(_ function: DateFunction, _ date: SQLText) -> SQLText {
    switch function {
    case .year: "left(\(date), 4)::bigint"
    case .quarter: "to_char((\(date))::timestamp, 'YYYY-\"Q\"Q')"
    case .month: "left(\(date), 7)"
    case .week: "to_char((\(date))::timestamp, 'IYYY-\"W\"IW')"
    case .day: "left(\(date), 10)"
    case .quarterOfYear: "extract(quarter FROM (\(date))::timestamp)::bigint"
    case .monthOfYear: "extract(month FROM (\(date))::timestamp)::bigint"
    case .weekOfYear: "extract(week FROM (\(date))::timestamp)::bigint"
    case .dayOfMonth: "extract(day FROM (\(date))::timestamp)::bigint"
    case .weekday: "extract(isodow FROM (\(date))::timestamp)::bigint"
    case .hour: "extract(hour FROM (\(date))::timestamp)::bigint"
    }
  }

  private func other(_ function: SQLFunction, _ list: SQLText) -> SQLText {
    switch function {
    case .real: "(\(list))::double precision"
    case .whole: "trunc((\(list))::numeric)::bigint"
    case .sum(isWhole: true): "sum(\(list))::bigint"
    case .sum: "sum(\(list))"
    case .total: "coalesce(sum(\(list)), 0)"
    case .average: "avg(\(list))::double precision"
    case .jsonArray: "coalesce(json_agg(\(list)), '[]')::text"
    case .elementCount: "json_array_length((\(list))::json)"
    case .byteCount: "octet_length(\(list))"
    case .microseconds: "(extract(epoch FROM (\(list))::timestamp) * 1000000)::bigint"
    default: "(extract(epoch FROM (\(list))::timestamp) / 86400)::double precision"
    }
  }
}
