internal import Deflate
import FlagModel
import PropertyLists

extension ManagedModel {
  /// Reads the model in `Z_MODELCACHE` of a store, which is compressed without a header.
  package init(cache bytes: [UInt8]) throws(ManagedModelError) {
    let inflated: [UInt8]
    do throws(InflateError) {
      inflated = try inflate(bytes)
    } catch {
      throw .unreadable(error.message)
    }
    try self.init(compiled: inflated)
  }

  /// Reads the model of a `.mom` file.
  package init(compiled bytes: [UInt8]) throws(ManagedModelError) {
    if bytes.starts(with: "momv2$".utf8) { throw .foreign("an optimized model (.omo)") }
    let model: ArchivedModel
    do throws(PropertyListError) {
      model = try ArchivedModel(try KeyedArchive(try PropertyList(bytes)).root)
    } catch {
      throw .unreadable(error.message)
    }
    try self.init(
      entities: model.entities, requests: model.requests, identifiers: model.identifiers)
  }
}

/// The parts of an archived `NSManagedObjectModel`.
struct ArchivedModel {
  let entities: [ManagedEntity]
  let requests: [ManagedRequest]
  let identifiers: [String]

  init(_ root: ArchivedObject) throws(PropertyListError) {
    guard try root.className == "NSManagedObjectModel", let all = try root.field("NSEntities")
    else { throw .broken("the archive holds no model") }
    var archived: [ArchivedEntity] = []
    for (_, object) in try all.entries {
      if let entity = try ArchivedEntity(object) { archived.append(entity) }
    }
    entities = try Self.resolved(archived)
    requests = try ArchivedRequests.all(in: root.field("NSFetchRequestTemplates"))
    identifiers = try root.field("NSVersionIdentifiers")?.strings.sorted() ?? []
  }

  /// Removes inherited properties from the entities, because an archived entity repeats them.
  private static func resolved(
    _ archived: [ArchivedEntity]
  ) throws(PropertyListError) -> [ManagedEntity] {
    let byName = Dictionary(archived.map { ($0.name, $0) }) { first, _ in first }
    var entities: [ManagedEntity] = []
    for entity in archived {
      var inherited: Set<Name> = []
      var parent = entity.parent.flatMap { byName[$0] }
      var levels = 0
      while let next = parent, levels <= ManagedModel.deepestInheritance {
        inherited.formUnion(next.properties.keys)
        parent = next.parent.flatMap { byName[$0] }
        levels += 1
      }
      entities.append(try entity.entity(without: inherited))
    }
    return entities
  }
}

/// An archived `NSEntityDescription`.
private struct ArchivedEntity {
  let object: ArchivedObject
  let name: Name
  let parent: Name?
  private(set) var properties: [Name: ArchivedObject] = [:]

  /// Nil if it has no name.
  init?(_ object: ArchivedObject) throws(PropertyListError) {
    guard let name = try object.string("NSEntityName") else { return nil }
    self.object = object
    self.name = Name(name)
    parent = try object.field("NSSuperentity")?.string("NSEntityName").map { Name($0) }
    for (name, property) in try object.field("NSProperties")?.entries ?? [] {
      properties[Name(name)] = property
    }
  }

  func entity(without inherited: Set<Name>) throws(PropertyListError) -> ManagedEntity {
    var attributes: [ManagedAttribute] = []
    var relationships: [ManagedRelationship] = []
    var fetched: [ManagedRequest] = []
    for (name, property) in properties.sorted(by: { $0.key < $1.key })
    where !inherited.contains(name) {
      switch try property.className {
      case "NSRelationshipDescription":
        if let relationship = try ManagedRelationship(property, name) {
          relationships.append(relationship)
        }
      case "NSFetchedPropertyDescription":
        if let request = try ArchivedRequests.fetched(property, name) { fetched.append(request) }
      case let other? where other.hasSuffix("AttributeDescription"):
        attributes.append(try ManagedAttribute(property, name, depth: 0))
      default: break
      }
    }
    return ManagedEntity(
      name: name, parent: parent, isAbstract: try object.flag("NSIsAbstract"),
      className: try object.string("NSClassNameForEntity"), attributes: attributes,
      relationships: relationships, fetched: fetched, uniques: try uniques,
      renamedFrom: try object.renamedFrom(name), userInfo: try object.userInfo)
  }

  private var uniques: [[Name]] {
    get throws(PropertyListError) {
      var uniques: [[Name]] = []
      for tuple in try object.field("NSUniqueTuples")?.elements ?? [] {
        uniques.append(try tuple.strings.map { Name($0) })
      }
      return uniques
    }
  }
}

extension ArchivedObject {
  /// The strings in an array or a set.
  var strings: [String] {
    get throws(PropertyListError) {
      var strings: [String] = []
      for element in try elements {
        if let text = try element.string { strings.append(text) }
      }
      return strings
    }
  }

  /// The name before the last migration, or nil if it is the present name.
  func renamedFrom(_ name: Name) throws(PropertyListError) -> Name? {
    guard let old = try string("NSRenamingIdentifier").map({ Name($0) }), old != name else {
      return nil
    }
    return old
  }

  var userInfo: [String: String] {
    get throws(PropertyListError) {
      var info: [String: String] = [:]
      for (key, value) in try field("NSUserInfo")?.entries ?? [] {
        if let text = try value.string { info[key] = text }
      }
      return info
    }
  }
}
