import Databases
import Platform

/// The executable for databases on servers.
struct ServerProgram {
  let name: String

  /// The library that it needs.
  static let library = SharedLibrary(name: "libpq.so.5")

  /// Its possible paths.
  var places: [String] {
    guard let program = programPath() else { return [] }
    let folder = folder(of: program)
    return ["\(folder)/\(name)", "\(folder)/../libexec/\(name)"]
  }

  /// Replaces the process by it at once if the database of a line is an address, so that only one
  /// process parses the line. Otherwise `requireEngine` decides when the database is opened.
  func takeOver(_ words: [String]) {
    // The database follows the command, or stands alone.
    guard words.prefix(2).contains(where: { Database.isAddress($0) }), !isLibraryMissing else {
      return
    }
    for place in places { replaceProcess(by: place, [toolName] + words) }
  }

  private var isLibraryMissing: Bool {
    #if os(Linux)
      Self.library.isMissing
    #else
      false
    #endif
  }
}
