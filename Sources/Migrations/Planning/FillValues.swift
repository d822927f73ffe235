import FlagModel
import Predicates
import SQLText

/// The values of `--fill`, parsed by the types of the new model.
struct FillValues {
  private var values: [Name: Value] = [:]
  private var keys: [Name: SQLText] = [:]
  private(set) var faults: [Diagnostic] = []

  init(_ fills: [Fill], for schema: Schema, now: Timestamp) {
    for fill in fills { add(fill, schema, now) }
  }

  func value(_ entity: Entity, _ attribute: Attribute) -> Value? {
    values[Self.path(entity, attribute.name)]
  }

  /// The key with which a relationship is filled.
  func key(_ entity: Entity, _ relationship: Relationship) -> SQLText? {
    keys[Self.path(entity, relationship.name)]
  }

  private static func path(_ entity: Entity, _ name: Name) -> Name { "\(entity.name).\(name)" }

  private mutating func add(_ fill: Fill, _ schema: Schema, _ now: Timestamp) {
    var owners: [(Entity, Name)] = []
    var paths: [Name] = []
    for entity in schema.entities {
      for name in entity.propertyNames {
        paths.append(Self.path(entity, name))
        let isMeant = fill.attribute == name || fill.attribute == "\(entity.name).\(name)"
        if isMeant { owners.append((entity, name)) }
      }
    }
    guard let (entity, name) = owners.first else {
      faults.append(
        Diagnostic(
          "'\(fill.attribute)' is not an attribute of the new model",
          hint: .name(for: fill.attribute, in: paths)))
      return
    }
    guard owners.count == 1 else {
      let names = listed(owners.map { "\($0.0.name).\($0.1)" }, "or")
      faults.append(
        Diagnostic(
          "'\(fill.attribute)' is ambiguous: \(names)",
          hint: "write the entity, as in \(Self.path(entity, name))"))
      return
    }
    if let attribute = entity.attribute(named: name) {
      do {
        let text = try Self.text(fill, attribute, entity)
        values[Self.path(entity, name)] = try entity.declared(attribute)
          .value(from: text, now: now)
      } catch {
        faults.append(Diagnostic(error.message, hint: error.hint))
      }
    } else if let relationship = entity.relationship(named: name) {
      fillKey(entity, relationship, with: fill.text)
    }
  }

  /// The text to fill in. If it could be an arithmetic expression, it must be quoted.
  private static func text(
    _ fill: Fill, _ attribute: Attribute, _ entity: Entity
  ) throws(ValueError) -> String {
    switch attribute.type {
    case .string, .url, .any, .array: break
    default: return fill.text
    }
    func isCalculation(_ text: String) -> Bool {
      let source = SourceText(text)
      let word = WordSyntax(text, at: SourcePlace(source, 0..<source.utf8.count))
      guard let expression = try? WrittenExpression(word) else {
        return WrittenExpression.isCall(word)
      }
      return expression.isCalculation(for: attribute, of: entity)
        || expression.isInBrackets && expression.isPath && expression.mentions(entity)
    }
    if isCalculation(fill.text) {
      throw ValueError(
        "'\(fill.text)' may be a calculation, and --fill gives one value to all",
        hint: .words(
          "write \(WrittenExpression.shown(path(entity, attribute.name), quoted: fill.text)) for the "
            + "text; 'update --all' calculates"))
    }
    if let quoted = try? PredicateSyntax.parse(SourceText(fill.text)),
      case .text(let inner) = quoted.kind,
      isCalculation(inner)
    {
      return inner
    }
    return fill.text
  }

  /// Parses a key. A record cannot be given by its label, because the label's value can change in
  /// the same migration.
  private mutating func fillKey(_ entity: Entity, _ relationship: Relationship, with text: String) {
    guard relationship.foreignKey != nil, let key = Int64(text) else {
      faults.append(
        Diagnostic(
          "expected the key of a record of '\(relationship.target)' for "
            + "'\(entity.name).\(relationship.name)', found '\(text)'"))
      return
    }
    keys[Self.path(entity, relationship.name)] = "\(.integer(key))"
  }
}
