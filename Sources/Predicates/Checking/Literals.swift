import FlagModel

/// Literals, and their stored values for a column.
struct Literals: CheckingPart {
  let environment: Environment
  /// The verb for the use of a literal, in errors.
  var verb = "be compared with"

  /// The stored value for a literal beside an operand.
  func value(_ literal: PredicateSyntax, for operand: Operand) throws(Diagnostic) -> Value {
    note(literal, for: operand)
    if case .argument(let text) = literal.kind, !operand.isKey, operand.type != nil {
      return try value(ofArgument: literal, text, for: operand)
    }
    switch operand.term.type {
    case .record: return try key(literal, for: operand)
    case .duration:
      if let span = span(literal) { return .integer(span) }
    case .moment:
      if let date = try date(literal) { return .integer(date.microseconds) }
    case .calendar(let unit): return try calendarText(literal, unit, operand)
    case .value(let type):
      if operand.isKey { return try key(literal, for: operand) }
      if let value = try value(literal, of: type, operand) { return value }
    }
    throw mismatch(literal, operand)
  }

  private func value(
    _ literal: PredicateSyntax, of type: AttributeType, _ operand: Operand
  ) throws(Diagnostic) -> Value? {
    switch (type, literal.kind) {
    case (.bool, .bool(let value)): return .bool(value)
    // NSNumber represents Bools as numbers.
    case (.bool, .number("1")): return .integer(1)
    case (.bool, .number("0")): return .integer(0)
    case (.integer, .bool(let value)), (.double, .bool(let value)):
      guard ["YES", "NO"].contains(text(of: literal).uppercased()) else { return nil }
      return .bool(value)
    case (.integer, .number(let text)), (.double, .number(let text)), (.float, .number(let text)):
      return try number(text, for: operand, literal.place)
    case (.decimal, .number(let text)):
      return try typed(wholeNumber(text).map { "\($0)" } ?? text, for: operand, literal.place)
    case (.date, .text(let text)), (.date, .date(let text)),
      (.string, .text(let text)), (.url, .text(let text)), (.uuid, .text(let text)),
      (.data, .text(let text)):
      return try typed(text, for: operand, literal.place)
    case (.date, _): return try date(literal).map { .text($0.storedText) }
    case (.enumeration, .call(nil, _, let arguments)) where arguments.first?.label == "rawValue":
      return try rawValue(arguments[0].value, of: type, operand)
    // `Level(rawValue: 9)` beside a number or a text is its argument.
    case (.integer, .call(nil, _, let arguments)), (.string, .call(nil, _, let arguments)):
      guard arguments.first?.label == "rawValue" else { return nil }
      return try value(arguments[0].value, of: type, operand)
    case (.enumeration(let enumeration), .number) where enumeration.rawType.isNumber:
      return try rawValue(literal, of: type, operand)
    case (.enumeration(let enumeration), _):
      guard let word = word(literal) else { return nil }
      return try enumCase(word, enumeration, operand)
    case (.string, .nilOrText), (.url, .nilOrText), (.uuid, .nilOrText):
      return try typed("nil", for: operand, literal.place)
    case (.any, .number(let text)): return try number(text, for: operand, literal.place)
    case (.any, .text(let text)): return .text(text)
    case (.any, .nilOrText): return .text("nil")
    case (.any, .bool(let value)): return .bool(value)
    case (.array, .list(let items)): return try array(items, of: type, operand)
    default: return nil
    }
  }

  /// The word of a literal that may be the name of a case or flag.
  func word(_ literal: PredicateSyntax) -> WordSyntax? {
    switch literal.kind {
    case .name(let name), .dotted(let name): WordSyntax(name.text, at: literal.place)
    case .text(let text), .argument(let text): WordSyntax(text, at: literal.place)
    case .member where literal.isPath:
      unknownName(literal).map { WordSyntax($0.name.text, at: $0.place) }
    default: nil
    }
  }

  /// `Level(rawValue: 9)`
  private func rawValue(
    _ literal: PredicateSyntax, of type: AttributeType, _ operand: Operand
  ) throws(Diagnostic) -> Value {
    do {
      switch literal.kind {
      case .number(let text), .text(let text): return try type.rawValue(from: text)
      default: break
      }
    } catch {
      throw Diagnostic(
        "\(operand.name): \(error.message)", at: literal.place,
        hint: "\(operand.name).rawValue is compared with any value")
    }
    throw Diagnostic(
      "expected a typed value after 'rawValue:', found \(words(of: literal))", at: literal.place)
  }

  /// The stored value for a list beside an array.
  private func array(
    _ items: [PredicateSyntax], of type: AttributeType, _ array: Operand
  ) throws(Diagnostic) -> Value {
    guard let element = array.element else { return .null }
    let values = try items.map { item throws(Diagnostic) -> Value in
      if case .null = item.kind {
        if element.term.isOptional { return .null }
        throw Diagnostic("'\(element.name)' cannot contain nil", at: item.place)
      }
      if case .flags(let set)? = element.type { return try flags.value(item, of: element, set) }
      return try value(item, for: element)
    }
    return type.array(of: values)
  }

  func enumCase(
    _ word: WordSyntax, _ enumeration: Enumeration, _ operand: Operand
  ) throws(Diagnostic) -> Value {
    // Both `Status.measured` and `measured` are allowed.
    let name = Name(word.text).parts.last ?? ""
    if let value = enumeration.rawValue(of: name) ?? enumeration.rawValue(called: Name(word.text)) {
      return value
    }
    let names = enumeration.cases.map(\.name)
    throw Diagnostic(
      "'\(name)' is not a case of \(operand.name)", at: word.place,
      hint: .name(for: name, in: names, orAll: "\(enumeration.name) has"))
  }

  /// A number beside a number. It need not be valid for the attribute, but it is rounded if the
  /// attribute rounds stored numbers.
  private func number(
    _ text: String, for operand: Operand, _ place: SourcePlace
  ) throws(Diagnostic) -> Value {
    switch operand.type {
    case .integer, .any: if let whole = wholeNumber(text) { return .integer(whole) }
    default: break
    }
    // 1e400 is infinite, and 12abc and 0x1p3 are no numbers.
    guard let real = realNumber(text) ?? wholeNumber(text).map(Double.init) else {
      return try typed(text, for: operand, place)
    }
    let exact = operand.exact(.real(real), typed: text)
    if exact != .real(real) { return exact }
    let rounded = if operand.type == .float { Double(Float(real)) } else { real }
    if let whole = Int64(exactly: rounded) { return .integer(whole) }
    guard rounded.isFinite else { return .real(real) }
    // If an engine converts the greatest integer to a Double, that would equal this number.
    let isReal = operand.type == .double || operand.type == .float
    if rounded == 0x1p63, !isReal { return .real(rounded.nextUp) }
    return .real(rounded)
  }

  private func realNumber(_ text: String) -> Double? {
    guard let real = Double(text), real.isFinite,
      text.utf8.allSatisfy({ !"xXpP".utf8.contains($0) })
    else { return nil }
    return real
  }

  func typed(
    _ text: String, for operand: Operand, _ place: SourcePlace
  ) throws(Diagnostic) -> Value {
    do {
      let value = try operand.type?.value(from: text, now: now) ?? .null
      return operand.exact(value, typed: text)
    } catch {
      throw Diagnostic("\(operand.name): \(error.message)", at: place, hint: error.hint)
    }
  }

  func key(_ literal: PredicateSyntax, for operand: Operand) throws(Diagnostic) -> Value {
    switch literal.kind {
    case .number(let text), .argument(let text):
      if let key = try? AttributeType.integer(.int64).value(from: text, now: now) { return key }
    default: break
    }
    throw Diagnostic(
      "'\(operand.name)' is a key: expected a whole number, found \(words(of: literal))",
      at: literal.place)
  }

  private func mismatch(_ literal: PredicateSyntax, _ operand: Operand) -> Diagnostic {
    if let name = unknownName(literal) { return unknownValue(name, operand) }
    return Diagnostic(
      "'\(operand.name)' (\(operand.declaredType)) cannot \(verb) \(words(of: literal))",
      at: literal.place, hint: example(of: operand).map { "expected \($0)" })
  }

  private func example(of operand: Operand) -> String? {
    switch operand.term.type {
    case .duration: "a length of time such as 7d"
    case .moment: AttributeType.date.example
    case .value(let type): type.example
    case .record, .calendar: nil
    }
  }

  /// The error for an unknown word, where a quoted text may be meant.
  func unknownValue(_ name: NameSyntax, _ operand: Operand) -> Diagnostic {
    let unknown = self.unknown(name)
    guard operand.type == .string || operand.type == .any,
      name.name.nearest(in: innermost.names) == nil
    else {
      return unknown
    }
    return Diagnostic(
      unknown.message, at: name.place, hint: "put text in quotes: '\(wholeWord(at: name))'")
  }

  /// The complete word of which the name is only the beginning: `S-17`.
  private func wholeWord(at name: NameSyntax) -> String {
    let bytes = name.place.source.utf8
    let isPart: (UInt8) -> Bool = { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        || "-_".utf8.contains(byte)
    }
    let end = bytes[name.place.range.upperBound...].firstIndex { !isPart($0) } ?? bytes.endIndex
    return name.place.source.text(name.place.range.lowerBound..<end)
  }

  /// A value in an error message.
  func words(of literal: PredicateSyntax) -> String {
    switch literal.kind {
    case .name(let name) where isMoment(name): "a date"
    case .name(let name): "'\(name)'"
    case .dotted(let word): "'.\(word)'"
    case .number: "a number"
    case .text: "a text"
    case .date: "a date"
    case .duration: "a length of time"
    case .bool: "true or false"
    case .null: "nil"
    case .list: "a list"
    case .range: "a range"
    case .argument(let text): "'\(text)'"
    default: "'\(text(of: literal))'"
    }
  }

  // MARK: Constants

  /// The value of a literal whose form determines its type.
  func constant(_ literal: PredicateSyntax) -> Operand? {
    let term: Term
    let declared: String
    switch literal.kind {
    case .number(let text):
      guard let number = numberTerm(text) else { return nil }
      (term, declared) = number
    case .argument, .nilOrText: return constant(plain(literal))
    case .text(let text):
      term = .constant(.text(text), .string)
      declared = "String"
    case .bool(let value):
      term = .constant(.bool(value), .bool)
      declared = "Bool"
    default:
      if let date = try? date(literal) {
        term = .constant(.text(date.storedText), .date)
        declared = "Date"
      } else if let span = span(literal) {
        term = Term(.value(.integer(span)), .duration, isOptional: false)
        declared = "duration"
      } else {
        return nil
      }
    }
    return derived(term, declared, literal, origin: root)
  }

  /// An integer or real number for calculations; nil for a text such as `12abc`.
  private func numberTerm(_ text: String) -> (Term, String)? {
    if let whole = wholeNumber(text) {
      return (.constant(.integer(whole), .integer(.int64)), "Int")
    }
    return realNumber(text).map { (.constant(.real($0), .double), "Double") }
  }

  func wholeNumber(_ text: String) -> Int64? {
    guard let x = text.firstIndex(of: "x") else { return Int64(text) }
    let digits = text[text.index(after: x)...]
    guard let magnitude = UInt64(digits, radix: 16) else { return nil }
    guard text.hasPrefix("-") else { return Int64(exactly: magnitude) }
    if magnitude == Int64.min.magnitude { return .min }
    return Int64(exactly: magnitude).map { -$0 }
  }
}

extension AttributeType {
  /// An example of a value of the type in a predicate.
  var example: String? {
    switch self {
    case .bool: "true or false"
    case .integer, .double, .float, .decimal: "a number"
    case .string, .url, .uuid, .data: "a text in quotes"
    case .date: "a date such as 2026-11-20"
    case .any: "a number, or a text in quotes"
    case .enumeration(let enumeration): "a case such as .\(enumeration.cases.first?.name ?? "")"
    case .flags(let set): "flags such as [.\(set.flags.first?.name ?? "")]"
    case .array: "a list such as []; 'contains' asks for one element"
    case .json(.cases(let enumeration)): "a case such as .\(enumeration.cases.first?.name ?? "")"
    case .json(.object(_, let fields)): "one of its properties, as in \(fields.first?.name ?? "")"
    case .json(.optional(let type)): type.example
    case .json(.dictionary): "the value of a key, as in ['a']"
    }
  }
}

extension Operand {
  /// The number with the digits that a column of a server keeps. A calculated value is a `Double`.
  fileprivate func exact(_ value: Value, typed text: String) -> Value {
    term.formAtEnd.exact(value, typed: text)
  }
}

extension Term {
  /// The stored form of the column at the end of a path.
  fileprivate var formAtEnd: StoredForm {
    switch kind {
    case .column(let column): column.form
    case .via(_, let inner): inner.formAtEnd
    default: .own
    }
  }
}
