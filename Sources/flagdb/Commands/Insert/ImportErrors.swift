import Databases
import Engines
import FlagFormats
import FlagModel
import PlainText
import Terminal

/// The state of the data after an import that ended before its end.
enum ImportOutcome: Hashable {
  /// It was one transaction.
  case whole(WriteOutcome)
  /// So many records of the input are behind those that were committed; what has become of the batch
  /// after them; and the entity, where it was made for them.
  case batches(committed: Int64, next: WriteOutcome, newEntity: Name?)
}

struct ImportStopped: Error {
  let cause: any Error
  let outcome: ImportOutcome
}

/// The records that are wrong: each ends the import, or is told, or is kept in a file to be mended.
final class Rejections {
  /// A record that ends the import.
  struct Refused: Error {
    let error: InputError
  }

  private let rule: ImportOptions.ErrorRule
  private let path: String?
  private let session: Session
  private var output: Output?
  private(set) var count: Int64 = 0
  /// Those of which the file cannot say what is wrong with them.
  private var told: Int64 = 0
  /// The bytes before the first record, which must be the same in all inputs.
  private var head: (bytes: [UInt8], file: String)?

  init(_ rule: ImportOptions.ErrorRule, _ path: String?, _ session: Session) throws {
    self.rule = rule
    self.path = path
    self.session = session
    output = try path.map { try session.file($0, for: "--rejects") }
  }

  var isCollecting: Bool { output != nil }

  /// A record that is wrong, with its bytes where they are collected.
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

  /// Throws where the file cannot hold what is to be in it, while the import can still be undone.
  func requireRoom() throws {
    do throws(OutputError) {
      try output?.requireTaker()
    } catch {
      throw LostAnswer(cause: error, outcome: .unchanged)
    }
  }

  /// Says what was not said one by one, and gives the file its name: the others are in.
  func finish() throws {
    do throws(OutputError) {
      try output?.finish()
    } catch {
      throw LostAnswer(cause: error, outcome: .kept)
    }
    if told > mostShown {
      let more = told - Int64(mostShown)
      session.say(
        "and \(counted(more, "more record")) that \(agreeing(more, "is", "are")) wrong\n")
    }
  }

  /// Makes sure that the records of an input can stand below those of the ones before.
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
  /// The place and the message on one line.
  fileprivate var reason: String {
    let place = [line.map { "line \($0)" }, column.map { "column \($0)" }].compactMap(\.self)
    return (place.isEmpty ? "" : "\(place.joined(separator: ", ")): ") + message
  }
}
