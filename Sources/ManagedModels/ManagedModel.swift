package import FlagModel

/// The model of a Core Data store, read from the store's cache, a compiled file or an Xcode
/// project.
///
/// This module reads the models that Core Data and Xcode write, and finds the tables and columns of
/// a store.
package struct ManagedModel: Hashable, Sendable {
  /// Sorted by name.
  package let entities: [ManagedEntity]
  package let requests: [ManagedRequest]
  /// The version identifiers that the developer gave to the model.
  package let identifiers: [String]
  private let places: [Name: Int]
  /// A limit for the inheritance depth, beyond that of any real app.
  static let deepestInheritance = 200

  init(
    entities: [ManagedEntity], requests: [ManagedRequest] = [], identifiers: [String] = []
  ) throws(ManagedModelError) {
    let entities = entities.sorted { $0.name < $1.name }
    self.entities = entities
    places = Dictionary(entities.indices.map { (entities[$0].name, $0) }) { first, _ in first }
    self.requests = requests.sorted { $0.name < $1.name }
    self.identifiers = identifiers
    try checkInheritance()
  }

  package func entity(named name: Name) -> ManagedEntity? { places[name].map { entities[$0] } }

  /// An entity and its ancestors, the nearest first.
  package func lineage(of entity: ManagedEntity) -> [ManagedEntity] {
    var line = [entity]
    while let parent = line[line.count - 1].parent.flatMap(self.entity(named:)),
      line.count <= Self.deepestInheritance
    {
      line.append(parent)
    }
    return line
  }

  /// The inverse of a relationship. The destination can inherit it.
  func inverse(of relationship: ManagedRelationship) -> ManagedRelationship? {
    guard let name = relationship.inverse, let other = entity(named: relationship.destination)
    else { return nil }
    return lineage(of: other).lazy.compactMap { $0.relationship(named: name) }.first
  }

  /// Throws if two entities have the same name, if a parent does not exist, or if inheritance is
  /// circular.
  private func checkInheritance() throws(ManagedModelError) {
    for (entity, next) in zip(entities, entities.dropFirst()) where entity.name == next.name {
      throw .twice(entity.name)
    }
    for entity in entities {
      if let parent = entity.parent, self.entity(named: parent) == nil {
        throw .missingParent(parent, of: entity.name)
      }
      if lineage(of: entity).count > Self.deepestInheritance { throw .circle(entity.name) }
    }
  }
}

/// One entity, with the properties that it declares and not those that it inherits.
package struct ManagedEntity: Hashable, Sendable {
  package let name: Name
  /// The parent entity.
  package let parent: Name?
  package let isAbstract: Bool
  /// The class in the app.
  package let className: String?
  package var attributes: [ManagedAttribute]
  package let relationships: [ManagedRelationship]
  package let fetched: [ManagedRequest]
  /// The unique constraints, each with one or more attributes.
  package let uniques: [[Name]]
  /// The name in the previous model version, for migrations.
  package let renamedFrom: Name?
  package let userInfo: [String: String]
  /// `class` or `category` if Xcode generates the class, or an extension of it, at each build.
  package let codeGeneration: String?

  package init(
    name: Name, parent: Name?, isAbstract: Bool, className: String?,
    attributes: [ManagedAttribute], relationships: [ManagedRelationship],
    fetched: [ManagedRequest], uniques: [[Name]], renamedFrom: Name?, userInfo: [String: String],
    codeGeneration: String? = nil
  ) {
    self.name = name
    self.parent = parent
    self.isAbstract = isAbstract
    self.className = className
    self.attributes = attributes
    self.relationships = relationships
    self.fetched = fetched
    self.uniques = uniques
    self.renamedFrom = renamedFrom
    self.userInfo = userInfo
    self.codeGeneration = codeGeneration
  }

  package var isWrittenByXcode: Bool { codeGeneration == "class" || codeGeneration == "category" }

  package func attribute(named name: Name) -> ManagedAttribute? {
    attributes.first { $0.name == name }
  }

  package func relationship(named name: Name) -> ManagedRelationship? {
    relationships.first { $0.name == name }
  }
}

package struct ManagedAttribute: Hashable, Sendable {
  package let name: Name
  package let type: ManagedType
  package let isOptional: Bool
  /// True if the attribute has no column.
  package let isTransient: Bool
  package let defaultValue: ManagedDefault?
  /// True if large values can be in files next to the store.
  package let isExternal: Bool
  package let validations: [ManagedValidation]
  /// The expression from which Core Data calculates the value; nil if the attribute is not derived.
  package let derivation: String?
  /// The elements of a composite.
  package let elements: [ManagedAttribute]
  /// The class of transformable values.
  package var valueClass: String?
  /// The value transformer that encodes them.
  package var transformer: String?
  package let renamedFrom: Name?
  package var userInfo: [String: String]

  /// A limit for the nesting of composites, beyond that of any real app.
  static let deepest = 20
}

package enum ManagedType: Hashable, Sendable {
  case int16
  case int32
  case int64
  case decimal
  case double
  case float
  case string
  case boolean
  case date
  case data
  case uuid
  case uri
  case transformable
  case objectID
  case composite
  /// The type of transient attributes.
  case undefined
  /// An unknown type: its number or name.
  case unknown(String)
}

package enum ManagedDefault: Hashable, Sendable {
  /// Booleans as 0 and 1, dates in seconds since 2001, decimals as numbers.
  case value(Value)
  /// An object of an app class. Only the class is known.
  case object(String)
}

/// A validation rule for the values of an attribute.
package enum ManagedValidation: Hashable, Sendable {
  case atLeast(Double)
  case atMost(Double)
  case lengthAtLeast(Int)
  case lengthAtMost(Int)
  /// A regular expression that the whole text must match.
  case matches(String)
  /// Any other rule, in predicate syntax.
  case predicate(String)
}

package struct ManagedRelationship: Hashable, Sendable {
  package let name: Name
  package let destination: Name
  package let inverse: Name?
  package let isToMany: Bool
  package let isOrdered: Bool
  package let isOptional: Bool
  package let isTransient: Bool
  package let deleteRule: Relationship.DeleteRule
  package let minimum: Int
  /// Nil if there is no limit.
  package let maximum: Int?
  package let renamedFrom: Name?
  package let userInfo: [String: String]
}

/// A stored fetch request, or a fetched property: a named query.
package struct ManagedRequest: Hashable, Sendable {
  package let name: Name
  package let entity: Name
  /// Nil if the request has no predicate; `ManagedRequest.unreadable` if it cannot be converted.
  package let predicate: String?
  package let order: [Order]
  /// Nil if there is none.
  package let limit: Int?
  package let result: Result

  /// The result type, by its number in Core Data.
  package enum Result: Int, Hashable, Sendable {
    case objects = 0
    case objectIDs = 1
    case dictionaries = 2
    case count = 4
  }

  package struct Order: Hashable, Sendable {
    package let key: String
    package let isAscending: Bool

    package init(key: String, isAscending: Bool) {
      self.key = key
      self.isAscending = isAscending
    }
  }

  package static let unreadable = "(not readable)"
}

/// An error for a model that cannot be read.
package enum ManagedModelError: Error, Hashable, Sendable {
  case twice(Name)
  case missingParent(Name, of: Name)
  case circle(Name)
  /// A file of a known but unsupported kind: `an .omo file`.
  case foreign(String)
  /// The message of zlib, the property list reader or the XML reader.
  case unreadable(String)
  case incomplete(String)
  /// Entities of a store without a row in `Z_PRIMARYKEY`, and the unmatched rows.
  case unmatched(entities: [Name], rows: [Name])

  package var message: String {
    switch self {
    case .twice(let name): "the model has two entities '\(name)'"
    case .missingParent(let parent, let child):
      "'\(child)' inherits from '\(parent)', which is not in the model"
    case .circle(let name):
      "'\(name)' inherits from itself, or through more than \(ManagedModel.deepestInheritance) entities"
    case .foreign(let kind): "\(kind) is not read"
    case .unreadable(let words): words
    case .incomplete(let part): "the model has no \(part)"
    case .unmatched(let entities, let rows):
      "the store has no number for \(listedInQuotes(entities.map(\.text))); rows of Z_PRIMARYKEY without an entity: \(listedInQuotes(rows.map(\.text)))"
    }
  }
}
