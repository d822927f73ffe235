import FlagModel
import ManagedModels

/// Core Data classes: `NSManagedObject`s with a typed accessor for each attribute, together with
/// the option sets and enums.
struct CoreDataStyle: CodeStyleWriter {
  let types: SwiftTypes
  let managed: ManagedModel
  var model: CodeModel { types.model }
  /// The class of each entity.
  let classes: [Name: Identifier]

  init(_ source: CodeSource) throws {
    managed = try source.managed ?? ManagedModel(of: source.schema)
    // Only the types of the model; its entities are those of Core Data.
    let entities = managed.entities.map { Entity(name: $0.codeName, properties: []) }
    let schema = Schema(types: source.schema.types, entities: entities)
    let leftOut = managed.entities.filter { !source.writes($0) }.map(\.codeName)
    let model = CodeModel(
      schema, in: .swift, nests: true, declaredElsewhere: source.declaredElsewhere.union(leftOut))
    types = SwiftTypes(model: model, access: source.access, fallbackName: "coredataFallback")
    classes = Dictionary(
      managed.entities.map { ($0.name, model.name(of: $0.codeName)) }
    ) { first, _ in first }
  }

  func units() throws -> [CodeUnit] {
    let byName = Dictionary(managed.entities.map { ($0.codeName, $0) }) { first, _ in first }
    var problems: [String] = []
    var asksForFallback = false
    var units = types.units { entity, nested in
      guard let managed = byName[entity.name] else { return .line("") }
      let writer = ManagedClass(managed, self)
      problems += writer.problems
      asksForFallback = asksForFallback || writer.asksForFallback
      return writer.declaration(nested)
    }
    if let problem = problems.first { throw CodeProblem(problem) }
    let classes = Set(managed.entities.map(\.codeName).map(model.name))
    for index in units.indices where classes.contains(units[index].name) {
      units[index].imports = ["CoreData"]
      let entity = managed.entities.first { model.name(of: $0.codeName) == units[index].name }
      if let entity { units[index].items += ManagedClass(entity, self).mutators.asGroup }
    }
    if asksForFallback { return units + [CoreDataFallbackUnit.unit(types)] }
    return units
  }

  func className(of entity: Name) -> Identifier { classes[entity] ?? .own("NSManagedObject") }
}

extension ManagedEntity {
  /// The name of its class: `Sample` for `.Sample` and `Zoo.Sample`.
  var codeName: Name {
    guard let className, className != "NSManagedObject" else { return name }
    if Name(path: Name(className).parts.suffix(1)).isEmpty { return name }
    return Name(path: Name(className).parts.suffix(1))
  }
}
