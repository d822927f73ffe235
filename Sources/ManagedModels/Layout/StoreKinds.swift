import FlagModel

/// The numbers of a store's entities, by their current names. `Z_PRIMARYKEY` keeps the old name
/// when a migration renames an entity.
struct StoreKinds {
  let numbers: [Name: Int64]
  private let byNumber: [Int64: StoreTables.Kind]

  /// Matches an entity by its name, then by its previous name, then by the only remaining row with
  /// the same parent.
  init(
    of entities: Set<Name>, _ model: ManagedModel?, in kinds: [StoreTables.Kind]
  ) throws(ManagedModelError) {
    byNumber = Dictionary(kinds.map { ($0.number, $0) }) { first, _ in first }
    var numbers: [Name: Int64] = [:]
    var rows = kinds
    for rule in [{ $0 }, { model?.entity(named: $0)?.renamedFrom ?? $0 }] as [(Name) -> Name] {
      for entity in entities.sorted() where numbers[entity] == nil {
        guard let place = rows.firstIndex(where: { $0.name == rule(entity) }) else { continue }
        numbers[entity] = rows.remove(at: place).number
      }
    }
    for entity in entities.sorted() where numbers[entity] == nil {
      let parent = model?.entity(named: entity)?.parent
      let places = rows.indices.filter { rows[$0].parent == parent.flatMap { numbers[$0] } ?? 0 }
      let rivals = entities.filter {
        numbers[$0] == nil && model?.entity(named: $0)?.parent == parent
      }
      guard places.count == 1, rivals.count == 1 else {
        throw .unmatched(
          entities: entities.filter { numbers[$0] == nil }.sorted(),
          rows: rows.map(\.name).sorted())
      }
      numbers[entity] = rows.remove(at: places[0]).number
    }
    self.numbers = numbers
  }

  /// The name of a root entity in the store.
  func storedName(of number: Int64) -> Name? { byNumber[number]?.name }

  /// The name of an entity's parent in the store.
  func parent(of entity: Name) -> Name? {
    guard let number = numbers[entity], let parent = byNumber[number]?.parent else { return nil }
    return numbers.first { $0.value == parent }?.key
  }
}
