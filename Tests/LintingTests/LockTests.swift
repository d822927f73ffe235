import FlagModel
import PlainText
import Testing

@testable import Linting

@Suite("Locks of released flags")
struct LockTests {
  private func lock(_ sources: String...) throws -> LockComparison {
    var comparison = LockComparison(FlagLock())
    for source in sources {
      comparison = LockComparison(comparison.updated)
      for set in try LintedSource(source).sets { comparison.add(set, file: "src/f.h") }
    }
    return comparison
  }

  private static let released = "enum F { F_A = 1, F_B = 2, F_C = 4, F_D = 8 };"

  @Test func aFirstRunWritesAllFlags() throws {
    let comparison = try lock(Self.released)
    #expect(comparison.newFlags == 4)
    #expect(
      comparison.updated.text
        == "flagdb lock 1\nf.h F\n  0x1 F_A\n  0x2 F_B\n  0x4 F_C\n  0x8 F_D\n")
    let read = try FlagLock(SourceText(comparison.updated.text))
    #expect(read == comparison.updated)
  }

  @Test(arguments: [
    ("enum F { F_A = 1, F_B = 2, F_C = 4, F_D = 8 };", []),
    ("enum F { F_A = 1, F_B = 2, F_C = 4, F_D = 8, F_E = 16 };", []),
    ("enum F { F_A = 1, F_C = 4, F_D = 8 };", []),
    (
      "enum F { F_A = 1, F_X = 2, F_C = 4, F_D = 8 };",
      ["renamed-flag F_X: keep the name 'F_B', or change it in the lock"]
    ),
    (
      "enum F { F_A = 1, F_B = 16, F_C = 4, F_D = 8 };", ["moved-flag F_B: write 0x2"]
    ),
    (
      "enum F { F_A = 1, F_X = 2, F_B = 16, F_C = 4, F_D = 8 };",
      ["reused-bit F_X: give 'F_X' a bit that no flag had", "moved-flag F_B: write 0x2"]
    ),
    ("enum F { F_A = 1, F_OTHER = 1, F_B = 2, F_C = 4, F_D = 8 };", []),
  ])
  func changesAreFound(_ source: String, _ findings: [String]) throws {
    #expect(try lock(Self.released, source).findings.map(\.line) == findings)
  }

  @Test func theBitOfARemovedFlagStaysTaken() throws {
    let comparison = try lock(
      Self.released, "enum F { F_A = 1, F_C = 4, F_D = 8 };",
      "enum F { F_A = 1, F_NEW = 2, F_C = 4, F_D = 8 };")
    #expect(comparison.findings.map(\.rule) == [.reusedBit])
    #expect(comparison.updated.text.contains("  -0x2 F_B\n"))
  }

  @Test func aMovedFlagStaysInTheLock() throws {
    let comparison = try lock(Self.released, "enum F { F_A = 1, F_B = 16, F_C = 4, F_D = 8 };")
    #expect(comparison.updated.text.contains("  0x2 F_B\n"))
  }

  @Test(arguments: [
    ("", "expected 'flagdb lock 1' in the first line of a lock"),
    ("flagdb lock 1\n  0x1 A\n", "expected the line of a set before its flags"),
    ("flagdb lock 1\nf.h F\n  0x3 A\n", "expected a bit and a name, found '0x3 A'"),
    ("flagdb lock 1\nf.h\n", "expected a file and a set, found 'f.h'"),
  ])
  func brokenLocksAreRefused(_ text: String, _ message: String) {
    let error = #expect(throws: Diagnostic.self) { try FlagLock(SourceText(text)) }
    #expect(error?.message == message)
  }
}
