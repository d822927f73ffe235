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
    return SetComparison.findings(in: sets, enums: enums).map { "\($0.line) @\($0.file ?? "")" }
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
}
