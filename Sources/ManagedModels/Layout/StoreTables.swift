package import FlagModel

/// The tables of a store as SQLite tells them, and the numbers of its entities.
package struct StoreTables: Sendable {
  package struct Column: Hashable, Sendable {
    package let name: Name
    /// The words after the name in `CREATE TABLE`.
    package let declaredType: String

    package init(name: Name, declaredType: String) {
      self.name = name
      self.declaredType = declaredType.uppercased()
    }
  }

  /// A row of `Z_PRIMARYKEY`.
  package struct Kind: Hashable, Sendable {
    /// The number that a record has in `Z_ENT`. It is another in each version of a model, and never
    /// reckoned.
    package let number: Int64
    /// The name that the entity had when the store was made.
    package let name: Name
    /// The number of the entity that it inherits from; 0 if there is none.
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
  /// The kinds of records that have values in a column, where somebody has looked.
  private let uses: [Name.Folded: [Name.Folded: Set<Int64>]]

  /// The first number of Core Data's own entities, such as those of its history.
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

  /// The column of a name, with its capitals.
  func column(_ name: Name, of table: Name) -> Column? {
    byName[table.folded]?[name.folded]
  }

  /// True if only records of some kinds have values in a column, as far as somebody has looked.
  func isUsed(_ column: Name, of table: Name, onlyBy kinds: [Int64]) -> Bool {
    (uses[table.folded]?[column.folded] ?? []).isSubset(of: kinds)
  }

  func hasIndex(_ name: Name) -> Bool { indexes.contains(name.folded) }

  /// The number of an entity and those of its descendants.
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
  /// The name as Core Data writes it into the names of tables and columns.
  var inCapitals: Name { Name(text.uppercased()) }
}
