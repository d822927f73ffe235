/// An error of a server or of the connection.
package struct PostgreSQLError: Error, Hashable, Sendable {
  /// The outcome of a transaction whose COMMIT failed.
  package enum Outcome: Hashable, Sendable {
    case unchanged
    /// The connection was lost before the server responded.
    case unknown
  }

  package internal(set) var report: ServerReport
  /// The statement, without its bound values.
  package let sql: String?
  /// The outcome of a failed COMMIT; nil for other errors, after which nothing is committed.
  package internal(set) var outcome: Outcome?
  /// True if the server cancelled the statement because of a time limit or an administrator.
  package internal(set) var isForeign = false

  /// The database to which the connection failed; nil for any other error.
  package internal(set) var database: String?

  init(_ report: ServerReport, sql: String? = nil) {
    self.report = report
    self.sql = sql
  }

  /// A signal stopped the work before the request was sent.
  static let interrupted = PostgreSQLError(
    ServerReport(state: SQLState.queryCanceled, "interrupted"))

  static let outOfMemory = PostgreSQLError(
    ServerReport(state: SQLState.outOfMemory, "out of memory"))

  /// The message for a write transaction if the configuration forbids writing.
  package static let setReadOnly = "default_transaction_read_only is on"

  package var kind: Kind { Kind(state: report.state) }
}

extension PostgreSQLError {
  /// The kinds of errors that callers distinguish.
  package enum Kind: Hashable, Sendable, CaseIterable {
    // Invalid records.
    case uniqueViolation, missingValue, checkViolation, foreignKeyViolation
    /// A value that the column cannot store: too long, out of range, not a number, not UTF-8.
    case unfitValue
    // Conflicts with another transaction. The same transaction may succeed later.
    case serializationFailure, deadlock, lockTimeout
    // The connection is unusable, or there was none.
    case lostConnection, shutdown, noConnection, refusedLogin, unknownDatabase
    // Missing privileges, or a read-only server.
    case missingRight, readOnly
    // Resources of the server.
    case diskFull, outOfMemory, tooManyConnections, damage
    /// Ctrl-C, an administrator or a time limit cancelled the statement.
    case cancelled
    // Errors in the statement itself.
    case unknownName, unknownFunction, existingName, wrongSyntax, unsupported
    /// An earlier error in the transaction, which can only be rolled back.
    case failedTransaction
    /// A RAISE in a function or a trigger.
    case refusal
    case other

    init(state: String) {
      self = Self.states[state] ?? Self.classes[String(state.prefix(2))] ?? .other
    }

    /// https://www.postgresql.org/docs/current/errcodes-appendix.html
    private static let states: [String: Kind] = [
      "23505": .uniqueViolation, "23P01": .uniqueViolation, "23502": .missingValue,
      "23514": .checkViolation, "23503": .foreignKeyViolation, "23001": .foreignKeyViolation,
      "40001": .serializationFailure, "40P01": .deadlock, "55P03": .lockTimeout,
      "57P01": .shutdown, "57P02": .shutdown, "57P03": .shutdown, "57P05": .lostConnection,
      "08001": .noConnection, "08004": .noConnection, "3D000": .unknownDatabase,
      "42501": .missingRight, "25006": .readOnly,
      "53100": .diskFull, "53200": .outOfMemory, "53300": .tooManyConnections,
      // Citus uses this state for unsupported features.
      "XX000": .other, "57014": .cancelled, "P0001": .refusal, "25P02": .failedTransaction,
      "42P01": .unknownName, "42703": .unknownName, "42704": .unknownName, "3F000": .unknownName,
      "42883": .unknownFunction, "42601": .wrongSyntax, "0A000": .unsupported,
      "42P07": .existingName, "42701": .existingName, "42710": .existingName,
      "42P06": .existingName, "42P04": .existingName, "42723": .existingName,
    ]

    private static let classes: [String: Kind] = [
      "08": .lostConnection, "22": .unfitValue, "28": .refusedLogin,
      "57": .shutdown, "58": .damage, "XX": .damage,
    ]
  }

  /// True if the same transaction may succeed when it is repeated.
  package var isTransient: Bool { kind == .serializationFailure || kind == .deadlock }

  /// True if the connection cannot be used any more.
  package var endsConnection: Bool {
    [.lostConnection, .shutdown, .noConnection].contains(kind) || report.severity == "FATAL"
  }
}

/// The states that this module itself sets.
enum SQLState {
  static let connectionFailure = "08006"
  static let noConnection = "08001"
  static let queryCanceled = "57014"
  static let outOfMemory = "53200"
  static let failedTransaction = "25P02"
  static let untranslatableCharacter = "22P05"
  static let readOnly = "25006"
  static let unsupported = "0A000"
}
