import Foundation
import Testing

@testable import Databases

/// Databases where nothing may be written: whatever they were left like, they are read, and nothing is
/// made beside them.
@Suite(.enabled(if: Child.hasSQLite, "there is no sqlite3"))
struct ReadOnlyPlaceTests {
  enum Place: CaseIterable {
    case readOnlyMount
    /// The file may be written, but nothing be made beside it.
    case closedFolder
    case closedFolderAndFile
    /// A reader that made a file beside the database would lock out those who may write it.
    case closedFile

    var isPossible: Bool { self == .readOnlyMount ? Child.canMount : Child.canBeAnother }

    /// The words about the place.
    var reason: String {
      self == .readOnlyMount ? "read-only file system" : "permission denied"
    }
  }

  enum State: CaseIterable {
    case atRest
    case atRestWithLog
    case logOfAKilledWriter
    case logWithoutIndex
    case hotJournal

    /// Why a copy is read, in any place.
    var reasonForCopy: String? {
      switch self {
      case .atRest, .atRestWithLog, .logOfAKilledWriter: nil
      case .logWithoutIndex: "its last changes are still in 'PLACE/zoo.db-wal'"
      case .hotJournal: "a killed program left it unfinished"
      }
    }
  }

  private static let reading = [
    "query $db Sample --count", "query $db Sample --has HRM", "stats $db Sample", "schema $db",
    "check $db", "flags $db BIOMarker 3", "sql $db 'SELECT count(*) FROM Sample'",
    "backup $db $out/copy.db && \"$tool\" check $out/copy.db && rm -f $out/copy.db",
    "migrate $db $out/same.swift --dry-run", "migrate $db $out/same.swift --check",
    "migrate $db --history", "repl $db Sample < $out/session",
    "update $db Sample score=1 --all --sql",
  ]

  private static let writing = [
    "insert $db Sample code=new taken=now", "update $db Sample --all --yes score=1",
    "delete $db Sample --all --yes", "define $db flags Mark A B",
    "sql $db --write 'DELETE FROM Sample'", "migrate $db $out/new.swift",
  ]

  @Test(arguments: Place.allCases, State.allCases)
  func reading(_ place: Place, _ state: State) throws {
    guard let seen = try run(Self.reading, in: place, state) else { return }
    let note = state.reasonForCopy.map { "note: a copy of 'PLACE/zoo.db' is read, since \($0)\n" }
    for (command, (status, words)) in zip(Self.reading, seen) {
      let words = Self.withoutLogNote(words)
      #expect(words == note ?? "" && status == 0, "\(command): \(words)")
    }
  }

  /// The note of `check` about a file with a log depends on the version of SQLite.
  private static func withoutLogNote(_ words: String) -> String {
    words.replacing(#/note: [^\n]* keeps a write-ahead log, [^\n]*\nhint: [^\n]*\n/#, with: "")
  }

  @Test(arguments: Place.allCases, [State.atRest, .atRestWithLog])
  func writing(_ place: Place, _ state: State) throws {
    guard let seen = try run(Self.writing, in: place, state) else { return }
    let reason = (place == .closedFolder ? "no journal may be made in its folder: " : "")
    for (command, (status, words)) in zip(Self.writing, seen) {
      #expect(
        words == "error: 'PLACE/zoo.db' cannot be written: \(reason)\(place.reason)\n"
          && status == 1, "\(command): \(words)")
    }
  }

  @Test(arguments: Place.allCases)
  func lookingAtChanges(_ place: Place) throws {
    let looks = [
      "update $db Sample --all score=1", "delete $db Sample --all",
      "insert $db Sample code=new taken=now",
    ]
    guard let seen = try run(looks.map { "\($0) --dry-run" }, in: place, .atRest) else { return }
    for (command, (status, words)) in zip(looks, seen) {
      let hint = words.split(separator: "\n").last ?? ""
      #expect(
        hint
          == "hint: --dry-run makes the change and rolls it back; try it on a copy from 'backup'"
          && status == 1, "\(command): \(words)")
    }
  }

  /// The folder of another mount is written while the file is read through this one.
  @Test(.enabled(if: Child.canMount, "nothing may be mounted here"))
  func changedMeanwhile() throws {
    let scratch = try Scratch()
    try prepare(scratch, .atRestWithLog)
    try scratch.plain("place/zoo.db").run(
      """
      WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 20000)
        INSERT INTO Reading (value) SELECT x FROM c
      """)
    let end = try Child(
      """
      export tool="$0" folder="$1"
      exec unshare -m sh -c '
        cd "$folder" && mkdir view && mount --bind place view && mount -o remount,bind,ro view
        mkfifo rows; "$tool" query view/zoo.db Reading > rows & reader=$!
        exec 3< rows; read -r first <&3
        sqlite3 place/zoo.db "DELETE FROM Reading"
        cat <&3 > all; wait $reader'
      """, scratch.folder.path
    ).end()
    #expect(end.status == 1)
    #expect(
      end.error == """
        error: 'view/zoo.db' was changed by another program while it was read
        hint: run the command again

        """)
  }

  // MARK: Places

  /// Makes a database in a folder of its own, and leaves it in a state.
  private func prepare(_ scratch: Scratch, _ state: State) throws {
    for folder in ["place", "out"] {
      try FileManager.default.createDirectory(
        atPath: scratch.path(folder), withIntermediateDirectories: false)
      chmod(scratch.path(folder), 0o777)
    }
    try scratch.makeDatabase(
      "place/zoo.db", usesWAL: state != .atRest && state != .hotJournal)
    switch state {
    case .atRest, .atRestWithLog: break
    case .hotJournal: try scratch.killAWriter("place/zoo.db")
    case .logOfAKilledWriter, .logWithoutIndex:
      try scratch.killAWriter("place/zoo.db", that: "DELETE FROM Reading;")
      if state == .logWithoutIndex {
        try FileManager.default.removeItem(atPath: scratch.path("place/zoo.db-shm"))
      }
    }
    try scratch.write(Zoo.text.utf8, to: "out/same.swift")
    try scratch.write("\(Zoo.text)\nstruct New: Entity { var a: Int }".utf8, to: "out/new.swift")
    try scratch.write(".count\n".utf8, to: "out/session")
    chmod(scratch.folder.path, 0o755)
  }

  /// Runs commands on a database in a state and a place: the status of each, and what it complained
  /// of. None where such a place cannot be made.
  private func run(
    _ commands: [String], in place: Place, _ state: State
  ) throws -> [(status: Int32, words: String)]? {
    guard place.isPossible else {
      withKnownIssue { Issue.record("no such place can be made here, so this was not tested") }
      return nil
    }
    let scratch = try Scratch()
    try prepare(scratch, state)
    let before = try contents(of: scratch)
    close(place, scratch)
    defer { chmod(scratch.path("place"), 0o755) }
    let script = commands.map { command in
      "{ \"$tool\" \(command); } 2>&1 >\"$out/answer\"; echo \"[$?]\""
    }
    try scratch.write(Data(script.joined(separator: "\n").utf8), to: "out/script")
    // The other user may have another umask and no right to the folder for temporary files.
    for name in ["same.swift", "new.swift", "session", "script"] {
      chmod(scratch.path("out/\(name)"), 0o644)
    }
    let enter =
      place == .readOnlyMount
      ? "unshare -m sh -c 'mount --bind $0 $0 && mount -o remount,bind,ro $0 && . $1'"
      : "\(Child.asAnother) sh -c '. $1'"
    let end = try Child(
      "export tool=\"$0\" db=\"$1/zoo.db\" out=\"$2\" TMPDIR=\"$2\"; exec \(enter) \"$1\" \"$2/script\"",
      scratch.path("place"), scratch.path("out")
    ).end()
    let after = try contents(of: scratch)
    #expect(after == before, "nothing is written, and nothing made")
    let words = end.output.replacingOccurrences(of: scratch.path("place"), with: "PLACE")
    let answers = words.components(separatedBy: "]\n").dropLast().map { answer in
      let parts = answer.components(separatedBy: "[")
      return (Int32(parts.last ?? "") ?? -1, parts.dropLast().joined(separator: "["))
    }
    #expect(answers.count == commands.count, "\(end)")
    return answers
  }

  private func close(_ place: Place, _ scratch: Scratch) {
    let folder = scratch.path("place")
    for name in ["zoo.db", "zoo.db-wal", "zoo.db-shm", "zoo.db-journal"] {
      chmod("\(folder)/\(name)", place == .closedFolder ? 0o666 : 0o444)
    }
    if place == .closedFolder || place == .closedFolderAndFile { chmod(folder, 0o555) }
  }

  /// The bytes of each file; the index of a log is no more than a memory that readers share.
  private func contents(of scratch: Scratch) throws -> [String: [UInt8]] {
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path("place"))
    return try Dictionary(
      uniqueKeysWithValues: names.map { name in
        (name, name.hasSuffix("-shm") ? [] : try scratch.bytes("place/\(name)"))
      })
  }
}
