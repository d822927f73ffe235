package import FlagModel

/// A table or view of a foreign database, as the engine describes it.
package struct TableShape: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case table
    /// A table without a rowid, whose records are identified by the declared key.
    case withoutRowID
    case view
    case virtual
  }

  package let name: Name
  package let kind: Kind
  /// True if the engine enforces the declared types.
  package let isStrict: Bool
  package var columns: [ColumnShape] = []
  /// The columns that this user may not read.
  package var forbiddenColumns: [Name] = []
  package var foreignKeys: [ForeignKeyShape] = []
  /// The sets of columns with a unique constraint, without the primary key.
  package var uniques: [[Name]] = []
  /// True if the primary key has a separate index, and so is not the rowid.
  package var indexesKey = false
  /// True if a constraint may have an `ON CONFLICT` clause.
  package var resolvesConflicts = false
  /// True if such a clause may delete other records, as `ON CONFLICT REPLACE` does.
  package var replacesRecords = false
  /// The reason why the table is unreadable; nil if it is readable.
  package var problem: String?

  package init(name: Name, kind: Kind, isStrict: Bool = false) {
    self.name = name
    self.kind = kind
    self.isStrict = isStrict
  }

  /// The columns of the primary key, in their order.
  package var key: [ColumnShape] {
    columns.filter { $0.keyPlace > 0 }.sorted { $0.keyPlace < $1.keyPlace }
  }

  /// The integer primary key: an alias of the row number in a file, or any integer key on a server.
  package var numberColumn: ColumnShape? {
    if key.count == 1, let kept = key[0].kept {
      let isPlain =
        switch kept.stored {
        case .own: true
        case .native(let native): native.word != nil
        default: false
        }
      if case .integer = kept.type, isPlain { return key[0] }
      return nil
    }
    guard kind == .table, !indexesKey, key.count == 1,
      key[0].declaredType.uppercased() == "INTEGER"
    else { return nil }
    return key[0]
  }

  /// A name of the rowid that no column has.
  package var rowNumber: Name? {
    guard kind == .table || kind == .virtual else { return nil }
    let taken = Set(columns.map(\.name.folded))
    return (["rowid", "_rowid_", "oid"] as [Name]).first { !taken.contains($0.folded) }
  }

  package func column(_ name: Name) -> ColumnShape? {
    columns.first { $0.name.folded == name.folded }
  }

  /// The columns that may order texts in another way than by code points.
  package var collations: [Name: Collation] {
    var collations: [Name: Collation] = [:]
    for column in columns { collations[column.name] = column.collation }
    return collations
  }

  /// True if a column has a unique constraint.
  package func isUnique(_ column: Name) -> Bool {
    let folded = column.folded
    return uniques.contains { $0.count == 1 && $0[0].folded == folded }
      || key.count == 1 && key[0].name.folded == folded
  }
}

package struct ColumnShape: Hashable, Sendable {
  package let name: Name
  package let declaredType: String
  package var isNotNull = false
  /// The expression of `DEFAULT` in the definition; nil if there is none.
  package var defaultText: String?
  /// True if the engine calculates the column.
  package var isGenerated = false
  /// True if the engine gives each new record the next number, and accepts no other.
  package var isNumbered: Bool { isGenerated && defaultText == "nextval" }
  /// The position in the primary key, from 1; 0 if the column is not part of it.
  package var keyPlace = 0
  /// Nil if the column is known to order texts by code points.
  package var collation: Collation? = .unnamed
  /// The values that the declared type suggests to the engine.
  package var affinity = Affinity.none
  /// The type and the stored form of its values, if the engine enforces them; nil if the declared
  /// type guarantees nothing.
  package var kept: Kept?

  package struct Kept: Hashable, Sendable {
    package let type: AttributeType
    package let stored: StoredForm

    package init(_ type: AttributeType, _ stored: StoredForm = .own) {
      self.type = type
      self.stored = stored
    }
  }

  package init(
    name: Name, declaredType: String, isNotNull: Bool = false, defaultText: String? = nil,
    isGenerated: Bool = false, keyPlace: Int = 0
  ) {
    self.name = name
    self.declaredType = declaredType
    self.isNotNull = isNotNull
    self.defaultText = defaultText
    self.isGenerated = isGenerated
    self.keyPlace = keyPlace
  }

  /// The kind of value that a column prefers.
  package enum Affinity: Hashable, Sendable {
    case integer
    case text
    case blob
    case none
    case real
    /// Prefers numbers: `DATETIME`, `BOOLEAN`, `DECIMAL`.
    case numeric
  }
}

/// A foreign key: columns that refer to a record of another table, or of the same.
package struct ForeignKeyShape: Hashable, Sendable {
  package let target: Name
  /// The columns of the referring table.
  package var columns: [Name]
  /// The columns of the target; nil for its primary key.
  package var targetColumns: [Name?]
  /// The effect on the referring record when the target is deleted.
  package var deleteRule = Relationship.DeleteRule.noAction

  package init(
    target: Name, columns: [Name], targetColumns: [Name?],
    deleteRule: Relationship.DeleteRule = .noAction
  ) {
    self.target = target
    self.columns = columns
    self.targetColumns = targetColumns
    self.deleteRule = deleteRule
  }
}
