import FlagFormats
import FlagModel
import JSON
import Predicates
import Queries

/// A JSON object, converted to the assignments of a record.
struct JSONRecord {
  let assignments: [AssignmentSyntax]

  init(_ source: SourceText, of entity: Entity, isRaw: Bool) throws {
    let whole = SourcePlace(source, 0..<source.utf8.count)
    let json = try Self.read(source)
    guard case .object(let members) = json else {
      throw Diagnostic("expected a JSON object, found \(json.words)", at: whole)
    }
    var assignments: [AssignmentSyntax] = []
    var problems: [Diagnostic] = []
    for member in members {
      let name = NameSyntax(Name(member.key), at: SourcePlace(source, member.keyRange))
      do throws(Diagnostic) {
        assignments += try Self.assignments(member.value, to: name, of: entity, isRaw)
      } catch {
        problems.append(error)
      }
    }
    if !problems.isEmpty { throw Diagnostics(problems) }
    self.assignments = assignments
  }

  private static func read(_ source: SourceText) throws(Diagnostic) -> JSONValue {
    do {
      return try JSONValue(reading: source.utf8)
    } catch {
      let place = SourcePlace(source, error.range)
      throw Diagnostic(error.problem.message, at: place, hint: error.problem.hint.map(Hint.words))
    }
  }

  /// The assignments for a member. A struct can give several, because its attributes have separate
  /// columns.
  private static func assignments(
    _ json: JSONValue, to name: NameSyntax, of entity: Entity, _ isRaw: Bool
  ) throws(Diagnostic) -> [AssignmentSyntax] {
    let members = entity.attributes.filter { $0.name.isInside(name.name) }
    guard !members.isEmpty else {
      return [AssignmentSyntax(name: name, rightSide: try rightSide(json, name, of: entity, isRaw))]
    }
    switch json {
    case .null:
      return members.map {
        AssignmentSyntax(name: NameSyntax($0.name, at: name.place), rightSide: .null)
      }
    case .object(let inner):
      var all: [AssignmentSyntax] = []
      for member in inner {
        let place = SourcePlace(name.place.source, member.keyRange)
        let path = NameSyntax("\(name.name).\(member.key)", at: place)
        all += try assignments(member.value, to: path, of: entity, isRaw)
      }
      return all
    default:
      throw Diagnostic("\(name.name): expected an object, found \(json.words)", at: name.place)
    }
  }

  private static func rightSide(
    _ json: JSONValue, _ name: NameSyntax, of entity: Entity, _ isRaw: Bool
  ) throws(Diagnostic) -> AssignmentSyntax.RightSide {
    if case .null = json { return .null }
    if let attribute = entity.attribute(named: name.name) {
      do {
        return .value(try attribute.type.value(from: json, isRaw: isRaw))
      } catch {
        throw Diagnostic("\(name.name): \(error.message)", at: name.place, hint: error.hint)
      }
    }
    return try reference(json, name)
  }

  /// The referenced records of a relationship.
  private static func reference(
    _ json: JSONValue, _ name: NameSyntax
  ) throws(Diagnostic) -> AssignmentSyntax.RightSide {
    switch json {
    case .string(let text), .number(let text): return .text(WordSyntax(text, at: name.place))
    // A key may be a Bool.
    case .bool(let truth): return .text(WordSyntax("\(truth)", at: name.place))
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
