import FlagModel

/// Functions of SQLite, and functions that flagdb adds to its connections.
extension SQLiteDialect {
  package func call(_ function: SQLFunction, _ arguments: [SQLText]) -> SQLText {
    let list = arguments.joined(by: ", ")
    switch function {
    case .ofNumber(let function): return ofNumber(function, list)
    case .ofText(let function): return ofText(function, arguments)
    case .ofDate(let function): return ofDate(function, list)
    case .validDate: return "flagdb_valid_date(\(list))"
    case .least, .leastOfMany: return "min(\(list))"
    case .greatest, .greatestOfMany: return "max(\(list))"
    case .calculation(let binary, _): return calculation(binary, arguments[0], arguments[1])
    case .negative: return "-\(list)"
    // SQLite compares integers with real numbers exactly.
    case .exact: return list
    // After an integer overflow, SQLite continues with a REAL, which would be a wrong number.
    case .bounded: return "iif(typeof(\(list)) = 'integer', \(list), NULL)"
    case .flagCount: return flagCount(arguments[0], arguments.dropFirst())
    case .rounded: return "round(\(list))"
    case .truth, .truthValue: return "(\(list)) IS TRUE"
    case .choice: return "iif(\(list))"
    case .same: return arguments.joined(by: " IS ")
    case .different: return arguments.joined(by: " IS NOT ")
    case .isIn: return arguments.joined(by: " IN ")
    case .isNotIn: return arguments.joined(by: " NOT IN ")
    case .wholeOrElse:
      return """
        CASE typeof(\(arguments[0])) WHEN 'integer' THEN \(arguments[0]) ELSE \(arguments[1]) END
        """
    case .plainOperand: return "+\(list)"
    case .foundOrText: return "coalesce(\(arguments[0]), \(arguments[1]) || '')"
    case .firstShown: return "coalesce(\(list))"
    case .isWhole: return "typeof(\(list)) = 'integer'"
    case .isNumber: return "typeof(\(list)) IN ('integer', 'real')"
    case .isText: return "typeof(\(list)) = 'text'"
    case .isWholeOrMissing: return "typeof(\(list)) IN ('integer', 'null')"
    // The length of a blob is known without reading it.
    case .octetCount: return "length(CAST(\(list) AS BLOB))"
    case .byteCount(.external): return "flagdb_external_size(\(list))"
    case .byteCount: return "length(\(list))"
    case .folded(let options): return "flagdb_fold(\(list), \(.text(options.letters)))"
    case .test(let test, let options): return self.test(test, options, arguments[0], arguments[1])
    case .real, .realOfText: return "CAST(\(list) AS REAL)"
    // Handles numbers beyond 64 bits, which a cast would clamp.
    case .whole:
      let below: SQLText = "nullif(min(\(list), 9223372036854775808.0), 9223372036854775808.0)"
      return """
        CAST(nullif(max(\(below), -9223372036854777856.0), -9223372036854777856.0) AS INTEGER)
        """
    case .wholeOfText: return "CAST(\(list) AS INTEGER)"
    case .text: return "CAST(\(list) AS TEXT)"
    case .shortest: return shortest(list)
    case .decimalText(let places): return decimalText(of: list, places)
    // Seconds and fraction separately, because SQLite rounds to milliseconds.
    case .microseconds:
      return """
        (CAST(strftime('%s', substr(\(list), 1, 19)) AS INTEGER) * 1000000 \
        + CAST(substr(substr(\(list), 21) || '000000', 1, 6) AS INTEGER))
        """
    // Cuts off the microseconds, because SQLite would round the end of the year 9999 to an invalid
    // date.
    case .days: return "(julianday(substr(\(list), 1, 23)) - 2440587.5)"
    // Another client may have stored a text that is not JSON.
    case .elementCount: return "iif(json_valid(\(list)), json_array_length(\(list)), NULL)"
    case .element(let type): return element(of: type, list)
    case .isJSON: return "json_valid(\(list))"
    case .json: return "json(\(list))"
    case .jsonValue(let path, _): return jsonValue(at: path, in: list)
    case .jsonKey(let names): return jsonKey(among: names, in: list)
    case .hasOtherElement(let type): return hasOtherElement(of: type, arguments[0], arguments[1])
    case .read(let form, let type): return read(form, type, list)
    case .moment(let micros): return moment(after: micros)
    case .newUUID: return Self.newUUID
    case .newLowercasedUUID: return "(lower(\(Self.newUUID)))"
    case .isDate: return isDate(list)
    case .isUUID: return isUUID(list)
    // No space and no control character.
    case .isURL: return "\(list) <> '' AND \(list) NOT GLOB '*[' || char(1, 45, 32) || ']*'"
    case .inWholeUnits(let places): return "\(list) / \(literal: powerOfTen(places)).0"
    case .field(let field): return self.field(field, in: list)
    case .fieldName(let field): return fieldName(field, in: list)
    case .spelled(let set, let isOptional): return spelled(set, list, isOptional: isOptional)
    case .converted(let conversion), .becoming(let conversion):
      return "flagdb_convert(\(list), \(.text(conversion.text)))"
    case .canBecome(let conversion):
      return "flagdb_converts(\(list), \(.text(conversion.text)))"
    case .demanded(let demand): return demanded(demand, list)
    case .kept(.own, _), .asColumn, .jsonText, .native: return list
    case .missing: return "NULL"
    case .kept(let form, let type): return kept(form, type, arguments)
    case .sum: return hasOwnAggregates ? "flagdb_sum(\(list))" : "sum(\(list))"
    case .total: return "total(\(list))"
    case .average(isWhole: false): return "avg(\(list))"
    // SQLite's own mean adds Doubles.
    case .average:
      return hasOwnAggregates
        ? "flagdb_avg(\(list))" : "(CAST(sum(\(list)) AS REAL) / count(\(list)))"
    case .percentile: return "flagdb_percentile(\(list))"
    case .medianOfWhole: return "flagdb_percentile(\(list), 50)"
    case .deviation: return "flagdb_stddev(\(list))"
    case .unionOfMany(let word):
      if hasOwnAggregates { return "bit_or(\(list))" }
      return union(ofMany: list, word)
    case .intersectionOfMany(let word):
      if hasOwnAggregates { return "bit_and(\(list))" }
      return intersection(ofMany: list, word)
    case .jsonArray: return "json_group_array(\(list))"
    // SQLite would write 15 digits.
    case .jsonReal:
      return """
        iif(CAST(CAST(\(list) AS TEXT) AS REAL) <> \(list) AND abs(\(list)) < 1.7e308, \
        json(printf('%!.17g', \(list))), \(list))
        """
    case .textList:
      return "iif(max(instr(\(list), ',')), json_group_array(\(list)), group_concat(\(list), ','))"
    }
  }

  /// A real number as Swift writes it: the fewest digits that distinguish it, and an exponent beyond 2^53. Fifteen
  /// digits are enough for most numbers.
  private func shortest(_ number: SQLText) -> SQLText {
    func text(_ few: StaticString, orElse many: StaticString) -> SQLText {
      let text: SQLText = "printf('\(keyword: few)', \(number))"
      return
        "iif(CAST(\(text) AS REAL) = \(number), \(text), printf('\(keyword: many)', \(number)))"
    }
    return """
      replace(CASE WHEN abs(\(number)) > 9007199254740992 AND abs(\(number)) < 1e17 \
      THEN \(text("%!.15e", orElse: "%!.16e")) \
      WHEN CAST(CAST(\(number) AS TEXT) AS REAL) <> \(number) \
      OR abs(\(number)) BETWEEN 1e15 AND 9007199254740992 \
      THEN \(text("%!.16g", orElse: "%!.17g")) \
      ELSE CAST(\(number) AS TEXT) END, '.0e', 'e')
      """
  }

  private func decimalText(of units: SQLText, _ places: Int) -> SQLText {
    if places <= 0 { return "CAST(\(units) AS TEXT)" }
    let unit: SQLText = "\(literal: powerOfTen(places))"
    // The smallest integer has no absolute value.
    let digits: SQLText = "max(\(units), -9223372036854775807)"
    let zeros: SQLText = "\(.text(String(repeating: "0", count: places)))"
    let fraction: SQLText = """
      substr(\(zeros) || abs(\(digits) % \(unit)), -\(literal: Int64(places)))
      """
    return """
      iif(\(units) < 0, '-', '') || abs(\(digits) / \(unit)) \
      || rtrim('.' || rtrim(\(fraction), '0'), '.')
      """
  }

  /// Calls functions that flagdb adds to its connections, because SQL has no way to fail.
  private func demanded(_ demand: ResultDemand, _ list: SQLText) -> SQLText {
    switch demand {
    case .whole: "flagdb_whole(\(list))"
    case .wholePart: list
    case .divisor: "flagdb_divisor(\(list))"
    case .finite: "flagdb_finite(\(list))"
    case .present: "flagdb_present(\(list))"
    case .number: "flagdb_number(\(list))"
    case .truncated: "flagdb_truncated(\(list))"
    case .float: "flagdb_float(\(list))"
    case .date: "flagdb_date(\(list))"
    case .later: "flagdb_later(\(list))"
    case .units(let places): "flagdb_units(\(list), \(literal: powerOfTen(places)))"
    case .rounded(let places): "flagdb_rounded(\(list), \(literal: powerOfTen(places)))"
    case .field(let mask): "flagdb_field(\(list), \(literal: mask))"
    }
  }

  private func kept(_ form: StoredForm, _ type: AttributeType, _ arguments: [SQLText]) -> SQLText {
    let texts = [arguments[0], "\(.text(form.text(type)))"] + arguments.dropFirst()
    return "flagdb_keep(\(texts.joined(by: ", ")))"
  }

  private func ofNumber(_ function: NumberFunction, _ number: SQLText) -> SQLText {
    switch function {
    case .abs: "abs(\(number))"
    case .floor: "floor(\(number))"
    case .ceiling: "ceil(\(number))"
    case .trunc: "trunc(\(number))"
    case .sqrt: "sqrt(\(number))"
    case .ln: "ln(\(number))"
    case .log: "log(\(number))"
    case .exp: "exp(\(number))"
    }
  }

  private func ofText(_ function: TextFunction, _ arguments: [SQLText]) -> SQLText {
    let list = arguments.joined(by: ", ")
    switch function {
    case .length: return "length(\(list))"
    case .lowercased: return "flagdb_lower(\(list))"
    case .uppercased: return "flagdb_upper(\(list))"
    case .prefix:
      let (text, separator) = (arguments[0], arguments[1])
      if case .integer? = separator.constant { return "substr(\(text), 1, \(separator))" }
      return "substr(\(text), 1, instr(substr(\(text), 2) || \(separator), \(separator)))"
    case .part: return "flagdb_split(\(list))"
    }
  }

  private func ofDate(_ function: DateFunction, _ date: SQLText) -> SQLText {
    switch function {
    case .year: "CAST(substr(\(date), 1, 4) AS INTEGER)"
    case .quarter: "(substr(\(date), 1, 4) || '-Q' || \(ofDate(.quarterOfYear, date)))"
    case .month: "substr(\(date), 1, 7)"
    case .week:
      "(substr(\(thursday(of: date)), 1, 4) || printf('-W%02d', \(ofDate(.weekOfYear, date))))"
    case .day: "substr(\(date), 1, 10)"
    case .quarterOfYear: "((\(ofDate(.monthOfYear, date)) + 2) / 3)"
    case .monthOfYear: "CAST(substr(\(date), 6, 2) AS INTEGER)"
    case .weekOfYear: "((strftime('%j', \(thursday(of: date))) - 1) / 7 + 1)"
    case .dayOfMonth: "CAST(substr(\(date), 9, 2) AS INTEGER)"
    // SQLite counts from Sunday as 0.
    case .weekday: "((strftime('%w', substr(\(date), 1, 10)) + 6) % 7 + 1)"
    case .hour: "CAST(substr(\(date), 12, 2) AS INTEGER)"
    }
  }

  /// The Thursday of a date's week, which determines the year of the week.
  private func thursday(of date: SQLText) -> SQLText {
    "date(substr(\(date), 1, 10), '-3 days', 'weekday 4')"
  }

  private func flagCount(_ number: SQLText, _ masks: ArraySlice<SQLText>) -> SQLText {
    let bits = masks.map { "((\(number) & \($0)) != 0)" as SQLText }
    return "(\(bits.joined(by: " + ")))"
  }

  private func calculation(_ binary: Operator, _ a: SQLText, _ b: SQLText) -> SQLText {
    switch binary {
    case .add: "\(a) + \(b)"
    case .subtract: "\(a) - \(b)"
    case .multiply: "\(a) * \(b)"
    case .divide: "\(a) / \(b)"
    case .remainder: "\(a) % \(b)"
    case .power: "pow(\(a), \(b))"
    case .bitAnd: "\(a) & \(b)"
    case .bitOr: "\(a) | \(b)"
    // SQLite has no exclusive or.
    case .bitXor: "(\(a) | \(b)) & ~(\(a) & \(b))"
    case .shiftLeft: "\(a) << \(b)"
    case .shiftRight: "\(a) >> \(b)"
    case .otherwise: "coalesce(\(a), \(b))"
    }
  }

  /// The SQL of a text test such as `contains`. For a constant text, the length and the GLOB
  /// pattern are constants too.
  private func test(
    _ test: TextTest, _ options: TextOptions, _ text: SQLText, _ other: SQLText
  ) -> SQLText {
    let constant: String? = if case .text(let text)? = other.constant { text } else { nil }
    let count = constant.map { Int64($0.unicodeScalars.count) }
    switch test {
    case .contains: return "instr(\(text), \(other)) > 0"
    case .beginsWith:
      let length: SQLText = count.map { "\(.integer($0))" } ?? "length(\(other))"
      return "substr(\(text), 1, \(length)) = \(other)"
    case .endsWith:
      if let count, count > 0 { return "substr(\(text), \(.integer(-count))) = \(other)" }
      return "(\(other) = '' OR substr(\(text), -length(\(other))) = \(other))"
    case .like:
      return constant.map { "\(text) GLOB \(.text(LikePattern.glob($0)))" }
        ?? "flagdb_like(\(text), \(other))"
    case .matches: return "flagdb_matches(\(text), \(other), \(.text(options.letters)))"
    }
  }
}
