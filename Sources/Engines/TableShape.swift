package import FlagModel

/// A table or view of a file that others made, as the engine tells it.
package struct TableShape: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case table
    /// A table whose records nothing tells apart but a key that somebody declared.
    case withoutRowID
    case view
    case virtual
  }

  package let name: Name
  package let kind: Kind
  /// True if the engine refuses values that the declared types do not allow.
  package let isStrict: Bool
  package var columns: [ColumnShape] = []
  package var foreignKeys: [ForeignKeyShape] = []
  /// The columns that are unique together, without those of the primary key.
  package var uniques: [[Name]] = []
  /// True if the primary key has an index of its own, so that it is not the number of the row.
  package var indexesKey = false
  /// True if a constraint may say with `ON CONFLICT` what comes of a record that breaks it.
  package var resolvesConflicts = false
  /// True if that may remove other records, as `ON CONFLICT REPLACE` does.
  package var replacesRecords = false
  /// The reason why nothing can be read from it; nil if there is none.
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

  /// The column that is the number of the row, `INTEGER PRIMARY KEY`, or any key of a server that is a whole
  /// number.
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

  /// A name of the number of the row that no column has taken.
  package var rowNumber: Name? {
    guard kind == .table || kind == .virtual else { return nil }
    let taken = Set(columns.map(\.name.folded))
    return (["rowid", "_rowid_", "oid"] as [Name]).first { !taken.contains($0.folded) }
  }

  package func column(_ name: Name) -> ColumnShape? {
    columns.first { $0.name.folded == name.folded }
  }

  /// True if no two records have the same value in a column.
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
  /// The expression of `DEFAULT`, as the file has it; nil if there is none.
  package var defaultText: String?
  /// True if the engine calculates it, so that nobody sets it.
  package var isGenerated = false
  /// The place in the primary key, from 1 on; 0 if it is no part of it.
  package var keyPlace = 0
  /// The type of its values and the form in which it keeps them, where the engine knows; nil where the declared
  /// type promises nothing.
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

  /// SQLite's rules for declared types: sqlite.org/datatype3.html#determination_of_column_affinity.
  package var affinity: Affinity {
    let type = declaredType.uppercased()
    func has(_ words: String...) -> Bool { words.contains { type.contains($0) } }
    if has("INT") { return .integer }
    if has("CHAR", "CLOB", "TEXT") { return .text }
    if has("BLOB") { return .blob }
    if type.isEmpty || type == "ANY" { return .none }
    if has("REAL", "FLOA", "DOUB") { return .real }
    return .numeric
  }

  package enum Affinity: Hashable, Sendable {
    case integer
    case text
    case blob
    case none
    case real
    /// A number where it can be one: `DATETIME`, `BOOLEAN`, `DECIMAL`.
    case numeric
  }
}

/// Columns that refer to a record of another table, or of the same.
package struct ForeignKeyShape: Hashable, Sendable {
  package let target: Name
  /// The columns of the table.
  package var own: [Name]
  /// The columns of the target; nil for its primary key.
  package var others: [Name?]
  /// The effect of the deletion of a record that is referred to.
  package var deleteRule = Relationship.DeleteRule.noAction

  package init(
    target: Name, own: [Name], others: [Name?],
    deleteRule: Relationship.DeleteRule = .noAction
  ) {
    self.target = target
    self.own = own
    self.others = others
    self.deleteRule = deleteRule
  }
}
