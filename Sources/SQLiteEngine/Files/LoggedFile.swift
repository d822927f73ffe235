package import Engines
internal import PlainText
internal import Platform
internal import SQLitePages
internal import Synchronization

/// A database file with the commits in its write-ahead log. Only its bytes are read: there is no lock, no checkpoint
/// and no index of the log.
/// See Documentation/Decisions/earlier-states-are-read-through-a-vfs.md.
package final class LoggedFile: @unchecked Sendable {
  package let file: DatabaseFile
  let path: String
  let states: LogStates
  private let hasLog: Bool
  private let stamp: FileStamp?
  private let header: [UInt8]
  private let hold: DatabaseHold

  /// Throws if the file cannot be read.
  package init(_ file: DatabaseFile) throws(DatabaseError) {
    try file.requireExisting()
    self.file = file
    path = SystemFile.fullPath(of: file.path)
    hold = FilesInUse.holdDatabase(at: path)
    stamp = FileStamp(at: path)
    guard let database = SystemFile(at: path) else {
      throw DatabaseError(.unusableFile, "'\(file.name)' cannot be opened")
    }
    let headerOfFile = DatabaseHeader(bytes: database.bytes(0..<DatabaseHeader.length))
    guard headerOfFile.isSQLite else { throw headerOfFile.refusal(of: file.name) }
    let log = try Self.log(of: file, at: path)
    hasLog = log != nil
    states = LogStates(file: database, log: log ?? NoBytes())
    header = states.bytesOfLog.bytes(0..<Self.headerLength)
  }

  /// The log beside the file; nil if there is none.
  private static func log(
    of file: DatabaseFile, at path: String
  ) throws(DatabaseError) -> SystemFile? {
    guard try file.requireReadable("-wal", at: path) else { return nil }
    if let log = SystemFile(at: path + "-wal") { return log }
    // A program can have deleted it in this moment.
    guard try file.requireReadable("-wal", at: path) else { return nil }
    throw DatabaseError(.unusableFile, "cannot read '\(file.name)-wal'")
  }

  private static let headerLength = 32

  /// The number of commits in the log.
  package var commitCount: Int { states.last }
  /// The first known state; 0 is the state before the first commit.
  package var firstState: Int { states.first }

  /// The pages that a commit changed.
  package func pages(of commit: Int) -> Set<UInt32> { states.log.pages(of: commit) }

  /// The parts of the log that no known commit contains, in words.
  package var notes: [String] {
    let (log, name) = (states.log, "'\(file.name)-wal'")
    if log.commits.isEmpty { return [lackOfCommits] }
    var notes: [String] = []
    if firstState > 0 {
      let commits = firstState == 1 ? "commit 1" : "commits 1 to \(firstState)"
      notes.append(
        "\(commits) cannot be shown: a checkpoint may have overwritten the pages before them")
    }
    if log.uncommitted > 0 {
      notes.append("\(name) ends with \(counted(log.uncommitted, "page")) of no commit")
    }
    if log.earlier > 0 {
      notes.append(
        "\(name) also has \(counted(log.earlier, "page")) from before the log was begun again")
    }
    return notes
  }

  private var lackOfCommits: String {
    hasLog
      ? "'\(file.name)-wal' has no commits"
      : "there is no '\(file.name)-wal', and so no earlier state is known"
  }

  /// Throws unless the states before and after a commit are known.
  package func requireCommit(_ number: Int) throws(DatabaseError) {
    guard number > 0 else { throw noCommit(number) }
    try requireState(number - 1)
    try requireState(number)
  }

  private func noCommit(_ number: Int) -> DatabaseError {
    if commitCount == 0 { return DatabaseError(.refused, lackOfCommits) }
    return DatabaseError(
      .refused, "'\(file.name)-wal' has no commit \(number)",
      hint: commitCount == 1 ? "it has commit 1" : "it has commits 1 to \(commitCount)")
  }

  /// Throws unless the state after a commit is known.
  package func requireState(_ number: Int) throws(DatabaseError) {
    if commitCount > 0, (firstState...commitCount).contains(number) { return }
    if commitCount == 0 { throw DatabaseError(.refused, lackOfCommits) }
    guard (0..<firstState).contains(number) else { throw noCommit(number) }
    throw DatabaseError(
      .refused,
      "the state after commit \(number) is not known: a checkpoint may have overwritten its pages",
      hint: "the earliest known state is \(firstState)")
  }

  /// True if the file and the known part of the log have not changed.
  var isUnchanged: Bool {
    FileStamp(at: path) == stamp && states.bytesOfLog.bytes(0..<Self.headerLength) == header
  }
}

/// A log that does not exist.
private struct NoBytes: PageBytes {
  var size: Int64 { 0 }
  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Bool { false }
}

extension PageBytes {
  /// Some bytes; none if there are too few.
  fileprivate func bytes(_ range: Range<Int>) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    let isRead = bytes.withUnsafeMutableBytes { read(at: Int64(range.lowerBound), into: $0) }
    return isRead ? bytes : []
  }
}
