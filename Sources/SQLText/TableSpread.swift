package import FlagModel

/// The distribution of a table's records beyond one table on one server.
/// See Documentation/Decisions/partitioned-tables-have-a-two-column-key.md.
package enum TableSpread: Hashable, Sendable {
  /// Partitions, one for each calendar unit of the date in a column.
  case partitions(by: Name, CalendarUnit)
  /// Shards on several worker nodes, by the value of a column.
  case machines(by: Name)
  /// A copy of the whole table on every worker node.
  case everyMachine

  /// The column that determines the location of a record; nil if the record is everywhere.
  package var column: Name? {
    switch self {
    case .partitions(let column, _), .machines(let column): column
    case .everyMachine: nil
    }
  }

  /// True if the table is distributed to worker nodes.
  package var isOfMachines: Bool { if case .partitions = self { false } else { true } }
}

/// The distribution of all tables of a database.
package struct TableSpreads: Hashable, Sendable {
  /// The distributions by table name, including foreign tables on a server.
  package var tables: [Name: TableSpread]
  /// The distribution of all other tables; nil for one table on one server.
  package var others: TableSpread?

  package init(_ tables: [Name: TableSpread] = [:], others: TableSpread? = nil) {
    self.tables = tables
    self.others = others
  }

  package subscript(table: Name) -> TableSpread? { tables[table] ?? others }

  package var isEmpty: Bool { tables.isEmpty && others == nil }

  /// The column that determines the location of a record, if it is not the key. Then no constraint
  /// of the engine makes the key alone unique.
  package func column(besides key: Name, of table: Name) -> Name? {
    self[table]?.column.flatMap { $0 == key ? nil : $0 }
  }
}
