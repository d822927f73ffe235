public import FlagModel
public import FlagSQL

/// What one cell of each record of an import is.
public enum ImportField: Hashable, Sendable {
  case key
  case attribute(Attribute)
  /// A text that names the other record.
  case toOne(Relationship)
  /// The names of the other records in one text, with NUL between them; the empty text for none.
  case toMany(Relationship, Relationship.JoinTable)
}

/// What becomes of a record whose unique value another one has already.
public enum ImportConflict: Hashable, Sendable {
  /// It is an error of that record.
  case stop
  /// It is left out.
  case leaveOut
  /// The one that is there gets all its values, and keeps its key and those that refer to it.
  case replace
  /// The record that has the same value of this column gets the values that are given.
  case update(by: String)
}

/// What an import has done.
public struct ImportCounts: Hashable, Sendable {
  public var inserted: Int64 = 0
  public var updated: Int64 = 0
  public var leftOut: Int64 = 0

  public init() {}
}

/// A record that was not taken, by the number that it was given, and why.
public struct ImportFailure: Error, Hashable, Sendable {
  public let number: Int
  /// The cell that is to blame, where it is one alone.
  public let field: Int?
  public let message: String
  public let hint: String?
}

/// Where the cells of a record go, and what else all records get.
public struct ImportLayout: Hashable, Sendable {
  public let entity: Entity
  public let fields: [ImportField]
  /// What columns become in every record.
  public let fixed: [Assignment]

  public init(_ entity: Entity, _ fields: [ImportField], fixed: [Assignment] = []) {
    self.entity = entity
    self.fields = fields
    self.fixed = fixed
  }

  /// The column that a field goes into; pairs have a table of their own.
  func column(of field: ImportField) -> String? {
    switch field {
    case .key: entity.keyColumn
    case .attribute(let attribute): attribute.column
    case .toOne(let relationship): relationship.name
    case .toMany: nil
    }
  }

  /// The fields that have a column, and with it a binding.
  var bound: [Int] { fields.indices.filter { column(of: fields[$0]) != nil } }

  var statements: BulkStatements {
    BulkStatements(entity, fields.compactMap(column), fixed: fixed)
  }
}
