import Databases
import Engines
import FlagModel
import Platform

// Databases on servers need an executable with libpq. The default executable does not link it, so
// that it starts fast.

extension Session {
  /// True if a name is the address of a database on a server and not the path of a file.
  func isAddress(_ name: String) -> Bool { Database.isAddress(name, on: servers) }

  /// If a name is an address that this executable cannot open, replaces the process by one that
  /// can.
  /// See Documentation/Decisions/postgresql-has-a-separate-executable.md.
  func requireEngine(for name: String) throws {
    guard isAddress(name) else { return }
    if let servers {
      // A malformed address is reported before anything else is.
      _ = try servers.place(name, patience: Database.usualPatience)
      return
    }
    try Database.requireSense(ofAddress: name)
    guard let words, !hasActed else {
      throw CommandError(
        "a database on a server is opened at the start alone",
        hint: "end this session, and begin one with the address", exit: .failed)
    }
    for place in ServerProgram(name: serverProgram).places {
      if (try? fileKind(at: place)) == .regular { try requireLibrary() }
      replaceProcess(by: place, [toolName] + words)
    }
    throw CommandError(
      "PostgreSQL is opened by '\(serverProgram)', which is not beside '\(toolName)'",
      hint: "'make install' and the package of Debian bring both; it needs libpq5", exit: .failed)
  }

  /// Throws if the library for the other executable is missing.
  private func requireLibrary() throws {
    #if os(Linux)
      guard ServerProgram.library.isMissing else { return }
      throw CommandError(
        "PostgreSQL needs the library libpq, which is not installed",
        hint: "install libpq5 with apt-get, libpq with dnf or apk, or postgresql-libs with pacman",
        exit: .failed)
    #endif
  }
}
