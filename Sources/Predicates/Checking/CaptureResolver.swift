package import FlagModel

/// Resolves unqualified names in Swift closures: a type of the model, as in `Status.measured`, or a
/// captured variable of the app without a value.
/// See Documentation/Decisions/names-in-closures-are-variables.md.
package struct CaptureResolver {
  let schema: Schema
  let entity: Entity
  /// The named expression that contains the names.
  let expression: NamedExpression?

  package init(schema: Schema, entity: Entity, expression: NamedExpression?) {
    self.schema = schema
    self.entity = entity
    self.expression = expression
  }

  package func resolve(_ syntax: PredicateSyntax) throws(Diagnostic) -> PredicateSyntax {
    guard syntax.hasCaptures else { return syntax }
    // A named expression of the model is evaluated like an `#Expression`.
    if case .call(let base?, "evaluate", let arguments) = syntax.kind,
      case .capture(let name) = base.kind, entity.expression(named: name) != nil
    {
      let resolved = try arguments.map { argument throws(Diagnostic) in
        PredicateSyntax.Argument(label: argument.label, value: try resolve(argument.value))
      }
      let named = PredicateSyntax(.name(name), at: base.place)
      return PredicateSyntax(.call(named, "evaluate", resolved), at: syntax.place)
    }
    if let path = Self.path(syntax) {
      guard let type = type(in: path.names) else { throw unknown(Self.variable(path)) }
      return Self.typed(syntax, members: path.names.count - type.length, of: type.name)
    }
    return PredicateSyntax(
      try syntax.kind.mapChildren { child throws(Diagnostic) in try resolve(child) },
      at: syntax.place, recordTypes: syntax.recordTypes)
  }

  /// The type to which a path leads, and the number of names up to it. The path may begin with a
  /// module or an unknown surrounding type.
  private func type(in path: [Name]) -> (name: Name, length: Int)? {
    for length in stride(from: path.count - 1, to: 0, by: -1) {
      let around = path[..<length].prefix { $0.text.first?.isUppercase ?? false }.count
      for start in 0...min(around, length - 1) {
        let name = Name(path: path[start..<length])
        if isType(name) { return (name, length) }
      }
    }
    return nil
  }

  private func isType(_ name: Name) -> Bool {
    schema.types.contains { $0.name.mayBeCalled(name) } || Self.typesOfSwift.contains(name)
  }

  private static let typesOfSwift: Set<Name> = ["Calendar", "Date", "DateInterval", "Locale"]

  /// The names of a variable and its members, with their place; nil for anything else.
  private static func path(_ syntax: PredicateSyntax) -> (names: [Name], place: SourcePlace)? {
    switch syntax.kind {
    case .capture(let name): ([name], syntax.place)
    case .member(let base, let name):
      path(base).map { ($0.names + [name], syntax.place) }
    default: nil
    }
  }

  /// The variable without a property of its value, such as `count` of a text.
  private static func variable(
    _ path: (names: [Name], place: SourcePlace)
  ) -> (names: [Name], place: SourcePlace) {
    guard path.names.count > 1, let last = path.names.last,
      ["isEmpty", "lowercased", "uppercased"].contains(last)
    else { return path }
    let range = path.place.range
    let end = path.place.source.utf8[range].lastIndex(of: UInt8(ascii: ".")) ?? range.upperBound
    return (path.names.dropLast(), SourcePlace(path.place.source, range.lowerBound..<end))
  }

  /// The same path, beginning with the name of a type.
  private static func typed(
    _ syntax: PredicateSyntax, members: Int, of type: Name
  ) -> PredicateSyntax {
    guard members > 0, case .member(let base, let name) = syntax.kind else {
      return PredicateSyntax(.name(type), at: syntax.place)
    }
    let inner = typed(base, members: members - 1, of: type)
    return PredicateSyntax(.member(inner, name), at: syntax.place)
  }

  // MARK: Errors for variables

  private func unknown(_ path: (names: [Name], place: SourcePlace)) -> Diagnostic {
    let name = path.names.joined(separator: ".")
    let source = path.place.source
    let isMarked = source.utf8[path.place.range.lowerBound] == UInt8(ascii: "$")
    let message =
      if isMarked {
        "'$\(name)' has no value"
      } else {
        "'\(name)' is a variable of the app: a closure reads attributes through its parameter"
      }
    return Diagnostic(message, at: path.place, hint: hint(path.names, isMarked: isMarked))
  }

  private func hint(_ names: [Name], isMarked: Bool) -> Hint {
    let name = Name(path: names)
    if let expression {
      let parameters = (expression.parameters + [names.last ?? name]).joined(separator: ", ")
      return "an expression gets values by its parameters, as in \(expression.name)(\(parameters))"
    }
    let advice = "--arg \(name)=VALUE gives it a value (.arg in a session)"
    guard !isMarked, names.count == 1 || ["self", "Self"].contains(names[0]) else {
      return .words(advice)
    }
    if entity.names.contains(names[names.count - 1]) {
      return "\(advice); the attribute is $0.\(names[names.count - 1])"
    }
    if isWord(name) { return "\(advice); .\(name) is the one of the model" }
    return .words(advice)
  }

  /// True if a flag or a case has the name.
  private func isWord(_ name: Name) -> Bool {
    entity.attributes.contains { attribute in
      switch attribute.type {
      case .flags(let set): set.mask(named: name) != nil
      case .enumeration(let enumeration): enumeration.rawValue(of: name) != nil
      default: false
      }
    }
  }
}

extension PredicateSyntax.Kind {
  /// The same node with mapped children.
  func mapChildren(
    _ map: (PredicateSyntax) throws(Diagnostic) -> PredicateSyntax
  ) throws(Diagnostic) -> PredicateSyntax.Kind {
    func maybe(_ node: PredicateSyntax?) throws(Diagnostic) -> PredicateSyntax? {
      guard let node else { return nil }
      return try map(node)
    }
    func all(_ nodes: [PredicateSyntax]) throws(Diagnostic) -> [PredicateSyntax] {
      try nodes.map { node throws(Diagnostic) in try map(node) }
    }
    switch self {
    case .bool, .null, .number, .text, .date, .duration, .argument, .nilOrText, .name, .itself,
      .variable, .capture, .dotted, .key:
      return self
    case .list(let items): return .list(try all(items))
    case .and(let terms): return .and(try all(terms))
    case .or(let terms): return .or(try all(terms))
    case .range(let lower, let upper, let includesUpper):
      return .range(try maybe(lower), try maybe(upper), includesUpper: includesUpper)
    case .member(let base, let name): return .member(try map(base), name)
    case .negative(let inner): return .negative(try map(inner))
    case .complement(let inner): return .complement(try map(inner))
    case .not(let inner): return .not(try map(inner))
    case .closure(let variable, let body): return .closure(variable: variable, try map(body))
    case .quantified(let quantifier, let inner): return .quantified(quantifier, try map(inner))
    case .binary(let binary, let a, let b): return .binary(binary, try map(a), try map(b))
    case .binding(let name, let isUnwrapped, let a, let b):
      return .binding(name, isUnwrapped: isUnwrapped, try map(a), try map(b))
    case .filter(let a, let variable, let b):
      return .filter(try map(a), variable: variable, try map(b))
    case .compare(let a, let comparison, let options, let b):
      return .compare(try map(a), comparison, options, try map(b))
    case .textTest(let a, let test, let options, let b):
      return .textTest(try map(a), test, options, try map(b))
    case .isIn(let a, let options, let b): return .isIn(try map(a), options, try map(b))
    case .conditional(let a, let b, let c):
      return .conditional(try map(a), try map(b), try map(c))
    case .call(let base, let name, let arguments):
      let mapped = try arguments.map { argument throws(Diagnostic) in
        PredicateSyntax.Argument(label: argument.label, value: try map(argument.value))
      }
      return .call(try maybe(base), name, mapped)
    case .flags(let base, let test, let words):
      return .flags(try maybe(base), test, try all(words))
    }
  }
}
