package import FlagModel

/// The way in which the records of a table are spread beyond one table on one machine.
/// See Documentation/Decisions/partitioned-tables-have-a-two-column-key.md.
package enum TableSpread: Hashable, Sendable {
  /// In partitions, one for each stretch of the calendar that the date in a column lies in.
  case partitions(by: Name, CalendarUnit)
  /// On several machines, by the value of a column.
  case machines(by: Name)
  /// All of them on every machine.
  case everyMachine

  /// The column whose value says where a record is; nil if the record is everywhere.
  package var column: Name? {
    switch self {
    case .partitions(let column, _), .machines(let column): column
    case .everyMachine: nil
    }
  }

  /// True if every record is on a machine, or on all of them.
  package var isOfMachines: Bool { if case .partitions = self { false } else { true } }
}

/// The spread of all tables of a database.
package struct TableSpreads: Hashable, Sendable {
  /// Tables by name. Those of others stand here too where a server tells of them.
  package var tables: [Name: TableSpread]
  /// The spread of a table that is not named; nil if it is one table on one machine.
  package var others: TableSpread?

  package init(_ tables: [Name: TableSpread] = [:], others: TableSpread? = nil) {
    self.tables = tables
    self.others = others
  }

  package subscript(table: Name) -> TableSpread? { tables[table] ?? others }

  package var isEmpty: Bool { tables.isEmpty && others == nil }

  /// The column that says where a record is, if it is another one than the key: then no rule of the engine
  /// makes the key alone unique.
  package func column(besides key: Name, of table: Name) -> Name? {
    self[table]?.column.flatMap { $0 == key ? nil : $0 }
  }
}
