import FlagModel
import ManagedModels

/// The class of a Core Data entity.
struct ManagedClass {
  private let entity: ManagedEntity
  private let style: CoreDataStyle
  private let name: Identifier
  private let accessors: [ManagedAccessor]
  private let relationships: [(relationship: ManagedRelationship, name: Identifier)]
  private let fetched: [(request: ManagedRequest, name: Identifier)]
  private let requests: [(request: ManagedRequest, name: Identifier)]

  private var access: Code { style.types.access }

  /// The other members of each class, including those of `NSManagedObject`.
  private static let otherMembers: Set<String> = [
    "UserInfo", "autoContentAccessingProxy", "changedValues", "class", "classForCoder", "copy",
    "debugDescription", "description", "entity", "entityName", "faultingState", "fetchRequest",
    "hasChanges", "hasPersistentChangedValues", "hash", "hashValue", "isDeleted", "isFault",
    "isInserted", "isProxy", "isUpdated", "managedObjectContext", "mutableCopy", "objectID",
    "observationInfo", "self", "superclass", "validateForDelete", "validateForInsert",
    "validateForUpdate", "zone",
  ]

  init(_ entity: ManagedEntity, _ style: CoreDataStyle) {
    let entity = entity.withoutIgnored
    self.entity = entity
    self.style = style
    name = style.className(of: entity.name)
    let entityRequests = style.managed.requests.filter { $0.entity == entity.name }
    var propertyNames: [Name] = entity.attributes.map(\.name)
    propertyNames += entity.relationships.map(\.name)
    propertyNames += entity.fetched.map(\.name)
    propertyNames += entityRequests.map(Self.functionName)
    var names = style.model.members(propertyNames, reserved: Self.otherMembers)[...]
    accessors = entity.attributes.map { ManagedAccessor($0, names.removeFirst(), style.types) }
    relationships = entity.relationships.map { ($0, names.removeFirst()) }
    fetched = entity.fetched.map { ($0, names.removeFirst()) }
    requests = entityRequests.map { ($0, names.removeFirst()) }
  }

  /// `fetchRecent` for the request `recent`
  private static func functionName(of request: ManagedRequest) -> Name {
    let text = request.name.text
    return Name("fetch\(text.prefix(1).uppercased())\(text.dropFirst())")
  }

  var asksForFallback: Bool { accessors.contains(where: \.asksForFallback) }

  /// The errors for attributes that cannot store the values of their types.
  var problems: [String] { accessors.compactMap { $0.problem(in: entity.name) } }

  func declaration(_ nested: [CodeItem]) -> CodeItem {
    let parent = entity.parent.map(style.className) ?? .own("NSManagedObject")
    return .declaration(
      "\(access)class \(name): \(parent)", documentation, attributes: ["@objc(\(name))"],
      CodeItem.groups(
        start, userInfo.asGroup, accessors.map(\.declaration),
        relationships.map(property), fetched.map(property),
        requests.map { FetchFunction($0.request, $0.name, style).declaration }, nested))
  }

  private var documentation: String? {
    if entity.isAbstract {
      return "An abstract entity: its objects are of those that inherit from it."
    }
    return nil
  }

  private var start: [CodeItem] {
    let override: Code = if entity.parent == nil { "" } else { "override " }
    return [
      .line("\(access)\(override)class var entityName: String { \(text: entity.name.text) }"),
      .statement(
        "@nonobjc \(access)class func fetchRequest() -> NSFetchRequest<\(name)>",
        [.line("NSFetchRequest<\(name)>(entityName: \(text: entity.name.text))")]),
    ]
  }

  /// The `userInfo` of the entity and its properties.
  private var userInfo: CodeItem? {
    let entityInfo = constants(entity.userInfo)
    var told: [(name: Name, userInfo: [String: String])] = []
    func add(_ name: Name, _ userInfo: [String: String]) {
      if userInfo.contains(where: { !GeneratorKey.isOne($0.key) }) { told.append((name, userInfo)) }
    }
    for attribute in entity.attributes { add(attribute.name, attribute.userInfo) }
    for relationship in entity.relationships { add(relationship.name, relationship.userInfo) }
    if entityInfo.isEmpty, told.isEmpty { return nil }
    // Keys and properties share one scope.
    var scope = NameScope(.swift, reserved: Set(entityInfo.map(\.name.plain)))
    let names = scope.identifiers(for: told.map(\.name))
    var inner: [CodeItem] = []
    for (name, property) in zip(names, told) {
      let items = constants(property.userInfo).map(\.item)
      inner.append(.declaration("\(access)enum \(name)", items))
    }
    return .declaration(
      "\(access)enum UserInfo", "What the model tells besides.",
      CodeItem.groups(entityInfo.map(\.item), inner))
  }

  private func constants(_ info: [String: String]) -> [(name: Identifier, item: CodeItem)] {
    let keys = info.keys.filter { !GeneratorKey.isOne($0) }.sorted { Name($0) < Name($1) }
    let names = style.model.members(keys.map { Name($0) })
    return zip(keys, names).map { key, name in
      (name, .line("\(access)static let \(name) = \(text: info[key] ?? "")"))
    }
  }

  // MARK: Relationships

  private func property(_ relationship: ManagedRelationship, _ name: Identifier) -> CodeItem {
    let target = style.className(of: relationship.destination)
    let type: Code =
      if !relationship.isToMany {
        "\(target)"
      } else if relationship.isOrdered {
        "NSOrderedSet"
      } else {
        "Set<\(target)>"
      }
    let setter: Code =
      if GeneratorKey.readonly.stands(in: relationship.userInfo) { "private(set) " } else { "" }
    if name.isSame(as: relationship.name) {
      let mark: Code = if !relationship.isToMany, relationship.isOptional { "?" } else { "" }
      return .line("@NSManaged \(access)\(setter)var \(name): \(type)\(mark)")
    }
    // Core Data generates no property with another name.
    let key = Code(text: relationship.name.text)
    var propertyType: Code = "\(type)?"
    var read: Code = "value(forKey: \(key)) as? \(type)"
    if relationship.isToMany {
      propertyType = type
      read = "(\(read)) ?? []"
    }
    return .declaration(
      "\(access)\(setter)var \(name): \(propertyType)",
      [
        .line("get { \(read) }"),
        .line("set { setValue(newValue, forKey: \(key)) }"),
      ])
  }

  private func property(_ request: ManagedRequest, _ name: Identifier) -> CodeItem {
    .line("@NSManaged \(access)var \(name): [\(style.className(of: request.entity))]")
  }

  /// The methods that change to-many relationships; nil if there are none.
  var mutators: CodeItem? {
    let items = relationships.filter(\.relationship.isToMany).map {
      RelationshipMutators($0.relationship, style.className(of: $0.relationship.destination))
    }
    if items.isEmpty { return nil }
    return .declaration(
      "extension \(name)", items.flatMap { CodeItem.groups($0.declarations(access)) })
  }
}

/// The methods that add objects to a to-many relationship and remove them.
private struct RelationshipMutators {
  private let relationship: ManagedRelationship
  private let target: Identifier
  /// `Readings`, in selectors and method names.
  private let word: Identifier

  init(_ relationship: ManagedRelationship, _ target: Identifier) {
    self.relationship = relationship
    self.target = target
    // It is only a part of names, so it need not be unique.
    var scope = NameScope(.sql)
    let name = relationship.name.text
    word = scope.spelling(of: Name(name.prefix(1).uppercased() + name.dropFirst()))
  }

  func declarations(_ access: Code) -> [CodeItem] {
    let many: Code = if relationship.isOrdered { "NSOrderedSet" } else { "Set<\(target)>" }
    let sets: [(Code, Code)] = [
      ("add\(word)Object:", "addTo\(word)(_ value: \(target))"),
      ("remove\(word)Object:", "removeFrom\(word)(_ value: \(target))"),
      ("add\(word):", "addTo\(word)(_ values: \(many))"),
      ("remove\(word):", "removeFrom\(word)(_ values: \(many))"),
    ]
    let lists: [(Code, Code)] = [
      ("insertObject:in\(word)AtIndex:", "insertInto\(word)(_ value: \(target), at index: Int)"),
      ("removeObjectFrom\(word)AtIndex:", "removeFrom\(word)(at index: Int)"),
      (
        "insert\(word):atIndexes:",
        "insertInto\(word)(_ values: [\(target)], at indexes: NSIndexSet)"
      ),
      ("remove\(word)AtIndexes:", "removeFrom\(word)(at indexes: NSIndexSet)"),
      (
        "replaceObjectIn\(word)AtIndex:withObject:",
        "replace\(word)(at index: Int, with value: \(target))"
      ),
      (
        "replace\(word)AtIndexes:with\(word):",
        "replace\(word)(at indexes: NSIndexSet, with values: [\(target)])"
      ),
    ]
    let methods = if relationship.isOrdered { lists + sets } else { sets }
    return methods.map { selector, method in
      .line("@objc(\(selector)) @NSManaged \(access)func \(method)")
    }
  }
}
