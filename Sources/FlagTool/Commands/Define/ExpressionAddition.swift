import FlagModel
import Migrations
import Predicates

/// `expression Sample.above(limit) 'readings[value >= $limit].count'`: adds a named expression.
struct ExpressionAddition: ModelAddition {
  private let entity: Name
  private let name: Name
  private let parameters: [Name]
  private let text: String

  init(_ word: String, _ text: String) throws {
    let parts = word.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2 else {
      throw CommandError(
        "expected ENTITY.NAME, found '\(word)'",
        hint: "as in Sample.passing or 'Sample.above(limit)'")
    }
    entity = Name(parts[0])
    self.text = text
    let brackets = parts[1].split(separator: "(", maxSplits: 1).map(String.init)
    name = try modelName(brackets.first ?? "")
    guard brackets.count > 1 else {
      parameters = []
      return
    }
    guard brackets[1].hasSuffix(")") else {
      throw CommandError("expected ')' at the end of '\(word)'")
    }
    parameters = try brackets[1].dropLast().split(separator: ",").map { parameter in
      try modelName(String(parameter.drop { $0 == " " }))
    }
  }

  func added(to schema: Schema, now: Timestamp) throws -> Schema {
    let entity = try schema.entity(typed: entity)
    let isTaken =
      entity.expression(named: name) != nil
      || entity.properties.contains { $0.name == name }
    if isTaken { throw CommandError("'\(name)' is in the model already") }
    try schema.requireFree(name, inHierarchyOf: entity)
    let untyped = NamedExpression(name: name, parameters: parameters, text: text, declaredType: "")
    let type = try PredicateChecker(entity, in: schema, now: now).declaredType(of: untyped)
    let expression = NamedExpression(
      name: name, parameters: parameters, text: text, declaredType: Name(type))
    return Schema(
      types: schema.types,
      entities: schema.entities.map { other in
        if other == entity { other.adding([expression]) } else { other }
      })
  }
}
