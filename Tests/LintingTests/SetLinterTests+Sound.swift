/// Definitions that only look like a mistake.
extension SetLinterTests {
  static let sound: [Case] = [
    Case(
      "flags by name with other numbers", "f.swift",
      "enum ItemFlags: Int { case a = 1, b, c = 7 }\nenum KindFlags: Int { case a, b }\nenum Kinds: Int { case a, b, c, d }\n"
    ),
    Case(
      "flags by name with written numbers of a system", "f.cs",
      "enum FormatFlags { Event = 1, Level = 2, Task = 3, Opcode = 4, Keyword = 5, Channel = 6 }\n"
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
      "flags by name with a written combination at the end", "f.cs",
      "enum ItemFlags { Old = 1, Used = 2, Both = 3 }\nenum KindFlags { None = 0, Read = 1, Write = 2, ReadWrite = 3 }\n"
    ),
    Case(
      "flags by name with a written combination in Swift", "f.swift",
      "enum ItemFlags: Int { case old = 1, used = 2, both = 3 }\n"),
    Case(
      "flags by name with a combination of two names", "f.cs",
      "enum ItemFlags { None, Read, Write, ReadWrite, Big }\n"),
    Case(
      "decimal offsets among the flags of registers", "f.h",
      "#define M_A 0x0080\n#define M_B 0x0100\n#define M_C 0x0200\n#define M_D 8\n#define M_E 16\n#define M_F 20\n"
    ),
    Case(
      "nothing in an enum that counts from 0", "f.cs",
      "enum Axis { X = 0, Y = 1, Z = 2, All = 4, None = -1 }"),
    Case(
      "a shift by 0 that combines", "f.h",
      "enum F { F_A = 1 << 0, F_B = 1 << 1, F_C = 3 << 0, F_D = 1 << 2, F_E = 1 << 3 };"),
    Case(
      "a shift by 0 that combines by its name", "f.swift",
      "struct P: OptionSet { let rawValue: Int; static let a = P(rawValue: 1 << 0), b = P(rawValue: 1 << 1), both = P(rawValue: 3 << 0), d = P(rawValue: 1 << 3) }"
    ),
    Case(
      "a decimal combination among flags", "f.py",
      "from enum import IntFlag\nclass F(IntFlag):\n  A = 1\n  B = 2\n  C = 4\n  D = 8\n  E = 12\n  G = 16\n  H = 32\n"
    ),
    Case(
      "digits among numbers that do not rise", "f.h",
      "#define F_A 0x40\n#define F_B 0x2\n#define F_C 0x16\n#define F_D 0x100\n#define F_E 0x8\n"
    ),
    Case(
      "ten behind decimal bits", "f.py",
      "T_A = 1\nT_B = 2\nT_C = 4\nT_D = 8\nT_WHO = 10\n"),
    Case(
      "decimal sizes beside hexadecimal bits", "f.h",
      "enum F { F_A = 0x1, F_B = 0x2, F_C = 0x4, F_D = 0x8, F_TIME = 100, F_LONG = 1000, F_DAY = 86400 };"
    ),
    Case(
      "masks of fields without gaps", "f.h",
      "#define A_READ_MASK 0x1\n#define A_WRITE_MASK 0x2\n#define A_KIND_MASK 0xC\n#define A_HIDE_MASK 0x10\n#define A_PIN_MASK 0x20\n"
    ),
    Case(
      "the shift of a field without a word for it", "f.h",
      "#define R_UP_M 0x100\n#define R_TRIM_M 0xFC00\n#define R_TRIM_S 10\n#define R_ON_M 0x20\n#define R_OFF_M 0x40\n#define R_GO_M 0x80\n"
    ),
    Case(
      "a bit that a comment reserves", "f.h",
      "#define F_I (1 << 7)\n#define F_H (1 << 6)\n#define F_G (1 << 5)\n#define F_E (1 << 4)\n/* Bit 3 - Reserved */\n#define F_D (1 << 2)\n#define F_C (1 << 2)\n#define F_B (1 << 1)\n#define F_A (1 << 0)\n"
    ),
    Case(
      "names of two vendors", "f.h",
      "enum F { F_A = 1, F_B = 2, F_C = 4, F_FORCE_WIDE_TEXT_ABC = 8, F_FORCE_WIDE_TEXT_XYZ = 8, F_D = 32 };"
    ),
    Case(
      "an alias within the order", "f.h",
      "#define F_A 0x1\n#define F_B 0x2\n#define F_C 0x4\n#define F_KICK 0x2\n#define F_D 0x8\n#define F_E 0x10\n#define F_G 0x20\n"
    ),
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
      "a flag without a name, with others", "f.cs",
      "[Flags] enum F { Select = 0x1, Edit = 0x3, Deselect = 0x4, Ensure = 0x8, Focus = 0x10 }"),
    Case(
      "a field of many bits", "f.cs",
      "[Flags] enum F { MASK = 1, DDB = 0xFE, C4 = 4, C8 = 8, C16 = 0x10, C24 = 0x18, C32 = 0x20 }"),
    Case(
      "a calculated combination", "f.cs",
      "[Flags] enum F { Verify = 0x1, Try = (0x2 | 0x1), Quiet = 0x4, Plain = 0x8, Last = 0x10 }"),
    Case(
      "a repeated number from farther above", "f.cs",
      "[Flags] enum F { Virtual = 0x10000, Scrub = 0x20000, EA = 0x40000, Pinned = 0x80000, Unpinned = 0x100000, OnOpen = 0x40000, OnAccess = 0x400000, Strict = 0x20000000 }"
    ),
    Case(
      "two numbers with one bit in a type of flags", "f.cs",
      "[Flags] enum F { A = 1, B = 2, C = 4, D = 8, READY = 2, X = 0x100 }"),
    Case(
      "one bit with two names in a register", "f.h",
      "#define R_A (1 << 7) /* Bit 7: a */\n#define R_B (1 << 8) /* Bit 8: b */\n#define R_C (1 << 9) /* Bit 9: c */\n#define R_ITER (1 << 10) /* Bit 10: i */\n#define R_UNRE (1 << 10) /* Bit 10: u */\n#define R_D (1 << 12) /* Bit 12: d */\n#define R_E (1 << 13) /* Bit 13: e */\n"
    ),
    Case(
      "flags of another family behind the set", "f.cs",
      "enum F { AM_SAMPLE_A = 1, AM_SAMPLE_B = 2, AM_SAMPLE_C = 4, AM_SAMPLE_D = 8, AM_SAMPLE_E = 16, AM_SAMPLE_F = 32, AM_STREAM_MEDIA = 0, AM_STREAM_CONTROL = 1 }"
    ),
    Case(
      "alternatives of a condition", "f.cs",
      "[Flags] enum F {\n  A = 1 << 0, B = 1 << 1, C = 1 << 2,\n#if OLD\n  X = 1 << 3,\n#else\n  Y = 1 << 3,\n#endif\n  D = 1 << 5, E = 1 << 6, G = 1 << 7\n}"
    ),
    Case(
      "a counted field below flags", "f.cs",
      "[Flags] enum F { R0, R90, R180, R270, FlipHorizontal = 8, FlipVertical = 16 }"),
    Case(
      "a counted combination by its name", "f.cs",
      "[Flags] enum F { WriteToConsole = 1, WriteToLog, WriteToLogAndConsole }"),
    Case(
      "numbers of a field in shifts", "f.h",
      "#define D_SET_1 (1 << 0)\n#define D_SET_2 (2 << 0)\n#define D_SET_3 (3 << 0)\n#define D_SET_4 (4 << 0)\n"
    ),
    Case(
      "a wide constant of another paragraph", "f.h",
      "#define F_A 1\n#define F_B 2\n#define F_TOP (1 << 31)\n\n#define F_WIDE (1ULL << 32)\n#define F_WIDER (1ULL << 33)\n"
    ),
    Case(
      "an empty place with all bits", "f.h",
      "#define F_EMPTY (~0)\n#define F_A 1\n#define F_B 2\n#define F_C 4\n#define F_D 8\n"),
    Case(
      "a delay in a family", "registers.go",
      "const (\n\tTM_A = 0x40\n\tTM_B = 0x8\n\tTM_C = 0x20\n\tTM_DELAY = uint8(10)\n)\n"),
    Case(
      "complements in C++", "f.hpp",
      "constexpr unsigned char F_A = 1;\nconstexpr unsigned char F_B = 2;\nconstexpr unsigned char F_C = 4;\nconstexpr unsigned char F_NOT_A = ~1;\n"
    ),
    Case(
      "comments that count in another way", "f.h",
      "#define A_A (1 << 7) /* bit 0 */\n#define A_B (1 << 6) /* bit 1 */\n#define A_C (1 << 5) /* bit 2 */\n#define A_D (1 << 4) /* bit 3 */\n"
    ),
    Case(
      "comments about fields", "f.h",
      "#define A_A (1 << 0) /* Bit 0 */\n#define A_B (1 << 1) /* Bit 1 */\n#define A_C (1 << 2) /* Bit 2 */\n#define A_D (1 << 3) /* Bit 0-3 */\n#define A_E (1 << 4) /* Bit 0 of the level */\n"
    ),
    Case(
      "bit 31 without a sign", "f.h",
      "#define F_A 1u\n#define F_B 2u\n#define F_C 4u\n#define F_D (1u << 31)\n"),
  ]
}
