/// The files that a command uses, and the only way to open one. Nothing is opened around it: each
/// function of this module that opens a file asks it first.
///
/// An output never replaces a database, the files that SQLite keeps beside it, an input, or another
/// output of the same command. A file of a database is not read either: closing any descriptor of it
/// drops the locks that SQLite holds on it in this process (sqlite.org/howtocorrupt.html, 2.2).
///
/// A part knows what the whole uses, and ends what it uses itself when it is let go of.
/// See Documentation/Decisions/files-in-use-are-known-in-one-place.md.
package final class FilesInUse: Sendable {
  /// The files that the whole process uses: open databases, and its standard input.
  package static let ofProcess = FilesInUse(within: nil)

  /// The files of work that is not a command, as that of an app.
  package static var ofNoCommand: FilesInUse { ofProcess.part() }

  private let whole: FilesInUse?
  private let uses = Guarded<[FileUse]>([])

  private init(within whole: FilesInUse?) {
    self.whole = whole
  }

  /// The files that one part of the work uses, such as one of several commands.
  package func part() -> FilesInUse {
    FilesInUse(within: self)
  }

  // MARK: Using files

  /// A database that is or will be opened, and all that SQLite keeps beside it. Throws if an input or
  /// an output is one of these files, or if the process would write its messages into one.
  package func useDatabase(at path: String) throws(FileError) {
    let use = FileUse(.database, path)
    for other in chain.flatMap(\.current) where other.kind != .database {
      if let user = use.user(of: FilePlace(other.path)) {
        throw FileError(other.kind == .input ? .read : .write, other.path, .inUse(by: user))
      }
    }
    for stream in [STDOUT_FILENO, STDERR_FILENO] {
      guard let place = FilePlace(ofRegularFile: stream), use.user(of: place) != nil else {
        continue
      }
      // The error itself must not go there.
      if stream == STDERR_FILENO { replaceWithNothing(stream) }
      throw FileError(.write, path, .standardStream)
    }
    add(use)
  }

  /// A file that will be read; none that a database or an output is. It need not be there.
  package func useInput(at path: String) throws(FileError) {
    try requireReadable(path)
    add(FileUse(.input, path))
  }

  /// Forgets what was read or written last under a path.
  package func endUse(at path: String) {
    uses.withLock { uses in
      if let index = uses.lastIndex(where: { $0.path == path && $0.kind != .database }) {
        uses.remove(at: index)
      }
    }
  }

  /// Marks the files of a database that SQLite has opened, until the result is let go of.
  package static func holdDatabase(at path: String) -> DatabaseHold {
    let use = FileUse(.database, path)
    ofProcess.add(use)
    return DatabaseHold(use)
  }

  fileprivate func remove(_ use: FileUse) {
    uses.withLock { uses in uses.removeAll { $0 === use } }
  }

  private func add(_ use: FileUse) {
    uses.withLock { $0.append(use) }
  }

  // MARK: Opening files

  /// Throws if a path leads to a file of a database, or to one that is being written.
  func requireReadable(_ path: String) throws(FileError) {
    if let user = user(of: path, besides: .input) {
      throw FileError(.read, path, .inUse(by: user))
    }
  }

  /// Throws if a path leads to a file that is in use. What is not replaced but written as it comes
  /// may have several writers.
  package func requireWritable(_ path: String, replaces: Bool = true) throws(FileError) {
    var user = user(of: path, besides: replaces ? nil : .output)
    if user == nil, let input = FilePlace(ofRegularFile: STDIN_FILENO),
      input.file == FilePlace(path).file
    {
      user = .input
    }
    if let user { throw FileError(.write, path, .inUse(by: user)) }
  }

  /// Notes what is written from now on.
  func noteOutput(_ path: String) {
    add(FileUse(.output, path))
  }

  /// Closes a descriptor, unless it is one of a file that SQLite has open by now: its locks are worth
  /// more than a descriptor.
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

  /// This and all that it is a part of.
  private var chain: [FilesInUse] { [self] + (whole?.chain ?? []) }
}

/// An open database; its files may be opened by others again when it is let go of.
package final class DatabaseHold: Sendable {
  private let use: FileUse

  fileprivate init(_ use: FileUse) {
    self.use = use
  }

  deinit { FilesInUse.ofProcess.remove(use) }
}

/// A file, and for what it is used.
private final class FileUse: Sendable {
  enum Kind {
    case database
    case input
    case output
  }

  let kind: Kind
  /// As it was given.
  let path: String
  /// As it was when the use began: the name may lead elsewhere later.
  private let place: FilePlace

  init(_ kind: Kind, _ path: String) {
    self.kind = kind
    self.path = path
    place = FilePlace(path)
  }

  /// Whose file a place is, if it is in this use.
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
    return isCompanion ? .companion(of: path) : nil
  }
}

/// The endings of the files that SQLite keeps beside a database.
package let databaseCompanions = ["-journal", "-wal", "-shm"]

/// The place that a path leads to, with or without a file there.
private struct FilePlace {
  /// With the links at its end followed, also where the last one leads to nothing.
  let path: String
  let kind: FileKind?
  let file: FileIdentity?
  private let folder: FileIdentity?

  init(_ path: String) {
    self.path = Self.followed(path)
    let status = try? status(of: path)
    kind = status.map { FileKind(mode: $0.st_mode) }
    file = status.map { FileIdentity($0) }
    folder = FileIdentity(at: Platform.folder(of: self.path))
  }

  /// Nil unless a descriptor is one of a regular file.
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

  /// As many links as the system follows.
  private static func followed(_ path: String) -> String {
    var path = path
    for _ in 0..<40 {
      guard let target = linkTarget(path) else { break }
      path = target.hasPrefix("/") ? target : "\(Platform.folder(of: path))/\(target)"
    }
    return path
  }

  private static func linkTarget(_ path: String) -> String? {
    if path.utf8.contains(0) { return nil }
    let target = [CChar](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      count = buffer.baseAddress.map { max(0, readlink(path, $0, buffer.count)) } ?? 0
    }
    return target.isEmpty
      ? nil : String(decoding: target.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// Lets a descriptor lead nowhere.
private func replaceWithNothing(_ descriptor: Int32) {
  let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
  guard nothing >= 0 else { return }
  dup2(nothing, descriptor)
  close(nothing)
}
