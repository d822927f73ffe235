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
      "a wrong digit", "f.cs",
      "[Flags] public enum F { A = 0x10, B = 0x20, C = 0x60, D = 0x80, E = 0x100, G = 0x200 }",
      ["several-bits C: write 0x40"]),
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
      "a counted flag", "f.cs", "[Flags] enum F { None, A, B, C, D, E }",
      ["counted-flag C: give each flag a bit of its own, or remove [Flags]"]),
    Case(
      "one counted flag", "f.cs", "[Flags] enum F { None, A = 1, B = 2, C, D = 8 }",
      ["counted-flag C: write = 0x4"]),
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

  static let sound: [Case] = [
    Case(
      "masks and fields", "f.h",
      "#define F_A 0x1\n#define F_B 0x2\n#define F_KIND_MASK 0x30\n#define F_C 0x40\n#define F_D 0x80\n#define F_ALL 0xFF\n"
    ),
    Case(
      "combinations by number", "f.h",
      "enum F { F_A = 1, F_B = 2, F_AB = 3, F_C = 4, F_D = 8, F_ABC = 7, F_E = 16 };"),
    Case(
      "other names by name", "f.h",
      "#define F_A 1\n#define F_B 2\n#define F_C 4\n#define F_OLD_C F_C\n#define F_D 8\n"),
    Case(
      "other constants with the prefix", "f.h",
      "#define F_A 1\n#define F_B 2\n#define F_C 4\n#define F_D 8\n\n/* results */\n#define F_NOMATCH 1\n"
    ),
    Case(
      "flags of two contexts", "f.h",
      "#define F_A 1\n#define F_B 2\n#define F_C 4\n/* of a menu */\n#define F_X 1\n#define F_Y 2\n#define F_Z 4\n"
    ),
    Case(
      "flags by name with other numbers", "f.swift",
      "enum ItemFlags: Int { case a = 1, b, c = 7 }\nenum KindFlags: Int { case a, b }\nenum Kinds: Int { case a, b, c, d }\n"
    ),
    Case(
      "flags by name that are numbers of bits", "f.swift",
      "enum ItemFlags: Int { case a, b, c, d\n  var mask: Int { 1 << rawValue } }\n"),
    Case(
      "flags by name that a C# source shifts", "f.cs",
      "enum ItemFlags { A, B, C, D }\nclass C { static int M(ItemFlags f) { return 1 << (int)f; } }\n"
    ),
    Case(
      "an enum of C with numbers of bits", "f.h", "enum item_Flags { F_A, F_B, F_C, F_D };"),
    Case(
      "digits among numbers that do not rise", "f.h",
      "#define F_A 0x40\n#define F_B 0x2\n#define F_C 0x16\n#define F_D 0x100\n#define F_E 0x8\n"
    ),
    Case(
      "a small table of kinds", "f.h",
      "#define K_NONE 0\n#define K_A 1\n#define K_B 3\n#define K_C 4\n#define K_D 0x80\n"
    ),
    Case(
      "a family within another", "f.h",
      "#define H_A 0x20\n#define H_B 0x40\n#define H_T_A 1\n#define H_T_B 2\n#define H_T_C 4\n#define H_X 0x20\n#define H_C 0x100\n#define H_D 0x200\n"
    ),
    Case(
      "flags after an empty line", "f.h",
      "#define S_A 1\n#define S_B 2\n\n/* of a run */\n#define S_X 1\n#define S_Y 8\n#define S_Z 0x10\n#define S_W 0x20\n"
    ),
    Case(
      "one flag in two directions", "f.h",
      "#define S_A 0x20\n#define S_B 0x40\n#define S_C 0x80\n#define S_KEY_CS 0x200\n#define S_KEY_SC 0x200\n#define S_D 0x400\n"
    ),
    Case(
      "a size between flags", "f.h",
      "#define W_A 0x1000\n#define W_B 0x2000\n#define W_MAXIMUM 10000\n#define W_C 0x4000\n"),
    Case(
      "a counter at the end", "f.h", "enum F { F_A = 1, F_B = 2, F_C = 4, F_D = 8, F_MAX };"),
    Case(
      "a sign bit in a set of 32 bits", "f.h",
      "#define F_A 1\n#define F_B 2\n#define F_C 4\n#define F_TOP (1 << 31)\n"),
    Case(
      "the least number of a type", "f.cs",
      "enum E { A = 1, B = 2, C = 4, D = -2147483648 }"),
    Case(
      "flags of more than 64 bits", "f.rs",
      "bitflags! { pub struct E: u128 { const A = 1 << 71; const B = Self::A.bits(); } }"),
    Case(
      "a combination that shares a word with its part", "f.cs",
      "[Flags] enum F { PublicDefaultConstructor = 1, PublicConstructors = 3, OtherConstructors = 4, Methods = 8 }"
    ),
    Case(
      "a combination by its name", "f.h",
      "enum F { F_MIX = 1, F_DUCK = 2, F_BLUE = 4, F_LOUD = 8, F_SPEAK_AND_MIX = 0x11, F_AIR = 0x20, F_PLAY = 0x40 };"
    ),
    Case(
      "sizes", "f.ts",
      "const size = { a: 1, b: 2, c: 3, d: 4, e: 1, f: 2, g: 3, h: 4, i: 4, mat3: 9, mat4: 16 }"),
    Case(
      "a counted field before its mask", "f.h",
      "enum F { F_I0 = 0, F_I1, F_I2, F_I3, F_I_MASK = 3, F_A = 4, F_B = 8, F_C = 16, F_D = 32, F_E = 64, F_G = 128, F_H = 256 };"
    ),
    Case(
      "a private state", "f.h",
      "enum F {\n  /* private */\n  F_NONE = -1,\n  F_A = 0x10, F_B = 0x20, F_C = 0x40 };"),
    Case(
      "a short name", "f.rs",
      "pub const MAP_A: i32 = 0x40;\npub const MAP_B: i32 = 0x80;\npub const MAP_ANON: i32 = 0x100;\npub const MAP_ANONYMOUS: i32 = 0x100;\npub const MAP_C: i32 = 0x400;\n"
    ),
    Case(
      "two families with one prefix", "f.h",
      "#define M_SYNC 1\n#define M_WAIT 2\n#define M_KILL 4\n#define M_BIND 0x1000\n#define M_MOVE 0x2000\n#define M_SUID 2\n#define M_REC 0x4000\n#define M_AGAIN 0x8000\n#define M_RDONLY 1\n#define M_UNBIND 0x20000\n#define M_X 0x40000\n"
    ),
    Case(
      "the last of a family", "f.h",
      "#define C_A 01\n#define C_B 02\n#define C_C 04\n#define C_D 010\n#define C_E 010\n"),
    Case(
      "packet types in a field", "f.py",
      "P_A = 1 << 4\nP_B = 2 << 4\nP_C = 3 << 4\nP_D = 4 << 4\n"),
    Case(
      "the same bits in two directions", "f.cs",
      "[Flags] enum F { In = 1, Echo = 2, Line = 4, Mouse = 8,\n  Out = 1, // the same values as above\n  Wrap = 2 }"
    ),
    Case(
      "aligned digits", "f.rs",
      "bitflags! { struct F: u32 { const A = 01; const B = 02; const C = 04; const D = 08; const E = 16; } }"
    ),
    Case(
      "bit 31 without a sign", "f.h",
      "#define F_A 1u\n#define F_B 2u\n#define F_C 4u\n#define F_D (1u << 31)\n"),
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
