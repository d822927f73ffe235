import FlagModel
import Linting
import PlainText
import Platform

/// The file of `--lock`.
struct LockFile {
  let path: String
  let updates: Bool

  private static let largest = 4 << 20

  /// Compares the sets with the lock, and writes it if it is missing or to be updated.
  func findings(in inputs: LintInputs, _ session: Session) throws -> [LintFinding] {
    let isNew = try fileKind(at: path) == nil
    var comparison = LockComparison(isNew ? FlagLock() : try read(session))
    for (set, file) in inputs.sets { comparison.add(set, file: file) }
    let findings = comparison.findings
    if isNew || updates {
      session.act()
      try replaceFile(at: path, with: Array(comparison.updated.text.utf8), in: session.files)
    } else if comparison.newFlags > 0 {
      session.say(
        "note: \(counted(comparison.newFlags, "flag")) \(comparison.newFlags == 1 ? "is" : "are") not in '\(visible(path))'\n"
          + "hint: --update adds new flags\n")
    }
    return findings
  }

  private func read(_ session: Session) throws -> FlagLock {
    session.read(path)
    let bytes = try readFile(at: path, limit: Self.largest, in: session.files)
    return try FlagLock(try ModelFile.source(bytes, named: path))
  }
}
