import Definitions
import FlagModel
import PlainText
import Testing

@testable import Linting

@Suite("Locks of released flags")
struct LockTests {
  /// Compares several states of a file with the lock, one after the other.
  private func lock(_ sources: String..., file: String = "f.h") throws -> LockComparison {
    var comparison = try compare(FlagLock(), [:])
    for source in sources { comparison = try compare(comparison.updated, [file: source]) }
    return comparison
  }

  /// - Parameters:
  ///   - sources: the text of each file, by its path.
  ///   - others: the paths of files that exist and are not compared.
  private func compare(
    _ lock: FlagLock, _ sources: KeyValuePairs<String, String>, others: [String] = []
  ) throws -> LockComparison {
    var sides: [LockComparison.Side] = []
    for (path, text) in sources {
      for set in try LintedSource(text, path).sets {
        sides.append(LockComparison.Side(set, file: path, path: path))
      }
    }
    let files = sources.map(\.key)
    return LockComparison(
      lock, sides, files: Dictionary(files.map { ($0, $0) }) { first, _ in first },
      exists: { files.contains($0) || others.contains($0) })
  }

  private static let released = "enum F { F_A = 1, F_B = 2, F_C = 4, F_D = 8 };"

  @Test func aFirstRunWritesAllFlags() throws {
    let comparison = try lock(Self.released)
    #expect(comparison.newFlags == 4)
    #expect(
      comparison.updated.text
        == "flagdb lock 2\nf.h F\n  0x1 F_A\n  0x2 F_B\n  0x4 F_C\n  0x8 F_D\n")
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
    ("enum F { F_A = 1, F_B = 0, F_C = 4, F_D = 8 };", ["moved-flag F_B: write 0x2"]),
    ("enum F { F_A = 1, F_B = F_A | F_C, F_C = 4, F_D = 8 };", ["moved-flag F_B: write 0x2"]),
    (
      "#define F_A 1\n#define F_B 0\n#define F_C 4\n#define F_D 8\n", ["moved-flag F_B: write 0x2"]
    ),
    (
      "#define F_A 1\n#define F_B (F_A | F_D)\n#define F_C 4\n#define F_D 8\n",
      ["moved-flag F_B: write 0x2"]
    ),
    ("enum F { F_A = 1, F_B = SOMETHING, F_C = 4, F_D = 8 };", []),
    (
      "enum F { F_A, F_B, F_C, F_D };",
      [
        "missing-set -: correct its line in the lock if it has another name, or mark its flags as removed with --update"
      ]
    ),
    ("enum G { F_A = 1, F_B = 2, F_C = 4, F_D = 16 };", ["moved-flag F_D: write 0x8"]),
  ])
  func changesAreFound(_ source: String, _ findings: [String]) throws {
    #expect(try lock(Self.released, source).findings.map(\.line) == findings)
  }

  @Test(arguments: [
    "static let b = F(rawValue: 0)", "static let b: F = []", "static let b: F = [.a, .c]",
  ])
  func changesInSwiftAreFound(_ member: String) throws {
    func source(_ member: String) -> String {
      """
      struct F: OptionSet { let rawValue: Int; static let a = F(rawValue: 1); \(member);
        static let c = F(rawValue: 4) }
      """
    }
    let comparison = try lock(
      source("static let b = F(rawValue: 2)"), source(member), file: "f.swift")
    #expect(comparison.findings.map(\.line) == ["moved-flag b: write 0x2"])
  }

  @Test func filesOfOneNameInTwoFoldersAreApart() throws {
    let sources: KeyValuePairs = [
      "one/f.h": Self.released, "two/f.h": "enum F { F_X = 1, F_Y = 2, F_Z = 4 };",
    ]
    let first = try compare(FlagLock(), sources)
    #expect(
      first.updated.text
        == "flagdb lock 2\none/f.h F\n  0x1 F_A\n  0x2 F_B\n  0x4 F_C\n  0x8 F_D\n"
        + "two/f.h F\n  0x1 F_X\n  0x2 F_Y\n  0x4 F_Z\n")
    #expect(try compare(first.updated, sources).findings.isEmpty)
  }

  private static let moved = "enum F { F_A = 1, F_B = 16, F_C = 4, F_D = 8 };"

  @Test func aSetIsFoundInAnotherFileOrUnderAnotherName() throws {
    let lock = try lock(Self.released, file: "one/f.h").updated
    // The file was moved.
    #expect(
      try compare(lock, ["two/g.h": Self.moved]).findings.map(\.line)
        == ["moved-flag F_B: write 0x2"])
    // Its old file exists, and may have it.
    #expect(
      try compare(lock, ["two/g.h": Self.moved], others: ["one/f.h"]).findings.isEmpty)
    // The set was moved, and both files are read.
    let both = try compare(lock, ["one/f.h": "", "two/g.h": Self.moved])
    #expect(both.findings.map(\.line) == ["moved-flag F_B: write 0x2"])
    #expect(
      both.updated.text
        == "flagdb lock 2\ntwo/g.h F\n  0x1 F_A\n  0x2 F_B\n  0x4 F_C\n  0x8 F_D\n")
    // The set was renamed.
    let renamed = try compare(
      lock, ["one/f.h": Self.moved.replacing("enum F ", with: "enum Flags ")])
    #expect(renamed.findings.map(\.line) == ["moved-flag F_B: write 0x2"])
    #expect(renamed.updated.text.contains("one/f.h Flags\n"))
  }

  @Test func aMissingSetIsReported() throws {
    let lock = try lock(Self.released, file: "one/f.h").updated
    let other = "enum G { G_X = 1, G_Y = 2, G_Z = 4 };"
    let inFile = try compare(lock, ["one/f.h": other])
    #expect(
      inFile.findings.map(\.message)
        == ["'F' was released with 4 flags, and 'one/f.h' does not define it"])
    #expect(
      try compare(lock, ["g.h": other]).findings.map(\.message)
        == ["'F' was released with 4 flags, and there is no 'one/f.h'"])
    #expect(try compare(lock, ["g.h": other], others: ["one/f.h"]).findings.isEmpty)
    // An update marks its flags as removed, which is no mistake.
    #expect(inFile.updated.text.contains("one/f.h F\n  -0x1 F_A\n  -0x2 F_B\n"))
    #expect(try compare(inFile.updated, ["one/f.h": other]).findings.isEmpty)
  }

  /// The first version had no folders.
  @Test func locksOfVersion1AreRead() throws {
    let text =
      "flagdb lock 1\nf.h F\n  0x1 F_A\n  0x2 F_B\n  0x4 F_C\n  0x8 F_D\ng.h G\n  0x1 G_X\n"
    let lock = try FlagLock(SourceText(text))
    #expect(lock.text == text)
    let first = try compare(lock, ["one/f.h": Self.moved])
    #expect(first.findings.map(\.line) == ["moved-flag F_B: write 0x2"])
    #expect(
      first.updated.text
        == text.replacing("f.h F", with: "one/f.h F"))
    let second = try compare(
      first.updated, ["one/f.h": Self.released, "two/g.h": "enum G { G_X = 1, G_Y = 2, G_Z = 4 };"])
    #expect(second.findings.isEmpty)
    #expect(second.updated.text.hasPrefix("flagdb lock 2\none/f.h F\n"))
    #expect(second.updated.text.contains("\ntwo/g.h G\n"))
    #expect(
      try compare(lock, ["one/f.h": ""]).findings.map(\.message)
        == ["'F' was released with 4 flags, and there is no 'f.h'"])
  }

  /// Too few constants for a family are found by the name in the lock.
  @Test(arguments: [
    ("#define F_A 1\n#define F_B 2\n#define FAST 4\n", []),
    ("#define F_A 1\n#define F_C 8\n", ["moved-flag F_C: write 0x4"]),
    ("enum F { F_A = 1, F_B = 8 };", ["moved-flag F_B: write 0x2"]),
    ("enum F { F_A, F_B };", ["moved-flag F_A: write 0x1", "moved-flag F_B: write 0x2"]),
    (
      "#define FAST 4\n",
      [
        "missing-set -: correct its line in the lock if it has another name, or mark its flags as removed with --update"
      ]
    ),
  ])
  func aSetThatLostFlagsIsNotMissing(_ source: String, _ findings: [String]) throws {
    let lock = try lock("#define F_A 1\n#define F_B 2\n#define F_C 4\n").updated
    let definitions = try FlagDefinitions(SourceText(name: "f.h", source), at: "f.h", .c)
    let sets = definitions.written.sets
    let small = definitions.smallSets(named: lock.sets(inFile: "f.h"), beside: sets)
    let comparison = LockComparison(
      lock, (sets + small).map { LockComparison.Side($0, file: "f.h", path: "f.h") },
      files: ["f.h": "f.h"], exists: { _ in true })
    #expect(comparison.findings.map(\.line) == findings)
  }

  @Test func carriageReturnsOfAnotherSystemAreRead() throws {
    let lock = try lock(Self.released).updated
    #expect(try FlagLock(SourceText(lock.text.replacing("\n", with: "\r\n"))) == lock)
  }

  @Test func theBitOfARemovedFlagStaysTaken() throws {
    let comparison = try lock(
      Self.released, "enum F { F_A = 1, F_C = 4, F_D = 8 };",
      "enum F { F_A = 1, F_NEW = 2, F_C = 4, F_D = 8 };")
    #expect(comparison.findings.map(\.rule) == [.reusedBit])
    #expect(comparison.updated.text.contains("  -0x2 F_B\n"))
  }

  @Test func aRenamedFlagStaysInTheLock() throws {
    let comparison = try lock(Self.released, "enum F { F_A = 1, F_X = 2, F_C = 4, F_D = 8 };")
    #expect(comparison.updated.text.contains("\n  0x2 F_B\n"))
    #expect(!comparison.updated.text.contains("F_X"))
  }

  @Test func aMovedFlagStaysInTheLock() throws {
    let comparison = try lock(Self.released, "enum F { F_A = 1, F_B = 16, F_C = 4, F_D = 8 };")
    #expect(comparison.updated.text.contains("  0x2 F_B\n"))
  }

  @Test(arguments: [
    ("", "expected 'flagdb lock 2' in the first line of a lock"),
    ("flagdb lock 3\n", "expected 'flagdb lock 2' in the first line of a lock"),
    ("flagdb lock 1\n  0x1 A\n", "expected the line of a set before its flags"),
    ("flagdb lock 1\nf.h F\n  0x3 A\n", "expected a bit and a name, found '0x3 A'"),
    ("flagdb lock 1\nf.h F\n  0x1 \n", "expected a bit and a name, found '0x1 '"),
    ("flagdb lock 1\nf.h F\n  0x1 \r\r\n", "expected a bit and a name, found '0x1 \\r'"),
    ("flagdb lock 1\nf.h\n", "expected a file and a set, found 'f.h'"),
  ])
  func brokenLocksAreRefused(_ text: String, _ message: String) {
    let error = #expect(throws: Diagnostic.self) { try FlagLock(SourceText(text)) }
    #expect(error?.message == message)
  }
}
