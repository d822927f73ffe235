package import FlagModel

/// An error of an engine, classified by its meaning.
package struct EngineError: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A signal or another thread interrupted the work.
    case interrupted
    /// Another program holds a lock.
    case busy
    /// Another transaction has changed the same data; a retry may succeed.
    case conflict
    /// The server does not respond, or accepts no connection.
    case unreachable
    /// The user has no privilege on the server.
    case forbidden
    /// The database is read-only at present.
    case readOnly
    case constraint(Constraint)
    /// The engine cannot parse or evaluate the statement.
    case statement(Mistake)
    /// A statement or a value exceeds the engine's limit.
    case tooLong
    case corrupt
    case noDatabase
    /// The disk is full, or a write failed, which often has the same cause.
    case full
    case unreadable
    case unopenable
    /// A journal that is still needed cannot be deleted.
    case undeletable
    /// The database was deleted or replaced after it was opened.
    case moved
    case outOfMemory
    case other
  }

  /// The constraint that a change violates, with all data from the engine.
  package enum Constraint: Hashable, Sendable {
    /// Columns that must be unique together, as `Sample.code`.
    case unique([String])
    /// The name of a constraint that compares records by other operators than equality.
    case exclusion(String?)
    /// Columns that must have a value, as `Sample.code`.
    case missingValue([String])
    /// The text or the name of a CHECK.
    case check(String?)
    /// A value of another storage class than the column's. No statement is rolled back for it.
    case wrongType(WrongType?)
    /// The result of a calculation cannot be stored; the message says why.
    case calculation
    /// A foreign key.
    case reference
    /// A trigger that refuses the change.
    case trigger
    case other
  }

  /// A value of a storage class that the column does not accept.
  package struct WrongType: Hashable, Sendable {
    /// `Sample.status`
    package let column: String
    package let found: ValueClass

    package init(column: String, found: ValueClass) {
      self.column = column
      self.found = found
    }
  }

  package enum ValueClass: Hashable, Sendable {
    case integer
    case real
    case text
    case blob
  }

  /// The reason why a statement cannot run.
  package enum Mistake: Hashable, Sendable {
    /// Too many operators in a row, or too deeply nested brackets.
    case tooDeep
    /// A sum of integers exceeds 64 bits.
    case overflow
    /// The schema of the file calls a function that no file may call.
    case untrusted
    /// A column or an index has an unknown collation.
    case unknownOrder
    case unknownName(UnknownName)
    /// A table that does not allow changes.
    case readOnlyTable
    /// A foreign key refers to columns without a unique constraint.
    case foreignKeyMismatch
    /// The statement is incomplete.
    case incomplete
    case other
  }

  /// A name in a statement that does not exist in the database.
  package struct UnknownName: Hashable, Sendable {
    package enum Sort: Hashable, Sendable {
      case table
      case column
      case function
      case other
    }

    package let sort: Sort
    /// `s.marker`; nil if the engine does not report it.
    package let name: String?
    /// True if the name is in the schema of the database and not in the statement. Then only the
    /// program that created the database has it, or no program.
    package let isOfSchema: Bool

    package init(_ sort: Sort, _ name: String?, isOfSchema: Bool) {
      self.sort = sort
      self.name = name
      self.isOfSchema = isOfSchema
    }
  }

  package let kind: Kind
  /// The engine's message.
  package let message: String
  /// Details and advice of a server.
  package var detail: String?
  package var advice: String?
  package let sql: String?
  /// The engine and its error code, for reference.
  package let code: Code?
  /// The database on a server to which the connection failed; nil for any other error.
  package var database: String?
  /// True if a worker node does not respond, while the connection itself works.
  package var isOfWorker = false
  /// The offset of the error in the SQL, if the engine reports it.
  package var offset: Int?
  /// The trigger, view or index whose SQL no longer works, and the reason:
  /// `index other: no such column`.
  package var object: String?
  /// The table with a violated foreign key, if the engine names it.
  package var referringTable: String?
  /// The outcome of the transaction, if it had to be determined.
  package var outcome: WriteOutcome?
  /// True if the engine has rolled back the whole transaction, for instance by
  /// `ON CONFLICT ROLLBACK`.
  package var endsTransaction = false

  /// An error code of an engine.
  package struct Code: Hashable, Sendable {
    /// The name of the engine in lower case.
    package let engine: String
    package let text: String

    package init(engine: String, _ text: String) {
      self.engine = engine
      self.text = text
    }
  }

  package init(_ kind: Kind, _ message: String, sql: String? = nil, code: Code? = nil) {
    self.kind = kind
    self.message = message
    self.sql = sql
    self.code = code
  }

  /// A signal stopped the work before the engine noticed it.
  package static let interrupted = EngineError(.interrupted, "interrupted")
}

// MARK: Queries

extension EngineError {
  /// The engine's message with its details.
  package var words: String { detail.map { "\(message) (\($0))" } ?? message }

  package var isInterrupt: Bool { kind == .interrupted }
  package var isBusy: Bool { kind == .busy }
  package var isReadOnly: Bool { kind == .readOnly }
  package var isCorruption: Bool { kind == .corrupt }
  package var isFull: Bool { kind == .full || kind == .undeletable }
  package var isUnreadable: Bool { kind == .unreadable || kind == .unopenable }
  package var isUnopenable: Bool { kind == .unopenable }
  package var isMoved: Bool { kind == .moved }

  package var constraint: Constraint? {
    if case .constraint(let constraint) = kind { constraint } else { nil }
  }
  package var isConstraintViolation: Bool { constraint != nil }
  package var isUniqueViolation: Bool { if case .unique? = constraint { true } else { false } }
  package var isExclusion: Bool { if case .exclusion? = constraint { true } else { false } }
  package var isMissingValue: Bool { if case .missingValue? = constraint { true } else { false } }
  package var isCheckViolation: Bool { if case .check? = constraint { true } else { false } }
  package var isOfWrongType: Bool { if case .wrongType? = constraint { true } else { false } }
  package var isFailedCalculation: Bool { constraint == .calculation }
  package var isBrokenReference: Bool { constraint == .reference }
  package var isForeignKeyViolation: Bool { isBrokenReference || constraint == .trigger }

  package var mistake: Mistake? { if case .statement(let mistake) = kind { mistake } else { nil } }
  package var isTooDeep: Bool { mistake == .tooDeep }
  package var isOverflow: Bool { mistake == .overflow }
  package var isUntrusted: Bool { mistake == .untrusted }
  package var isUnknownOrder: Bool { mistake == .unknownOrder }
  package var isOfReadOnlyTable: Bool { mistake == .readOnlyTable }
  package var isForeignKeyMismatch: Bool { mistake == .foreignKeyMismatch }
  package var unknownName: UnknownName? {
    if case .unknownName(let name)? = mistake { name } else { nil }
  }
  /// True if the schema of the database needs something that only the program that created it has.
  package var isOfAnotherProgram: Bool { isUnknownOrder || unknownName?.isOfSchema ?? false }

  /// The text or the name of the violated CHECK.
  package var rule: String? { if case .check(let rule)? = constraint { rule } else { nil } }

  /// The columns of a violated UNIQUE or NOT NULL constraint, each with its table.
  package var columnPaths: [String] {
    switch constraint {
    case .unique(let paths), .missingValue(let paths): paths
    default: []
    }
  }

  /// The same columns without their table.
  package var constrainedColumns: [Name] {
    columnPaths.compactMap { path in
      path.split(separator: ".", maxSplits: 1).dropFirst().first.map { Name($0) }
    }
  }
}
