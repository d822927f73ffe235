package import FlagModel

/// A store as a flagdb model: its entities with their tables and columns.
/// See Documentation/Decisions/core-data-entity-numbers-come-from-the-store.md.
package struct StoreLayout: Sendable {
  package private(set) var schema = Schema.empty
  /// The Core Data model on which the layout is based, with the entities of the store.
  package let model: ManagedModel
  /// Notes for the user: the parts of the model without a column, and the models that were used.
  package private(set) var notes: [String] = []

  /// Takes the entities for which the store has hashes. An entity that is not in the model is
  /// described by its columns.
  package init(
    model: ManagedModel?, metadata: StoreMetadata, tables: StoreTables, types: [NamedType] = []
  ) throws(ManagedModelError) {
    var names = metadata.entities
    if names.isEmpty { names = Set(tables.kinds.map(\.name)) }
    let kinds = try StoreKinds(of: names, model, in: tables.kinds)
    let joins = JoinTables(in: tables)
    let columns = ColumnsModel(tables: tables, kinds: kinds, joins: joins, names: names)
    var entities: [ManagedEntity] = []
    for name in names.sorted() {
      if let entity = model?.entity(named: name) {
        entities.append(entity)
      } else {
        let parent = kinds.parent(of: name)
        entities.append(
          columns.entity(name, table: Self.table(of: name, kinds, tables) ?? name, parent: parent))
      }
    }
    let whole = try ManagedModel(entities: entities, requests: model?.requests ?? [])
    self.model = whole
    var maker = EntityMaker(model: whole, kinds: kinds, joins: joins, tables: tables, types: types)
    let plain = whole.entities.compactMap { maker.entity($0) }
    var composites = CompositeTypes(besides: plain, types)
    let stored = plain.map { composites.declaring($0) }
    schema = NamedRequests.schema(
      Schema(types: types.used(by: stored) + composites.types, entities: stored), with: whole)
    notes = maker.notes
  }

  /// Chooses the best model: the store's cached model, else the fitting versions of the given
  /// packages, else the columns alone. Returns nil if none is sufficient.
  package init?(
    cache: ManagedModel?, packages: [ModelPackage], types: [NamedType] = [],
    metadata: StoreMetadata, tables: StoreTables
  ) {
    func layout(_ model: ManagedModel?) -> StoreLayout? {
      try? StoreLayout(model: model, metadata: metadata, tables: tables, types: types)
    }
    var usableCache = cache
    if !metadata.hashes.isEmpty, cache?.names != metadata.entities { usableCache = nil }
    let choices = packages.map { package in
      package.version(of: metadata, cache: usableCache) { layout($0)?.notes.isEmpty == true }
    }
    let merged = try? ManagedModel(merging: choices.compactMap { $0?.version.model })
    guard
      let best = usableCache.flatMap({ layout($0.completed(by: merged)) }) ?? layout(merged)
        ?? layout(nil)
    else { return nil }
    self = best
    for (package, choice) in zip(packages, choices) {
      notes += package.notes(on: choice, usableCache)
    }
  }

  /// The table of a root entity, by its current or its stored name.
  static func table(of root: Name, _ kinds: StoreKinds, _ tables: StoreTables) -> Name? {
    let stored = kinds.numbers[root].flatMap(kinds.storedName)
    return ([root] + [stored].compactMap { $0 }).map { "Z\($0.inCapitals)" }
      .first(where: tables.has)
  }
}

extension [NamedType] {
  /// The types of the attributes, and of the fields in their flag sets.
  fileprivate func used(by entities: [Entity]) -> [NamedType] {
    let attributes = entities.flatMap(\.attributes)
    let names = Set(attributes.flatMap(\.type.usedNames))
    return filter { names.contains($0.name) }
  }
}
