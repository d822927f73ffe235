package import FlagModel

// Named expressions of the model.

extension PredicateChecker {
  /// The type name of an expression's values, with `?` if they are optional.
  package func declaredType(of expression: NamedExpression) throws(Diagnostic) -> String {
    let operand = try self.operand(of: expression)
    let suffix = operand.term.isOptional ? "?" : ""
    switch operand.term.type {
    case .value(let type): return type.swiftName + suffix
    case .record: return "Int64\(suffix)"
    case .calendar: return "String\(suffix)"
    case .moment, .duration:
      throw Diagnostic(
        "'\(expression.name)' is a calculated date or length of time, which an expression "
          + "cannot return", hint: "compare it within the expression")
    }
  }

  /// An expression of the entity as a value, with samples for its parameters.
  private func operand(of expression: NamedExpression) throws(Diagnostic) -> Operand {
    let syntax = PredicateSyntax(.name(expression.name), at: expression.place)
    let stand = PredicateSyntax(.argument("0"), at: expression.place)
    let arguments = expression.parameters.map { _ in Checked.literal(stand) }
    let path = RecordPath(start: root, entity: entity)
    return try operand(of: try value(of: expression, arguments, of: path, syntax), syntax)
  }

  /// The value of an expression for the record at the end of a path.
  func value(
    _ expression: NamedExpression, _ arguments: [PredicateSyntax.Argument], of path: RecordPath,
    _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    guard arguments.count == expression.parameters.count else {
      let names = expression.parameters.joined(separator: ", ")
      let count = expression.parameters.count
      let hint: Hint? = if names.isEmpty { nil } else { "as in \(expression.name)(\(names))" }
      throw Diagnostic(
        "'\(expression.name)' takes \(counted(count, "argument")), found \(arguments.count)",
        at: syntax.place, hint: hint)
    }
    let values = try arguments.map { argument throws(Diagnostic) in
      try check(operand: argument.value)
    }
    return try value(of: expression, values, of: path, syntax)
  }

  private func value(
    of expression: NamedExpression, _ arguments: [Checked], of path: RecordPath,
    _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    guard environment.expressionDepth < Self.greatestExpressionDepth else {
      throw Diagnostic(
        "the expression '\(expression.name)' refers to itself, or through too many others",
        at: syntax.place)
    }
    var inner = self
    inner.environment.expressionDepth += 1
    let subject = Checked.record(RecordPath(start: path.scope, entity: path.entity))
    inner.environment.frames = [Frame(subject: subject, variable: nil)]
    for (name, argument) in zip(expression.parameters, arguments) {
      inner.environment.frames.append(Frame(subject: argument, variable: name))
    }
    let resolved = try expression.syntax(of: path.entity, in: schema)
    return try reached(try inner.check(operand: resolved), along: path, syntax)
  }

  static let greatestExpressionDepth = 8

  /// Converts a meaning for the record at the end of a path to one for the record at its start.
  private func reached(
    _ checked: Checked, along path: RecordPath, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    switch checked {
    case .operand(let operand):
      return .operand(
        derived(path.reached(operand.term), operand.declaredType, syntax, origin: path.start))
    case .predicate(let predicate) where path.links.isEmpty: return .predicate(predicate)
    case .predicate(let predicate):
      let term = Term(.condition(predicate), .bool, isOptional: false)
      return .operand(derived(path.reached(term), "Bool", syntax, origin: path.start))
    case .record(let other):
      return .record(
        RecordPath(start: path.start, entity: other.entity, links: path.links + other.links))
    case .literal(let literal):
      if let name = unknownName(literal) {
        throw path.entity.unknownName(name.name, at: name.place)
      }
      return checked
    case .records, .values, .chosen, .group:
      return try collections.joined(checked, to: Records(links: path.links, filters: []), syntax)
    }
  }
}

extension NamedExpression {
  /// The place for errors about the whole expression.
  fileprivate var place: SourcePlace { SourcePlace(SourceText(text), 0..<text.utf8.count) }

  fileprivate func syntax(
    of entity: Entity, in schema: Schema
  ) throws(Diagnostic) -> PredicateSyntax {
    let text = SourceText(name: "\(entity.name).\(name)", text)
    return try CaptureResolver(schema: schema, entity: entity, expression: self)
      .resolve(try .parse(text, variables: parameters))
  }
}

extension Schema {
  /// Reports the mistakes in expressions without parameters. Mistakes in the others are reported
  /// when they are used.
  package func checkExpressions(now: Timestamp) throws(Diagnostics) {
    var problems: [Diagnostic] = []
    for entity in entities {
      for expression in entity.expressions {
        do throws(Diagnostic) {
          _ = try expression.syntax(of: entity, in: self)
          guard expression.parameters.isEmpty else { continue }
          _ = try PredicateChecker(entity, in: self, now: now).declaredType(of: expression)
        } catch {
          problems.append(error)
        }
      }
    }
    if !problems.isEmpty { throw Diagnostics(problems) }
  }
}
