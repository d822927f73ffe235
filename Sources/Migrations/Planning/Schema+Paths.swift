package import FlagModel

// Facts about one model that the comparison needs.

extension Schema {
  /// The flag sets and enums, whose names represent stored values.
  var valueTypeNames: [Name] { flagSets.map(\.name) + enumerations.map(\.name) }

  /// The structs that attributes store as JSON, each once.
  var keptParts: [(owner: Name, fields: [JSONField])] {
    var owners: Set<Name> = []
    return entities.flatMap(\.attributes).flatMap(\.type.keptParts)
      .filter { owners.insert($0.owner).inserted }
  }

  func flagSet(named name: Name) -> FlagSet? { flagSets.first { $0.name == name } }

  func enumeration(named name: Name) -> Enumeration? { enumerations.first { $0.name == name } }
}

extension Entity {
  var propertyNames: [Name] { attributes.map(\.name) + relationships.map(\.name) }

  /// True if half of the properties have the same names.
  func isAlike(_ other: Entity) -> Bool {
    let names = Set(propertyNames)
    return 2 * other.propertyNames.count { names.contains($0) }
      >= max(names.count, other.propertyNames.count)
  }
}

extension AttributeType {
  package var valueTypeName: Name? {
    switch self {
    case .flags(let set): set.name
    case .enumeration(let enumeration): enumeration.name
    case .array(let element, _): element.valueTypeName
    case .json(.optional(let type)): type.valueTypeName
    default: nil
    }
  }
}

extension Attribute {
  var shownType: String { isOptional ? "\(declaredType)?" : declaredType.text }
}

extension Relationship {
  var shownType: String { spelling(target: target.text) }
}

extension DefaultValue {
  func text(for type: AttributeType) -> String {
    switch self {
    case .moment(let micros): momentText(after: micros)
    case .newUUID: "a new UUID"
    case .newLowercasedUUID: "a new UUID in lower case"
    case .value(.null): "nil"
    case .value(let value): type.text(of: value)
    }
  }
}
