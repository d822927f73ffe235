/// A property of a stored struct as its type declares it.
indirect enum DeclaredProperty: Sendable {
  case value(name: String, StorageForm.Kind)
  /// A struct of properties.
  case part(name: String, type: String, isOptional: Bool, [DeclaredProperty])
  /// Another record.
  case record(name: String, any Entity.Type, isOptional: Bool)
  /// A list of other records.
  case records(name: String, any Entity.Type)

  var name: String {
    switch self {
    case .value(let name, _), .part(let name, _, _, _), .record(let name, _, _),
      .records(let name, _):
      name
    }
  }

  /// True if it leads to other records, which are structs too.
  var isRelated: Bool {
    switch self {
    case .value, .part: false
    case .record, .records: true
    }
  }

  /// True if it is a list of other records.
  var isList: Bool { if case .records = self { true } else { false } }

  /// True for the key of the record itself.
  func isKey(of type: any Entity.Type) -> Bool {
    guard case .value(let name, .optional(let kind)) = self else { return false }
    // The column of the key has underscores before it where a property is named `id`.
    if name != "id", kind == .key(entity: type.entityName) {
      return name.hasPrefix("_") && name.drop { $0 == "_" } == "id"
    }
    return name == "id"
      && [.key(entity: type.entityName), .integer("Int64"), .integer("Int")].contains(kind)
  }
}

extension Entity {
  /// The properties, as far as they are known without a value.
  static var properties: [DeclaredProperty]? {
    if let written = mapping.written { return written.properties.map(\.declared) }
    return (Self.self as? any Decodable.Type).flatMap(TypeProbe.properties)
  }
}
