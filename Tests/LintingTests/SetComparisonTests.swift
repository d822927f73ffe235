import FlagModel
import Testing

@testable import Linting

@Suite("One set in several files")
struct SetComparisonTests {
  private func findings(_ files: (String, String)...) throws -> [String] {
    let sets = try files.flatMap { name, text in
      try LintedSource(text, name).sets.map { (set: $0, file: Optional(name)) }
    }
    let enums = try files.flatMap { name, text in
      try LintedSource(text, name).enumsOfFewBits.map { (set: $0, file: Optional(name)) }
    }
    return SetComparison.findings(in: sets, enums: enums, isPair: files.count == 2).map {
      "\($0.line) @\($0.file ?? "")"
    }
  }

  private static let header =
    "#define PERM_READ 1\n#define PERM_WRITE 2\n#define PERM_EXEC 4\n#define PERM_KICK 8\n"

  @Test func differentBitsAreFound() throws {
    let swift = """
      struct Perm: OptionSet { let rawValue: Int
        static let read = Perm(rawValue: 1)
        static let write = Perm(rawValue: 4)
        static let exec = Perm(rawValue: 2)
        static let kick = Perm(rawValue: 8)
      }
      """
    #expect(
      try findings(("perm.h", Self.header), ("perm.swift", swift)) == [
        "different-bits exec: write 0x4, or correct 'perm.h' @perm.swift",
        "different-bits write: write 0x2, or correct 'perm.h' @perm.swift",
      ])
  }

  @Test func tablesAreCompared() throws {
    let table = "name,value\nread,1\nwrite,2\nexec,16\n"
    #expect(
      try findings(("perm.h", Self.header), ("flags.csv", table))
        == [
          "missing-flag PERM_KICK: add it @flags.csv",
          "different-bits exec: write 0x4, or correct 'perm.h' @flags.csv",
        ].sorted { $0 < $1 })
  }

  @Test func eachOfTwoFilesMayLackFlags() throws {
    let header = ("perm.h", Self.header)
    let table = ("flags.csv", "name,value\nread,1\nwrite,2\nexec,4\nkick,8\npin,16\n")
    #expect(try findings(header, table) == ["missing-flag pin: add it @perm.h"])
    #expect(try findings(table, header) == ["missing-flag pin: add it @perm.h"])
  }

  /// A bit with another name is not missing, and has two names if they are near.
  @Test(arguments: [("KICKS", true), ("BAN", false)])
  func bitsWithTwoNamesAreNotMissing(_ name: String, isReported: Bool) throws {
    let table = "name,value\nread,1\nwrite,2\nexec,4\n\(name),8\n"
    #expect(
      try findings(("perm.h", Self.header), ("flags.csv", table))
        == (isReported ? ["missing-flag PERM_KICK: give the bit one name @flags.csv"] : []))
  }

  /// Some projects keep the flags of a family in several files.
  @Test func bitsInAnotherFileAreNoGaps() throws {
    let gap = "pub const F_A: u32 = 1;\npub const F_B: u32 = 2;\npub const F_D: u32 = 8;\n"
    let other = "pub const F_C: u32 = 4;\npub const F_E: u32 = 16;\npub const F_G: u32 = 32;\n"
    func gaps(_ files: String...) throws -> Int {
      let sources = try files.map { try LintedSource($0, "f.rs") }
      return SetComparison.withoutNamedGaps(
        sources.flatMap(\.findings), in: sources.flatMap(\.sets).map { ($0, "f.rs") }
      ).count { $0.rule == .gap }
    }
    #expect(try gaps(gap + "pub const F_X: u32 = 16;\n") == 1)
    #expect(try gaps(gap + "pub const F_X: u32 = 16;\n", other) == 0)
  }

  @Test func platformsOfOneLanguageAreNotCompared() throws {
    let flags = (0..<9).map { "#define PERM_\("ABCDEFGHI".dropFirst($0).prefix(1)) (1 << \($0))" }
    let (all, few) = (flags.joined(separator: "\n"), flags.dropLast().joined(separator: "\n"))
    let third = ("c.h", "#define OTHER_A 1\n#define OTHER_B 2\n#define OTHER_C 4\n")
    #expect(
      try findings(("a/perm.h", all), ("b/perm.h", few), third) == [
        "missing-flag PERM_I: add it @b/perm.h"
      ])
    #expect(try findings(("solaris/x/perm.h", all), ("netbsd/perm.h", few), third) == [])
  }

  @Test func enumsOfTwoBitsAreComparedWithSetsOfTheirName() throws {
    let flags = ("perm.cs", "[Flags] public enum Perm { Read = 2, Write = 1 }")
    let different = [
      "different-bits Read: write 0x2, or correct 'perm.cs' @perm.ts",
      "different-bits Write: write 0x1, or correct 'perm.cs' @perm.ts",
    ]
    func source(_ name: String) -> (String, String) {
      ("perm.ts", "export enum \(name) { Read = 1 << 0, Write = 1 << 1 }")
    }
    #expect(try findings(flags, source("Perm")) == different)
    #expect(try findings(source("Perms"), flags) == different)
    #expect(try findings(flags, source("Mode")) == [])
    #expect(try findings(source("Perm"), ("other.ts", "enum Perm { Read = 2, Write = 1 }")) == [])
  }

  @Test func unrelatedSetsAreNot() throws {
    let other =
      "#define PERM_READ 8\n#define PERM_WRITE 4\n#define PERM_EXEC 2\n#define PERM_KICK 1\n"
    #expect(try findings(("perm.h", Self.header), ("other.h", other)) == [])
    let colours = "enum Colour { RED = 1, GREEN = 2, BLUE = 4, READ = 8 }"
    #expect(try findings(("perm.h", Self.header), ("colour.ts", colours)) == [])
  }

  /// Among many files, only certain copies are compared, and they warn.
  @Test func manyFilesAreComparedCarefully() throws {
    let other = Self.header.replacing("KICK 8", with: "KICK 16")
    #expect(try findings(("a.h", Self.header), ("b.h", other)).count == 1)
    let rest = ("c.ts", "enum Colour { RED = 1, GREEN = 2, BLUE = 4 }")
    #expect(try findings(("a.h", Self.header), ("b.h", other), rest) == [])
    let mirror = "// keep in sync with a.h\n" + other
    #expect(try findings(("a.h", Self.header), ("b.h", mirror), rest).count == 1)
    let table = "name,value\nread,1\nwrite,2\nexec,4\nkick,16\n"
    #expect(try findings(("perm.h", Self.header), ("perm.csv", table), rest).count == 1)
    #expect(try findings(("a.c", Self.header), ("perm.csv", table), rest) == [])
  }

  /// Headers of related chips agree in nearly all flags.
  @Test func similarSetsDifferByMistakeOnlyIfOneRepeatsABit() throws {
    func header(_ last: Int, _ beforeLast: Int) -> String {
      (0..<9).map { "#define CR_BIT\(UnicodeScalar(65 + $0)!) (1 << \($0))\n" }.joined()
        + "#define CR_SPIRAL (1 << \(beforeLast))\n#define CR_DONE (1 << \(last))\n"
    }
    let rest = ("c.ts", "enum Colour { RED = 1, GREEN = 2, BLUE = 4 }")
    let sound = header(10, 9)
    #expect(try findings(("a.h", sound), ("b.h", header(14, 9)), rest) == [])
    let mistake = header(9, 9)
    let expected = "different-bits CR_DONE: write 0x400: 'CR' has another flag with this bit"
    #expect(try findings(("a.h", sound), ("b.h", mistake), rest) == ["\(expected) @b.h"])
    #expect(try findings(("a.h", mistake), ("b.h", sound), rest) == ["\(expected) @a.h"])
  }

  @Test(arguments: [
    ("src/linux/gnu/b64/x86_64/mod.rs", "src/android/mod.rs"), ("vki-arm.h", "vki-x86.h"),
    ("hde32.h", "hde64.h"), ("api/v9/flags.ts", "api/v10/flags.ts"),
    ("linux/gnu/b64/aarch64/mod.rs", "linux/gnu/b32/powerpc.rs"),
  ])
  func variantsAreNotCompared(_ one: String, _ other: String) {
    #expect(PathVariants.areVariants(one, other))
    #expect(PathVariants.areVariants(other, one))
  }

  @Test(arguments: [
    ("perm.h", "perm.swift"), ("old.h", "new.h"), ("a/flags.h", "b/flags.h"), ("x.h", "x.h"),
  ])
  func otherFilesAre(_ one: String, _ other: String) {
    #expect(!PathVariants.areVariants(one, other))
  }

  @Test func aSetWhoseNameIsNotAFlagIsCompared() throws {
    let one = "T_TYPE_A = 1\nT_TYPE_B = 2\nT_TYPE_C = 4\nT_TYPE_D = 8\n"
    let other = one.replacing("D = 8", with: "D = 16")
    #expect(try findings(("one.py", one), ("two.py", other)).count == 1)
  }
}
