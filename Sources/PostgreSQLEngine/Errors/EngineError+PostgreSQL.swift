package import Engines
import SQLText

extension EngineError {
  /// Converts an error of a server by its meaning.
  package init(_ error: PostgreSQLError) {
    let report = error.report
    let reason = report.reason
    self.init(
      Kind(error), (reason ?? report.message).inOneLine, sql: error.sql,
      code: Code(engine: "postgresql", report.state))
    if reason == nil {
      detail = report.detail?.inOneLine
      advice = report.hint?.inOneLine
    }
    isOfWorker = error.isOfWorker
    outcome =
      switch error.outcome {
      case .unchanged: .unchanged
      case .unknown: .unknown
      case nil: nil
      }
    offset = error.sql.flatMap { sql in report.position.map { sql.bytes(beforeCharacter: $0) } }
  }
}

extension String {
  /// The message in one line. A message that passed through several worker nodes has a line of
  /// each, and libpq indents some.
  var inOneLine: String {
    split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
  }

  /// The number of bytes before a character, which a server counts from 1.
  fileprivate func bytes(beforeCharacter number: Int) -> Int {
    unicodeScalars.prefix(max(0, number - 1)).reduce(0) { $0 + UTF8.width($1) }
  }
}

/// Runs the body, and converts its errors.
func translated<Result>(
  _ body: () throws(PostgreSQLError) -> Result
) throws(EngineError) -> Result {
  do throws(PostgreSQLError) {
    return try body()
  } catch {
    throw EngineError(error)
  }
}

extension EngineError.Kind {
  fileprivate init(_ error: PostgreSQLError) {
    self =
      switch error.kind {
      case .uniqueViolation: .constraint(.unique(error.report.keyColumns))
      case .missingValue: .constraint(.missingValue(error.report.columns))
      case .checkViolation: .constraint(.check(error.report.constraint))
      case .foreignKeyViolation: .constraint(.reference)
      case .refusal: .constraint(.trigger)
      case .unfitValue:
        error.isSum ? .statement(.overflow) : .constraint(.calculation)
      case .serializationFailure, .deadlock: .conflict
      case .lockTimeout: .busy
      case .lostConnection, .shutdown, .noConnection, .refusedLogin, .unknownDatabase,
        .tooManyConnections:
        .unreachable
      case .missingRight: .forbidden
      case .readOnly: .readOnly
      case .diskFull: .full
      case .outOfMemory: .outOfMemory
      case .damage: .corrupt
      case .cancelled: error.isForeign ? .other : .interrupted
      case .unknownName: .statement(.unknownName(error.report.unknownName(.other)))
      case .unknownFunction: .statement(.unknownName(error.report.unknownName(.function)))
      case .existingName, .wrongSyntax, .unsupported: .statement(.other)
      case .failedTransaction, .other:
        error.isRecordTwice
          ? .constraint(.unique([]))
          : error.isOfRemovedObject ? .conflict : Self(state: error.report.state)
      }
  }

  /// https://www.postgresql.org/docs/current/errcodes-appendix.html
  private init(state: String) {
    self =
      switch state {
      case "54001": .statement(.tooDeep)
      case _ where state.hasPrefix("54"): .tooLong
      case _ where state.hasPrefix("42"): .statement(.other)
      default: .other
      }
  }
}

extension PostgreSQLError {
  /// True if one statement would update the record of a unique value twice.
  fileprivate var isRecordTwice: Bool {
    report.state == "21000" && sql?.contains(" ON CONFLICT ") ?? false
  }

  /// True if an object was dropped while the catalog was read.
  fileprivate var isOfRemovedObject: Bool {
    report.state == "XX000" && report.message.hasPrefix("cache lookup failed for ")
  }

  /// True if the Citus coordinator has lost a worker node, which it reports like a shutdown of
  /// itself.
  fileprivate var isOfWorker: Bool {
    if report.state == "XX000", report.isOfWorkerConnection { return true }
    guard [.lostConnection, .shutdown, .noConnection].contains(kind) else { return false }
    return report.message.contains("connection to the remote node ")
      || report.message.contains("connections to the node ")
      || report.message.contains(" to get size of table ")
      || report.context?.contains("while executing command on ") == true
  }

  /// True if a sum of integers exceeded 64 bits.
  fileprivate var isSum: Bool {
    report.state == "22003" && report.message.contains("bigint")
      && sql?.contains("sum(") ?? false
  }
}

extension ServerReport {
  /// True if the coordinator lost its connection to a worker node. Citus reports the message of
  /// libpq as an internal error.
  fileprivate var isOfWorkerConnection: Bool {
    let messages = [
      "server closed the connection", "SSL SYSCALL error", "SSL error", "invalid socket",
      "no connection to the server", "could not receive data from server",
      "could not send data to server",
    ]
    return context?.contains("while executing command on ") == true
      && messages.contains { message.contains($0) }
  }

  /// The reason why an object cannot be dropped or a value cannot be calculated. It comes from
  /// flagdb's SQL, as in `"flagdb: no result; 5"`, or from an integer overflow, which the message
  /// shows by the type in any language.
  fileprivate var reason: String? {
    // The detail lists the dependent objects, one a line.
    if state == "2BP01", let line = detail?.split(separator: "\n").first { return String(line) }
    if state == "22003", message.contains("bigint") { return "the result does not fit in 64 bits" }
    guard state == "22P02", let start = message.firstRange(of: "flagdb: ") else { return nil }
    return String(message[start.upperBound...].prefix { $0 != ";" })
  }

  /// The table of the error; for a partition, its partitioned table.
  private var ofTable: String? { table.map(PostgreSQLDialect.table(ofPartition:)) }

  /// The column of the error, as `Sample.code`.
  fileprivate var columns: [String] {
    ofTable.flatMap { table in column.map { ["\(table).\($0)"] } } ?? []
  }

  /// The columns in the error detail about a key, which has this form in any language:
  /// `Key (a, "B")=(1, 2) exists`.
  fileprivate var keyColumns: [String] {
    guard let table = ofTable, let detail else { return [] }
    let bytes = Array(detail.utf8)
    guard let start = bytes.firstIndex(of: UInt8(ascii: "(")),
      let end = bytes.indices.first(where: { bytes[$0...].starts(with: ")=(".utf8) }), start < end
    else { return [] }
    return Self.names(in: bytes[(start + 1)..<end]).map { "\(table).\($0)" }
  }

  /// The names in a list, some of which are quoted.
  private static func names(in list: ArraySlice<UInt8>) -> [String] {
    var names: [[UInt8]] = [[]]
    var isQuoted = false
    for byte in list {
      switch byte {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: ",") where !isQuoted: names.append([])
      case UInt8(ascii: " ") where !isQuoted: break
      default: names[names.count - 1].append(byte)
      }
    }
    return names.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The name in double quotes in the message: `column "marker" does not exist`. A function has
  /// none: `function pg_tau(integer) does not exist`.
  fileprivate func unknownName(_ usual: EngineError.UnknownName.Sort) -> EngineError.UnknownName {
    let parts = message.split(separator: "\"", omittingEmptySubsequences: false)
    var name = parts.count == 3 ? String(parts[1]) : nil
    var sort = usual
    switch state {
    case "42P01": sort = .table
    case "42703":
      sort = .column
      // A column with its table is not quoted.
      if name == nil { name = message.split(separator: " ").dropFirst().first.map(String.init) }
    case "42883":
      name = message.split(separator: " ").dropFirst().first
        .flatMap { $0.split(separator: "(").first }.map(String.init)
    default: break
    }
    return EngineError.UnknownName(sort, name, isOfSchema: false)
  }
}
