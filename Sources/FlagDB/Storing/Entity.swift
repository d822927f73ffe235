/// A struct that a database stores, with a column for each property. The conformance is enough: reflection finds
/// the properties. Without a mapping, the struct must be `Decodable` to be read.
///
///     struct Bookmark: Entity, Codable {
///       var id: Key<Bookmark>?
///       var title: String
///       var url: URL
///     }
public protocol Entity: Sendable {
  /// The name of the entity in the model.
  static var entityName: String { get }

  /// The mapping of properties to columns.
  static var mapping: EntityMapping<Self> { get }
}

extension Entity {
  /// The name of the type.
  public static var entityName: String { "\(Self.self)" }

  /// Finds the properties by reflection.
  public static var mapping: EntityMapping<Self> { EntityMapping() }
}

/// A type that cannot be stored, or not in this database.
public enum EntityError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The type is not a struct.
  case structRequired
  /// The model of the database has no entity of that name.
  case unknownEntity(name: String)
  /// The type of the property cannot be stored.
  case unsupportedSubType(label: String)
  /// The property and the model differ.
  case mismatch(entity: String, property: String, reason: String)

  /// The message of the error.
  public var description: String {
    switch self {
    case .structRequired: "an entity must be a struct"
    case .unknownEntity(let name): "the model has no entity '\(name)'"
    case .unsupportedSubType(let label): "the type of '\(label)' cannot be stored"
    case .mismatch(let entity, let property, let reason): "'\(property)' of \(entity): \(reason)"
    }
  }
}
