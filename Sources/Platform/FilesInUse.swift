/// The files that a command uses. All functions of this module that open a file check it here
/// first.
///
/// An output never replaces a database, its companion files, an input, or another output of the
/// same command. A database file is not read either: closing a descriptor would release the locks
/// that SQLite has in this process (sqlite.org/howtocorrupt.html, 2.2).
///
/// A part includes the files of the whole, and releases its own at its end.
/// See Documentation/Decisions/files-in-use-are-known-in-one-place.md.
package final class FilesInUse: Sendable {
  /// The files of the whole process: open databases, and standard input.
  package static let ofProcess = FilesInUse(within: nil)

  /// The files for work outside commands, for example in an app.
  package static var ofNoCommand: FilesInUse { ofProcess.part() }

  private let whole: FilesInUse?
  private let uses = Guarded<[FileUse]>([])

  private init(within whole: FilesInUse?) { self.whole = whole }

  /// The files of a part of the work, such as one of several commands.
  package func part() -> FilesInUse { FilesInUse(within: self) }

  // MARK: Using files

  /// Registers a database that will be opened, with its companion files. Throws if one of them is
  /// an input or output, or if messages of the process would be written to it.
  package func useDatabase(at path: String) throws(FileError) {
    let use = FileUse(.database, path)
    for other in chain.flatMap(\.current) where other.kind != .database {
      if let user = use.user(of: FilePlace(other.path)) {
        let action: FileError.Action = other.kind == .input ? .read : .write
        throw FileError(action, other.path, .inUse(by: user))
      }
    }
    for stream in [STDOUT_FILENO, STDERR_FILENO] {
      guard let place = FilePlace(ofRegularFile: stream), use.user(of: place) != nil else {
        continue
      }
      // The error message must not be written to the database.
      if stream == STDERR_FILENO { replaceWithNothing(stream) }
      throw FileError(.write, path, .standardStream)
    }
    add(use)
  }

  /// Registers an input, which must not be a database or an output. It need not exist.
  package func useInput(at path: String) throws(FileError) {
    try requireReadable(path)
    add(FileUse(.input, path))
  }

  /// Ends the last use of a path.
  package func endUse(at path: String) {
    uses.withLock { uses in
      if let index = uses.lastIndex(where: { $0.path == path && $0.kind != .database }) {
        uses.remove(at: index)
      }
    }
  }

  /// Registers an open database until the result is released.
  package static func holdDatabase(at path: String) -> DatabaseHold {
    let use = FileUse(.database, path)
    ofProcess.add(use)
    return DatabaseHold(use)
  }

  fileprivate func remove(_ use: FileUse) {
    uses.withLock { uses in uses.removeAll { $0 === use } }
  }

  private func add(_ use: FileUse) { uses.withLock { $0.append(use) } }

  // MARK: Opening files

  /// Throws if the path is a database file or an output.
  func requireReadable(_ path: String) throws(FileError) {
    if let user = user(of: path, besides: .input) {
      throw FileError(.read, path, .inUse(by: user))
    }
  }

  /// Throws if the file is in use. A stream, which is not replaced, can have several writers.
  package func requireWritable(_ path: String, replaces: Bool = true) throws(FileError) {
    var user = user(of: path, besides: replaces ? nil : .output)
    if user == nil, let input = FilePlace(ofRegularFile: STDIN_FILENO),
      input.file == FilePlace(path).file
    {
      user = .input
    }
    if let user { throw FileError(.write, path, .inUse(by: user)) }
  }

  /// Throws if the file is in use, or if it is a device or a pipe, which a new file must not replace.
  func requireReplaceable(_ path: String) throws(FileError) {
    try requireWritable(path)
    switch try fileKind(at: path) {
    case nil, .regular, .directory: break
    case .device, .fifo, .socket, .unknown: throw FileError(.write, path, .notAFile)
    }
  }

  /// Registers an output.
  func noteOutput(_ path: String) { add(FileUse(.output, path)) }

  /// Closes a descriptor, unless SQLite has the same file open, because this would release its
  /// locks.
  package static func close(_ descriptor: Int32) {
    if isOfDatabase(descriptor) { return }
    Platform.close(descriptor)
  }

  static func isOfDatabase(_ descriptor: Int32) -> Bool {
    guard let place = FilePlace(ofRegularFile: descriptor) else { return false }
    return ofProcess.current.contains { $0.user(of: place) != nil }
  }

  private func user(of path: String, besides kind: FileUse.Kind?) -> FileError.User? {
    let place = FilePlace(path)
    guard place.kind ?? .regular == .regular else { return nil }
    for use in chain.flatMap(\.current) where use.kind != kind {
      if let user = use.user(of: place) { return user }
    }
    return nil
  }

  private var current: [FileUse] { uses.withLock { $0 } }

  /// This object and those that contain it.
  private var chain: [FilesInUse] { [self] + (whole?.chain ?? []) }
}

/// An open database. When this object is released, its files can be opened again.
package final class DatabaseHold: Sendable {
  private let use: FileUse

  fileprivate init(_ use: FileUse) { self.use = use }

  deinit { FilesInUse.ofProcess.remove(use) }
}

/// A file and its use.
private final class FileUse: Sendable {
  enum Kind {
    case database
    case input
    case output
  }

  let kind: Kind
  /// The path as given.
  let path: String
  /// The location at the beginning of the use. The path can later refer to another file.
  private let place: FilePlace

  init(_ kind: Kind, _ path: String) {
    self.kind = kind
    self.path = path
    place = FilePlace(path)
  }

  /// The user of a location, if it is in this use.
  func user(of other: FilePlace) -> FileError.User? {
    if other.isSame(as: place) || other.isSame(as: FilePlace(path)) {
      return switch kind {
      case .database: .database
      case .input: .input
      case .output: .output
      }
    }
    guard kind == .database else { return nil }
    let isCompanion = [place.path, path].contains { path in
      databaseCompanions.contains { other.isSame(as: FilePlace(path + $0)) }
    }
    if isCompanion || isCompanionOfOtherName(other) { return .companion(of: path) }
    return nil
  }

  /// True for a companion file of the same database under another name, such as that of a hard link.
  private func isCompanionOfOtherName(_ other: FilePlace) -> Bool {
    guard place.file != nil else { return false }
    return databaseCompanions.contains { ending in
      other.path.hasSuffix(ending)
        && FilePlace(String(other.path.dropLast(ending.count))).file == place.file
    }
  }
}

/// The suffixes of an SQLite database's companion files.
package let databaseCompanions = ["-journal", "-wal", "-shm"]

/// The location of a path, whether or not a file exists.
private struct FilePlace {
  /// The path with its last symbolic links resolved, even if the target does not exist.
  let path: String
  let kind: FileKind?
  let file: FileIdentity?
  private let folder: FileIdentity?

  init(_ path: String) {
    self.path = followedPath(path)
    let status = try? status(of: path)
    kind = status.map { FileKind(mode: $0.st_mode) }
    file = status.map { FileIdentity($0) }
    folder = FileIdentity(at: Platform.folder(of: self.path))
  }

  /// Nil if the descriptor is not a regular file.
  init?(ofRegularFile descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, FileKind(mode: status.st_mode) == .regular else {
      return nil
    }
    path = ""
    kind = .regular
    file = FileIdentity(status)
    folder = nil
  }

  func isSame(as other: FilePlace) -> Bool {
    if file != nil || other.file != nil { return file == other.file }
    return folder != nil && folder == other.folder && name.elementsEqual(other.name)
  }

  private var name: Substring.UTF8View {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    return path[(slash.map { path.utf8.index(after: $0) } ?? path.startIndex)...].utf8
  }
}

/// The path with its last symbolic links resolved as often as the system would, even if the target does not exist.
func followedPath(_ path: String) -> String {
  var path = path
  for _ in 0..<40 {
    guard let target = linkTarget(path) else { break }
    path = target.hasPrefix("/") ? target : "\(Platform.folder(of: path))/\(target)"
  }
  return path
}

private func linkTarget(_ path: String) -> String? {
  if path.utf8.contains(0) { return nil }
  let target = [CChar](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
    count = buffer.baseAddress.map { max(0, readlink(path, $0, buffer.count)) } ?? 0
  }
  if target.isEmpty { return nil }
  return String(decoding: target.map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// Redirects a descriptor to /dev/null.
private func replaceWithNothing(_ descriptor: Int32) {
  let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
  guard nothing >= 0 else { return }
  dup2(nothing, descriptor)
  close(nothing)
}
