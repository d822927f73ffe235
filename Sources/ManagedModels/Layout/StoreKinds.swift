import FlagModel

/// The numbers of a store's entities, by the names that they really have. The names in `Z_PRIMARYKEY`
/// stay as they were when a migration renames an entity.
struct StoreKinds {
  let numbers: [Name: Int64]
  private let byNumber: [Int64: StoreTables.Kind]

  /// An entity takes the row of its name; else that of the name that it had before; else the only row
  /// left with the same parent.
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

  /// The name that the store knows the root of a hierarchy by.
  func storedName(of number: Int64) -> Name? { byNumber[number]?.name }

  /// The name of the entity that another inherits from, as the store has it.
  func parent(of entity: Name) -> Name? {
    guard let number = numbers[entity], let parent = byNumber[number]?.parent else { return nil }
    return numbers.first { $0.value == parent }?.key
  }
}
