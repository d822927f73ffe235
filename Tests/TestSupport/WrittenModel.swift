/// A model of Core Data that a test writes, as Xcode's compiler or a store would.
public struct WrittenModel {
  public struct Entity {
    let name: String
    let parent: String?
    let properties: [Property]
    let fields: [(String, WrittenPropertyList)]
    let uniques: [[String]]

    public init(
      _ name: String, of parent: String? = nil, _ properties: [Property] = [],
      uniques: [[String]] = [], fields: [(String, WrittenPropertyList)] = []
    ) {
      self.name = name
      self.parent = parent
      self.properties = properties
      self.uniques = uniques
      self.fields = fields
    }
  }

  /// An attribute by the number of its type, or a relationship.
  public struct Property {
    let name: String
    let className: String
    let texts: [(String, String)]
    let fields: [(String, WrittenPropertyList)]

    /// The objects of a field, written into the archive.
    let objects: [(String, (WrittenArchive) -> WrittenPropertyList)]

    public static func attribute(
      _ name: String, _ type: Int, _ fields: [(String, WrittenPropertyList)] = [],
      className: String = "NSAttributeDescription",
      objects: [(String, (WrittenArchive) -> WrittenPropertyList)] = []
    ) -> Property {
      Property(
        name: name, className: className, texts: [],
        fields: [("NSAttributeType", .integer(Int64(type)))] + fields, objects: objects)
    }

    public static func relationship(
      _ name: String, to target: String, inverse: String? = nil, toMany: Bool = false,
      _ fields: [(String, WrittenPropertyList)] = []
    ) -> Property {
      let ends = [("_NSDestinationEntityName", target)]
      return Property(
        name: name, className: "NSRelationshipDescription",
        texts: ends + (inverse.map { [("_NSInverseRelationshipName", $0)] } ?? []),
        fields: [("NSMaxCount", .integer(toMany ? 0 : 1))] + fields, objects: [])
    }
  }

  private let entities: [Entity]

  public init(_ entities: [Entity]) { self.entities = entities }

  /// The archive: with a dictionary of the usual kind as compiled files have it, or of the other, as
  /// caches have it for the most part. Each entity repeats the properties of its parents.
  public func archive(isCache: Bool = true) -> WrittenPropertyList {
    let archive = WrittenArchive()
    var numbers: [String: Int] = [:]
    for entity in entities { numbers[entity.name] = archive.reserve() }
    for entity in entities { write(entity, into: archive, numbers) }
    let members = entities.map { ($0.name, WrittenPropertyList.uid(numbers[$0.name] ?? 0)) }
    let all = isCache ? archive.knownKeys(members) : archive.dictionary(members)
    return archive.archive(
      root: archive.object(
        "NSManagedObjectModel",
        [("NSEntities", all), ("NSVersionIdentifiers", archive.array([archive.text("1.2")]))]))
  }

  /// The bytes of a compiled file.
  public var compiled: [UInt8] { archive(isCache: false).binary }

  /// The bytes that a store keeps.
  public var cache: [UInt8] { deflatedAsStored(archive().binary) }

  private func write(_ entity: Entity, into archive: WrittenArchive, _ numbers: [String: Int]) {
    guard let number = numbers[entity.name] else { return }
    var line = [entity]
    while let parent = line.last?.parent, line.count < 50,
      let next = entities.first(where: { $0.name == parent })
    {
      line.append(next)
    }
    let properties = line.flatMap(\.properties).map { property in
      (property.name, write(property, of: number, into: archive))
    }
    var fields = entity.fields
    fields.append(("NSEntityName", archive.text(entity.name)))
    fields.append(("NSProperties", archive.dictionary(properties)))
    if let parent = entity.parent, let number = numbers[parent] {
      fields.append(("NSSuperentity", .uid(number)))
    }
    let uniques = entity.uniques.map { archive.array($0.map { archive.text($0) }) }
    fields.append(("NSUniqueTuples", archive.array(uniques)))
    archive.object("NSEntityDescription", fields, at: number)
  }

  private func write(
    _ property: Property, of entity: Int, into archive: WrittenArchive
  ) -> WrittenPropertyList {
    var fields = property.fields + [("NSEntity", .uid(entity))]
    fields.append(("NSPropertyName", archive.text(property.name)))
    for (key, text) in property.texts { fields.append((key, archive.text(text))) }
    for (key, write) in property.objects { fields.append((key, write(archive))) }
    return archive.object(property.className, fields)
  }
}
