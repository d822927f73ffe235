import FlagModel

/// A table or view of a file that others made, as SQLite tells it.
struct TableShape: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case table
    case withoutRowID
    case view
    case virtual
  }

  let name: Name
  let kind: Kind
  /// True if SQLite refuses values that the declared types do not allow.
  let isStrict: Bool
  var columns: [ColumnShape] = []
  var foreignKeys: [ForeignKeyShape] = []
  /// The columns that are unique together, without those of the primary key.
  var uniques: [[Name]] = []
  /// True if the primary key has an index of its own, so that it is not the number of the row.
  var indexesKey = false
  /// The reason why nothing can be read from it; nil if there is none.
  var problem: String?

  init(name: Name, kind: Kind, isStrict: Bool = false) {
    (self.name, self.kind, self.isStrict) = (name, kind, isStrict)
  }

  /// The columns of the primary key, in their order.
  var key: [ColumnShape] {
    columns.filter { $0.keyPlace > 0 }.sorted { $0.keyPlace < $1.keyPlace }
  }

  /// The column that is the number of the row: `INTEGER PRIMARY KEY`.
  var numberColumn: ColumnShape? {
    guard kind == .table, !indexesKey, key.count == 1,
      key[0].declaredType.uppercased() == "INTEGER"
    else { return nil }
    return key[0]
  }

  /// A name of the number of the row that no column has taken.
  var rowNumber: Name? {
    guard kind == .table || kind == .virtual else { return nil }
    let taken = Set(columns.map(\.name.folded))
    return (["rowid", "_rowid_", "oid"] as [Name]).first { !taken.contains($0.folded) }
  }

  func column(_ name: Name) -> ColumnShape? {
    columns.first { $0.name.folded == name.folded }
  }

  /// True if no two records have the same value in a column.
  func isUnique(_ column: Name) -> Bool {
    let folded = column.folded
    return uniques.contains { $0.count == 1 && $0[0].folded == folded }
      || key.count == 1 && key[0].name.folded == folded
  }
}

struct ColumnShape: Hashable, Sendable {
  let name: Name
  let declaredType: String
  var isNotNull = false
  /// The expression of `DEFAULT`, as the file has it; nil if there is none.
  var defaultText: String?
  /// True if SQLite calculates it, so that nobody sets it.
  var isGenerated = false
  /// The place in the primary key, from 1 on; 0 if it is no part of it.
  var keyPlace = 0

  /// SQLite's rules for declared types: sqlite.org/datatype3.html#determination_of_column_affinity.
  var affinity: Affinity {
    let type = declaredType.uppercased()
    func has(_ words: String...) -> Bool { words.contains { type.contains($0) } }
    if has("INT") { return .integer }
    if has("CHAR", "CLOB", "TEXT") { return .text }
    if has("BLOB") { return .blob }
    if type.isEmpty || type == "ANY" { return .none }
    if has("REAL", "FLOA", "DOUB") { return .real }
    return .numeric
  }

  enum Affinity: Hashable, Sendable {
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
struct ForeignKeyShape: Hashable, Sendable {
  let target: Name
  /// The columns of the table.
  var own: [Name]
  /// The columns of the target; nil for its primary key.
  var others: [Name?]
  /// The effect of the deletion of a record that is referred to.
  var deleteRule = Relationship.DeleteRule.noAction
}
