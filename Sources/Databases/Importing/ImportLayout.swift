package import FlagModel
package import Queries

/// The treatment of a record whose unique value another one has already.
package enum ImportConflict: Hashable, Sendable {
  /// It is an error of that record.
  case stop
  /// It is left out.
  case leaveOut
  /// The one that is there gets all its values, and keeps its key and those that refer to it.
  case replace
  /// The record that has the same value of this column gets the values that are given.
  case update(by: Name)
}

/// The numbers of records that an import added, changed and left.
package struct ImportCounts: Hashable, Sendable {
  package var inserted: Int64 = 0
  package var updated: Int64 = 0
  package var leftOut: Int64 = 0
  /// Records that were there, and that a constraint of others removed by `ON CONFLICT REPLACE`.
  package var replaced: Int64 = 0

  package init() {}
}

/// A record that was not taken, by the number that it was given, and why.
package struct ImportFailure: Error, Hashable, Sendable {
  package let number: Int
  /// The cell that is to blame, where it is one alone.
  package let field: Int?
  package let message: String
  package let hint: Hint?
  /// The place of the cell, where it was noted when the record was added.
  package var place: ImportPlace?
}

/// The place of a cell in an input, for a mistake that is known only at the end.
package struct ImportPlace: Hashable, Sendable {
  package let file: String?
  package let line: Int?
  package let column: Int?
  /// The record as it stood there, if it is to be collected.
  package let record: [UInt8]

  package init(file: String?, line: Int?, column: Int?, record: [UInt8]) {
    self.file = file
    self.line = line
    self.column = column
    self.record = record
  }
}

/// The columns for the cells of a record, and the values that all records share.
package struct ImportLayout: Hashable, Sendable {
  package let entity: Entity
  package let fields: [ImportField]
  /// The columns with the same value in every record.
  package let fixed: [Assignment]

  package init(_ entity: Entity, _ fields: [ImportField], fixed: [Assignment] = []) {
    self.entity = entity
    self.fields = fields
    self.fixed = fixed
  }

  /// Every column that gets a value.
  var columns: [Name] { fields.compactMap(\.column) + fixed.map(\.column) }

  /// The fields that have a column, and with it a binding.
  var bound: [Int] { fields.indices.filter { fields[$0].column != nil } }

  var statements: BulkStatements {
    BulkStatements(entity, fields.compactMap(\.column), fixed: fixed)
  }
}
