import FlagModel
import Linting
import Platform

/// The file of `--lock`.
struct LockFile {
  let path: String
  private let updates: Bool
  private let lock: FlagLock
  private let isNew: Bool

  private static let largest = 4 << 20

  init(_ path: String, updates: Bool, in session: Session) throws {
    self.path = path
    self.updates = updates
    isNew = try fileKind(at: path) == nil
    // It is an input until it is written, also if it does not exist yet.
    if isNew { try session.files.useInput(at: path) }
    lock = isNew ? FlagLock() : try Self.read(path, session)
  }

  /// The names of the sets that were released in a file.
  func sets(in file: String) -> [Name] { lock.sets(inFile: pathFromLock(to: file)) }

  /// Compares the sets with the lock.
  func compare(_ inputs: LintInputs) throws -> LockComparison {
    if let file = inputs.files.first(where: { !FlagLock.canHold($0) }) {
      throw CommandError(
        "a lock cannot hold the name of '\(visible(file))', which has a line break", exit: .failed)
    }
    let sides = (inputs.sets + inputs.smallSets).map { set, file in
      LockComparison.Side(set, file: file, path: pathFromLock(to: file))
    }
    // A file that cannot be read may have its sets.
    let files = inputs.hasUnreadable ? [] : inputs.files
    return LockComparison(
      lock, sides,
      files: Dictionary(files.map { (pathFromLock(to: $0), $0) }) { first, _ in first },
      exists: { inputs.hasUnreadable || isFile($0) })
  }

  func findings(of comparison: LockComparison) -> [LintFinding] {
    // The update marks the flags of a missing set as removed.
    comparison.findings.filter { !updates || $0.rule != .missingSet }
  }

  /// Writes the lock if it is missing or to be updated.
  func write(_ comparison: LockComparison, in session: Session) throws {
    if isNew || updates {
      session.act()
      session.files.endUse(at: path)
      try replaceFile(at: path, with: Array(comparison.updated.text.utf8), in: session.files)
    } else if comparison.newFlags > 0 {
      let flags = counted(comparison.newFlags, "flag")
      let verb = agreeing(comparison.newFlags, "is", "are")
      session.say(
        "note: \(flags) \(verb) not in '\(visible(path))'\nhint: --update adds new flags\n")
    }
  }

  // MARK: Paths

  /// The path of a file from the folder of the lock, so that files of one name in different folders differ. The
  /// address of a server becomes the name of its database.
  private func pathFromLock(to file: String) -> String {
    if file.contains("://") {
      let place = file.prefix { $0 != "?" }
      return place.split(separator: "/").last.map(String.init) ?? file
    }
    guard let start = resolvedPath(folder(of: path)), let end = resolvedPath(folder(of: file)),
      (try? fileKind(at: file)) != nil
    else { return file }
    let (from, to) = (start.split(separator: "/"), end.split(separator: "/"))
    let shared = zip(from, to).prefix { $0 == $1 }.count
    let steps = [Substring](repeating: "..", count: from.count - shared)
    let name = file.split(separator: "/").last ?? file[...]
    return (steps + to.dropFirst(shared) + [name]).joined(separator: "/")
  }

  private func isFile(_ pathFromLock: String) -> Bool {
    // The name of a database on a server is no path.
    guard pathFromLock.contains("/") || pathFromLock.contains("."), !pathFromLock.contains("=")
    else { return true }
    return (try? fileKind(at: "\(folder(of: path))/\(pathFromLock)")) != nil
  }

  private static func read(_ path: String, _ session: Session) throws -> FlagLock {
    session.read(path)
    let bytes = try readFile(at: path, limit: largest, in: session.files)
    return try FlagLock(try ModelFile.source(bytes, named: path))
  }
}
