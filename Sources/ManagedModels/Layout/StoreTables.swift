package import FlagModel

/// The tables and columns of a store, and the numbers of its entities.
package struct StoreTables: Sendable {
  package struct Column: Hashable, Sendable {
    package let name: Name
    /// The type in `CREATE TABLE`.
    package let declaredType: String

    package init(name: Name, declaredType: String) {
      self.name = name
      self.declaredType = declaredType.uppercased()
    }
  }

  /// A row of `Z_PRIMARYKEY`.
  package struct Kind: Hashable, Sendable {
    /// The entity number in `Z_ENT`. It differs between versions of a model, and cannot be
    /// calculated.
    package let number: Int64
    /// The name that the entity had when the store was created.
    package let name: Name
    /// The number of the parent entity; 0 if there is none.
    package let parent: Int64

    package init(number: Int64, name: Name, parent: Int64) {
      self.number = number
      self.name = name
      self.parent = parent
    }
  }

  package let names: [Name]
  package let kinds: [Kind]
  private let columns: [Name.Folded: [Column]]
  private let byName: [Name.Folded: [Name.Folded: Column]]
  private let indexes: Set<Name.Folded>
  /// The entity numbers of the records with a value in a column, for the columns that were
  /// examined.
  private let uses: [Name.Folded: [Name.Folded: Set<Int64>]]

  /// The first number of Core Data's internal entities, such as those of its history.
  private static let firstOwnKind: Int64 = 16_000

  package init(
    tables: [(name: Name, columns: [Column])], kinds: [Kind], indexes: [Name] = [],
    uses: [Name.Folded: [Name.Folded: Set<Int64>]] = [:]
  ) {
    self.uses = uses
    names = tables.map(\.name)
    columns = Dictionary(tables.map { ($0.name.folded, $0.columns) }) { first, _ in first }
    byName = columns.mapValues { columns in
      Dictionary(columns.map { ($0.name.folded, $0) }) { first, _ in first }
    }
    self.kinds = kinds.filter { $0.number < Self.firstOwnKind }
    self.indexes = Set(indexes.map(\.folded))
  }

  func columns(of table: Name) -> [Column] { columns[table.folded] ?? [] }

  func has(_ table: Name) -> Bool { columns[table.folded] != nil }

  /// The column with the name, in any case, in its stored spelling.
  func column(_ name: Name, of table: Name) -> Column? { byName[table.folded]?[name.folded] }

  /// True if no records of other entities are known to have values in the column.
  func isUsed(_ column: Name, of table: Name, onlyBy kinds: [Int64]) -> Bool {
    (uses[table.folded]?[column.folded] ?? []).isSubset(of: kinds)
  }

  func hasIndex(_ name: Name) -> Bool { indexes.contains(name.folded) }

  /// The number of an entity, and those of its descendants.
  func family(of number: Int64) -> [Int64] {
    var family = [number]
    var next = 0
    while next < family.count {
      let children = kinds.filter { $0.parent == family[next] && !family.contains($0.number) }
      family += children.map(\.number)
      next += 1
    }
    return family
  }
}

extension Name {
  /// The name in capitals, as in the names of tables and columns.
  var inCapitals: Name { Name(text.uppercased()) }
}
