internal import CSQLite
import Engines
internal import Platform
internal import SQLitePages
internal import Synchronization

/// A system layer of SQLite that opens an earlier state of a file. Its pages come from the file and from its log.
///
/// A connection names the state by a number in its URI. Temporary files are those of the default
/// system layer.
enum StateSystem {
  static let name = "flagdb-states"
  /// The parameter of a URI with the number of a state.
  static let parameter = "state"

  /// The states that connections are about to open.
  private static let waiting = Mutex<[Int: LogState]>([:])
  private static let counter = Atomic<Int>(0)

  /// Runs the body with the parameters of a URI that open the state.
  static func offering<Result>(
    _ state: LogState, _ body: (String) throws(EngineError) -> Result
  ) throws(EngineError) -> Result {
    guard isRegistered else { throw .outOfMemory }
    let number = counter.add(1, ordering: .relaxed).newValue
    waiting.withLock { $0[number] = state }
    defer { waiting.withLock { $0[number] = nil } }
    return try body("vfs=\(name)&immutable=1&\(parameter)=\(number)")
  }

  // MARK: Opening

  /// The file of an open state, in memory of SQLite.
  private struct OpenState {
    var methods: UnsafePointer<sqlite3_io_methods>?
    var state: Unmanaged<SharedState>?
  }

  private final class SharedState {
    let state: LogState
    init(_ state: LogState) { self.state = state }
  }

  private static let isRegistered: Bool = {
    guard let base = sqlite3_vfs_find(nil) else { return false }
    let system = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    system.initialize(to: base.pointee)
    system.pointee.pNext = nil
    system.pointee.szOsFile = max(base.pointee.szOsFile, Int32(MemoryLayout<OpenState>.size))
    system.pointee.zName = UnsafePointer(strdup(name))
    system.pointee.xOpen = { system, name, file, flags, outFlags in
      guard let file else { return SQLITE_MISUSE }
      guard flags & SQLITE_OPEN_MAIN_DB != 0 else {
        return StateSystem.openOther(system, name, file, flags, outFlags)
      }
      return StateSystem.open(name, file, outFlags)
    }
    return sqlite3_vfs_register(system, 0) == SQLITE_OK
  }()

  private static func openOther(
    _ system: UnsafeMutablePointer<sqlite3_vfs>?, _ name: UnsafePointer<CChar>?,
    _ file: UnsafeMutablePointer<sqlite3_file>, _ flags: Int32,
    _ outFlags: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    guard let base = sqlite3_vfs_find(nil), let open = base.pointee.xOpen else {
      return SQLITE_CANTOPEN
    }
    return open(base, name, file, flags, outFlags)
  }

  private static func open(
    _ name: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>,
    _ outFlags: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    file.pointee.pMethods = nil
    let number = sqlite3_uri_int64(name, parameter, 0)
    guard let state = waiting.withLock({ $0[Int(number)] }) else { return SQLITE_CANTOPEN }
    let shared = Unmanaged.passRetained(SharedState(state))
    UnsafeMutableRawPointer(file).assumingMemoryBound(to: OpenState.self)
      .initialize(to: OpenState(methods: methods, state: shared))
    outFlags?.pointee = SQLITE_OPEN_READONLY
    return SQLITE_OK
  }

  // MARK: Reading

  private nonisolated(unsafe) static let methods: UnsafePointer<sqlite3_io_methods> = {
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    methods.initialize(to: sqlite3_io_methods())
    methods.pointee.iVersion = 1
    methods.pointee.xClose = { StateSystem.close($0) }
    methods.pointee.xRead = { StateSystem.read($0, $1, $2, $3) }
    methods.pointee.xWrite = { _, _, _, _ in SQLITE_READONLY }
    methods.pointee.xTruncate = { _, _ in SQLITE_READONLY }
    methods.pointee.xSync = { _, _ in SQLITE_OK }
    methods.pointee.xFileSize = { StateSystem.measure($0, $1) }
    methods.pointee.xLock = { _, _ in SQLITE_OK }
    methods.pointee.xUnlock = { _, _ in SQLITE_OK }
    methods.pointee.xCheckReservedLock = { _, isLocked in
      isLocked?.pointee = 0
      return SQLITE_OK
    }
    methods.pointee.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
    methods.pointee.xSectorSize = { _ in 4_096 }
    methods.pointee.xDeviceCharacteristics = { _ in SQLITE_IOCAP_IMMUTABLE }
    return UnsafePointer(methods)
  }()

  private static func state(
    of file: UnsafeMutablePointer<sqlite3_file>?
  ) -> Unmanaged<SharedState>? {
    file.flatMap {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: OpenState.self).pointee.state
    }
  }

  private static func close(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
    state(of: file)?.release()
    file?.pointee.pMethods = nil
    return SQLITE_OK
  }

  private static func read(
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ bytes: UnsafeMutableRawPointer?,
    _ count: Int32, _ offset: Int64
  ) -> Int32 {
    guard let shared = state(of: file), let bytes else { return flagdb_ioerr_read }
    let state = shared.takeUnretainedValue().state
    let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: Int(count))
    if state.read(at: offset, into: buffer) { return SQLITE_OK }
    guard offset + Int64(count) > state.size else { return flagdb_ioerr_read }
    buffer.initializeMemory(as: UInt8.self, repeating: 0)
    let rest = Int(max(0, state.size - offset))
    let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<rest])
    guard state.read(at: offset, into: part) else { return flagdb_ioerr_read }
    return flagdb_ioerr_short_read
  }

  private static func measure(
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ size: UnsafeMutablePointer<Int64>?
  ) -> Int32 {
    guard let shared = state(of: file) else { return flagdb_ioerr_read }
    size?.pointee = shared.takeUnretainedValue().state.size
    return SQLITE_OK
  }
}
