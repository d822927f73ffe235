import Engines
import PostgreSQLText

extension EngineError {
  /// Converts a report by its meaning.
  ///
  /// - Parameters:
  ///   - sql: the statement, without its bound values.
  ///   - isForeign: true if nobody but the server itself, by a time limit or an administrator, may
  ///     have cancelled the statement.
  init(_ report: ServerReport, sql: String? = nil, isForeign: Bool = false) {
    let reason = report.reason
    self.init(
      Kind(report, sql, isForeign: isForeign), (reason ?? report.message).inOneLine, sql: sql,
      code: Code(engine: "postgresql", report.state))
    if reason == nil {
      detail = report.detail?.inOneLine
      advice = report.hint?.inOneLine
    }
    advice = report.repair ?? advice
    isOfWorker = report.isOfWorker
    if report.meaning == .foreignKeyViolation { referringTable = report.ofTable }
    offset = sql.flatMap { sql in report.position.map { sql.bytes(beforeCharacter: $0) } }
  }

  /// A signal stopped the work before the request was sent.
  static let stopped = EngineError(ServerReport(state: SQLState.queryCanceled, "interrupted"))

  static let noMemory = EngineError(ServerReport(state: SQLState.outOfMemory, "out of memory"))
}

/// The message for a write transaction if the configuration forbids writing.
let setReadOnly = "default_transaction_read_only is on"

extension String {
  /// The message in one line. A message that passed through several worker nodes has a line of
  /// each, and libpq indents some.
  var inOneLine: String { split { $0.isNewline || $0 == "\t" }.joined(separator: " ") }

  /// The number of bytes before a character, which a server counts from 1.
  fileprivate func bytes(beforeCharacter number: Int) -> Int {
    unicodeScalars.prefix(max(0, number - 1)).reduce(0) { $0 + UTF8.width($1) }
  }
}

extension EngineError.Kind {
  fileprivate init(_ report: ServerReport, _ sql: String?, isForeign: Bool) {
    self =
      switch report.meaning {
      case .uniqueViolation: .constraint(.unique(report.keyColumns))
      case .exclusionViolation: .constraint(.exclusion(report.constraint))
      case .missingValue: .constraint(.missingValue(report.columns))
      case .checkViolation: .constraint(.check(report.constraint))
      case .foreignKeyViolation: .constraint(.reference)
      case .refusal: .constraint(.trigger)
      case .unfitValue:
        report.isSum(sql) ? .statement(.overflow) : .constraint(.calculation)
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
      case .cancelled: isForeign ? .other : .interrupted
      case .unknownName: .statement(.unknownName(report.unknownName(.other)))
      case .unknownFunction: .statement(.unknownName(report.unknownName(.function)))
      case .existingName, .wrongSyntax, .unsupported: .statement(.other)
      case .failedTransaction, .other:
        Self(other: report, sql)
      }
  }

  /// https://www.postgresql.org/docs/current/errcodes-appendix.html
  private init(other report: ServerReport, _ sql: String?) {
    self =
      switch report.state {
      case _ where report.isRecordTwice(sql): .constraint(.unique([]))
      case _ where report.isOfRemovedObject: .conflict
      case "54001": .statement(.tooDeep)
      case let state where state.hasPrefix("54"): .tooLong
      case let state where state.hasPrefix("42"): .statement(.other)
      default: .other
      }
  }
}

extension ServerReport {
  var meaning: StateMeaning { StateMeaning(state: state) }

  /// True if one statement would update the record of a unique value twice.
  fileprivate func isRecordTwice(_ sql: String?) -> Bool {
    state == "21000" && sql?.contains(" ON CONFLICT ") ?? false
  }

  /// True if an object was dropped while the catalog was read.
  fileprivate var isOfRemovedObject: Bool {
    state == "XX000" && message.hasPrefix("cache lookup failed for ")
  }

  /// True if the Citus coordinator has lost a worker node, which it reports like a shutdown of
  /// itself.
  fileprivate var isOfWorker: Bool {
    if state == "XX000", isOfWorkerConnection { return true }
    guard [.lostConnection, .shutdown, .noConnection].contains(meaning) else { return false }
    return message.contains("connection to the remote node ")
      || message.contains("connections to the node ")
      || message.contains(" to get size of table ")
      || context?.contains("while executing command on ") == true
  }

  /// True if a sum of integers exceeded 64 bits.
  fileprivate func isSum(_ sql: String?) -> Bool {
    state == "22003" && message.contains("bigint")
      && sql?.contains("sum(") ?? false
  }

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
    if isBeyondDouble { return "a number is beyond all numbers of a Double" }
    if isNoNumber { return "a number is NaN or infinite, which no Decimal and no Int is" }
    if isOfParameter { return "the statement has a parameter such as $1, which gets no value" }
    if isOfCollation {
      return "the server finds no parts and patterns in a text with a nondeterministic collation"
    }
    guard state == "22P02", let start = message.firstRange(of: "flagdb: ") else { return nil }
    return String(message[start.upperBound...].prefix { $0 != ";" })
  }

  /// The repair for some of the reasons.
  fileprivate var repair: String? {
    if isBeyondDouble {
      return "leave it out with --where; a query that calculates nothing shows all its digits"
    }
    if isNoNumber { return "leave its column out with --columns, or set it to NULL with psql" }
    if isOfParameter { return "write :name, and give its value by --param name=VALUE" }
    if isOfCollation {
      return
        "contains[c], beginswith[c] and like[c] find them without case; sql finds them with COLLATE \"C\""
    }
    if state == "55000", message.hasPrefix("ON CONFLICT") {
      return
        "the server sees duplicates in a DEFERRABLE constraint only at the end; --upsert and --replace work"
    }
    return nil
  }

  /// True if a calculation converts a `numeric` that no `Double` holds.
  private var isBeyondDouble: Bool { state == "22003" && message.contains("double precision") }

  /// True if a `numeric` that is no number is converted to an integer.
  private var isNoNumber: Bool {
    state == "0A000" && message.contains("int")
      && ["NaN", "infinity"].contains { message.contains($0) }
  }

  /// True if a statement has a parameter in the server's own notation, which flagdb does not read.
  private var isOfParameter: Bool { state == "08P01" && message.hasPrefix("bind message supplies") }

  /// True if a collation that takes different texts for equal allows no search for a part of them.
  private var isOfCollation: Bool { state == "0A000" && message.contains("nondeterministic") }

  /// The table of the error; for a partition, its partitioned table.
  fileprivate var ofTable: String? { table.map(PostgreSQLDialect.table(ofPartition:)) }

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
