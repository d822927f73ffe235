package import Engines
internal import FlagModel
internal import Platform

/// The path of a database, checked before SQLite opens it. SQLite silently opens an empty name,
/// `:memory:`, a URI or a device as a temporary database, whose content is lost.
package struct DatabaseFile {
  /// The path as the user typed it.
  package let name: String

  package init(name: String) { self.name = name }

  /// The path for SQLite. A relative path begins with `./`, so that it is not taken for a URI.
  package var path: String { name.hasPrefix("/") ? name : "./\(name)" }

  /// Throws unless the path is a regular file with at least one byte.
  package func requireExisting() throws(DatabaseError) {
    try requireName()
    var info = stat()
    guard stat(path, &info) == 0 else {
      let error = SystemError.last
      guard error.code == ENOENT || error.code == ENOTDIR else {
        throw DatabaseError(.unusableFile, "'\(name)' cannot be opened: \(error.message)")
      }
      throw DatabaseError(.noSuchFile, "no such database: '\(name)'", hint: nearestFile)
    }
    switch info.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw DatabaseError(.notADatabase, "'\(name)' is a directory, not a database")
    default: throw DatabaseError(.notADatabase, "'\(name)' is not a regular file")
    }
    guard info.st_size > 0 else {
      throw DatabaseError(.notADatabase, "'\(name)' is empty, not a database")
    }
    guard access(path, R_OK) == 0 else {
      throw DatabaseError(.unusableFile, "'\(name)' cannot be read: \(SystemError.last.message)")
    }
  }

  /// Throws if there is a companion file, such as a log, that cannot be read. Returns false without one.
  /// - Parameter path: the path of the database without symbolic links.
  @discardableResult func requireReadable(
    _ ending: String, at path: String? = nil
  ) throws(DatabaseError) -> Bool {
    let path = path ?? self.path
    let kind: FileKind?
    do {
      kind = try fileKind(at: path + ending)
    } catch {
      throw DatabaseError(.unusableFile, error.message)
    }
    switch kind {
    case nil: return false
    case .regular: break
    case .directory:
      throw DatabaseError(
        .unusableFile, "'\(name)\(ending)' is a directory, not a file of the database")
    default: throw DatabaseError(.unusableFile, "'\(name)\(ending)' is not a regular file")
    }
    guard access(path + ending, R_OK) == 0 else {
      throw DatabaseError(
        .unusableFile, "cannot read '\(name)\(ending)': \(SystemError.last.message)")
    }
    return true
  }

  /// Throws if the file is not writable.
  package func requireWritable() throws(DatabaseError) {
    guard access(path, W_OK) == 0 else {
      throw DatabaseError(.unusableFile, "'\(name)' cannot be written: \(SystemError.last.message)")
    }
  }

  package func requireName() throws(DatabaseError) {
    guard !name.isEmpty, name != ":memory:", !name.utf8.contains(0) else {
      throw DatabaseError(
        .noSuchFile, "'\(name)' names no file", hint: "give the path of a file, as in zoo.db")
    }
  }

  /// The database for which SQLite would take this file as a journal or a log; nil if there is
  /// none.
  var ownerOfName: String? {
    databaseCompanions.lazy.filter(name.hasSuffix)
      .map { String(name.dropLast($0.utf8.count)) }
      .first { !$0.isEmpty && (try? fileKind(at: $0)) == .regular }
  }

  private var nearestFile: Hint? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.dropLast().map { "\($0)/" }.joined()
    let files = names(inDirectory: folder).filter { file in
      !file.hasPrefix(".") && !databaseCompanions.contains(where: file.hasSuffix)
    }
    return nearestName(to: String(parts.last ?? ""), in: files.sorted()).map {
      .meant([folder + $0])
    }
  }
}
