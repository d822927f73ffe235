internal import FlagModel
import SQLText

// Members of values that are stored as JSON.

extension PredicateChecker {
  /// `rule.days`, `care.every.days`, `care.days`; nil if the value has no named members.
  func part(
    _ name: Name, of operand: Operand, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked? {
    switch operand.type {
    case .json(.object(_, let fields))?:
      guard let field = fields.first(where: { $0.name == name }) else {
        throw unknownPart(name, of: operand, fields.map(\.name), syntax)
      }
      return try part([field.key], field, isOptional: field.isOptional, of: operand, syntax)
    case .json(.cases(let enumeration))?:
      if let enumCase = enumeration.enumCase(named: name) {
        let payload = JSONField(
          name: name, declaredType: "\(enumeration.name).\(name)",
          type: .json(.object(name: "\(enumeration.name).\(name)", enumCase.fields)))
        return try part([name], payload, isOptional: true, of: operand, syntax)
      }
      let holders = enumeration.cases.filter { enumCase in
        enumCase.fields.contains { $0.name == name }
      }
      if holders.count > 1 {
        throw Diagnostic(
          "'\(name)' is ambiguous: \(listedInQuotes(holders.map(\.name), "and")) have it",
          at: syntax.place, hint: "write \(operand.name).\(holders[0].name).\(name)")
      }
      let field = holders.first?.fields.first { $0.name == name }
      guard holders.count == 1, let field else {
        let names = enumeration.cases.flatMap { [$0.name] + $0.fields.map(\.name) }
        throw unknownPart(name, of: operand, names, syntax)
      }
      return try part([holders[0].name, field.key], field, isOptional: true, of: operand, syntax)
    default: return nil
    }
  }

  private func unknownPart(
    _ name: Name, of operand: Operand, _ names: [Name], _ syntax: PredicateSyntax
  ) -> Diagnostic {
    Diagnostic(
      "'\(operand.name)' (\(operand.declaredType)) has no '\(name)'",
      at: syntax.place, hint: .name(for: name, in: names, orAll: "it has"))
  }

  /// `labels['light']`; nil if the value is not a dictionary.
  func entry(
    _ key: PredicateSyntax, of operand: Operand, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked? {
    guard case .json(.dictionary(let keyType, let value))? = operand.type else { return nil }
    guard operand.type?.isObject == true else {
      throw collections.unsupportedEntries(operand, syntax)
    }
    let name = Operand(
      term: Term(.value(.null), keyType, isOptional: false), name: operand.name,
      declaredType: keyType.swiftName, place: key.place, origin: operand.origin)
    let text = keyType.rawText(of: try literals.value(key, for: name))
    return try part([Name(text)], value, isOptional: true, of: operand, syntax, at: key.place)
  }

  private func part(
    _ path: [Name], _ field: JSONField, isOptional: Bool, of operand: Operand,
    _ syntax: PredicateSyntax, at place: SourcePlace? = nil
  ) throws(Diagnostic) -> Checked {
    // A path in JSON has no escapes.
    guard !path.contains(where: { $0.utf8.contains { "\"\\".utf8.contains($0) } }) else {
      throw Diagnostic("a key with '\"' or '\\' cannot be queried", at: place ?? syntax.place)
    }
    let isOptional = isOptional || operand.term.isOptional
    let json = Term.Kind.function(.jsonValue(path, field.type), [operand.term])
    guard let term = field.type.term(inJSON: json, isOptional: isOptional) else {
      throw Diagnostic(
        "'\(text(of: syntax))' (\(field.declaredType)) cannot be queried", at: syntax.place)
    }
    return .operand(derived(term, field.declaredType.text, syntax, origin: operand.origin))
  }
}

extension Operand {
  /// True for a struct in JSON with a property of that name.
  func hasPart(_ name: Name) -> Bool {
    guard case .json(.object(_, let fields))? = type else { return false }
    return fields.contains { $0.name == name }
  }

  /// The name of an enum's case with associated values, for a comparison with a word.
  var caseName: Operand {
    guard case .json(.cases(let enumeration))? = type else { return self }
    let key = SQLFunction.jsonKey(enumeration.cases.map(\.name))
    return Operand(
      term: Term(
        .function(key, [term]), .enumeration(enumeration.plain), isOptional: term.isOptional),
      name: name, declaredType: declaredType, place: place, origin: origin)
  }
}

extension AttributeType {
  /// A value in JSON, converted to the form of a column; nil if SQL cannot convert it. A Float in
  /// JSON is not rounded, so it is compared exactly as typed.
  func term(inJSON kind: Term.Kind, isOptional: Bool) -> Term? {
    switch self {
    case .data: nil
    case .json(.optional(let type)): type.term(inJSON: kind, isOptional: true)
    case .float: Term(kind, .double, isOptional: isOptional)
    case .date, .decimal:
      Term(
        .function(.element(self), [Term(kind, self, isOptional: isOptional)]), self,
        isOptional: isOptional)
    case .bool, .integer, .double, .string, .uuid, .url, .array, .flags, .enumeration, .json,
      .any:
      Term(kind, self, isOptional: isOptional)
    }
  }
}
