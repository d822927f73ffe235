import Definitions
import FlagModel
import PlainText
import TestSupport
import Testing

@testable import Linting

/// Definitions with a mistake, and definitions that only look like one.
@Suite("Mistakes in definitions")
struct SetLinterTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let file: String
    let source: String
    let findings: [String]

    init(_ name: String, _ file: String, _ source: String, _ findings: [String] = []) {
      testDescription = name
      self.file = file
      self.source = source
      self.findings = findings
    }
  }

  static let mistakes: [Case] = [
    Case(
      "decimal numbers with 0x", "f.h",
      "enum F { F_A = 0x1, F_B = 0x2, F_C = 0x4, F_D = 0x8, F_E = 0x16, F_F = 0x32, F_G = 0x64 };",
      [
        "several-bits F_E: write 0x10", "several-bits F_F: write 0x20",
        "several-bits F_G: write 0x40",
      ]),
    Case(
      "decimal numbers with 0x far from others", "f.h",
      "enum F { F_A = 0x1, F_B = 0x2, F_C = 0x16, F_D = 0x32, F_E = 0x100, F_F = 0x200 };",
      ["several-bits F_C: write 0x10", "several-bits F_D: write 0x20"]),
    Case(
      "constants of a Ruby module", "f.rb",
      "module Perm\n  READ = 0x1\n  WRITE = 0x2\n  EXEC = 0x4\n  MORE = 0x8\n  SUDO = 0x16\n  ADMIN = 0x20\nend\n",
      ["several-bits SUDO: write 0x10"]),
    Case(
      "flags by name that count", "f.swift",
      "enum ItemFlags: Int {\n  case none, old\n  case used, rare\n  case big\n}\n",
      [
        "counted-flag rare: declare an OptionSet with a bit for each flag, or give it another name"
      ]),
    Case(
      "flags by name with numbers that count", "f.swift",
      "public enum ItemFlags: UInt8, CaseIterable { case old = 1, used = 2, rare = 3, big = 4 }",
      [
        "counted-flag rare: declare an OptionSet with a bit for each flag, or give it another name"
      ]),
    Case(
      "flags by name without [Flags]", "f.cs",
      "public enum ItemFlags { None, Old, Used, Rare, Big }",
      [
        "counted-flag Rare: declare it [Flags], and give each flag a bit of its own, or give it another name"
      ]),
    Case(
      "swapped digits", "f.cs",
      "[Flags] public enum F { A = 2, B = 16, C = 4096, D = 8192, E = 16384, G = 32786, H = 65536 }",
      ["several-bits G: write 32768"]),
    Case(
      "a wrong digit outside of the named bits", "f.cs",
      "[Flags] public enum F { A = 0x10, B = 0x20, C = 0x41, D = 0x80, E = 0x100, G = 0x200 }",
      ["several-bits C: write 0x40"]),
    Case(
      "decimal between hexadecimal", "f.ts",
      "enum F { A = 0x4, B = 0x8, C = 0x10, D = 0x20, E = 40 }",
      ["decimal-for-hex E: write 0x40"]),
    Case(
      "a shifted number", "f.rs",
      "bitflags! { struct F: u32 { const A = 1 << 0; const B = 1 << 1; const C = 1 << 2; const D = 3 << 0x1; const E = 1 << 4; } }",
      []),
    Case(
      "a shifted number with a free bit", "f.swift",
      """
      struct F: OptionSet { let rawValue: Int
        static let a = F(rawValue: 1 << 1)
        static let b = F(rawValue: 1 << 2)
        static let c = F(rawValue: 3 << 0)
        static let d = F(rawValue: 1 << 4)
        static let e = F(rawValue: 1 << 5)
      }
      """, ["shifted-number c: write 1 << 3"]),
    Case(
      "a shift with swapped numbers", "f.h",
      "enum F { F_A = 1 << 0, F_B = 1 << 1, F_C = 1 << 2, F_D = 3 << 0, F_E = 1 << 4 };",
      ["shifted-number F_D: write 1 << 3"]),
    Case(
      "decimal digits between hexadecimal ones of one digit", "f.h",
      "#define F_A 0x1\n#define F_B 0x2\n#define F_C 0x4\n#define F_D 8\n#define F_E 10\n#define F_F 0x20\n",
      ["decimal-for-hex F_E: write 0x10"]),
    Case(
      "a counted flag", "f.cs", "[Flags] enum F { None, A, B, C, D, E }",
      ["counted-flag C: remove [Flags], or give each flag a bit of its own"]),
    Case(
      "one counted flag", "f.cs", "[Flags] enum F { None, A = 1, B = 2, C, D = 8 }",
      ["counted-flag C: write = 0x4"]),
    Case(
      "a forgotten value", "f.cs",
      "[Flags] enum F { A = 0x10, B = 0x20, C = 0x40, D, E, G = 0x80 }",
      ["counted-flag D: give each flag a bit of its own"]),
    Case(
      "an enum of numbers", "f.cs", "[Flags] enum Style { Leading = 1, Trailing, Symbol, Caption }",
      ["counted-flag Symbol: remove [Flags], or give each flag a bit of its own"]),
    Case(
      "a wrong digit far from the flag with the bit", "f.cs",
      "[Flags] enum F { A = 1, B = 2, C = 4, LIGHT = 0x80, D = 0x10, E = 0x20, G = 0x40, SONIC = 0x80, H = 0x100 }",
      ["shared-bit LIGHT: write 0x8"]),
    Case(
      "a comment with the right bit", "f.h",
      "#define R_A (1 << 0) /* Bit 0: a */\n#define R_B (1 << 1) /* Bit 1: b */\n#define R_C (1 << 2) /* Bit 2: c */\n#define R_D (1 << 2) /* Bit 3: d */\n#define R_E (1 << 4) /* Bit 4: e */\n",
      ["commented-bit R_D: write 1 << 3"]),
    Case(
      "a comment with a wrong bit", "f.c",
      "enum R {\n  A = 1 << 0, // bit 0\n  B = 1 << 1, // bit 1 - b\n  C = 1 << 2, // bit 2, c\n  D = 1 << 3, // bit 2\n  E = 1 << 4\n};\n",
      ["commented-bit D: write bit 3 in the comment"]),
    Case(
      "a comment with a free bit", "f.py",
      "R_A = 1 << 0  # Bit 0\nR_B = 1 << 1  # Bit 1\nR_C = 1 << 2  # Bit 2\nR_D = 1 << 4  # Bit 3\n",
      ["commented-bit R_D: write 1 << 3, or bit 4 in the comment"]),
    Case(
      "counted shifts", "f.h", "enum F { F_A = 1 << 0, F_B = 2 << 0, F_C = 3 << 0, F_D = 4 << 0 };",
      ["shifted-number F_C: count the bits: write 1 << 0, 1 << 1, 1 << 2 and so on"]),
    Case(
      "octal digits", "f.rs",
      "pub const O_A: i32 = 0x20;\npub const O_B: i32 = 0100;\npub const O_C: i32 = 0x80;\npub const O_D: i32 = 0x100;\n",
      ["octal-digits O_B: write 0x40"]),
    Case(
      "two flags of one type with one bit", "f.rs",
      "bitflags! { struct F: u32 { const A = 1 << 0; const B = 1 << 1; const C = 1 << 2; const D = 1 << 3; const READY = 1 << 1; const X = 1 << 9; } }",
      ["second-name READY: write B as its value if both mean the same"]),
    Case(
      "a copied line", "f.py",
      "from enum import IntFlag\nclass F(IntFlag):\n  A = 1\n  B = 2\n  C = 4\n  D = 4\n  E = 16\n  G = 32\n",
      ["shared-bit D: write 8"]),
    Case(
      "the sign bit", "f.h",
      "#define F_A 1\n#define F_B 2\n#define F_TOP (1 << 31)\n#define F_WIDE (1ULL << 32)\n",
      ["sign-bit F_TOP: write 1u << 31"]),
    Case(
      "none with all bits", "f.h", "enum F { F_NONE = -1, F_A = 1, F_B = 2, F_C = 4, F_D = 8 };",
      ["negative-none F_NONE: give it the value 0"]),
    Case(
      "a flag beyond its constant's type", "F.java",
      "class F { static final byte F_A = 1; static final byte F_B = 2; static final byte F_C = 4; static final byte F_D = 256; }",
      ["too-wide F_D: use a wider type for the set"]),
    Case(
      "a flag beyond the type", "f.par",
      "typedef struct { char flag[20]; short datatype; char description[9]; } masktype;\ntypedef struct { char flag[20]; short bit; char label[30]; char description[9]; } maskbits;\nmasktype T 16 \"t\"\nmaskbits T 1 A \"a\"\nmaskbits T 20 B \"b\"\n",
      ["too-wide B: use a wider type for the set"]),
  ]

  @Test(arguments: mistakes)
  func areFound(_ one: Case) throws {
    #expect(try LintedSource(one.source, one.file).lines == one.findings)
  }

  @Test(arguments: sound)
  func areNotReported(_ one: Case) throws {
    #expect(try LintedSource(one.source, one.file).lines == [])
  }

  @Test func gapsAreReportedOnRequest() throws {
    let source = try LintedSource(
      "#define F_A 1\n#define F_B 2\n#define F_C 8\n#define F_D 0x10\n\n#define F_E 0x40\n")
    #expect(source.findings.map(\.message) == ["no flag has bit 2, between 'F_B' and 'F_C'"])
    #expect(LintRule.gap.usualLevel == .allow)
  }

  @Test func placesAreThoseOfTheValues() throws {
    let source = try LintedSource(
      "#define F_A 0x4\n#define F_B 0x8\n#define F_C 0x16\n#define F_D 0x20\n")
    let place = try #require(source.findings.first?.place)
    #expect(place.source.lineAndColumn(at: place.range.lowerBound) == (3, 13))
    #expect(place.source.text(place.range) == "0x16")
  }
}
