import FlagModel
package import SQLText

/// Functions in PostgreSQL.
extension PostgreSQLDialect {
  package func call(_ function: SQLFunction, _ arguments: [SQLText]) -> SQLText {
    let list = arguments.joined(by: ", ")
    switch function {
    case .ofNumber(let function): return ofNumber(function, list)
    case .ofText(let function): return ofText(function, arguments)
    case .ofDate(let function): return ofDate(function, list)
    case .calculation(let binary, let isWhole):
      if isWhole { return whole(binary, arguments[0], arguments[1]) }
      return real(binary, arguments[0], arguments[1])
    case .negative(let isWhole): return isWhole ? "-\(wholeOperand(list))" : "-\(list)"
    case .bounded:
      return
        "CASE WHEN (\(list)) BETWEEN \(Self.leastWhole) AND \(Self.greatestWhole) THEN (\(list))::bigint END"
    case .least: return "CASE WHEN num_nulls(\(list)) = 0 THEN least(\(list)) END"
    case .greatest: return "CASE WHEN num_nulls(\(list)) = 0 THEN greatest(\(list)) END"
    case .flagCount:
      let bits = arguments.dropFirst().map {
        "((\(arguments[0]) & \($0)) != 0)::int::bigint" as SQLText
      }
      return "(\(bits.joined(by: " + ")))"
    case .rounded: return rounded(list)
    case .truth: return "CASE WHEN \(list) THEN 1 ELSE 0 END"
    case .truthValue: return "(\(list)) IS TRUE"
    case .choice:
      return "CASE WHEN \(arguments[0]) THEN \(arguments[1]) ELSE \(arguments[2]) END"
    case .same: return arguments.joined(by: " IS NOT DISTINCT FROM ")
    case .different: return arguments.joined(by: " IS DISTINCT FROM ")
    case .isIn: return isIn(arguments[0], arguments[1])
    case .isNotIn: return isNotIn(arguments[0], arguments[1])
    case .folded(let options): return folded(list, options)
    case .test(let test, let options): return self.test(test, options, arguments[0], arguments[1])
    case .real: return "(\(list))::double precision"
    case .whole: return wholePart(list)
    case .exact(let isWhole): return exact(list, isWhole: isWhole)
    // Columns only contain values of their declared type.
    case .wholeOrElse: return arguments[0]
    case .plainOperand, .validDate: return list
    // Only a foreign key that is not validated allows a value without a record.
    case .foundOrText(ofSameType: true): return "coalesce(\(list))"
    case .foundOrText:
      let key = arguments[0]
      let failure = failure("a record refers to a record that does not exist", arguments[1])
      return "CASE WHEN \(key) IS NOT NULL THEN \(key) WHEN \(failure) = 0 THEN NULL END"
    case .firstShown: return "coalesce((\(arguments[0]))::text, (\(arguments[1]))::text)"
    case .isWhole, .isNumber, .isText: return "\(list) IS NOT NULL"
    case .isWholeOrMissing: return "TRUE"
    case .text: return shown(list)
    case .realOfText: return realOfText(list)
    case .wholeOfText: return wholeOfText(list)
    case .shortest: return shortest(list)
    case .decimalText(let places):
      return "trim_scale((\(list))::numeric * \(.written(Self.unit(places))))::text"
    case .microseconds: return microseconds(of: list)
    case .days: return "(extract(epoch FROM \(list)) / 86400)::double precision"
    case .elementCount:
      return """
        CASE jsonb_typeof((\(list))::jsonb) WHEN 'array' \
        THEN jsonb_array_length((\(list))::jsonb)::bigint WHEN 'object' THEN 0 END
        """
    case .element(let type): return element(of: type, list)
    // The column type refuses all other values.
    case .isJSON: return "\(list) IS NOT NULL"
    case .json: return list
    case .jsonText(let type): return jsonText(of: type, list)
    case .hasOtherElement(let type): return hasOtherElement(of: type, arguments[0], arguments[1])
    case .octetCount, .byteCount: return "octet_length(\(list))::bigint"
    case .jsonValue(let path, let type): return jsonValue(of: type, at: path, in: list)
    case .jsonKey(let names): return jsonKey(among: names, in: list)
    case .inWholeUnits: return list
    case .field(let field): return self.field(field, in: list)
    case .fieldName(let field): return fieldName(field, in: list)
    case .moment(let micros): return moment(after: micros)
    case .newUUID(of: .uuid): return "gen_random_uuid()"
    case .newUUID: return "upper(gen_random_uuid()::text)"
    case .newLowercasedUUID: return "gen_random_uuid()::text"
    case .isDate: return isDate(list)
    // The column type refuses all other values.
    case .isUUID: return "\(list) IS NOT NULL"
    case .isURL: return "\(list) ~ \(Self.constant(#"^[^\x01-\x20]+$"#))"
    case .spelled(let set, let isOptional): return spelled(set, list, isOptional: isOptional)
    case .demanded(let demand): return demanded(demand, arguments)
    case .leastOfMany(let type): return ofMany("min", type, list)
    case .greatestOfMany(let type): return ofMany("max", type, list)
    case .sum(isWhole: true): return "sum(\(list))::bigint"
    case .sum: return sum(ofReal: list)
    case .total: return "coalesce(\(sum(ofReal: list)), 0)"
    case .average(isWhole: true): return "(sum(\(list))::double precision / count(\(list)))"
    case .average: return average(of: list)
    case .percentile(ofDates: true): return percentile(ofDates: arguments[0], arguments[1])
    case .percentile:
      return "percentile_cont(\(arguments[1]) / 100) WITHIN GROUP (ORDER BY \(arguments[0]))"
    case .medianOfWhole: return medianOfWhole(list)
    // The server would calculate a few digits. More places of the numbers are more of the result.
    case .deviation(isWhole: true):
      return "stddev_samp((\(list))::numeric(40, 20))::double precision"
    case .deviation: return deviation(of: list)
    case .unionOfMany: return "bit_or(\(list))"
    case .intersectionOfMany: return "bit_and(\(list))"
    case .jsonReal: return list
    case .jsonArray: return "coalesce(jsonb_agg(\(list)), '[]')"
    case .textList:
      return """
        CASE WHEN bool_or(strpos(\(list), ',') > 0) THEN jsonb_agg(\(list))::text \
        ELSE string_agg(\(list), ',') END
        """
    case .read(let form, let type): return read(form, type, list)
    case .kept(let form, let type): return kept(form, type, arguments[0])
    case .native(let native, let type): return self.native(native, type, list)
    case .asColumn(let type): return asColumn(list, type)
    case .missing(let type): return "NULL::\(castType(of: type))"
    case .converted(let conversion): return number(conversion.new, in: list)
    case .becoming(let conversion):
      return PostgreSQLConversions.value(of: list, conversion)
    case .canBecome(let conversion): return PostgreSQLConversions.fits(list, conversion)
    }
  }

  static let leastWhole: SQLText = "-9223372036854775808"
  static let greatestWhole: SQLText = "9223372036854775807"
}
