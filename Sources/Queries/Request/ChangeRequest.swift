package import FlagModel
package import Predicates

/// Assignments that were checked against the model: the new values of columns, and the names of
/// related records, which the database must look up.
package struct ChangeRequest: Hashable, Sendable {
  /// A relationship that is set, or pairs that are added or removed.
  package struct Reference: Hashable, Sendable {
    package let relationship: Relationship
    package let operation: AssignmentSyntax.Operation
    /// The names of the related records; empty for none.
    package let names: [WordSyntax]
  }

  package private(set) var assignments: [Assignment] = []
  package private(set) var references: [Reference] = []
  /// The place of each property's value in the command line, by property name.
  private let places: [Name: SourcePlace]

  /// Checks assignments, and reports all mistakes at once.
  ///
  /// - Parameter calculations: the reader of expressions; nil if none are allowed, as for a new
  ///   record.
  package init(
    _ syntax: [AssignmentSyntax], of entity: Entity, isRaw: Bool = false,
    calculations: CalculationReader? = nil, now: Timestamp
  ) throws(Diagnostics) {
    let reader = ValueReader(isRaw: isRaw, calculations: isRaw ? nil : calculations, now: now)
    places = Dictionary(syntax.map { ($0.name.name, $0.valuePlace) }) { $1 }
    var problems: [Diagnostic] = []
    var byName: [Name: [AssignmentSyntax]] = [:]
    var names: [Name] = []
    for assignment in syntax {
      let typed = assignment.name.name
      // A change of a field changes the column of its mask.
      let name = entity.maskOfField(named: typed)?.name ?? typed
      if byName[name] == nil { names.append(name) }
      byName[name, default: []].append(assignment)
    }
    for name in names {
      do throws(Diagnostic) {
        try add(byName[name] ?? [], of: entity, reader)
      } catch {
        problems.append(error)
      }
    }
    if !problems.isEmpty { throw Diagnostics(problems) }
  }

  /// The properties that are set, in the order of the command line. Structs and masks with fields
  /// count as a whole.
  package func properties(of entity: Entity) -> [Name] {
    assignments.map { entity.propertyName(of: $0.column) } + references.map(\.relationship.name)
  }

  /// The place where a property is set.
  package func place(of property: Name) -> SourcePlace? { places[property] }

  /// Throws unless a new record sets all required properties.
  package func requireComplete(for entity: Entity) throws(ValueError) {
    try requireGiven(needed(for: entity), for: entity)
  }

  /// Throws if one of the required properties is not set.
  package func requireGiven(_ needed: [Name], for entity: Entity) throws(ValueError) {
    let missing = missing(needed, for: entity)
    guard !missing.isEmpty else { return }
    throw ValueError(
      "a \(entity.name) needs \(listedInQuotes(missing))",
      hint: "add \(missing.map { "\($0)=…" }.joined(separator: " "))")
  }

  /// Throws if an existing record would get another key.
  package func requireKeptKey(of entity: Entity) throws(ValueError) {
    // A key of another type may change, because foreign keys determine the effect.
    guard let key = entity.source.key, key.type == .integer(.int64),
      assignments.contains(where: { $0.column == key.column })
    else { return }
    throw ValueError("'\(entity.keyColumn)' is the primary key, which cannot change")
  }

  /// The required properties that a new record does not set.
  package func missing(for entity: Entity) -> [Name] { missing(needed(for: entity), for: entity) }

  private func missing(_ needed: [Name], for entity: Entity) -> [Name] {
    let assigned = Set(assignments.map(\.column))
    let related = Set(references.map(\.relationship.name))
    return needed.filter { name in
      !related.contains(name) && !assigned.contains(entity.attribute(named: name)?.column ?? name)
    }
  }

  private func needed(for entity: Entity) -> [Name] {
    let attributes = entity.attributes.filter { attribute in
      if case .flags = attribute.type { return false }
      return !attribute.isOptional && attribute.defaultValue == nil
        && attribute.column != entity.keyColumn
    }
    let relationships = entity.relationships.filter {
      $0.cardinality == .toOne(isOptional: false) && !$0.isKeptByOtherSide
    }
    return attributes.map(\.name) + relationships.map(\.name)
  }

  /// Adds all assignments to one name.
  private mutating func add(
    _ same: [AssignmentSyntax], of entity: Entity, _ reader: ValueReader
  ) throws(Diagnostic) {
    guard let first = same.first else { return }
    let name = entity.maskOfField(named: first.name.name)?.name ?? first.name.name
    if let relationship = entity.relationship(named: name) {
      references += try Self.references(same, to: relationship)
    } else if let attribute = entity.attribute(named: name) {
      assignments.append(try Self.assignment(same, to: attribute, reader))
    } else if name == entity.shownKey {
      assignments.append(try Self.key(same, in: entity))
    } else if entity.expression(named: name) != nil {
      throw Diagnostic(
        "'\(name)' is calculated from other attributes and cannot be set", at: first.name.place)
    } else {
      throw entity.unknownName(name, at: first.name.place)
    }
  }

  private static func key(
    _ same: [AssignmentSyntax], in entity: Entity
  ) throws(Diagnostic) -> Assignment {
    let only = try requireOnce(same)
    let value: Value
    switch only.rightSide {
    case .value(.integer(let key)): value = .integer(key)
    case .text(let word):
      guard let key = Int64(word.text) else {
        throw Diagnostic(
          "\(entity.keyColumn): expected a whole number, found '\(word.text)'", at: word.place)
      }
      value = .integer(key)
    default:
      throw Diagnostic("\(entity.keyColumn): expected a whole number", at: only.name.place)
    }
    return Assignment(column: entity.keyColumn, isOptional: false, change: .set(value))
  }

  private static func assignment(
    _ same: [AssignmentSyntax], to attribute: Attribute, _ reader: ValueReader
  ) throws(Diagnostic) -> Assignment {
    if case .flags(let set) = attribute.type,
      !set.fields.isEmpty || same.contains(where: { $0.operation != .set })
    {
      return try FlagChange(same, of: attribute, set, reader).assignment
    }
    let only = try requireOnce(same)
    guard only.operation == .set else { throw notFlags(only, attribute, reader) }
    let change: Assignment.Change =
      switch try reader.right(of: only, for: attribute) {
      case .value(let value): .set(attribute.stored.stored(value, of: attribute.type))
      case .term(let term): .calculated(Calculation(term))
      }
    return Assignment(column: attribute.column, isOptional: attribute.isOptional, change: change)
  }

  private static func notFlags(
    _ only: AssignmentSyntax, _ attribute: Attribute, _ reader: ValueReader
  ) -> Diagnostic {
    let (name, sign) = (attribute.name, only.operation.rawValue)
    var hint: Hint?
    if reader.calculations != nil, let binary = sign.first, case .text(let word) = only.rightSide {
      hint =
        switch attribute.type {
        case .integer, .double, .float, .decimal, .date:
          "write '\(name)=\(name)\(binary)\(word.text)'"
        case .string where binary == "+": "write \"\(name)=\(name)+'\(word.text)'\""
        case .array: "an array is set as a whole, as in '\(name)=[…]'"
        default: nil
        }
    }
    return Diagnostic(
      "'\(sign)' changes flags, and '\(name)' (\(attribute.declaredType)) holds none",
      at: only.name.place, hint: hint)
  }

  /// Throws for a second assignment, which would silently override the first.
  private static func requireOnce(
    _ same: [AssignmentSyntax]
  ) throws(Diagnostic) -> AssignmentSyntax {
    if same.count > 1 {
      throw Diagnostic("'\(same[1].name.name)' is given twice", at: same[1].name.place)
    }
    return same[0]
  }

  // MARK: Relationships

  private static func references(
    _ same: [AssignmentSyntax], to relationship: Relationship
  ) throws(Diagnostic) -> [Reference] {
    if relationship.isKeptByOtherSide {
      throw Diagnostic(
        "'\(relationship.name)' is stored in \(relationship.target)",
        at: same[0].name.place,
        hint: relationship.inverse.map {
          "set '\($0)' of the \(relationship.target) instead"
        })
    }
    if !relationship.isToMany { _ = try requireOnce(same) }
    var references: [Reference] = []
    for assignment in same {
      references.append(try reference(assignment, to: relationship))
    }
    return references
  }

  private static func reference(
    _ assignment: AssignmentSyntax, to relationship: Relationship
  ) throws(Diagnostic) -> Reference {
    let place = assignment.name.place
    let operations: [AssignmentSyntax.Operation] =
      if relationship.isToMany { [.set, .add, .remove] } else { [.set] }
    guard operations.contains(assignment.operation) else {
      throw Diagnostic(
        "'\(relationship.name)' is a relationship, which '\(assignment.operation.rawValue)' "
          + "does not change", at: place)
    }
    var names: [WordSyntax] = []
    switch assignment.rightSide {
    case .null: break
    case .text(let word) where relationship.isToMany: names = Self.names(in: word)
    case .text(let word): names = [word]
    case .list(let words): names = words
    case .value, .expression:
      throw Diagnostic("expected the name of a \(relationship.target)", at: place)
    }
    if names.isEmpty, relationship.cardinality == .toOne(isOptional: false) {
      throw Diagnostic("'\(relationship.name)' cannot be null: it is not optional", at: place)
    }
    return Reference(relationship: relationship, operation: assignment.operation, names: names)
  }

  /// The names in a comma-separated list; an empty list has none.
  private static func names(in list: WordSyntax) -> [WordSyntax] {
    let text = SourceText(list.text)
    let whole = text.trimmed(0..<text.utf8.count)
    if whole.isEmpty { return [] }
    let parts = text.utf8[whole].split(
      separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    return parts.map { part in
      WordSyntax(text.text(text.trimmed(part.startIndex..<part.endIndex)), at: list.place)
    }
  }
}
