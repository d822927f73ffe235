import FlagModel
import ModelText

/// The model of structs, in the Swift that `flagdb new` and `flagdb migrate` read. It also has the entities to which
/// the structs refer.
public struct Model: Hashable, Sendable, CustomStringConvertible {
  /// The model in Swift.
  public let description: String

  /// The model of the structs. A struct with `@Entity` brings its attributes, default values, `#Unique` and `#Index`.
  /// Throws an `EntityError` if a type cannot be stored.
  public init(of types: any Entity.Type...) throws {
    description = try DeclaredTypes(types).model
    _ = try telling { try Database.schema(description) }
  }
}

extension Schema {
  /// The model, with the flags of another model for each set that has none. A struct knows the names of its flags only
  /// if its set is one of `NamedFlags`.
  func takingFlags(of other: Schema) throws -> Schema {
    let typesByName = Dictionary(other.types.map { ($0.name, $0) }) { first, _ in first }
    let named = types.map { type -> NamedType in
      guard case .flagSet(let set) = type, set.flags.isEmpty, set.combinations.isEmpty,
        case .flagSet(let former)? = typesByName[type.name], former.rawType == set.rawType
      else { return type }
      return .flagSet(former)
    }
    if named == types { return self }
    let source = Schema(types: named, entities: entities).swiftSource
    let reading = readModel([SourceText(name: "model", source)], isStored: true)
    guard let schema = reading.schema else { throw Diagnostics(reading.diagnostics) }
    return schema
  }
}
