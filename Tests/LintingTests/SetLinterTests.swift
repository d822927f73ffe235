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
      "names that all have a word of masks", "f.h",
      "#define A_READ_MASK 0x4\n#define A_WRITE_MASK 0x8\n#define A_KICK_MASK 0x16\n#define A_BAN_MASK 0x20\n#define A_HIDE_MASK 0x40\n",
      ["several-bits A_KICK_MASK: write 0x10"]),
    Case(
      "a name with a word of numbers", "f.cs",
      "[Flags] enum F { Read = 0x1, Write = 0x2, Kick = 0x4, Index = 0x8, Level = 0x16, Ban = 0x20 }",
      ["several-bits Level: write 0x10"]),
    Case(
      "hexadecimal digits among decimal numbers", "f.h",
      "enum F { F_A = 1, F_B = 2, F_C = 4, F_D = 8, F_E = 10, F_G = 32, F_H = 64 };",
      ["several-bits F_E: write 16"]),
    Case(
      "digits of the other radix among flags in no order", "f.cs",
      "[Flags] enum F { A = 0x1, B = 0x2, C = 0x4, D = 0x400, E = 0x512, G = 800, H = 0x10, I = 0x20 }",
      ["several-bits E: write 0x200", "decimal-for-hex G: write 0x800"]),
    Case(
      "digits between flags that rise with gaps", "f.py",
      "from enum import IntFlag\nclass F(IntFlag):\n  A = 0x1\n  B = 0x4\n  C = 0x16\n  D = 0x80\n  E = 0x100\n  G = 0x200\n",
      ["several-bits C: write 0x10"]),
    Case(
      "a shift whose numbers are swapped", "f.h",
      "enum F { F_A = 1 << 3, F_B = 1 << 4, F_C = 1 << 5, F_D = 6 << 1, F_E = 1 << 7 };",
      ["shifted-number F_D: write 1 << 6"]),
    Case(
      "a shift whose numbers are swapped, with the bit of another flag", "f.h",
      "enum F { F_A = 1 << 0, F_B = 1 << 1, F_C = 1 << 2, F_D = 1 << 3, F_E = 4 << 1, F_G = 1 << 5 };",
      ["shifted-number F_E: write 1 << 4"]),
    Case(
      "a macro for bits", "f.h",
      "#define R_A BIT(0)\n#define R_B BIT(1)\n#define R_C BIT(2)\n#define R_D BIT(2)\n#define R_E BIT(4)\n#define R_F BIT(5)\n",
      ["shared-bit R_D: write BIT(3)"]),
    Case(
      "a dictionary", "f.py",
      "PERMS = {\n  'read': 0x1,\n  'write': 0x2,\n  'kick': 0x4,\n  'ban': 0x4,\n  'hide': 0x10,\n  'pin': 0x20,\n}\n",
      ["shared-bit ban: write 0x8"]),
    Case(
      "a dictionary with numbers as keys", "f.py",
      "PERMS = {0x4: 'read', 0x8: 'write', 0x16: 'kick', 0x20: 'ban', 0x40: 'hide'}\n",
      ["several-bits kick: write 0x10"]),
    Case(
      "a hash of Ruby", "f.rb",
      "PERMS = { read: 1 << 0, write: 1 << 1, kick: 1 << 2, ban: 1 << 2, hide: 1 << 4, pin: 1 << 5 }\n",
      ["shared-bit ban: write 1 << 3"]),
    Case(
      "constants of PHP", "f.php",
      "<?php\ndefine('F_READ', 4);\ndefine('F_WRITE', 8);\ndefine('F_KICK', 0x16);\ndefine('F_BAN', 32);\ndefine('F_HIDE', 64);\n",
      ["several-bits F_KICK: write 0x10"]),
    Case(
      "an enum of Java with arguments", "F.java",
      "enum Perm {\n  READ(0x1L, \"r\"), WRITE(0x2L, \"w\"), KICK(0x4L, \"k\"),\n  BAN(0x8L, \"b\"), HIDE(0x16L, \"h\"), PIN(0x20L, \"p\");\n  final long bits;\n}\n",
      ["several-bits HIDE: write 0x10"]),
    Case(
      "one declaration of several constants", "f.js",
      "export const\n  F_A = 0x4,\n  F_B = 0x8,\n  F_C = 0x16,\n  F_D = 0x20,\n  F_E = 0x40;\n",
      ["several-bits F_C: write 0x10"]),
    Case(
      "a longer prefix within the flags", "f.h",
      "#define P_NO_A 0x1\n#define P_NO_B 0x2\n#define P_NO_C 0x4\n#define P_D 0x8\n#define P_E 0x8\n#define P_G 0x20\n#define P_H 0x40\n",
      ["shared-bit P_E: write 0x10"]),
    Case(
      "a number from farther above within a long order", "f.h",
      "#define F_A 0x1\n#define F_B 0x2\n#define F_C 0x4\n#define F_D 0x8\n#define F_E 0x2\n#define F_G 0x20\n#define F_H 0x40\n#define F_I 0x80\n",
      ["shared-bit F_E: write 0x10"]),
    Case(
      "a copied line in a register that falls", "f.h",
      "#define R_AUTO (1 << 7)\n#define R_HALT (1 << 6)\n#define R_STALL (1 << 5)\n#define R_FLUSH (1 << 4)\n#define R_DATA (1 << 2)\n#define R_OVER (1 << 2)\n#define R_FULL (1 << 1)\n#define R_READY (1 << 0)\n",
      ["shared-bit R_DATA: write 1 << 3"]),
    Case(
      "a copied line behind three flags of a declared set", "f.rs",
      "bitflags! { struct F: u32 { const A = 1 << 0; const B = 1 << 1; const C = 1 << 2; const D = 1 << 2; const E = 1 << 4; const TOP = 1 << 31; } }",
      ["shared-bit D: write 1 << 3"]),
    Case(
      "flags with a comment and an empty line before each", "F.java",
      "class F {\n  /** The a = 1. */\n  static final int F_A = 1;\n\n  /** As defined above. */\n  static final int F_B = 2;\n\n  /** The c. */\n  static final int F_C = 4;\n\n  /** The d. */\n  static final int F_D = 4;\n\n  /** The e. */\n  static final int F_E = 16;\n\n  /** The f. */\n  static final int F_G = 32;\n}\n",
      ["shared-bit F_D: write 8"]),
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
      "a decimal number in the place of a missing bit", "f.py",
      "from enum import IntFlag\nclass F(IntFlag):\n  READ = 1\n  WRITE = 2\n  EXEC = 4\n  ADMIN = 10\n  OWN = 16\n  X = 32\n",
      ["several-bits ADMIN: write 8"]),
    Case(
      "a number shifted by 0 in a small set", "f.swift",
      "struct P: OptionSet { let rawValue: Int; static let a = P(rawValue: 1 << 0), b = P(rawValue: 1 << 1), c = P(rawValue: 3 << 0), d = P(rawValue: 1 << 3) }",
      ["shifted-number c: write 1 << 2"]),
    Case(
      "a case beyond the type of a Rust enum", "f.rs",
      "#[repr(u8)]\npub enum F { A = 1, B = 2, C = 4, D = 300 }\n",
      ["too-wide D: use a wider type for the set"]),
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
      ["shifted-number D: write 1 << 3"]),
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
      "a name of a right that ends like a minimum", "f.py",
      "from enum import IntFlag\nclass F(IntFlag):\n  READ = 1\n  WRITE = 2\n  EXEC = 4\n  ADMIN = 4\n  OWN = 16\n  X = 32\n",
      ["shared-bit ADMIN: write 8"]),
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
      "none with all bits in a private enum", "f.cs",
      "[Flags]\nprivate enum F {\n  None = -1,\n  A = 1,\n  B = 2,\n  C = 4\n}\n",
      ["negative-none None: give it the value 0"]),
    Case(
      "decimal digits behind a combination", "F.java",
      "interface F {\n  int F_A = 0x8;\n  int F_B = 0x10;\n  int F_C = 0x20;\n  int F_BC = F_B | F_C;\n  int F_SIZE = 40;\n  int F_D = 0x80;\n  int F_E = 0x100;\n}\n",
      ["decimal-for-hex F_SIZE: write 0x40"]),
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

  /// Bits that the source names or explains are no gaps.
  @Test(arguments: [
    "#define F_A 1\n#define F_B 2\n#define OTHER_C 4\n#define F_D 8\n",
    "#define F_A 1\n#define F_B 2\n#if X\n#define F_C 4\n#endif\n#define F_D 8\n",
    "#define F_A BIT(0)\n#define F_B BIT(1)\n#define F_MODE BITS(2,3)\n#define F_D BIT(4)\n#define F_E BIT(5)\n",
    "#define F_A 1\n#define F_B 2\n/* Bit 2 was F_C. */\n#define F_D 8\n",
    "#define F_A 1\n#define F_B 2\n#define F_D 8\n#define F_TIME 0xC\n",
    "#define OTHER_C 0x04\n#define F_A 0x01\n#define F_B 0x02\n#define F_D 0x08\n",
    "#define F_1 1\n#define F_2 2\n#define F_8 8\n",
    "#define F_A 1\n#define F_B 2\n/* a gap as in the server */\n#define F_D 8\n",
    "/* Bit 2 is free. */\n#define F_A 1\n#define F_B 2\n#define F_D 8\n",
    "#define F_A 1\r\n#define F_B 2\r\n#define OTHER_C 4\r\n#define F_D 8\r\n",
    "enum F {\n  F_A = 1 << 0,\n  F_B = 1 << 1,\n  // F_C = 1 << 2,\n  F_D = 1 << 3\n};\n",
    "enum F {\n  F_A = 1,\n  F_B = 2,\n  // reserved by the server\n  F_D = 8\n};\n",
    "enum F {\n  F_A = 1,\n  F_B = 2,\n  /* 0x4 is of the driver */\n  F_D = 8\n};\n",
  ])
  func bitsThatTheSourceNamesAreNoGaps(_ start: String) throws {
    let (define, value) = start.hasPrefix("#") ? ("#define F_", " ") : ("  F_", " = ")
    let more = ["X", "Y", "Z"].enumerated().map { index, name in
      "\(define)\(name)\(value)\(0x40 << index)\(value == " " ? "" : ",")\n"
    }
    let source =
      start.hasPrefix("#")
      ? start + more.joined()
      : start.replacing("enum F {\n", with: "enum F {\n" + more.joined())
    let gaps = try LintedSource(source).findings.filter { $0.rule == .gap }
    #expect(!gaps.contains { $0.message.contains("bit 2") || $0.message.contains("bits 2") })
  }

  @Test func attributesAndCombinationsDoNotHideGaps() throws {
    let source = try LintedSource(
      "[Flags] enum F {\n  A = 1,\n  B = 2,\n  AB = A | B,\n  [Text(name = \"d\")]\n  /// The fourth.\n  D = 8,\n  E = 16,\n}\n",
      "f.cs")
    #expect(source.findings.map(\.message) == ["no flag has bit 2, between 'B' and 'D'"])
  }

  /// Constants with a prefix have a second name for a bit only within a block of flags.
  @Test(arguments: [
    ("#define F_A 1\n#define F_B 2\n#define F_C 2\n#define F_D 4\n#define F_E 8\n", true),
    ("#define F_A 1\n#define F_B 2\n#define F_D 4\n#define F_E 8\n\n#define F_C 2\n", false),
    (
      "#define F_A 1\n#define F_B 2\n#define F_D 4\n#define F_E 8\n/* States: */\n#define F_C 2\n",
      false
    ),
    (
      "#define F_A 1\n#define F_B 2\n#define F_D 4\n#define F_E 8\n int state;\n#define F_C 2\n",
      false
    ),
    (
      "#define F_A 1\n#define F_B 2\n#define F_D 4\n#define F_E 8\n#define F_OFF 0\n#define F_ON 2\n",
      false
    ),
    ("#define F_A 1\n#define F_B 2\n#define F_C 0x2\n#define F_D 4\n#define F_E 8\n", false),
    ("#define F_A_SIZE 1\n#define F_B_SIZE 2\n#define F_C_SIZE 2\n#define F_D_SIZE 4\n", false),
    ("#define F_A 1\n#define F_B 2\n#define F_C 2\n#define F_D 4\n#define F_E 12\n", false),
  ])
  func secondNamesAreOfOneBlock(_ source: String, isReported: Bool) throws {
    let rules = try LintedSource(source).findings.map(\.rule)
    #expect(rules.contains { $0 == .secondName || $0 == .sharedBit } == isReported, "\(rules)")
  }

  @Test func placesAreThoseOfTheValues() throws {
    let source = try LintedSource(
      "#define F_A 0x4\n#define F_B 0x8\n#define F_C 0x16\n#define F_D 0x20\n")
    let place = try #require(source.findings.first?.place)
    #expect(place.source.lineAndColumn(at: place.range.lowerBound) == (3, 13))
    #expect(place.source.text(place.range) == "0x16")
  }
}
