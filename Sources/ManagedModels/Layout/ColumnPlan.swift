import FlagModel

/// Assigns the properties of a hierarchy to the columns of its single table.
///
/// A column name is `Z` and the property name in capitals. If several entities have a property of
/// the same name, a number follows: 1 for the second entity in numerical order, then 2.
struct ColumnPlan {
  /// A property that has a column: of an entity, or an element of a composite.
  struct Slot: Hashable {
    let entity: Name
    /// `place`, `place.latitude`
    let path: Name
  }

  private let table: Name
  private let tables: StoreTables
  private var columns: [Slot: Name] = [:]

  /// A slot without a column.
  private struct Wish {
    let slot: Slot
    let name: Name
    let number: Int64
    let isElement: Bool
    let types: Set<String>
  }

  init(
    table: Name, of entities: [ManagedEntity], in tables: StoreTables, _ numbers: [Name: Int64]
  ) {
    self.table = table
    self.tables = tables
    var wishes: [Wish] = []
    for entity in entities {
      let number = numbers[entity.name] ?? .max
      for attribute in entity.attributes {
        wishes += Self.wishes(
          for: attribute, path: attribute.name, of: entity.name, number, isElement: false)
      }
      for relationship in entity.relationships
      where !relationship.isToMany && !relationship.isTransient {
        wishes.append(
          Wish(
            slot: Slot(entity: entity.name, path: relationship.name), name: relationship.name,
            number: number, isElement: false, types: ["INTEGER"]))
      }
    }
    assign(wishes)
  }

  private static func wishes(
    for attribute: ManagedAttribute, path: Name, of entity: Name, _ number: Int64, isElement: Bool
  ) -> [Wish] {
    if attribute.isTransient { return [] }
    if attribute.type == .composite {
      return attribute.elements.flatMap {
        wishes(for: $0, path: Name(path: [path, $0.name]), of: entity, number, isElement: true)
      }
    }
    return [
      Wish(
        slot: Slot(entity: entity, path: path), name: attribute.name, number: number,
        isElement: isElement, types: attribute.type.declaredTypes)
    ]
  }

  /// Assigns columns. Names that only one entity has come first, then entities by number, with
  /// attributes before elements. A column with an unsuitable declared type is left for the next
  /// slot.
  private mutating func assign(_ wishes: [Wish]) {
    let plain = Set(wishes.map { Self.column($0.name).folded })
    let ordered = wishes.sorted { one, other in
      if one.isElement != other.isElement { return other.isElement }
      return one.number < other.number
    }
    var taken: Set<Name.Folded> = []
    for wish in ordered {
      let free = candidates(for: wish, besides: plain).filter { !taken.contains($0.name.folded) }
      guard let column = free.first(where: { wish.types.contains($0.declaredType) }) ?? free.first
      else { continue }
      taken.insert(column.name.folded)
      columns[wish.slot] = column.name
    }
    let alike = Dictionary(grouping: ordered) { Rivals(name: $0.name.folded, types: $0.types) }
    for wishes in alike.values where wishes.count > 1 { settle(wishes) }
  }

  /// Slots that can have the same columns.
  private struct Rivals: Hashable {
    let name: Name.Folded
    let types: Set<String>
  }

  /// Changes the order if the data contradict it. Entity numbers change with the model, so the
  /// first order can be wrong. If records of other entities have values in a column, another order
  /// is chosen.
  private mutating func settle(_ wishes: [Wish]) {
    let given = wishes.compactMap { columns[$0.slot] }
    guard given.count == wishes.count, wishes.count <= Self.mostRivals else { return }
    var fitting: [Name] = []
    func fit(_ free: [Name]) -> Bool {
      guard let wish = wishes.dropFirst(fitting.count).first else { return true }
      let family = tables.family(of: wish.number)
      for (index, column) in free.enumerated()
      where tables.isUsed(column, of: table, onlyBy: family) {
        fitting.append(column)
        var rest = free
        rest.remove(at: index)
        if fit(rest) { return true }
        fitting.removeLast()
      }
      return false
    }
    guard fit(given) else { return }
    for (wish, column) in zip(wishes, fitting) { columns[wish.slot] = column }
  }

  /// The greatest number of slots for which every order is tried.
  private static let mostRivals = 6

  /// The column with the plain name, then those with a number that exist.
  private func candidates(
    for wish: Wish, besides plain: Set<Name.Folded>
  ) -> [StoreTables.Column] {
    let first = Self.column(wish.name)
    var candidates = [tables.column(first, of: table)].compactMap { $0 }
    var number = 1
    while let column = tables.column("\(first)\(number)", of: table) {
      if !plain.contains(column.name.folded) { candidates.append(column) }
      number += 1
    }
    return candidates
  }

  private static func column(_ name: Name) -> Name { "Z\(name.inCapitals)" }

  /// The column of a property; nil if the table has none for it.
  func column(of path: Name, in entity: Name) -> Name? {
    columns[Slot(entity: entity, path: path)]
  }
}

extension ManagedType {
  /// The types with which Core Data declares such a column.
  var declaredTypes: Set<String> {
    switch self {
    case .int16, .int32, .int64, .boolean: ["INTEGER"]
    case .double, .float: ["FLOAT"]
    case .decimal: ["DECIMAL"]
    case .date: ["TIMESTAMP"]
    case .string, .uri: ["VARCHAR"]
    case .data, .uuid, .transformable, .objectID, .composite, .undefined, .unknown: ["BLOB"]
    }
  }
}
