/// A checked model: the types and entities that a database keeps. Equal models are equal values,
/// and printing one as Swift and reading it again gives the same value.
public struct Schema: Hashable, Sendable {
  /// Flag sets, enums, aliases and structs, in the order of declaration.
  public let types: [NamedType]
  public let entities: [Entity]

  public static let empty = Schema(types: [], entities: [])
  /// How many flags, combinations, cases and properties a model may have in all.
  public static let mostNames = 10_000

  public init(types: [NamedType], entities: [Entity]) {
    self.types = types
    self.entities = entities
  }

  public var flagSets: [FlagSet] {
    types.compactMap { if case .flagSet(let set) = $0 { set } else { nil } }
  }

  public var enumerations: [Enumeration] {
    types.compactMap { if case .enumeration(let enumeration) = $0 { enumeration } else { nil } }
  }

  /// The entity of that name, compared byte for byte as SQLite does.
  public func entity(named name: String) -> Entity? {
    entities.first { $0.name.utf8.elementsEqual(name.utf8) }
  }
}

/// A type that the model names and attributes use.
public enum NamedType: Hashable, Sendable {
  case flagSet(FlagSet)
  case enumeration(Enumeration)
  case alias(TypeAlias)
  case structure(Structure)

  /// The full name, with the types around it: `Sample.Status`.
  public var name: String {
    switch self {
    case .flagSet(let set): set.name
    case .enumeration(let enumeration): enumeration.name
    case .alias(let alias): alias.name
    case .structure(let structure): structure.name
    }
  }
}

/// `typealias Price = Decimal`: a second name for a type.
public struct TypeAlias: Hashable, Sendable {
  public let name: String
  /// The type as the model spells it, `Decimal` or `[String]`.
  public let target: String
  public let summary: String?

  public init(name: String, target: String, summary: String? = nil) {
    self.name = name
    self.target = target
    self.summary = summary
  }
}

/// A struct that other types hold: with one stored property a wrapper, kept as that property
/// alone; with several, a column each.
public struct Structure: Hashable, Sendable {
  public let name: String
  public let properties: [Property]
  public let summary: String?

  public init(name: String, properties: [Property], summary: String? = nil) {
    self.name = name
    self.properties = properties
    self.summary = summary
  }
}
