import FlagModel
import Testing

@testable import Definitions

/// The ways in which languages write flags, each with what is read of it.
@Suite("Flags of every language")
struct LanguageTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let language: DefinitionLanguage
    let type: Name
    let source: String
    /// `READ=1 WRITE=2`, and after a colon the raw type: `READ=1: UInt32`
    let flags: String

    init(
      _ name: String, _ language: DefinitionLanguage, _ type: Name, _ source: String,
      _ flags: String
    ) {
      testDescription = name
      self.language = language
      self.type = type
      self.source = source
      self.flags = flags
    }
  }

  static let cases: [Case] = [
    // C
    Case(
      "macros of a prefix", .c, "FL_",
      """
      #ifndef FLAGS_H
      #define FLAGS_H
      #define FL_READ 0x1
      #define FL_WRITE (1u << 1)
      #define FL_BOTH (FL_READ | FL_WRITE)
      #define FL_ALL 0777
      #define FL_TEXT "no number"
      #define FL_IS(x) ((x) & FL_READ)
      #endif
      """, "READ=1 WRITE=2 BOTH=3 ALL=511: Int32"),
    Case(
      "bit 31, unsigned", .c, "F",
      "#define F_A 1\n#define F_TOP 0x80000000\n", "A=1 TOP=2147483648: UInt32"),
    Case(
      "bit 31, by a shift of an int", .c, "F",
      "#define F_A 1\n#define F_TOP (1 << 31)\n", "A=1 TOP=2147483648: Int32"),
    Case(
      "bit 63", .c, "F", "#define F_A 1ULL\n#define F_TOP (1ULL << 63)\n",
      "A=1 TOP=9223372036854775808: UInt64"),
    Case(
      "macros with arguments and pasted words", .c, "F",
      """
      #define __AC(X, Y) (X##Y)
      #define _AC(X, Y) __AC(X, Y)
      #define _BITUL(x) (_AC(1, UL) << (x))
      #define BIT(n) (1U << (n))
      #define F_A _BITUL(4)
      #define F_B BIT(2)
      """, "A=16 B=4: Int32"),
    Case(
      "conditions", .c, "F",
      """
      #if defined(__linux__) && !defined(F_OLD) && __GNUC__ >= 3
      #define F_A 1
      #elif 1
      #define F_A 2
      #else
      #define F_A 4
      #endif
      #ifdef NOBODY_DEFINES_IT
      #define F_B 8
      #endif
      #define F_C 16
      """, "A=1 C=16: Int32"),
    Case(
      "conditions that end after a bracket", .c, "F",
      "#define F_A 1\n#if defined (\n#define F_B 2\n#elif __has_include(\n#define F_C 4\n#endif\n",
      "A=1: Int32"),
    Case(
      "the last definition counts", .c, "F",
      "#define F_A 1\n#undef F_A\n#define F_A 2\n#define F_GONE 4\n#undef F_GONE\n", "A=2: Int32"),
    Case(
      "casts, conditions and sizes", .c, "F",
      """
      typedef unsigned int my_type;
      #define F_A ((my_type) 1)
      #define F_B (sizeof(long) == 8 ? 2 : 4)
      #define F_C ((unsigned char) 0x1ff)
      #define F_D ~F_A
      """, "A=1 B=2 C=255 D=4294967294: UInt32"),
    Case(
      "an enum counts on", .c, "mode",
      "enum mode { MODE_A = 1 << 2, MODE_B, MODE_C = MODE_A | 1, };", "A=4 B=5 C=5: Int32"),
    Case(
      "a typedef names an enum", .c, "Mode",
      "typedef enum { kModeRead = 1, kModeWrite = 2 } Mode;", "Read=1 Write=2: Int32"),
    Case(
      "macros of enumerators", .c, "MSG",
      """
      enum { MSG_OOB = 0x01,
      #define MSG_OOB MSG_OOB
      MSG_PEEK = 0x02
      #define MSG_PEEK MSG_PEEK
      };
      """, "OOB=1 PEEK=2: Int32"),
    Case(
      "a typedef beside the tag", .c, "Mode",
      "typedef enum mode_bits { MODE_READ = 1, MODE_WRITE = 2 } Mode, *ModePointer;",
      "READ=1 WRITE=2: Int32"),
    Case(
      "a second name of a typedef", .c, "mode_t",
      "typedef enum { MODE_READ = 1, MODE_WRITE = 2 } Mode, mode_t;", "READ=1 WRITE=2: Int32"),
    Case(
      "a typedef before the enum", .c, "Mode",
      "typedef enum mode_bits Mode;\nenum mode_bits { MODE_READ = 1, MODE_WRITE = 2 };",
      "READ=1 WRITE=2: Int32"),
    Case(
      "macros of Linux and Zephyr without their headers", .c, "F",
      """
      #include <linux/bits-that-nobody-has.h>
      #define F_A BIT(0)
      #define F_B BIT_ULL(40)
      #define F_C _BITUL(2)
      #define F_D _BITULL(63)
      #define F_E GENMASK(7, 4)
      #define F_F (GENMASK(63, 0) & ~BIT(1))
      """,
      """
      A=1 B=1099511627776 C=4 D=9223372036854775808 E=240 F=18446744073709551613: UInt64
      """),
    Case(
      "a macro that the header defines itself", .c, "F",
      "#define BIT(n) (2 << (n))\n#define F_A BIT(0)\n#define F_B BIT(1)\n", "A=2 B=4: Int32"),
    Case(
      "flags of Apple's headers", .c, "NSStringCompareOptions",
      """
      typedef NS_OPTIONS(NSUInteger, NSStringCompareOptions) {
          NSCaseInsensitiveSearch = 1, NSLiteralSearch = 2 /* exact */ };
      """, "NSCaseInsensitiveSearch=1 NSLiteralSearch=2: UInt64"),
    Case(
      "no prefix where a digit would come first", .c, "LINK",
      "#define LINK_MODE_10base 1\n#define LINK_MODE_Auto 2\n#define LINK_MODE_x 4\n",
      "MODE_10base=1 MODE_Auto=2 MODE_x=4: Int32"),
    Case(
      "words of Swift are names", .c, "F",
      "#define F_DEFAULT 1\n#define F_in 2\n", "DEFAULT=1 in=2: Int32"),
    // C++
    Case(
      "an enum class", .c, "ui::Mode",
      "namespace ui { enum class Mode : uint8_t { kNone = 0, kRead = 1 << 0, kAll = 0xff }; }",
      "kNone=0 kRead=1 kAll=255: UInt8"),
    Case(
      "another name in C++", .cpp, "Mode",
      "namespace ui { enum class Mode : uint8_t { kRead = 1, kWrite = 2 }; }\nusing Mode = ui::Mode;",
      "kRead=1 kWrite=2: UInt8"),
    Case(
      "a class with attributes", .cpp, "ui::Foo::k",
      """
      namespace __attribute__((visibility("default"))) ui {
      class __attribute__((visibility("default"))) alignas(8) EXPORTED Foo final : public Base<int> {
       public:
        static constexpr int kA = 1, kB = 2, kC = 4;
      };
      }
      """, "A=1 B=2 C=4: Int32"),
    Case(
      "constants of C++", .cpp, "kFlag",
      """
      constexpr unsigned kFlagA = 1u << 0;
      static const int kFlagB = 0b10, kFlagC = 1'000;
      inline constexpr auto kFlagD = kFlagA;
      """, "A=1 B=2 C=1000 D=1: Int32"),
    // Python
    Case(
      "IntFlag with auto", .python, "Perm",
      """
      from enum import IntFlag, auto

      class Perm(IntFlag):
          \"\"\"What is allowed.\"\"\"
          R = auto()
          W = auto()  # to write
          X = 0x10
          Y = auto()
          RW = R | W
          ALL = ~0 & 0x3f

          def f(self):
              LOCAL = 9
      """, "R=1 W=2 X=16 Y=32 RW=3 ALL=63: Int32"),
    Case(
      "constants of a module", .python, "FLAG",
      "FLAG_A = 1\nFLAG_B = FLAG_A << 40\nFLAG_AB = (FLAG_A |\n  FLAG_B)\n",
      "A=1 B=1099511627776 AB=1099511627777: Int64"),
    // Rust
    Case(
      "bitflags", .rust, "Flags",
      """
      bitflags! {
          /// What it can.
          #[derive(Debug)]
          pub struct Flags: u32 {
              /// The first.
              const A = 0b0000_0001;
              const B = 1 << 31;
              const AB = Self::A.bits() | Self::B.bits();
              const NOT_A = !Self::A.bits;
          }
      }
      """, "A=1 B=2147483648 AB=2147483649 NOT_A=4294967294: UInt32"),
    Case(
      "constants of Rust", .rust, "FLAG",
      "pub const FLAG_A: u8 = 1;\nconst FLAG_B: u8 = FLAG_A << 3;\npub const NAME: &str = \"=\";\n",
      "A=1 B=8: UInt8"),
    // C#
    Case(
      "Flags of C#", .csharp, "Access",
      """
      namespace N {
        [Flags] public enum Access : byte {
          /// <summary>Nothing.</summary>
          None = 0,
          [Description("r")] Read = 1,
          Write = Read << 1,
          Both = Read | Write,
        }
      }
      """, "None=0 Read=1 Write=2 Both=3: UInt8"),
    // TypeScript
    Case(
      "an enum of TypeScript", .typescript, "Flags",
      "export const enum Flags { None = 0, A = 1 << 0, B = 1 << 1, 'C-D' = 4, All = ~(~0 << 3), Top = 1 << 31 }",
      "None=0 A=1 B=2 C-D=4 All=7 Top=2147483648: Int32"),
    Case(
      "an object of constants", .typescript, "Flags",
      "export const Flags = {\n  A: 1,\n  B: 0b10,\n  C: 2 ** 40,\n} as const\n",
      "A=1 B=2 C=1099511627776: Int64"),
    Case(
      "a frozen object of JavaScript", .typescript, "F",
      "const F = Object.freeze({ A: 1, B: 1 << 1, C: 4 });\n", "A=1 B=2 C=4: Int32"),
    Case(
      "an enum of TypeScript in two parts", .typescript, "E",
      "enum E { A = 1, B = 2 }\nenum E { C = 4, D = A | C }\n", "A=1 B=2 C=4 D=5: Int32"),
    // Java and Kotlin
    Case(
      "constants of Java", .java, "Intent.FLAG_GRANT",
      """
      public class Intent {
        public static final int FLAG_GRANT_READ = 0x00000001, FLAG_GRANT_WRITE = 1 << 1;
        public static final int FLAG_GRANT_TOP = 0x80000000;
        private int mFlags = 0;
        void f() { final int FLAG_GRANT_LOCAL = 64; }
      }
      """, "READ=1 WRITE=2 TOP=2147483648: Int32"),
    Case(
      "constants of Java with types of objects", .java, "Q",
      "class Q { static final int A = 1; static final Integer B = 2; static final Long C = 4L; }",
      "A=1 B=2 C=4: Int32"),
    Case(
      "an enum of Java with arguments", .java, "Perm",
      """
      public enum Perm implements Bits<Perm> {
        NONE(0),
        @Deprecated READ(0x1, "r"),
        WRITE(1 << 1, "w") { int x() { return 9; } },
        KICK(0x4);
        private static final int OTHER = 8;
        private final int bits;
      }
      """, "NONE=0 READ=1 WRITE=2 KICK=4: Int32"),
    Case(
      "an enum of Kotlin with arguments", .kotlin, "Perm",
      "enum class Perm(val bits: Int) { READ(1), WRITE(1 shl 1), KICK(1 shl 2) }",
      "READ=1 WRITE=2 KICK=4: Int32"),
    Case(
      "an enum of Java with bit numbers", .java, "Perm",
      """
      enum Perm {
        READ(0), WRITE(1), KICK(2), TOP(40);
        final int offset;
        final long raw;
        Perm(int offset) { this.offset = offset; this.raw = 1L << offset; }
      }
      """, "READ=1 WRITE=2 KICK=4 TOP=1099511627776: Int64"),
    Case(
      "an enum of Java with shifts of other numbers", .java, "Perm",
      """
      enum Perm {
        READ(1), WRITE(2), KICK(4);
        static final int ALL = (1 << 3) - 1;
        final int bits;
        Perm(int bits) { this.bits = bits; }
        static int bit(int index) { return 1 << index; }
      }
      """, "READ=1 WRITE=2 KICK=4: Int32"),
    Case(
      "an enum of Kotlin with bit numbers", .kotlin, "Perm",
      "enum class Perm(val bit: Int) { READ(0), WRITE(1), KICK(3); val mask get() = 1 shl bit }",
      "READ=1 WRITE=2 KICK=8: Int32"),
    Case(
      "constants of Kotlin", .kotlin, "Perm.FLAG",
      """
      object Perm {
        const val FLAG_A = 1
        const val FLAG_B: Int = 1 shl 1
        const val FLAG_AB = FLAG_A or
          FLAG_B
        val other = 5
      }
      """, "A=1 B=2 AB=3: Int32"),
    // Go
    Case(
      "iota", .go, "Flags",
      """
      type Flags uint32
      const (
        FlagUp Flags = 1 << iota // up
        FlagBroadcast
        _
        FlagMulticast
        FlagAny = FlagUp | FlagBroadcast
      )
      """, "Up=1 Broadcast=2 Multicast=8: UInt32"),
    Case(
      "several constants of Go in one line", .go, "P",
      """
      const (
        PA, PB = 1 << iota, 1 << (iota + 8)
        PC, PD
        _, _
        PE, PF
      )
      const PG, PH = 64,
        128
      """, "PA=1 PB=256 PC=2 PD=512 PE=8 PF=2048 PG=64 PH=128: Int32"),
    Case(
      "raw identifiers of Rust", .rust, "A",
      "impl A { const a: u8 = 1; const r#in: u8 = 2; const both: u8 = Self::a | Self::r#in; }",
      "a=1 in=2 both=3: UInt8"),
    // Several constants, and other ways to write one
    Case(
      "initializers in brackets, auto and attributes", .cpp, "X",
      """
      static constexpr auto X_A = 1u;
      inline constexpr unsigned X_B{2};
      constexpr int X_C(4);
      [[maybe_unused]] constexpr int X_D = 8;
      const int X_E(0x10);
      constexpr int X_F = 32, X_G{64};
      const int X_H(int x);
      """, "A=1 B=2 C=4 D=8 E=16 F=32 G=64: Int32"),
    Case(
      "several constants of Python in one line", .python, "I",
      """
      class I(IntFlag):
          A = 1; B = 2
          C = 4
          D, E = 8, 16
          F, G = f()
      """, "A=1 B=2 C=4 D=8 E=16: Int32"),
    Case(
      "several constants of Ruby in one line", .ruby, "M",
      "module M\n  A = 1\n  B, C = 2, A << 2\n  D, E = f\nend\n", "A=1 B=2 C=4: Int32"),
    // Names of other types
    Case(
      "an imported name that a class has too", .python, "Z",
      "class Y:\n  A = 8\nfrom os import R_OK as A\nZ_B = Y.A << 1\nZ_C = A << 4\nZ_D = 64\nZ_E = 256\n",
      "B=16 D=64 E=256: Int32"),
    Case(
      "inherited and imported names of Java", .java, "Z",
      """
      import static p.Y.*;
      class Y { static final int A = 8; }
      class W { static final int B = 4; }
      class V { static final int C = 2; }
      class Z extends W { static final int D = A << 1, E = B << 1, F = C << 1, G = V.C; }
      """, "D=16 E=8 G=2: Int32"),
    // Protobuf
    Case(
      "an enum of protobuf", .proto, "Perm",
      """
      message M {
        enum Perm {
          option allow_alias = true;
          PERM_UNSPECIFIED = 0;
          PERM_READ = 0x1 [deprecated = true];
          PERM_WRITE = 2;
        }
      }
      """, "UNSPECIFIED=0 READ=1 WRITE=2: Int32"),
    Case(
      "fields of a header", .c, "T",
      """
      #define T_BIG 0x1
      #define T_KIND_MASK 0xF0
      #define T_KIND_SHIFT 4
      #define T_KIND_AXE 0x10
      #define T_KIND_SAW 0x20
      #define T_LEVEL_MASK 0x7
      #define T_LEVEL_SHIFT 8
      #define T_WOOD_MASK 0x3000
      #define T_WOOD_SHIFT 12
      #define T_WOOD_ASH 0
      #define T_WOOD_OAK 1
      #define T_ANY_MASK 0xC000
      """,
      """
      BIG=1 ANY_MASK=49152 kind=4...7(AXE=16,SAW=32)? level=8...10 \
      wood=12...13(ASH=0,OAK=4096): Int32
      """),
    Case(
      "the type of a file in its mode", .c, "S",
      """
      #define S_IFMT 0170000
      #define S_IFDIR 0040000
      #define S_IFCHR 0020000
      #define S_IFBLK 0060000
      #define S_ISUID 04000
      """, "ISUID=2048 type=12...15(DIR=16384,CHR=8192,BLK=24576)?: Int32"),
    // Tables
    Case(
      "a table with a header", .table, "files.mode",
      "column\tkind\tname\tmask\tvalue\nfiles.mode\tflag\tISUID\t0x800\t0x800\nfiles.mode\tfield type\tDIR\t0xf000\t0x4000\n",
      "ISUID=2048 type=12...15(DIR=16384)?: Int32"),
    Case(
      "the flags of a set as flagdb lists them", .table, "Mode",
      """
      set,flag,bit,value,about
      Mode,ISUID,11,2048,
      Mode,type,12...15,61440,
      Mode,type=FIFO,,4096,
      Mode,level,0...2,7,
      """, "ISUID=2048 type=12...15(FIFO=4096)? level=0...2: Int32"),
    Case(
      "a table of bits", .table, "flags", "name,bit\n\"a,b\",0\nc,40\n",
      "a_b=1 c=1099511627776: Int64"),
    Case(
      "a table without a header", .table, "flags", "READ;1\nWRITE;0x2\n", "READ=1 WRITE=2: Int32"),
    .init(
      "a table with tabs beside the names", .table, "flags", "name,bit\nREAD\t,0\n\tWRITE,1\n",
      "READ=1 WRITE=2: Int32"),
    Case(
      "a table in Markdown", .markdown, "Permissions",
      """
      # API
      ## Permissions
      | Permission | Value | Description |
      |---|:--|---|
      | `READ` | `0x1` `(1 << 0)` | Reads. |
      | WRITE \\* | 1 << 1 | |
      | **KICK** | 4 | |

      | a | b |
      |---|---|
      | c | d |
      """, "READ=1 WRITE=2 KICK=4: Int32"),
    Case(
      "a view of SQL", .sql, "flags",
      """
      -- flags & 64 AS no_flag
      CREATE VIEW named AS SELECT id, flags & 1 AS r, (m.flags & 0x2) <> 0 AS "w",
        (flags >> 2) & 1 AS kick, CASE WHEN flags & 8 THEN 'ban,' ELSE '' END || iif(flags & 16, 'x', '') AS text,
        count(*) FILTER (WHERE flags & 32) AS n FROM m;
      """, "r=1 w=2 kick=4 ban=8: Int32"),
    Case(
      "mask bits of yanny", .yanny, "TARGET",
      """
      typedef struct { char flag[20]; short datatype; } masktype;
      typedef struct { char flag[20]; short bit; char label[30]; } maskbits;
      masktype TARGET 64
      maskbits TARGET 0 QSO_HIZ # far
      maskbits TARGET 33 QSO_CAP
      """, "QSO_HIZ=1 QSO_CAP=8589934592: Int64"),
    Case(
      "flags of NetCDF", .cdl, "quality",
      """
      netcdf a {
      variables:
        byte quality(time) ;
          quality:flag_masks = 1b, 2b, -128b ;
          quality:flag_meanings = "low high broken" ;
      }
      """, "low=1 high=2 broken=128: Int8"),
    Case(
      "flags and values of NetCDF", .cdl, "quality",
      """
      netcdf a {
      variables:
        byte quality(time) ;
          quality:flag_masks = 1b, 6b, 6b ;
          quality:flag_values = 1b, 0b, 4b ;
          quality:flag_meanings = "low dry wet" ;
      }
      """, "low=1 field1=1...2(dry=0,wet=4): Int8"),
    Case(
      "a field whose bits are not contiguous", .table, "flags",
      "name,value,mask,kind\nA,1,1,flag\nB,2,0xA,field odd\n", "A=1: Int32"),
    Case(
      "a field that shares bits with a flag", .table, "flags",
      "name,value,mask,kind\nA,1,1,flag\nB,2,3,field kind\n", "A=1: Int32"),
    // PHP
    Case(
      "constants of a PHP class", .php, "Constants.PERMISSION",
      """
      <?php
      class Constants {
        public const PERMISSION_CREATE = 4; # a comment
        public const PERMISSION_READ = 0b1;
        const int PERMISSION_UPDATE = 1 << 1, PERMISSION_BOTH = self::PERMISSION_READ | 2;
        public const NAME = "\\/";
      }
      """, "CREATE=4 READ=1 UPDATE=2 BOTH=3: Int32"),
    Case(
      "an enum of PHP", .php, "Perm",
      "<?php enum Perm: int { case A = 1; case B = 2; case C = 010; case D = 1 << 40; }",
      "A=1 B=2 C=8 D=1099511627776: Int64"),
    Case(
      "define of PHP", .php, "E", "<?php define('E_A', 1); define(\"E_B\", 2); define('E_C', 4);",
      "A=1 B=2 C=4: Int32"),
    Case(
      "arrays of PHP", .php, "MAP",
      "<?php class M { const MAP = ['READ' => 1, 'read-all' => 1 << 1]; }",
      "READ=1 read-all=2: Int32"),
    Case(
      "constants of the class in an array of PHP", .php, "P.ALL",
      "<?php class P { const A = 1; const B = 2; const ALL = ['A' => self::A, 'b' => self::B]; }",
      "A=1 b=2: Int32"),
    Case(
      "numbers as keys in PHP", .php, "names",
      "<?php class M { public static $names = array(1 => 'a', 2 => 'b'); }", "a=1 b=2: Int32"),
    // Ruby
    Case(
      "frozen numbers of Ruby", .ruby, "M",
      "module M\n  A = 1\n  B = 0x10.freeze\n  C = (A | B).freeze\nend\n", "A=1 B=16 C=17: Int32"),
    Case(
      "flag_shih_tzu", .ruby, "User.status",
      """
      class User < ApplicationRecord
        has_flags 1 => :moderator, # first
                  2 => :staff,
                  63 => :last,
                  :column => 'status'
      end
      """, "moderator=1 staff=2 last=4611686018427387904: Int64"),
    Case(
      "has_flags in brackets", .ruby, "Post.flags",
      "class Post\n  has_flags({1 => :a, 2 => :b}, check_for_column: false)\nend\n",
      "a=1 b=2: Int32"),
    Case(
      "bitfields", .ruby, "Acl.rights",
      "class Acl\n  bitfield :rights, 1 => :read, 2**1 => :write, 4 => 'own'\nend\n",
      "read=1 write=2 own=4: Int32"),
    Case(
      "a list of bits", .ruby, "Acl.rights",
      "class Acl\n  bitfield :rights, :read, :write, 'own', scopes: false\nend\n",
      "read=1 write=2 own=4: Int32"),
    Case(
      "bits by name", .ruby, "Acl.rights",
      "class Acl\n  bitfield :rights, read: 2**0, write: 2**1, scopes: false\nend\n",
      "read=1 write=2: Int32"),
    Case(
      "has_flags with a constant", .ruby, "Post.bits",
      "class Post\n  FLAGS = {\n    1 => :a,\n    2 => :b, 3 => :c\n  }.freeze\n"
        + "  has_flags FLAGS, :column => 'bits', named_scopes: false\nend\n",
      "a=1 b=2 c=4: Int32"),
    Case(
      "two calls for one column", .ruby, "Post.flags",
      "class Post\n  has_flags 1 => :a, 2 => :b\n  has_flags 3 => :c, :bang_methods => true\nend\n",
      "a=1 b=2 c=4: Int32"),
    Case(
      "has_flags with a condition", .ruby, "Post.flags",
      "class Post\n  has_flags 1 => :a, 2 => :b if column?\nend\n", "a=1 b=2: Int32"),
    Case(
      "bitmask_attributes", .ruby, "User.roles",
      "class User\n  bitmask :roles, :as => [:worker, :boss,\n    :admin], :null => false\nend\n",
      "worker=1 boss=2 admin=4: Int32"),
    Case(
      "bitmask_attributes of words", .ruby, "User.roles",
      "class User\n  bitmask :roles, as: %i[worker boss]\nend\n", "worker=1 boss=2: Int32"),
    Case(
      "an enum of Rails", .ruby, "User.rights",
      "class User\n  enum rights: { :read => 1 << 0, :write => 1 << 1, :own => 1 << 2 }, _prefix: true\nend\n",
      "read=1 write=2 own=4: Int32"),
    Case(
      "an enum of Rails 7", .ruby, "User.rights",
      "class User\n  enum :rights, {\n    read: 1 << 0,\n    write: 1 << 1, # last\n    own: 1 << 2\n"
        + "  }, prefix: true\nend\n", "read=1 write=2 own=4: Int32"),
    Case(
      "an enum of Rails with keys", .ruby, "User.rights",
      "class User\n  enum :rights, read: 1 << 0, write: 1 << 1, own: 1 << 2, prefix: true\nend\n",
      "read=1 write=2 own=4: Int32"),
    Case(
      "a hash of Ruby", .ruby, "FLAGS",
      "FLAGS = { read: 1, :write => 1 << 1, 'own-all' => 4 | 8 ^ 8 }.freeze\n",
      "read=1 write=2 own-all=4: Int32"),
    Case(
      "constants of Ruby", .ruby, "P", "P_A = 0x1\nP_B = P_A << 1\nP_C = P_A | P_B\n",
      "A=1 B=2 C=3: Int32"),
    Case(
      "constants of a module of Ruby", .ruby, "Perm",
      "module Perm; READ = 1; WRITE = 2; SHARE = 4; end", "READ=1 WRITE=2 SHARE=4: Int32"),
    Case(
      "constants of a class of Ruby", .ruby, "Acl.Perm",
      """
      module Acl
        class Perm < Struct.new(:mask)
          def self.end = 3
          READ = 1 << 0 # first
          class << self
            def names; [:read]; end
            def any?(mask)
              return self.class.new if mask.nil?
              mask.each do |bit| return bit if bit; end
            end
          end
          WRITE = 1 << 1
          def mask=(value)
            @mask = if value then value else 0 end
          end
          SHARE = 0x4
          ALL = READ | WRITE |
            SHARE
        end
        class Other; A = 1; B = 2; C = 4; end
      end
      """, "READ=1 WRITE=2 SHARE=4 ALL=7: Int32"),
    Case(
      "constants behind a class of Ruby", .ruby, "P",
      "class C\n  X = 1\n  do_it if: 1\nend\nP_A = 1\nP_B = 2\nP_C = 4\n", "A=1 B=2 C=4: Int32"),
    Case(
      "a hash in a module of Ruby", .ruby, "Acl.FLAGS",
      "module Acl\n  FLAGS = { read: 1, write: 2, own: 4 }.freeze\nend\n",
      "read=1 write=2 own=4: Int32"),
    // Sets in brackets
    Case(
      "a dictionary of powers", .python, "Holiday.STATES",
      "class Holiday:\n  STATES = {\n    'Wien': 2**8,\n    'alle-Länder': 2**9  # all\n  }\n",
      "Wien=256 alle-Länder=512: Int32"),
    Case(
      "a dictionary of names", .python, "NAMES", "A = 4\nNAMES = {1: 'x', A: 'y'}\n",
      "x=1 y=4: Int32"),
    Case(
      "a list of dictionaries", .python, "F",
      "F = [{'bit': 0, 'name': 'a'}, {'bit': 5, 'name': 'b'}]\n", "a=1 b=32: Int32"),
    Case(
      "bits and names", .typescript, "DAYS",
      "export const DAYS: Day[] = [\n  { bit: 0, name: 'Sun', short: 'S' },\n  { bit: 6, name: 'Sat' },\n] as const;",
      "Sun=1 Sat=64: Int32"),
    Case(
      "values and names", .typescript, "ALL",
      "const ALL = [{ name: 'a', value: 1 << 3 }, { name: 'b', value: 0x20 }]", "a=8 b=32: Int32"),
    // A dump of MySQL
    Case(
      "a SET of MySQL", .sql, "project.currency",
      """
      /*!40101 SET NAMES utf8 */;
      CREATE TABLE IF NOT EXISTS `project` (
        `id` int(10), -- a comment
        `currency` set('UAH','US$','it''s') NOT NULL DEFAULT 'UAH');
      """, "UAH=1 US$=2 it's=4: Int32"),
    Case(
      "a SET of MySQL with backslashes and quotes", .sql, "t.s",
      #"CREATE TABLE t (s set('q\'t','a`b',"it's",'50\%'));"#,
      "q't=1 a_b=2 it's=4 _50__=8: Int32"),
    // Trees
    Case(
      "members of JSON", .json, "a.flags", #"{"a": {"flags": {"READ": 1, "WRITE": "0x2"}}}"#,
      "READ=1 WRITE=2: Int32"),
    Case(
      "objects of JSON", .json, "bits",
      #"{"bits": [{"bit": 0, "name": "A"}, {"bit": 63, "name": "B"}]}"#,
      "A=1 B=9223372036854775808: UInt64"),
    Case(
      "objects of JSON by name", .json, "bits",
      #"{"bits": {"A": {"mask": 4}, "B": {"mask": 8, "description": "b"}}}"#, "A=4 B=8: Int32"),
    Case(
      "MAVLink", .xml, "MODE",
      """
      <?xml version="1.0"?>
      <mavlink><enums>
        <enum name="MODE" bitmask="true"><description>Modes.</description>
          <entry value="128" name="MODE_SAFETY"><description>armed</description></entry>
          <entry value="64" name="MODE_MANUAL"/>
        </enum>
        <enum name="OTHER"><entry value="1" name="X"/><entry value="2" name="Y"/></enum>
      </enums></mavlink>
      """, "MODE_SAFETY=128 MODE_MANUAL=64: Int32"),
    Case(
      "lists of YAML", .yaml, "device.status",
      "device:\n  status:\n  - bit: 0   # first\n    name: ready\n  -  bit: 4\n     name: 'in-use'\n",
      "ready=1 in-use=16: Int32"),
    Case(
      "members of YAML", .yaml, "flags", "---\nflags:\n  A: 0x1\n  B: 2\n  \"C-d\": 4\nother: x\n",
      "A=1 B=2 C-d=4: Int32"),
  ]

  /// Swift is read by `FlagModel`.
  @Test("each language has a case", arguments: DefinitionLanguage.allCases.filter { $0 != .swift })
  func hasCase(_ language: DefinitionLanguage) {
    #expect(Self.cases.contains { $0.language == language })
  }

  @Test(arguments: cases)
  func reads(_ one: Case) throws {
    let source = SourceText(name: "flags", one.source)
    let found = try FlagDefinitions(source, at: "flags", one.language).read(one.type).set
    let inOrder =
      (found.flags + found.combinations).map { "\($0.name)=\($0.mask)" }
      + found.fields.map(described)
    let (members, type) = (one.flags.split(separator: ":")[0], one.flags.split(separator: " ").last)
    #expect(Set(inOrder) == Set(members.split(separator: " ").map(String.init)))
    #expect(found.rawType.rawValue == type.map(String.init))
  }

  private func described(_ field: BitField) -> String {
    let values = field.enumeration?.cases.map { "\($0.name)=\(field.bits(of: $0.rawValue) ?? 0)" }
    let listed = values.map { "(\($0.joined(separator: ",")))" } ?? ""
    return "\(field.name)=\(field.bits)\(listed)\(field.isOptional ? "?" : "")"
  }

  @Test("a compiler finds the same values", arguments: cases.filter { $0.language.isPreprocessed })
  func agrees(_ one: Case) throws {
    guard Machine.hasCompiler else { return }
    let path = try ScratchHeader(one.source).path
    defer { ScratchHeader.remove(path) }
    let source = SourceText(name: path, one.source)
    let ours = try FlagDefinitions(source, at: path, one.language)
    let members = ours.groups.flatMap { group in group.members().map { (group, $0) } }
    for (group, member) in members {
      let compiled = try FlagDefinitions(source, at: path, one.language, Machine())
        .compiled(group).first { $0.name == member.name }
      #expect(try compiled?.value.get().value == member.value.get().value, "\(member.name)")
    }
  }
}
