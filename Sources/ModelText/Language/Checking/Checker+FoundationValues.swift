import FlagModel

/// Default values of types from Swift and Foundation: `"x"`, `Date()`, `.now`, `URL(string: "…")`.
extension Checker {
  /// Literals and initializers of `String`, `Double`, `Decimal`, `Date`, `UUID`, `URL`, `Data`.
  func foundationValue(
    of expression: Expression, as type: AttributeType, in scope: Scope
  ) throws(Rejection) -> DefaultValue {
    if case .unwrap(let inner) = expression.kind {
      return try foundationValue(of: inner, as: type, in: scope)
    }
    if let text = literalText(expression, as: type) {
      return .value(try value(text, of: type, at: expression.place))
    }
    if let generated = generatedText(expression, as: type) { return generated }
    if let number = try calculated(expression, as: type) { return .value(number) }
    if type == .date, let moment = try movedDate(expression, in: scope) { return moment }
    if type == .string, let value = try rawText(expression, in: scope) { return .value(value) }
    guard let made = construction(expression),
      isNamed(made.path, type, in: scope, at: expression.place)
    else {
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

    /// The value of the only argument, if it has the label.
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
      return Construction(path: withoutModule(path), arguments: arguments)
    case .member(nil, let name): return Construction(path: [], member: name.value)
    case .member(let base?, let name):
      return base.path.map { Construction(path: withoutModule($0), member: name.value) }
    default: return nil
    }
  }

  /// `Date` of `Foundation.Date`, which macros write.
  private func withoutModule(_ path: [Name]) -> [Name] {
    guard path.count == 2, path[0] == "Foundation" || path[0] == "Swift" else { return path }
    return [path[1]]
  }

  /// True if a path names the type of a value: directly, through aliases, or implicitly.
  private func isNamed(
    _ path: [Name], _ type: AttributeType, in scope: Scope, at place: SourcePlace
  ) -> Bool {
    if path.isEmpty { return true }
    let syntax = TypeSyntax(kind: .named(path, arguments: []), place: place)
    switch declaration(of: path, in: scope, at: place) {
    case .alias: break
    // A type of the model hides a type of Foundation.
    case .type: return false
    case nil: guard AttributeType(builtin: Name(path: path)) != nil else { return false }
    }
    let resolved = attempt { () throws(Rejection) in try resolve(syntax, in: scope) }
    guard case .value(let named)? = resolved?.kind else { return false }
    switch (named, type) {
    case (.decimal, .decimal): return true
    default: return named == type
    }
  }

  /// `UUID().uuidString`, possibly in another case, which is new for each record.
  private func generatedText(_ expression: Expression, as type: AttributeType) -> DefaultValue? {
    guard type == .string else { return nil }
    switch expression.kind {
    case .member(let base?, let name) where name.value == "uuidString":
      guard let made = construction(base), made.path == ["UUID"], made.isCall,
        made.arguments.isEmpty
      else { return nil }
      return .newUUID
    case .call(let callee, let arguments):
      guard case .member(let base?, let name) = callee.kind, arguments.isEmpty,
        generatedText(base, as: type) != nil
      else { return nil }
      return ["lowercased": .newLowercasedUUID, "uppercased": .newUUID][name.value]
    default: return nil
    }
  }

  /// `.now.addingTimeInterval(60 * 60)`, `Date() + 3600`; nil for any other expression.
  private func movedDate(
    _ expression: Expression, in scope: Scope
  ) throws(Rejection) -> DefaultValue? {
    let (base, span, isEarlier): (Expression, Expression, Bool)
    switch expression.kind {
    case .call(let callee, let arguments):
      guard case .member(let owner?, let name) = callee.kind, name.value == "addingTimeInterval",
        arguments.count == 1, arguments[0].label == nil
      else { return nil }
      base = owner
      span = arguments[0].value
      isEarlier = false
    case .binary("+", let left, let right): (base, span, isEarlier) = (left, right, false)
    case .binary("-", let left, let right): (base, span, isEarlier) = (left, right, true)
    default: return nil
    }
    guard let seconds: Double = calculated(span) else { return nil }
    let signed = if isEarlier { -seconds } else { seconds }
    let micros = try microseconds(signed, span.place)
    switch try foundationValue(of: base, as: .date, in: scope) {
    case .moment(let before):
      let after = before + micros
      return .moment(after: try microseconds(Double(after) / 1_000_000, expression.place))
    case .value(.text(let text)):
      guard let date = (try? Timestamp(text))?.adding(microseconds: micros) else {
        throw tooFar(expression.place, isUnknowable: true)
      }
      return .value(.text(date.storedText))
    case .value, .newUUID, .newLowercasedUUID: return nil
    }
  }

  /// The span in microseconds. Throws if it is so long that every result would be outside of the
  /// supported years.
  private func microseconds(
    _ seconds: Double, _ place: SourcePlace
  ) throws(Rejection) -> Int64 {
    guard abs(seconds) <= Checker.longestSpan else { throw tooFar(place, isUnknowable: true) }
    return Int64((seconds * 1_000_000).rounded())
  }

  /// A hundred years.
  private static let longestSpan = 3_155_760_000.0

  private func tooFar(_ place: SourcePlace, isUnknowable: Bool = false) -> Rejection {
    Rejection("the date is too far away", at: place, isUnknowable: isUnknowable)
  }

  /// `E.body.rawValue` with a text.
  private func rawText(_ expression: Expression, in scope: Scope) throws(Rejection) -> Value? {
    guard case .member(let base?, let name) = expression.kind, name.value == "rawValue",
      let path = base.path,
      let owner = target(of: path.dropLast(), in: scope, at: base.place),
      owner.keyword == .enum, rawType(ofEnumeration: owner) == .string
    else { return nil }
    return try enumeration(of: owner).rawValue(of: path[path.count - 1])
  }

  /// `60 * 60`, `.pi / 2`, in the type of the attribute.
  private func calculated(
    _ expression: Expression, as type: AttributeType
  ) throws(Rejection) -> Value? {
    let number: String
    switch type {
    case .double:
      guard let value: Double = calculated(expression), value.isFinite else { return nil }
      number = "\(value)"
    case .float:
      guard let value: Float = calculated(expression), value.isFinite else { return nil }
      number = "\(value)"
    default: return nil
    }
    return try value(number, of: type, at: expression.place)
  }

  private func calculated<Number: BinaryFloatingPoint & LosslessStringConvertible>(
    _ expression: Expression
  ) -> Number? {
    switch expression.kind {
    case .integer, .real: return expression.number.flatMap { Number($0) }
    case .prefix("-", let operand): return calculated(operand).map { (value: Number) in -value }
    case .member(let base, let name) where name.value == "pi":
      guard let base else { return Number.pi }
      guard let path = base.path, Checker.floats.contains(path) else { return nil }
      return Number.pi
    case .binary(let sign, let left, let right):
      guard let left: Number = calculated(left), let right: Number = calculated(right) else {
        return nil
      }
      switch sign {
      case "+": return left + right
      case "-": return left - right
      case "*": return left * right
      case "/": return left / right
      default: return nil
      }
    default: return nil
    }
  }

  private static let floats: Set<[Name]> = [["Double"], ["Float"], ["CGFloat"], ["TimeInterval"]]

  private func constructed(
    _ made: Construction, _ type: AttributeType, _ place: SourcePlace, in scope: Scope
  ) throws(Rejection) -> DefaultValue? {
    switch type {
    case .date: return try date(made, place)
    case .uuid where made.isCall && made.arguments.isEmpty: return .newUUID
    case .uuid, .url:
      let label: Name = if type == .url { "string" } else { "uuidString" }
      return try text(made.argument(label)).map { (text) throws(Rejection) in
        .value(try value(text, of: type, at: place))
      }
    case .string:
      if made.isCall, made.arguments.isEmpty { return .value(.text("")) }
      let text = text(made.argument(nil)) ?? text(made.argument("identifier"))
      guard let text else { return nil }
      return .value(.text(text))
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
    if isZero { return .value(try value("0", of: type, at: place)) }
    let number = made.argument(nil)?.number ?? text(made.argument("string"))
    guard let number else { return nil }
    return .value(try value(number, of: type, at: place))
  }

  private func date(
    _ made: Construction, _ place: SourcePlace
  ) throws(Rejection) -> DefaultValue? {
    if made.member == "now" || (made.isCall && made.arguments.isEmpty) { return .now }
    if let span = made.argument("timeIntervalSinceNow") {
      guard let seconds: Double = calculated(span) else { return nil }
      return .moment(after: try microseconds(seconds, place))
    }
    if made.member == "distantFuture" {
      return .value(.text(Timestamp.distantFuture.storedText))
    }
    if made.member == "distantPast" { return .value(.text(Timestamp.earliest.storedText)) }
    let since1970 = made.argument("timeIntervalSince1970")?.number
    let since2001 = made.argument("timeIntervalSinceReferenceDate")?.number
    guard let seconds = since1970 ?? since2001,
      let micros = try? FixedPoint.units(from: seconds, places: 6)
    else { return nil }
    let start: Int64 = if since1970 == nil { Timestamp.reference.microseconds } else { 0 }
    let (sum, overflow) = micros.addingReportingOverflow(start)
    guard !overflow, let date = Timestamp(microseconds: sum) else {
      throw tooFar(place)
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
