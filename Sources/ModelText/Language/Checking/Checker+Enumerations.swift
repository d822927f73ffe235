import FlagModel

/// `enum X: Raw`, with Swift's raw values, and `enum X: Codable`, whose cases are stored by name.
extension Checker {
  /// True if the schema lists an enum: a property uses it, or it has a raw type and is in the
  /// model's own scope.
  func isListed(_ scope: Scope) -> Bool {
    guard scope.keyword == .enum, !isFlagSet(scope), !scope.inherits("CodingKey"),
      !scope.cases.isEmpty
    else { return false }
    if scope.isUsed { return true }
    return rawType(ofEnumeration: scope) != nil && !scope.isPassedOver && !scope.hasNamesake
      && scope.chain.dropFirst().allSatisfy { isNamespace($0) }
  }

  /// True if types in the scope belong to the model.
  private func isNamespace(_ scope: Scope) -> Bool {
    switch scope.kind {
    case .model, .file, .foreign: true
    case .type(let keyword):
      keyword == .enum || scope.isEntity || isFlagSet(scope)
        || usedStructures.contains { $0 === scope }
    }
  }

  func rawType(ofEnumeration scope: Scope) -> Enumeration.RawType? {
    for type in scope.inherited {
      guard let path = type.path else { continue }
      if let integer = integerType(type, in: scope) { return .integer(integer) }
      switch path {
      case ["String"]: return .string
      case ["Character"]: return .character
      case ["Double"], ["Float"], ["CGFloat"], ["TimeInterval"]: return .real(path[0])
      default: continue
      }
    }
    return nil
  }

  func enumeration(of scope: Scope) throws(Rejection) -> Enumeration {
    try find(scope.enumeration, name: scope.path, at: scope.place) { () throws(Rejection) in
      let rawType = rawType(ofEnumeration: scope) ?? .caseName
      let rawValue = scope.properties.first { !$0.isStatic && $0.name.value == "rawValue" }
      if let rawValue, rawType != .caseName || scope.inherits("RawRepresentable") {
        throw Rejection(
          "the enum '\(excerpt(scope.path))' declares its own 'rawValue', so the stored value cannot be "
            + "evaluated", at: rawValue.name.place,
          hint: "give each case its raw value: 'case a = …'")
      }
      guard !scope.cases.isEmpty else {
        throw Rejection("the enum '\(excerpt(scope.path))' has no cases", at: scope.place)
      }
      var reader = CaseReader(rawType: rawType)
      for enumCase in scope.cases {
        try reader.add(enumCase, try explicitValue(of: enumCase, rawType, in: scope))
      }
      return Enumeration(
        name: scope.fullName, rawType: rawType, cases: reader.cases,
        fallback: fallback(of: scope), summary: scope.declaration?.doc)
    }
  }

  /// The case of `static let coredataFallback` or `fallback`; nil if there is none.
  private func fallback(of scope: Scope) -> Name? {
    for name in ["coredataFallback", "fallback"] as [Name] {
      guard let property = scope.constantProperty(named: name),
        let code = property.initialiser ?? property.getter?.returned,
        case .member(_, let member)? = (try? code.expression())?.kind
      else { continue }
      if scope.cases.contains(where: { $0.name.value == member.value }) { return member.value }
    }
    return nil
  }

  private func explicitValue(
    of enumCase: CaseDeclaration, _ rawType: Enumeration.RawType, in scope: Scope
  ) throws(Rejection) -> Value? {
    guard let code = enumCase.rawValue else { return nil }
    let expression = try parsing { () throws(Diagnostic) in try code.expression() }
    switch (rawType, expression.kind) {
    case (.caseName, _):
      throw Rejection(
        "'\(excerpt(enumCase.name.value))' has a raw value, but its enum has no raw type",
        at: expression.place)
    case (.integer(let type), _): return .integer(try stored(expression, type, in: scope))
    case (.string, .string(let text)): return .text(text)
    case (.character, .string(let text)) where text.count == 1: return .text(text)
    case (.real(let name), _):
      guard let number = expression.number, let value = Checker.real(number, name) else {
        throw notWorkedOut(expression)
      }
      return .real(value)
    case (.string, _), (.character, _):
      let what = if case .string = rawType { "a string" } else { "a character" }
      let written = excerpt(expression.place.source.text(expression.place.range))
      throw Rejection("expected \(what) as raw value, found '\(written)'", at: expression.place)
    }
  }

  /// The number as a `Double`, rounded first if the type is `Float`.
  static func real(_ number: String, _ type: Name) -> Double? {
    let value = if type == "Float" { Float(number).map(Double.init) } else { Double(number) }
    guard let value, value.isFinite else { return nil }
    return value
  }
}

/// Assigns Swift's implicit raw values to cases, and refuses duplicates.
private struct CaseReader {
  let rawType: Enumeration.RawType
  private(set) var cases: [Enumeration.Case] = []
  private var declared: [(CaseDeclaration, Value)] = []
  private var names: [Name: Int] = [:]
  /// The places of the raw values, by unique names for them.
  private var values: [Name: Int] = [:]

  init(rawType: Enumeration.RawType) {
    self.rawType = rawType
  }

  mutating func add(_ enumCase: CaseDeclaration, _ explicit: Value?) throws(Rejection) {
    let name = enumCase.name
    guard enumCase.payload == nil else {
      throw Rejection(
        "'\(excerpt(name.value))' has associated values, so it has no raw value", at: name.place)
    }
    let value = if let explicit { explicit } else { try implicitValue(of: enumCase) }
    if let index = names[name.value] {
      let (first, firstValue) = declared[index]
      if first.branch.excludes(enumCase.branch), firstValue == value {
        // The next case of this branch counts from here.
        declared.append((enumCase, value))
        return
      }
      throw Rejection(
        "'\(excerpt(name.value))' is declared twice", at: name.place,
        notes: [Diagnostic.Note("it is declared here first", at: first.name.place)])
    }
    if let index = values[value.name] {
      let first = declared[index].0
      throw Rejection(
        "'\(excerpt(name.value))' has the raw value of '\(excerpt(first.name.value))'",
        at: name.place,
        notes: [Diagnostic.Note("that case is declared here", at: first.name.place)])
    }
    names[name.value] = declared.count
    values[value.name] = declared.count
    declared.append((enumCase, value))
    cases.append(
      Enumeration.Case(name: name.value, rawValue: value, summary: enumCase.doc))
  }

  private func implicitValue(of enumCase: CaseDeclaration) throws(Rejection) -> Value {
    switch rawType {
    case .string, .caseName: return .text(enumCase.name.value.text)
    case .integer(let type):
      guard let (last, lastValue) = previous(enumCase) else { return .integer(0) }
      guard last.branch.contains(enumCase.branch) else {
        throw Rejection(
          "the raw value of '\(excerpt(enumCase.name.value))' depends on '#if'",
          at: enumCase.name.place, hint: "write its raw value")
      }
      guard case .integer(let number) = lastValue, number < type.storedRange.upperBound else {
        throw Rejection(
          "the raw value of '\(excerpt(enumCase.name.value))' does not fit in \(type.rawValue)",
          at: enumCase.name.place)
      }
      return .integer(number + 1)
    case .real:
      guard let (_, lastValue) = previous(enumCase) else { return .real(0) }
      // Swift continues only after whole numbers.
      if case .real(let number) = lastValue, number == number.rounded(), abs(number) < 1e15 {
        return .real(number + 1)
      }
      throw missing(enumCase)
    case .character: throw missing(enumCase)
    }
  }

  private func missing(_ enumCase: CaseDeclaration) -> Rejection {
    Rejection(
      "'\(excerpt(enumCase.name.value))' needs a raw value", at: enumCase.name.place)
  }

  /// The previous case in a program that contains this one.
  private func previous(_ enumCase: CaseDeclaration) -> (CaseDeclaration, Value)? {
    declared.last { !$0.0.branch.excludes(enumCase.branch) }
  }
}

extension Expression {
  /// The number in a literal, with its sign.
  var number: String? {
    switch kind {
    case .integer(let digits): return digits.inBaseTen
    case .real(let digits) where digits.hasPrefix("0x"):
      return Double(digits).map { "\($0)" }
    case .real(let digits): return digits
    case .prefix("-", let operand):
      guard let number = operand.number, !number.hasPrefix("-") else { return nil }
      return "-" + number
    case .prefix("+", let operand): return operand.number
    default: return nil
    }
  }
}

extension String {
  /// The digits of an integer literal without a prefix for its base.
  fileprivate var inBaseTen: String {
    let radix: Int
    switch prefix(2) {
    case "0x": radix = 16
    case "0b": radix = 2
    case "0o": radix = 8
    default: return self
    }
    return UInt64(dropFirst(2), radix: radix).map { "\($0)" } ?? self
  }
}
