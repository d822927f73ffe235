import Foundation

/// The view of a client that knows nothing of flagdb: the ordinary `sqlite3` shell on a file.
struct PlainSQLite {
  /// A statement that `sqlite3` refused, in its own words.
  struct Refusal: Error, CustomStringConvertible {
    var description: String
  }

  var sandbox: Sandbox
  /// The file, named from the sandbox's work folder.
  var file: String

  /// Runs statements and gives back the lines that `sqlite3` prints, columns parted by `|`.
  @discardableResult
  func run(_ statements: String) async throws -> [String] {
    let command = Command("sqlite3", "-batch", "-bail", "-init", "/dev/null", file, statements)
    let result = try await command.run(in: sandbox)
    guard result.status == 0, result.error.isEmpty else {
      throw Refusal(description: result.errorText)
    }
    return result.outputText.split(separator: "\n").map(String.init)
  }

  /// The findings of `sqlite3` itself; none if all is well.
  func complaints() async throws -> [String] {
    let found = try await run("PRAGMA integrity_check; PRAGMA foreign_key_check;")
    return found.filter { $0 != "ok" }
  }
}
