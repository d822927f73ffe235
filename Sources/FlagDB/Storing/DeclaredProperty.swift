/// A property of a stored struct, as its type declares it.
indirect enum DeclaredProperty: Sendable {
  case value(name: String, StorageForm.Kind)
  /// A nested struct.
  case part(name: String, type: String, isOptional: Bool, [DeclaredProperty])
  /// A reference to another record.
  case record(name: String, any Entity.Type, isOptional: Bool)
  /// A list of other records.
  case records(name: String, any Entity.Type)
  /// A property whose type cannot be stored: a class, an enum without a raw value, or a collection of such.
  case unsupported(name: String)

  var name: String {
    switch self {
    case .value(let name, _), .part(let name, _, _, _), .record(let name, _, _),
      .records(let name, _), .unsupported(let name):
      name
    }
  }

  /// True for a record or a list of records.
  var isRelated: Bool {
    switch self {
    case .value, .part, .unsupported: false
    case .record, .records: true
    }
  }

  /// The path of a part whose type cannot be stored; nil if there is none.
  var unsupported: String? {
    switch self {
    case .unsupported(let name): name
    case .part(let name, _, _, let parts):
      parts.lazy.compactMap(\.unsupported).first.map { "\(name).\($0)" }
    case .value, .record, .records: nil
    }
  }

  var isList: Bool { if case .records = self { true } else { false } }

  /// True for the key of the struct's own record.
  func isKey(of type: any Entity.Type) -> Bool {
    guard case .value(let name, .optional(let kind)) = self else { return false }
    // If a property is named `id`, the key column has underscores before its name.
    if name != "id", kind == .key(entity: type.entityName) {
      return name.hasPrefix("_") && name.drop { $0 == "_" } == "id"
    }
    return name == "id"
      && [.key(entity: type.entityName), .integer("Int64"), .integer("Int")].contains(kind)
  }
}

extension Entity {
  /// Throws unless reflection may find the properties, or a mapping names them.
  static func requireStruct() throws(EntityError) {
    if mapping.written == nil, TypeKind(of: Self.self) != .struct { throw .structRequired }
  }

  /// The properties; nil if they can only be found with a value.
  static var properties: [DeclaredProperty]? {
    if let written = mapping.written { return written.properties.map(\.declared) }
    return (Self.self as? any Decodable.Type).flatMap(TypeProbe.properties)
  }
}
