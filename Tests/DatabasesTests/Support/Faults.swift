import CFaultVFS

/// Faults on purpose in the files of one folder, in a test that shares its process with others.
final class Faults {
  /// The way in which a call of SQLite on a file fails.
  enum Effect: Int32, CaseIterable, Sendable {
    /// As by a broken disk, in the way that belongs to the call.
    case error = 1
    /// As by a full disk.
    case full = 2
    /// As by a lock of another program.
    case busy = 3
    /// As by a broken disk, after half of the bytes.
    case torn = 4
    /// As by a full disk, after half of the bytes.
    case short = 5
  }

  /// Kinds of calls.
  struct Calls: OptionSet, Sendable {
    let rawValue: UInt32
    static let open = Calls(rawValue: 1 << 0)
    static let delete = Calls(rawValue: 1 << 1)
    static let access = Calls(rawValue: 1 << 2)
    static let read = Calls(rawValue: 1 << 3)
    static let write = Calls(rawValue: 1 << 4)
    static let truncate = Calls(rawValue: 1 << 5)
    static let sync = Calls(rawValue: 1 << 6)
    static let size = Calls(rawValue: 1 << 7)
    static let lock = Calls(rawValue: 1 << 8)
    static let unlock = Calls(rawValue: 1 << 9)
    static let sharedLock = Calls(rawValue: 1 << 11)
    static let sharedMemory = Calls(rawValue: 7 << 10)
    static let all = Calls(rawValue: 0xFFFF)
  }

  private let watch: OpaquePointer

  /// Watches a folder, whose databases are to be opened afterwards.
  init(in scratch: Scratch) throws {
    guard let watch = fault_watch_folder(scratch.path(".")) else { throw NoRoom() }
    self.watch = watch
  }

  deinit {
    fault_unwatch(watch)
  }

  struct NoRoom: Error {}

  /// From now on the call with a number, counted from 1 among those of some kinds, fails.
  func fail(_ number: Int, of calls: Calls = .all, _ effect: Effect = .error, lasting: Bool = false)
  {
    let plan = fault_plan(
      calls: calls.rawValue, effect: effect.rawValue, signal: 0, at: Int64(number),
      length: lasting ? .max : 1)
    fault_arm(watch, plan, false)
  }

  /// Sends a signal to this process at a call, which is then made.
  func raise(_ signal: Int32, at number: Int, of calls: Calls = .all) {
    let plan = fault_plan(
      calls: calls.rawValue, effect: Int32(FAULT_SIGNAL), signal: signal, at: Int64(number),
      length: 1)
    fault_arm(watch, plan, false)
  }

  /// From now on nothing fails.
  func stop() {
    fault_disarm(watch)
  }

  /// The number of calls that have failed.
  var hits: Int { Int(fault_hits(watch)) }

  /// The number of calls of some kinds since a fault was asked for.
  func count(of calls: Calls) -> Int { Int(fault_count(watch, calls.rawValue)) }
}
