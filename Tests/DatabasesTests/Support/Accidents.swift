import Foundation
import Testing

extension Scratch {
  /// Statements that leave a hot journal when whoever runs them is killed: pages are in the file
  /// already.
  static let unfinished = """
    PRAGMA cache_size = 5;
    BEGIN;
    WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 20000)
      INSERT INTO Reading (value) SELECT x FROM c;
    DELETE FROM Sample;
    """

  /// Kills another program after it has run statements on a database.
  func killAWriter(
    _ name: String = "zoo.db", that statements: String = Scratch.unfinished
  ) throws {
    let writer = try Child("exec sqlite3 \"$1\"", path(name))
    try writer.type("\(statements)\nSELECT 'ready';\n")
    #expect(writer.waitFor("ready"))
    writer.send(SIGKILL)
    #expect(try writer.end().status == -SIGKILL)
  }
}

extension Child {
  /// The words that run a shell command as another user, since root may write everything.
  static let asAnother =
    geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : ""

  static let canBeAnother: Bool = {
    if asAnother.isEmpty { return true }
    let child = try? Child("exec \(asAnother) \"$0\" help")
    return (try? child?.end().status) == 0
  }()

  /// The status and words of a command run without the rights of root.
  static func unprivileged(_ command: String, _ words: String) throws -> (Int32, String) {
    let end = try Child("exec \(asAnother) \(command)", words).end()
    return (end.status, end.output + end.error)
  }

  /// True if a folder can be mounted read-only here, for one process.
  static let canMount: Bool = {
    let child = try? Child("exec unshare -m sh -c 'mount --bind /tmp /tmp' 2>/dev/null")
    return (try? child?.end().status) == 0
  }()
}
