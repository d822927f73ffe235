package import FlagModel

/// An error of an engine, by its meaning for whoever asked.
package struct EngineError: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A signal, or somebody in another thread, asked to stop.
    case interrupted
    /// Another program holds a lock.
    case busy
    /// Another program has changed the same meanwhile; the same again may succeed.
    case conflict
    /// A server does not answer, or takes no connection.
    case unreachable
    /// A server does not let the user do it.
    case forbidden
    /// Nothing can be written, as things are.
    case readOnly
    case constraint(Constraint)
    /// A statement makes no sense to the engine, or cannot be evaluated.
    case statement(Mistake)
    /// A statement or a value is longer than the engine takes.
    case tooLong
    case corrupt
    case noDatabase
    /// The disk is full, or a write failed, which often means the same.
    case full
    case unreadable
    case unopenable
    /// A journal that was of use cannot be removed.
    case undeletable
    /// The database was removed or replaced since it was opened.
    case moved
    case outOfMemory
    case other
  }

  /// A constraint that a change would break, with as much as the engine tells of it.
  package enum Constraint: Hashable, Sendable {
    /// Columns that must be unique together, as `Sample.code`.
    case unique([String])
    /// Columns that must have a value, as `Sample.code`.
    case missingValue([String])
    /// The text or the name of a CHECK.
    case check(String?)
    /// A value of another class than the column's, for which no statement is undone.
    case wrongType(WrongType?)
    /// A calculation whose result cannot be stored; the message says why.
    case calculation
    /// A foreign key.
    case reference
    /// A trigger that refuses the change.
    case trigger
    case other
  }

  /// A value in a column that does not take its class.
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

  /// A reason why a statement cannot be run.
  package enum Mistake: Hashable, Sendable {
    /// It has too many operators in a row, or too many brackets.
    case tooDeep
    /// The sum of whole numbers left the 64 bits.
    case overflow
    /// The schema of a file calls what no file's schema is trusted with.
    case untrusted
    /// A column or an index is in an order that the engine does not have.
    case unknownOrder
    case unknownName(UnknownName)
    /// A table does not let its records be changed.
    case readOnlyTable
    /// A foreign key refers to columns that are not unique.
    case foreignKeyMismatch
    /// It ends too early.
    case incomplete
    case other
  }

  /// A name that a statement has and the database has not.
  package struct UnknownName: Hashable, Sendable {
    package enum Sort: Hashable, Sendable {
      case table
      case column
      case function
      case other
    }

    package let sort: Sort
    /// `s.marker`; nil if the engine does not tell.
    package let name: String?
    /// True if the schema of the database names it, and not the statement: only the program that made
    /// the database has it, or nobody.
    package let isOfSchema: Bool

    package init(_ sort: Sort, _ name: String?, isOfSchema: Bool) {
      self.sort = sort
      self.name = name
      self.isOfSchema = isOfSchema
    }
  }

  package let kind: Kind
  /// The engine's own words.
  package let message: String
  /// The words that a server adds to them, and its advice.
  package var detail: String?
  package var advice: String?
  package let sql: String?
  /// The engine and its own code, for those who look it up.
  package let code: Code?
  /// True if it is one of several machines that does not answer, and the connection is whole.
  package var isOfWorker = false
  /// The byte of the SQL that it is about, where the engine tells.
  package var offset: Int?
  /// The trigger, view or index whose SQL no longer works, and why: `index other: no such column`.
  package var object: String?
  /// The outcome of the transaction, if it had to be found out.
  package var outcome: WriteOutcome?
  /// True if the engine has undone the whole transaction, as by `ON CONFLICT ROLLBACK`: nothing more can
  /// be asked or changed in it.
  package var endsTransaction = false

  /// A code of an engine's own.
  package struct Code: Hashable, Sendable {
    /// In small letters.
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

  /// A signal asked to stop where the engine itself did not notice.
  package static let interrupted = EngineError(.interrupted, "interrupted")
}

// MARK: Questions

extension EngineError {
  /// The engine's own words with all that it adds.
  package var words: String { detail.map { "\(message) (\($0))" } ?? message }

  package var isInterrupt: Bool { kind == .interrupted }
  package var isBusy: Bool { kind == .busy }
  package var isReadOnly: Bool { kind == .readOnly }
  package var isCorruption: Bool { kind == .corrupt }
  package var isNoDatabase: Bool { kind == .noDatabase }
  package var isFull: Bool { kind == .full || kind == .undeletable }
  package var isUnreadable: Bool { kind == .unreadable || kind == .unopenable }
  package var isUnopenable: Bool { kind == .unopenable }
  package var isUndeletable: Bool { kind == .undeletable }
  package var isOutOfMemory: Bool { kind == .outOfMemory }
  package var isMoved: Bool { kind == .moved }

  package var constraint: Constraint? { if case .constraint(let one) = kind { one } else { nil } }
  package var isConstraintViolation: Bool { constraint != nil }
  package var isUniqueViolation: Bool { if case .unique? = constraint { true } else { false } }
  package var isMissingValue: Bool { if case .missingValue? = constraint { true } else { false } }
  package var isCheckViolation: Bool { if case .check? = constraint { true } else { false } }
  package var isOfWrongType: Bool { if case .wrongType? = constraint { true } else { false } }
  package var isFailedCalculation: Bool { constraint == .calculation }
  package var isBrokenReference: Bool { constraint == .reference }
  package var isForeignKeyViolation: Bool { isBrokenReference || constraint == .trigger }

  package var mistake: Mistake? { if case .statement(let one) = kind { one } else { nil } }
  package var isTooDeep: Bool { mistake == .tooDeep }
  package var isOverflow: Bool { mistake == .overflow }
  package var isUntrusted: Bool { mistake == .untrusted }
  package var isUnknownOrder: Bool { mistake == .unknownOrder }
  package var isOfReadOnlyTable: Bool { mistake == .readOnlyTable }
  package var isForeignKeyMismatch: Bool { mistake == .foreignKeyMismatch }
  package var unknownName: UnknownName? {
    if case .unknownName(let name)? = mistake { name } else { nil }
  }
  /// The schema of a database needs what only the program that made it has, or nobody.
  package var isOfAnotherProgram: Bool { isUnknownOrder || unknownName?.isOfSchema ?? false }

  /// The text or the name of the CHECK that is broken.
  package var rule: String? { if case .check(let rule)? = constraint { rule } else { nil } }

  /// The columns that are not unique or have no value, each with its table before it.
  package var columnPaths: [String] {
    switch constraint {
    case .unique(let paths), .missingValue(let paths): paths
    default: []
    }
  }

  /// The same without their table.
  package var constrainedColumns: [Name] {
    columnPaths.compactMap { path in
      path.split(separator: ".", maxSplits: 1).dropFirst().first.map { Name($0) }
    }
  }
}
