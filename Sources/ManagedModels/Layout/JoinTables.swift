import FlagModel

/// The join tables of a store. A column `Z_<N><R>` contains the key of the record to which
/// relationship R refers. N is the number of that record's entity.
struct JoinTables {
  struct Column: Hashable {
    let name: Name
    let number: Int64
    /// In capitals. A number can follow.
    let relationship: Name

    /// True if the column belongs to the relationship. A number can follow its name.
    func isOf(_ relationship: Name, to number: Int64, exactly: Bool) -> Bool {
      guard self.number == number, self.relationship.utf8.starts(with: relationship.inCapitals.utf8)
      else { return false }
      let rest = self.relationship.utf8.dropFirst(relationship.inCapitals.utf8.count)
      return rest.isEmpty || !exactly && rest.allSatisfy { (0x30...0x39).contains($0) }
    }
  }

  struct Table {
    let name: Name
    let columns: [Column]
  }

  let tables: [Table]
  private let store: StoreTables

  init(in store: StoreTables) {
    self.store = store
    var tables: [Table] = []
    for name in store.names where name.folded.starts(with: "z_") && Self.parts(of: name) != nil {
      var columns: [Column] = []
      for column in store.columns(of: name) {
        guard let parts = Self.parts(of: column.name) else { continue }
        columns.append(Column(name: column.name, number: parts.number, relationship: parts.name))
      }
      if columns.count == 2 { tables.append(Table(name: name, columns: columns)) }
    }
    self.tables = tables
  }

  /// `Z_10EVENT` → 10 and `EVENT`; nil for other names.
  private static func parts(of name: Name) -> (number: Int64, name: Name)? {
    guard name.folded.starts(with: "z_") else { return nil }
    let rest = name.utf8.dropFirst(2)
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard let number = Int64(String(decoding: digits, as: UTF8.self)), digits.count < rest.count
    else { return nil }
    return (number, Name(rest.dropFirst(digits.count)))
  }

  /// The join table of a relationship, found by the numbers of its target and of the inverse's
  /// target. Nil if no table has these columns.
  func storage(
    of relationship: Name, to target: Int64, inverse: Name, to owner: Int64, isOwner: Bool
  ) -> Relationship.JoinTable? {
    for exactly in [true, false] {
      for table in tables {
        for (ownPlace, otherPlace) in [(0, 1), (1, 0)] {
          let ownColumn = table.columns[ownPlace]
          let otherColumn = table.columns[otherPlace]
          guard ownColumn.isOf(inverse, to: owner, exactly: exactly),
            otherColumn.isOf(relationship, to: target, exactly: exactly)
          else { continue }
          return .init(
            name: table.name, ownColumn: ownColumn.name, otherColumn: otherColumn.name,
            isOwner: isOwner,
            order: order(of: otherColumn.name, in: table.name))
        }
      }
    }
    return nil
  }

  /// The column that orders the list: `Z_FOK_1FAVORITES` for `Z_1FAVORITES`.
  private func order(of column: Name, in table: Name) -> Name? {
    store.column("Z_FOK_\(Name(column.utf8.dropFirst(2)))", of: table)?.name
  }
}
