import FlagModel
internal import PlainText

extension PredicateChecker {
  /// What a column stores for a value that was written beside it.
  func value(_ operand: OperandSyntax, for attribute: Attribute) throws(Diagnostic) -> Value {
    switch attribute.type {
    case .bool:
      if case .bool(let value, _) = operand { return .integer(value ? 1 : 0) }
    case .integer, .double, .float:
      if case .number(let word) = operand { return try number(word, for: attribute) }
    case .decimal:
      if case .number(let word) = operand { return try typed(word, for: attribute) }
    case .date:
      switch operand {
      case .date(let word), .string(let word): return try typed(word, for: attribute)
      case .name(let name) where name.name == "now" || name.name == "today":
        return try typed(WordSyntax(name.name, at: name.place), for: attribute)
      default: break
      }
    case .enumeration(let enumeration):
      if let word = caseWord(operand) { return try enumCase(word, enumeration, attribute) }
    case .string, .url, .uuid, .data:
      if case .string(let word) = operand { return try typed(word, for: attribute) }
    case .array, .flags:
      break
    }
    throw mismatch(operand, attribute)
  }

  private func caseWord(_ operand: OperandSyntax) -> WordSyntax? {
    switch operand {
    case .dotted(let word), .string(let word): word
    case .name(let name): WordSyntax(name.name, at: name.place)
    default: nil
    }
  }

  private func enumCase(
    _ word: WordSyntax, _ enumeration: Enumeration, _ attribute: Attribute
  ) throws(Diagnostic) -> Value {
    // `Status.measured` as well as `measured`.
    let name = word.text.split(separator: ".").last.map(String.init) ?? word.text
    if let value = enumeration.rawValue(of: name) { return value }
    let names = enumeration.cases.map(\.name)
    throw Diagnostic(
      "'\(name)' is not a case of \(attribute.name)", at: word.place,
      hint: nearestName(to: name, in: names).map { "did you mean \($0)?" }
        ?? "\(enumeration.name) has \(names.joined(separator: ", "))")
  }

  /// A number beside a number: it need not be one that the attribute could hold, but where it is
  /// rounded when it is stored, it is rounded here.
  private func number(_ word: WordSyntax, for attribute: Attribute) throws(Diagnostic) -> Value {
    if case .integer = attribute.type, let whole = Int64(word.text) { return .integer(whole) }
    // 1e400 and the like are infinite, and 12abc and 0x1p3 are nothing.
    guard let real = Double(word.text), real.isFinite,
      word.text.utf8.allSatisfy({ !Self.notDecimal.contains($0) })
    else { return try typed(word, for: attribute) }
    let rounded = attribute.type == .float ? Double(Float(real)) : real
    return Int64(exactly: rounded).map(Value.integer) ?? .real(rounded.isFinite ? rounded : real)
  }

  private static let notDecimal = Array("xXpP".utf8)

  private func typed(_ word: WordSyntax, for attribute: Attribute) throws(Diagnostic) -> Value {
    do {
      return try attribute.type.value(from: word.text, now: now)
    } catch {
      throw Diagnostic("\(attribute.name): \(error.message)", at: word.place, hint: error.hint)
    }
  }

  private func mismatch(_ operand: OperandSyntax, _ attribute: Attribute) -> Diagnostic {
    if case .name(let name) = operand, !knows(name) { return unknownValue(name, attribute) }
    return Diagnostic(
      "'\(attribute.name)' (\(attribute.declaredType)) cannot be compared with "
        + words(of: operand),
      at: operand.place, hint: attribute.type.example.map { "expected \($0)" })
  }

  /// A word that is no attribute, where a text in quotes may have been meant.
  private func unknownValue(_ name: NameSyntax, _ attribute: Attribute) -> Diagnostic {
    let unknown = entity.unknownName(name.name, at: name.place)
    guard attribute.type == .string, nearestName(to: name.name, in: entity.names) == nil else {
      return unknown
    }
    return Diagnostic(
      unknown.message, at: name.place, hint: "a text stands in quotes: '\(name.name)'")
  }

  /// A value in an error message.
  func words(of operand: OperandSyntax) -> String {
    switch operand {
    case .name(let name): "'\(name.name)'"
    case .dotted(let word): "'.\(word.text)'"
    case .number: "a number"
    case .string: "a text"
    case .date: "a date"
    case .bool: "true or false"
    case .null: "nil"
    case .list: "a list"
    }
  }
}

extension AttributeType {
  /// What a value of the type looks like in a predicate.
  var example: String? {
    switch self {
    case .bool: "true or false"
    case .integer, .double, .float, .decimal: "a number"
    case .string, .url, .uuid, .data: "a text in quotes"
    case .date: "a date such as 2026-11-20"
    case .enumeration(let enumeration): "a case such as .\(enumeration.cases.first?.name ?? "")"
    case .flags(let set): "flags such as [.\(set.flags.first?.name ?? "")]"
    case .array: nil
    }
  }
}
