import Engines
import FlagFormats
import FlagModel
import Terminal

/// The state of the database after an import that stopped early.
enum ImportOutcome: Hashable {
  /// The import was one transaction.
  case whole(WriteOutcome)
  /// The number of input records that were committed; the outcome of the next batch; and the
  /// entity, if it was created for them.
  case batches(committed: Int64, next: WriteOutcome, newEntity: Name?)
}

struct ImportStopped: Error {
  let cause: any Error
  let outcome: ImportOutcome
}

extension ImportStopped: ReportedError {
  /// The cause, and the state of the import. The state follows on the same line if the cause
  /// contains it too, otherwise on its own line.
  func failure(in context: FailureContext) -> Failure {
    let cause = self.cause as? any ReportedError
    var ofCause = context
    ofCause.repair = nil
    ofCause.outcome = cause?.outcomeOfChange
    if let outcome = ofCause.outcome, self.outcome == .whole(outcome) {
      return cause?.failure(in: ofCause) ?? Failure(self.cause, isVerbose: context.isVerbose)
    }
    ofCause.outcome = nil
    let failure = cause?.failure(in: ofCause) ?? Failure(self.cause, isVerbose: context.isVerbose)
    let isTold = (self.cause as? DatabaseError)?.kind == .outOfMemory
    if isTold, outcome == .whole(.unchanged) { return failure }
    return Failure(status: failure.status, text: "\(failure.text)\(outcome.words)\n")
  }
}

extension ImportOutcome {
  fileprivate var words: String {
    switch self {
    case .whole(let outcome): outcome.words
    case .batches(0, .unchanged, let entity?): "'\(entity)' is created, and has no records yet"
    case .batches(0, let next, _): next.words
    case .batches(let count, .unknown, _):
      "\(Self.committed(count)); it is not known if the next batch is"
    case .batches(let count, _, _):
      "\(Self.committed(count)); continue with --skip-records \(count)"
    }
  }

  private static func committed(_ count: Int64) -> String {
    if count == 1 { return "the first record is committed" }
    return "the first \(groupedDigits(count)) records are committed"
  }
}

/// Collects refused records. Each stops the import, is reported, or is written to a file for
/// correction.
final class Rejections {
  /// A record that stops the import.
  struct Refused: Error {
    let error: InputError
  }

  private let rule: ImportOptions.ErrorRule
  private let session: Session
  private var output: Output?
  private(set) var count: Int64 = 0
  /// The number of records that the file cannot describe.
  private var told: Int64 = 0
  /// The bytes before the first record. They must be equal in all inputs.
  private var head: (bytes: [UInt8], file: String)?

  init(_ rule: ImportOptions.ErrorRule, _ path: String?, _ session: Session) throws {
    self.rule = rule
    self.session = session
    switch path {
    case nil: output = nil
    case "-": output = session.output(isPaged: false)
    case let path?: output = try session.file(path, for: "--rejects")
    }
  }

  var isCollecting: Bool { output != nil }

  /// Adds a refused record, with its bytes if they are collected.
  func add(_ error: InputError, _ record: RejectedRecord?) throws {
    if rule == .stop || error.endsReading { throw Refused(error: error) }
    count += 1
    if let output, let record {
      try output.append { record.append(to: &$0, reason: error.reason) }
      if record.holdsReason { return }
    }
    told += 1
    if told <= mostShown { session.say(error.rendered()) }
  }

  /// Throws if the file is not writable, while the import can still be rolled back.
  func requireRoom() throws {
    do throws(OutputError) {
      try output?.requireTaker()
    } catch {
      throw LostAnswer(cause: error, outcome: .unchanged)
    }
  }

  /// Reports the remaining refusals, and gives the file its final name after the commit of the
  /// others.
  func finish() throws {
    do throws(OutputError) {
      try output?.finish()
    } catch {
      throw LostAnswer(cause: error, outcome: .kept)
    }
    if told > mostShown {
      let more = told - Int64(mostShown)
      session.say("and \(counted(more, "more record")) that \(agreeing(more, "is", "are")) wrong\n")
    }
  }

  /// Checks that the records of an input have the same columns as those of earlier inputs.
  func begin(_ reader: RecordReader, _ style: InputStyle) throws {
    guard let output else { return }
    let bytes = RejectedRecord.head(of: reader, style)
    guard let head else {
      self.head = (bytes, reader.file ?? "")
      return try output.append { $0 += bytes }
    }
    guard head.bytes == bytes else {
      throw CommandError(
        "--rejects: '\(reader.file ?? "")' has other columns than '\(head.file)'",
        hint: "import them one after the other", exit: .failed)
    }
  }
}

extension InputError {
  /// The location and the message on one line.
  fileprivate var reason: String {
    switch (line, column) {
    case (let line?, let column?): "line \(line), column \(column): \(message)"
    case (let line?, nil): "line \(line): \(message)"
    case (nil, let column?): "column \(column): \(message)"
    case (nil, nil): message
    }
  }
}
