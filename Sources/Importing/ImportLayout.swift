package import FlagModel
package import Queries

/// The action for a record whose unique value already exists.
package enum ImportConflict: Hashable, Sendable {
  /// It is an error.
  case stop
  /// The record is skipped.
  case leaveOut
  /// The existing record gets all new values, and keeps its key and the references to it.
  case replace
  /// The existing record with the same value in this column gets the given values.
  case update(by: Name)

  var isUpdate: Bool { key != nil }

  /// The column by which the records to update are looked up.
  var key: Name? { if case .update(let key) = self { key } else { nil } }
}

/// The numbers of records that an import inserted, changed and skipped.
package struct ImportCounts: Hashable, Sendable {
  package var inserted: Int64 = 0
  package var updated: Int64 = 0
  package var leftOut: Int64 = 0
  /// Existing records that `ON CONFLICT REPLACE` of a foreign table deleted.
  package var replaced: Int64 = 0

  package init() {}

  package mutating func add(_ more: ImportCounts) {
    inserted += more.inserted
    updated += more.updated
    leftOut += more.leftOut
    replaced += more.replaced
  }
}

/// A refused record, with its number and the reason.
package struct ImportFailure: Error, Hashable, Sendable {
  package let number: Int
  /// The responsible cell, if there is only one.
  package let field: Int?
  package let message: String
  package let hint: Hint?
  /// The place of the cell, if it was noted when the record was added.
  package var place: ImportPlace?
}

/// The place of a cell in an input, for an error that is found only at the end.
package struct ImportPlace: Hashable, Sendable {
  package let file: String?
  package let line: Int?
  package let column: Int?
  /// The record's original text, if failed records are collected.
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
  /// The columns with keys of other records in types of a server.
  var keys: [Name: KeyForm] = [:]
  /// The entity and its superclasses, whose records the import adds.
  var ownNames: [Name]

  package init(_ entity: Entity, _ fields: [ImportField], fixed: [Assignment] = []) {
    self.entity = entity
    self.fields = fields
    self.fixed = fixed
    ownNames = [entity.name]
  }

  /// True if a record of the input may be the other record of a relationship.
  func isOwn(_ relationship: Relationship) -> Bool { ownNames.contains(relationship.target) }

  /// All columns that get a value.
  var columns: [Name] { fields.compactMap(\.column) + fixed.map(\.column) }

  var statements: BulkStatements {
    BulkStatements(entity, fields.compactMap(\.column), fixed: fixed, keys: keys)
  }
}
