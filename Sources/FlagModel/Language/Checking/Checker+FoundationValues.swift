/// Defaults of the types that come with Swift and Foundation: `"x"`, `Date()`, `.now`,
/// `URL(string: "…")`.
extension Checker {
  /// Literals and initialisers of `String`, `Double`, `Decimal`, `Date`, `UUID`, `URL`, `Data`.
  func foundationValue(
    of expression: Expression, as type: AttributeType, in scope: Scope
  ) throws(Rejection) -> DefaultValue {
    if case .unwrap(let inner) = expression.kind {
      return try foundationValue(of: inner, as: type, in: scope)
    }
    if let text = literalText(expression, as: type) {
      return .value(try value(text, of: type, at: expression.place))
    }
    guard let made = construction(expression), isNamed(made.path, type, in: scope) else {
      throw notWorkedOut(expression, as: type)
    }
    guard let value = try constructed(made, type, expression.place, in: scope) else {
      throw notWorkedOut(expression, as: type)
    }
    return value
  }

  private func literalText(_ expression: Expression, as type: AttributeType) -> String? {
    switch (type, expression.kind) {
    case (.double, _), (.float, _), (.decimal, _): expression.number
    case (.string, .string(let text)): text
    default: nil
    }
  }

  /// A call, or a static member: `Date()`, `.now`.
  private struct Construction {
    let path: [Name]
    var member: Name?
    var arguments: [Expression.Argument] = []
    var isCall: Bool { member == nil }

    /// The value of the only argument, when it has that label.
    func argument(_ label: Name?) -> Expression? {
      guard arguments.count == 1, arguments[0].label?.value == label else { return nil }
      return arguments[0].value
    }
  }

  private func construction(_ expression: Expression) -> Construction? {
    switch expression.kind {
    case .call(let callee, let arguments):
      guard var path = callee.path else { return nil }
      if path.last == "init" { path.removeLast() }
      return Construction(path: path, arguments: arguments)
    case .member(nil, let name): return Construction(path: [], member: name.value)
    case .member(let base?, let name):
      return base.path.map { Construction(path: $0, member: name.value) }
    default: return nil
    }
  }

  /// Whether a path names the type of a value, by itself, through aliases or not at all.
  private func isNamed(_ path: [Name], _ type: AttributeType, in scope: Scope) -> Bool {
    if path.isEmpty { return true }
    let syntax = TypeSyntax(
      kind: .named(path, arguments: []), place: SourcePlace(SourceText(""), 0..<0))
    let isDeclared = declaration(of: path, in: scope) != nil
    guard isDeclared || Checker.builtin(Name(path: path)) != nil else { return false }
    let resolved = attempt { () throws(Rejection) in try resolve(syntax, in: scope) }
    guard case .value(let named)? = resolved?.kind else { return false }
    switch (named, type) {
    case (.decimal, .decimal): return true
    default: return named == type
    }
  }

  private func constructed(
    _ made: Construction, _ type: AttributeType, _ place: SourcePlace, in scope: Scope
  ) throws(Rejection) -> DefaultValue? {
    switch type {
    case .date: return try date(made, place)
    case .uuid:
      if made.isCall, made.arguments.isEmpty { return .newUUID }
      return try text(made.argument("uuidString")).map { (text) throws(Rejection) in
        .value(try value(text, of: type, at: place))
      }
    case .url:
      return try text(made.argument("string")).map { (text) throws(Rejection) in
        .value(try value(text, of: type, at: place))
      }
    case .string:
      if made.isCall, made.arguments.isEmpty { return .value(.text("")) }
      return text(made.argument(nil)).map { .value(.text($0)) }
    case .double, .float, .decimal: return try number(made, type, place)
    case .data: return try data(made, place, in: scope)
    default: return nil
    }
  }

  private func text(_ expression: Expression?) -> String? {
    if case .string(let text)? = expression?.kind { text } else { nil }
  }

  private func number(
    _ made: Construction, _ type: AttributeType, _ place: SourcePlace
  ) throws(Rejection) -> DefaultValue? {
    let isZero = made.member == "zero" || (made.isCall && made.arguments.isEmpty)
    let number = made.argument(nil)?.number ?? text(made.argument("string"))
    guard let text = isZero ? "0" : number else { return nil }
    return .value(try value(text, of: type, at: place))
  }

  private func date(
    _ made: Construction, _ place: SourcePlace
  ) throws(Rejection) -> DefaultValue? {
    if made.member == "now" || (made.isCall && made.arguments.isEmpty) { return .now }
    if made.member == "distantPast" { return .value(.text(Timestamp.earliest.storedText)) }
    let since1970 = made.argument("timeIntervalSince1970")?.number
    let since2001 = made.argument("timeIntervalSinceReferenceDate")?.number
    guard let seconds = since1970 ?? since2001,
      let micros = try? FixedPoint.units(from: seconds, places: 6)
    else { return nil }
    let start = since1970 == nil ? Timestamp.reference.microseconds : 0
    let (sum, overflow) = micros.addingReportingOverflow(start)
    guard !overflow, let date = Timestamp(microseconds: sum) else {
      throw Rejection("the date is too far away", at: place)
    }
    return .value(.text(date.storedText))
  }

  private func data(
    _ made: Construction, _ place: SourcePlace, in scope: Scope
  ) throws(Rejection) -> DefaultValue? {
    if made.isCall, made.arguments.isEmpty { return .value(.blob([])) }
    if let base64 = text(made.argument("base64Encoded")) {
      return .value(try value("base64:" + base64, of: .data, at: place))
    }
    guard case .array(let elements)? = made.argument(nil)?.kind else { return nil }
    var bytes: [UInt8] = []
    for element in elements {
      bytes.append(try integer(element, .uint8, in: scope).value(as: UInt8.self) ?? 0)
    }
    return .value(.blob(bytes))
  }
}
