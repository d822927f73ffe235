/// The meanings of SQLSTATEs that flagdb distinguishes.
enum StateMeaning: Hashable, Sendable {
  // Invalid records.
  case uniqueViolation, exclusionViolation, missingValue, checkViolation, foreignKeyViolation
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
  private static let states: [String: StateMeaning] = [
    "23505": .uniqueViolation, "23P01": .exclusionViolation, "23502": .missingValue,
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

  private static let classes: [String: StateMeaning] = [
    "08": .lostConnection, "22": .unfitValue, "28": .refusedLogin,
    "57": .shutdown, "58": .damage, "XX": .damage,
  ]
}

/// The states that this module itself sets or asks for.
enum SQLState {
  static let connectionFailure = "08006"
  static let noConnection = "08001"
  static let queryCanceled = "57014"
  static let outOfMemory = "53200"
  static let failedTransaction = "25P02"
  static let untranslatableCharacter = "22P05"
  static let readOnly = "25006"
  static let undefinedColumn = "42703"
  static let unsupported = "0A000"
  static let unknownDatabase = "3D000"
  static let existingDatabase = "42P04"
}
