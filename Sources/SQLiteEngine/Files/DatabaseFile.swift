package import Engines
internal import FlagModel
internal import PlainText
internal import Platform

/// The path of a database, looked at before SQLite is: SQLite opens an empty name, `:memory:`, a
/// URI or a device as a scratch database without a word, and what is written there vanishes.
package struct DatabaseFile {
  /// As the user typed it.
  package let name: String

  package init(name: String) { self.name = name }

  /// The path for SQLite; a relative one begins with `./`, so that it is no URI.
  package var path: String { name.hasPrefix("/") ? name : "./\(name)" }

  /// Throws unless a regular file with at least one byte stands there.
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

  /// Throws if the file may be read only.
  package func requireWritable() throws(DatabaseError) {
    guard access(path, W_OK) == 0 else {
      throw DatabaseError(
        .unusableFile, "'\(name)' cannot be written: \(SystemError.last.message)")
    }
  }

  package func requireName() throws(DatabaseError) {
    guard !name.isEmpty, name != ":memory:", !name.utf8.contains(0) else {
      throw DatabaseError(
        .noSuchFile, "'\(name)' names no file", hint: "give the path of a file, as in zoo.db")
    }
  }

  /// The file beside which SQLite would take this one for a journal or a log; nil if there is none.
  var ownerOfName: String? {
    databaseCompanions.lazy.filter(name.hasSuffix)
      .map { String(name.dropLast($0.utf8.count)) }
      .first { !$0.isEmpty && (try? fileKind(at: $0)) == .regular }
  }

  private var nearestFile: Hint? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.dropLast().map { "\($0)/" }.joined()
    let files = names(inDirectory: name.hasPrefix("/") ? folder : "./\(folder)").filter { file in
      !file.hasPrefix(".") && !databaseCompanions.contains(where: file.hasSuffix)
    }
    return nearestName(to: String(parts.last ?? ""), in: files.sorted()).map {
      .meant([folder + $0])
    }
  }
}
