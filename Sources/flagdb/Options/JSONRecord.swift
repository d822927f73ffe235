import FlagFormats
import FlagModel
import FlagSQL

/// One JSON object, read as the assignments of a record.
struct JSONRecord {
  let assignments: [AssignmentSyntax]

  init(_ source: SourceText, of entity: Entity) throws(Diagnostic) {
    let whole = SourcePlace(source, 0..<source.utf8.count)
    let json = try JSONParser.parse(source)
    guard case .object(let members) = json.kind else {
      throw Diagnostic("expected a JSON object, found \(json.words)", at: whole)
    }
    var assignments: [AssignmentSyntax] = []
    for member in members {
      let name = NameSyntax(member.key, at: SourcePlace(source, member.keyRange))
      assignments.append(
        AssignmentSyntax(name: name, given: try Self.given(member.value, name, of: entity)))
    }
    self.assignments = assignments
  }

  private static func given(
    _ json: JSONValue, _ name: NameSyntax, of entity: Entity
  ) throws(Diagnostic) -> AssignmentSyntax.Given {
    if case .null = json.kind { return .null }
    if let attribute = entity.attribute(named: name.name) {
      do {
        return .value(try attribute.type.value(from: json))
      } catch {
        throw Diagnostic("\(name.name): \(error.message)", at: name.place, hint: error.hint)
      }
    }
    return try reference(json, name)
  }

  /// The records on the other side of a relationship.
  private static func reference(
    _ json: JSONValue, _ name: NameSyntax
  ) throws(Diagnostic) -> AssignmentSyntax.Given {
    switch json.kind {
    case .string(let text), .number(let text): return .text(WordSyntax(text, at: name.place))
    case .array(let elements):
      var words: [WordSyntax] = []
      for element in elements {
        guard case .text(let word) = try reference(element, name) else {
          throw Diagnostic("\(name.name): expected a list of names or keys", at: name.place)
        }
        words.append(word)
      }
      return .list(words)
    default: throw Diagnostic("\(name.name): expected a name or a key", at: name.place)
    }
  }
}
