import CFaultCalls
import CFaultVFS
import FlagTool
import Foundation

/// The content of a folder: names and bytes.
typealias Files = [String: [UInt8]]

/// The end of a run of the tool, and its traces besides its files.
struct Ending {
  /// The exit status, or the signal that killed it, negated.
  var status: Int32
  var output: [UInt8]
  var errors: String
  /// The number of calls that failed or met a signal.
  var hits: Int64
  /// The bits of the calls that did.
  var hitCalls: UInt32

  /// True if it ended as no program should: by a signal that nobody sent, or by what a sanitizer
  /// found.
  var isCrash: Bool { status < 0 && status != -SIGKILL || errors.contains("Sanitizer:") }
}

/// The folder in which the tool runs, watched, and the files beside it.
final class Workplace {
  let folder: String
  private let base: String
  let watch: OpaquePointer
  /// The moment that is now: a name with a date in it is the same in every run.
  static let now: Int64 = 1_795_248_000_000_000
  /// Far more than any run needs, in seconds.
  private static let patience: UInt32 = 60

  init(named name: String) throws {
    base =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("flagdb-torture-\(name)-\(getpid())").path
    folder = "\(base)/work"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    guard let watch = fault_watch_folder(folder) else { throw Trouble("no folder can be watched") }
    self.watch = watch
  }

  func remove() {
    try? FileManager.default.removeItem(atPath: base)
  }

  // MARK: Files

  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  /// Makes the folder hold these files and nothing else.
  func put(_ files: Files) throws {
    for name in names { unlink("\(folder)/\(name)") }
    for (name, bytes) in files { try write(bytes, to: "\(folder)/\(name)") }
  }

  /// The present content of the folder.
  func take() throws -> Files {
    var files: Files = [:]
    for name in names { files[name] = try bytes(of: "\(folder)/\(name)") }
    return files
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard descriptor >= 0 else { throw Trouble("\(path) cannot be written") }
    defer { close(descriptor) }
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { throw Trouble("\(path) cannot be written") }
      done += count
    }
  }

  private func bytes(of path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw Trouble("\(path) cannot be read") }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: Int(lseek(descriptor, 0, SEEK_END)))
    let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    guard count == bytes.count else { throw Trouble("\(path) cannot be read") }
    return bytes
  }

  // MARK: Runs

  /// The trouble that a run meets.
  struct Conditions {
    var plan = fault_plan()
    var records = false
    var bug = PlantedBug.none
    /// The text that a bug prints too early.
    var answer: [UInt8] = []
  }

  /// Runs the tool in a copy of this process, in the folder.
  func run(
    _ words: [String], input: [UInt8] = [], _ conditions: Conditions = Conditions()
  ) throws -> Ending {
    let (inputPath, outputPath, errorPath) = ("\(base)/in", "\(base)/out", "\(base)/err")
    try write(input, to: inputPath)
    fflush(nil)
    let child = fault_fork()
    if child == 0 {
      become(words, inputPath, outputPath, errorPath, conditions)
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1, errno == EINTR {}
    let (hits, calls) = (fault_hits(watch), fault_all_hits(watch))
    fault_disarm(watch)
    let signal = status & 0x7F
    return Ending(
      status: signal == 0 ? (status >> 8) & 0xFF : -signal, output: try bytes(of: outputPath),
      errors: String(decoding: try bytes(of: errorPath), as: UTF8.self), hits: hits,
      hitCalls: calls)
  }

  private func become(
    _ words: [String], _ input: String, _ output: String, _ errors: String,
    _ conditions: Conditions
  ) -> Never {
    for (descriptor, path) in [input, output, errors].enumerated() {
      let flags = descriptor == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC
      let opened = open(path, flags, 0o644)
      if opened < 0 || dup2(opened, Int32(descriptor)) < 0 { _exit(99) }
      close(opened)
    }
    guard chdir(folder) == 0 else { _exit(99) }
    alarm(Self.patience)
    // The answer stays where it is until the process ends.
    let answer = strdup(String(decoding: conditions.answer, as: UTF8.self))
    fault_plant(conditions.bug.number, answer)
    fault_arm(watch, conditions.plan, conditions.records)
    fault_take_calls(watch)
    let now = Self.now
    let status = runTool({ words }, clock: { now })
    fault_disarm(watch)
    _exit(status)
  }
}

/// Something that the harness itself cannot do.
struct Trouble: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// A bug built in on purpose, to see whether it is found.
enum PlantedBug: String, CaseIterable {
  case none
  /// Every connection works without a journal.
  case noJournal = "no-journal"
  /// A write-ahead log is emptied instead of being taken into its file.
  case noCheckpoint = "no-checkpoint"
  /// The answer is printed before the work begins.
  case earlyAnswer = "early-answer"
  /// SQLite gets paths as they were typed.
  case plainPath = "plain-path"

  var number: Int32 {
    switch self {
    case .none: Int32(FAULT_PLANT_NOTHING)
    case .noJournal: Int32(FAULT_PLANT_NO_JOURNAL)
    case .noCheckpoint: Int32(FAULT_PLANT_NO_CHECKPOINT)
    case .earlyAnswer: Int32(FAULT_PLANT_EARLY_ANSWER)
    case .plainPath: Int32(FAULT_PLANT_PLAIN_PATH)
    }
  }
}
