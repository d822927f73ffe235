import FlagModel
package import SQLText

// Values as SQL.

extension PredicateCompiler {
  /// A value in a place without ambiguity: alone, or between commas.
  func value(_ term: Term) -> SQLText {
    if let column = calculatedColumn(for: term) { return column }
    let sql = unchecked(term)
    guard term.mayOverflow else { return sql }
    if storing == nil { return "\(.bounded, of: sql)" }
    return "\(.demanded(.whole), of: sql)"
  }

  /// A value as an operand.
  func operand(_ term: Term) -> SQLText {
    switch term.kind {
    case .binary(.otherwise, _, _), .binary(.power, _, _): value(term)
    case .binary, .negative, .complement:
      if term.mayOverflow { value(term) } else { "(\(value(term)))" }
    case .scaled: unchecked(term)
    case .condition: "(\(value(term)))"
    default: value(term)
    }
  }

  /// A value that may exceed 64 bits.
  private func unchecked(_ term: Term) -> SQLText {
    if let column = calculatedColumn(for: term) { return column }
    switch term.kind {
    case .negative(let inner):
      return "\(.negative(isWhole: term.type.isWhole), of: part(inner, of: term))"
    case .binary(let binary, let left, let right): return operation(binary, left, right, term)
    default: return uncalculated(term)
    }
  }

  /// A value that is not a calculation. It is a separate function, because deeply nested
  /// calculations need less of the stack then.
  private func uncalculated(_ term: Term) -> SQLText {
    switch term.kind {
    case .column(let column): return read(column, term.type)
    case .value(.null): return missing(term.type)
    case .value(let value): return "\(value, of: term.type.ofConstants)"
    case .via(let link, let inner): return collated(via(link, inner), as: term)
    case .complement(let inner): return "~\(operand(inner))"
    case .scaled(let inner, let places): return scaled(inner, places)
    case .conditional(let condition, let yes, let no):
      return "\(.choice, of: self.condition(condition).sql, value(yes), value(no))"
    case .condition(let predicate): return "\(.truthValue, of: condition(predicate).sql)"
    case .count(let records):
      return ofSome(records, in: term, "(\(select("count(*)", from: records)))")
    case .aggregate(let aggregate, let inner, let records):
      return collated(
        ofSome(records, in: term, self.aggregate(aggregate, inner, records)), as: term)
    case .list(let inner, let records): return list(inner, records)
    case .function(let function, let arguments):
      if storing != nil, let sql = storable(function, arguments) { return sql }
      if term.choosesAmongScaled {
        // One that exceeds 64 bits is still compared correctly.
        return "\(function, of: arguments.map(operand))"
      }
      return "\(function, of: arguments.map { argument($0, of: function) })"
    case .bitCount(let inner, let masks): return bitCount(operand(inner), masks)
    case .groupCount: return "count(*)"
    case .ofGroup(let aggregate, let inner): return ofGroup(aggregate, inner)
    case .each(_, let column): return "\(name: column)"
    case .negative, .binary: return unchecked(term)
    }
  }

  /// The count or sum of related records; NULL if the path to them leads nowhere.
  private func ofSome(_ records: Records, in term: Term, _ sql: SQLText) -> SQLText {
    guard term.isOptional, term.isTotal, let missing = records.missing else { return sql }
    let condition = condition(.test(missing, .isNull)).sql
    return "\(.choice, of: condition, "NULL", sql)"
  }

  /// A column, converted to flagdb's form.
  private func read(_ column: Predicate.Column, _ type: TermType) -> SQLText {
    let stored = self.column(column.name, of: column.scope)
    if column.form == .own, let type = column.readAs { return "\(.read(.own, type), of: stored)" }
    guard case .value(let type) = type else { return stored }
    let value: SQLText =
      if column.form == .own { stored } else { "\(.read(column.form, type), of: stored)" }
    let isNumber = type.places != nil || TermType.value(type).isWhole
    if storing == .foreign && isNumber { return "\(.demanded(.number), of: value)" }
    return value
  }

  /// A number with all digits that a `numeric` column of a server may have. Nil for a calculation with real numbers,
  /// which rounds to a Double.
  func numeric(_ term: Term) -> SQLText? {
    switch term.kind {
    case .column(let column) where term.isNumeric: return self.column(column.name, of: column.scope)
    case .via(let link, let inner) where term.isNumeric:
      let (compiler, source) = query(for: Records(links: [link], filters: []))
      return compiler.numeric(inner).map { "(SELECT \($0) \(source))" }
    default: return term.type.isWhole ? operand(term) : nil
    }
  }

  /// An argument of a function, which expects Bools and UUIDs in the form of a file.
  private func argument(_ term: Term, of function: SQLFunction) -> SQLText {
    if case .read = function { return value(term) }
    if case .ofDate = function, term.mayBeNoDate { return "\(.validDate, of: value(term))" }
    if term.type.attribute == .date { return value(term) }
    return plain(term)
  }

  /// The value in the form of a file: a number for a Bool, a text for a date or a UUID.
  func plain(_ term: Term) -> SQLText {
    guard let type = term.type.attribute, type.isPlainInFiles else { return value(term) }
    return "\(.read(.own, type), of: value(term))"
  }

  /// An operand of a calculation, with brackets if precedence requires them. An integer overflow is
  /// only checked for the whole calculation.
  private func part(_ inner: Term, of whole: Term, isRight: Bool = false) -> SQLText {
    if storing != nil, inner.mayBeInfinite { return "\(.demanded(.finite), of: unchecked(inner))" }
    let part = wholePart(inner, of: whole, isRight: isRight)
    if storing != nil && inner.mayOverflow && whole.mayOverflow {
      return "\(.demanded(.wholePart), of: part)"
    }
    return part
  }

  private func wholePart(_ inner: Term, of whole: Term, isRight: Bool) -> SQLText {
    guard inner.mayOverflow == whole.mayOverflow else { return operand(inner) }
    guard case .binary(let within, _, _) = inner.kind, case .binary(let around, _, _) = whole.kind,
      let a = within.sqlPrecedence, let b = around.sqlPrecedence, isRight ? a > b : a >= b
    else {
      if case .scaled = inner.kind { return unchecked(inner) }
      if inner.mayOverflow { return "(\(unchecked(inner)))" }
      return operand(inner)
    }
    return unchecked(inner)
  }

  /// NULL with a type, so that a server takes two equal expressions for equal, as in SELECT and
  /// GROUP BY. A bound NULL is another one in each place.
  private func missing(_ type: TermType) -> SQLText {
    switch type {
    case .value(.array), .value(.json): "NULL"
    case .value(.decimal), .record, .moment, .duration:
      "\(.missing(.integer(.int64)), of: [])"
    case .calendar: "\(.missing(.string), of: [])"
    case .value(let type): "\(.missing(type), of: [])"
    }
  }

  private func scaled(_ inner: Term, _ places: Int) -> SQLText {
    let unit: SQLText = "\(literal: powerOfTen(places))"
    return "(\(.calculation(.multiply, isWhole: true), of: operand(inner), unit))"
  }

  private func operation(
    _ binary: Operator, _ left: Term, _ right: Term, _ whole: Term
  ) -> SQLText {
    if binary == .otherwise || binary == .power { return call(binary, left, right, whole) }
    // SQL calculates no remainder of a number that exceeds 64 bits.
    let isScaled = if binary == .remainder, case .scaled = left.kind { true } else { false }
    let a = isScaled ? value(left) : part(left, of: whole)
    let mayDivideByZero = (binary == .divide || binary == .remainder) && !right.isOtherThanZero
    let b: SQLText =
      if storing != nil, mayDivideByZero {
        "\(.demanded(.divisor), of: value(right))"
      } else {
        part(right, of: whole, isRight: true)
      }
    if whole.type.isText { return "\(a) || \(b)" }
    let sql: SQLText = "\(.calculation(binary, isWhole: whole.type.isWhole), of: a, b)"
    guard binary == .remainder, case .scaled(let divisor, let places) = right.kind else {
      return sql
    }
    return remainder(of: left, by: divisor, places, orElse: sql)
  }

  /// The remainder of a decimal and a scaled divisor. If the divisor exceeds 64 bits, the dividend is the remainder.
  private func remainder(
    of dividend: Term, by divisor: Term, _ places: Int, orElse remainder: SQLText
  ) -> SQLText {
    let limit = Int64.max / powerOfTen(places)
    let isLarge = Predicate.any([
      .test(divisor, .compare(.greater, .integer(limit))),
      .test(divisor, .compare(.less, .integer(-limit))),
    ])
    return "\(.choice, of: condition(isLarge).sql, value(dividend), remainder)"
  }

  /// An operation that is a function in SQL.
  private func call(_ binary: Operator, _ left: Term, _ right: Term, _ whole: Term) -> SQLText {
    let function = SQLFunction.calculation(binary, isWhole: whole.type.isWhole)
    let (a, b) = (value(left), value(right))
    if storing != nil && binary == .power { return present("\(function, of: a, b)", a, b) }
    return "\(function, of: a, b)"
  }

  private func bitCount(_ sql: SQLText, _ masks: [Int64]) -> SQLText {
    if masks.isEmpty { return "(\(sql) & 0)" }
    return "\(.flagCount, of: [sql] + masks.map { "\(literal: $0)" })"
  }
}

extension Term {
  /// True for a calculation with integers, which may overflow.
  var mayOverflow: Bool {
    guard type.isWhole else { return false }
    switch kind {
    case .negative, .scaled: return true
    case .function: return choosesAmongScaled
    case .binary(let binary, let left, let right):
      if left.isSmall, right.isSmall { return false }
      switch binary {
      case .add, .subtract, .multiply, .divide: return true
      default: return false
      }
    default: return false
    }
  }

  /// True for the minimum or maximum of decimals of which one is scaled, which may exceed 64 bits.
  fileprivate var choosesAmongScaled: Bool {
    switch kind {
    case .function(.least, let terms), .function(.greatest, let terms):
      terms.contains { if case .scaled = $0.kind { true } else { false } }
    default: false
    }
  }

  /// True if the sum of two such numbers always fits 64 bits: time spans, and dates in the years 1
  /// to 9999.
  fileprivate var isSmall: Bool {
    switch kind {
    case .function(.microseconds, _): true
    case .value(.integer(let number)):
      type != .value(.integer(.int64)) && number.magnitude < 1 << 62
    default: false
    }
  }

  /// True for a calculation with real numbers, which may give infinity and then NaN.
  fileprivate var mayBeInfinite: Bool {
    guard type == .value(.double) || type == .value(.float), case .binary(let binary, _, _) = kind
    else { return false }
    return binary != .otherwise
  }

  /// True for a constant other than zero.
  fileprivate var isOtherThanZero: Bool {
    switch constant {
    case .integer(let number): number != 0
    case .real(let number): number != 0
    default: false
    }
  }
}

extension Operator {
  /// The precedence of its operator in SQL; nil if it may be a function or another form.
  fileprivate var sqlPrecedence: Int? {
    switch self {
    case .multiply, .divide, .remainder: 3
    case .add, .subtract: 2
    case .bitAnd, .bitOr, .shiftLeft, .shiftRight: 1
    case .bitXor, .power, .otherwise: nil
    }
  }
}

extension TermType {
  var isText: Bool { self == .value(.string) }

  /// True if the values are stored as integers.
  package var isWhole: Bool {
    switch self {
    case .moment, .duration, .record: true
    case .calendar: false
    case .value(let type):
      switch type {
      case .bool, .integer, .decimal, .flags: true
      default: false
      }
    }
  }

  /// The minimum of the values of many rows.
  package func least(_ value: SQLText) -> SQLText {
    ofMany.map { "\(.leastOfMany($0), of: value)" } ?? "min(\(value))"
  }

  /// The maximum of the values of many rows.
  package func greatest(_ value: SQLText) -> SQLText {
    ofMany.map { "\(.greatestOfMany($0), of: value)" } ?? "max(\(value))"
  }

  /// The bits that at least one of the values of many rows has.
  package func union(_ value: SQLText) -> SQLText { "\(.unionOfMany(word), of: value)" }

  /// The bits that all values of many rows have.
  package func intersection(_ value: SQLText) -> SQLText {
    "\(.intersectionOfMany(word), of: value)"
  }

  private var word: NumberWord { attribute?.word ?? NumberWord(.int64) }

  /// A column in a SELECT list, with its own name and in the form for calculations.
  package func listed(_ column: SQLText) -> SQLText {
    guard case .value(let type) = self, type.isDecimal else { return column }
    return "\(.listed(type), of: column)"
  }

  /// A value as a sort key. JSON is sorted by its text, as in files.
  package func inOrder(_ value: SQLText) -> SQLText {
    switch self {
    case .value(let type) where type.isArray: "\(.read(.own, type), of: value)"
    case .value(.json(let shape)): "\(.read(.own, .json(shape)), of: value)"
    default: value
    }
  }

  /// The type, if some engines lack `min` and `max` for it.
  private var ofMany: AttributeType? {
    switch attribute {
    case .bool, .uuid, .data: attribute
    default: nil
    }
  }
}

extension AttributeType {
  /// True if a value is a number or a text in a file, but may have another type on a server.
  fileprivate var isPlainInFiles: Bool { self == .bool || self == .date || self == .uuid }
}

extension Term {
  /// True if it has a value even without records.
  fileprivate var isTotal: Bool {
    switch kind {
    case .count, .aggregate(.sum, _, _), .aggregate(.union, _, _), .aggregate(.count, _, _),
      .aggregate(.distinctCount, _, _):
      true
    default: false
    }
  }

  /// True for a `numeric` column of a server with more digits than a Double has, here or of a related record.
  package var isNumeric: Bool { numericType != nil }

  /// The type of such a column.
  var numericType: NativeType? {
    switch kind {
    case .column(let column):
      if case .native(let native) = column.form, native.isNumeric, type == .value(.double) {
        native
      } else {
        nil
      }
    case .via(_, let inner): inner.numericType
    default: nil
    }
  }

  /// The value of a `numeric` column of a related record with all its digits; nil for all others.
  package var sqlOfAllDigits: SQLText? {
    guard case .via = kind, isNumeric else { return nil }
    return PredicateCompiler().numeric(self)
  }

  /// The value for a `numeric` column, with all its digits; nil for a calculation with real numbers.
  package func numeric(storedIn file: StoringFile) -> SQLText? {
    let compiler = PredicateCompiler(storingIn: file)
    // A whole number was converted to the type of the attribute.
    if case .function(.real, let numbers) = kind, let number = numbers.first, number.type.isWhole {
      return compiler.numeric(number)
    }
    return compiler.numeric(self)
  }
}
