import FlagModel
import Predicates

/// Converts stored fetch requests and fetched properties. A request that is a plain condition
/// becomes a named expression of its entity. The others become a comment.
struct NamedRequests {
  var schema: Schema

  /// The schema with the requests of a model.
  static func schema(_ schema: Schema, with model: ManagedModel) -> Schema {
    var requests = NamedRequests(schema: schema)
    for request in model.requests where !requests.add(request, "fetch request") {
      requests.tell("fetch request \(request.words)", of: request.entity)
    }
    for entity in model.entities {
      for request in entity.fetched {
        requests.tell("fetched property \(request.words)", of: entity.name)
        _ = requests.add(request, "fetched by \(entity.name)")
      }
    }
    return requests.schema
  }

  /// Adds the request as an expression, which descendants inherit. Returns false if that is
  /// impossible.
  private mutating func add(_ request: ManagedRequest, _ origin: String) -> Bool {
    guard let entity = schema.entity(named: request.entity),
      let expression = expression(of: request, in: entity, origin)
    else { return false }
    change(schema.members(of: entity).map(\.name)) { $0.expressions.append(expression) }
    return true
  }

  /// The predicate as a named expression. Nil if it is not one, if it refers to the record of the
  /// fetched property, or if its name exists.
  private func expression(
    of request: ManagedRequest, in entity: Entity, _ origin: String
  ) -> NamedExpression? {
    let text = request.predicate ?? "true"
    guard text != ManagedRequest.unreadable, !isTaken(request.name, in: entity),
      let syntax = try? PredicateSyntax.parse(SourceText(text))
    else { return nil }
    let parameters = syntax.captures
    if parameters.contains(where: Self.isOfFetchedProperty) { return nil }
    let expression = NamedExpression(
      name: request.name, parameters: parameters, text: text, declaredType: "Bool",
      summary: ([origin] + request.extras).joined(separator: ", "))
    // A predicate with parameters cannot be checked without their values.
    if !parameters.isEmpty { return expression }
    let checker = PredicateChecker(entity, in: schema, now: .earliest)
    if (try? checker.declaredType(of: expression)) == "Bool" { return expression }
    return nil
  }

  private static func isOfFetchedProperty(_ variable: Name) -> Bool {
    variable == "FETCH_SOURCE" || variable == "FETCHED_PROPERTY"
  }

  private func isTaken(_ name: Name, in entity: Entity) -> Bool {
    schema.members(of: entity).contains { member in
      member.properties.contains { $0.name == name } || member.expression(named: name) != nil
    }
  }

  private mutating func tell(_ words: String, of name: Name) {
    change([name]) {
      $0.summary = [$0.summary, words].compactMap { $0 }.joined(separator: "\n")
    }
  }

  private mutating func change(_ names: [Name], _ change: (inout Entity) -> Void) {
    schema = Schema(
      types: schema.types,
      entities: schema.entities.map { entity in
        guard names.contains(entity.name) else { return entity }
        var changed = entity
        change(&changed)
        return changed
      })
  }
}

extension ManagedRequest {
  /// The request as text: `recent: Book where price > 5, by -price, at most 20`.
  fileprivate var words: String {
    let condition = predicate.map { " where \($0)" } ?? ""
    return (["\(name): \(entity)\(condition)"] + extras).joined(separator: ", ")
  }

  /// The order and the limit, which an expression cannot contain.
  fileprivate var extras: [String] {
    var extras: [String] = []
    let keys = order.map { $0.isAscending ? "\($0.key)" : "-\($0.key)" }
    if !keys.isEmpty { extras.append("by \(keys.joined(separator: ", "))") }
    if let limit { extras.append("at most \(limit)") }
    return extras
  }
}
