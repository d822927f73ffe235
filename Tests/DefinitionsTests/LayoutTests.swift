import FlagModel
import TestSupport
import Testing

@testable import Definitions

/// The room that types take is that of a C compiler, or nobody says it.
@Suite("Sizes of types of C")
struct LayoutTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let header: String
    /// Each expression with its value, or with a part of the reason why it has none.
    let values: KeyValuePairs<String, String>
    var language = DefinitionLanguage.c

    init(
      _ name: String, _ header: String, _ values: KeyValuePairs<String, String>,
      _ language: DefinitionLanguage = .c
    ) {
      testDescription = name
      self.header = header
      self.values = values
      self.language = language
    }
  }

  private static let unread = "only a compiler knows the size"

  private static let manyLarge = (0..<20).map { "m\($0)[1L << 47]" }.joined(separator: ", ")

  static let cases: [Case] = [
    Case(
      "numbers", "#include <stddef.h>",
      [
        "sizeof(char)": "1", "sizeof(unsigned short)": "2", "sizeof(long long int)": "8",
        "sizeof(unsigned)": "4", "sizeof(float)": "4", "sizeof(long double)": "16",
        "sizeof(unsigned __int128)": "16", "sizeof(_Bool)": "1", "_Alignof(double)": "8",
        "sizeof(const volatile long)": "8",
      ]),
    Case(
      "pointers, to whatever it is", "struct nobody;",
      [
        "sizeof(void *)": "8", "sizeof(struct nobody *)": "8", "sizeof(struct nobody **)": "8",
        "sizeof(char *[3])": "24", "sizeof(char (*)[3])": "8",
        "sizeof(int (*)(struct nobody))": "8",
        "sizeof(const char *const)": "8",
      ]),
    Case(
      "arrays", "#define N 3\nenum { M = 2 };\ntypedef short row[N];",
      [
        "sizeof(int[N])": "12", "sizeof(int[N][M + 1])": "36", "sizeof(row)": "6",
        "sizeof(row[4])": "24", "_Alignof(row)": "2",
      ]),
    Case(
      "members stand at their alignment",
      "struct s { char a; int b; short c; double d; char e; };",
      [
        "sizeof(struct s)": "32", "offsetof(struct s, b)": "4", "offsetof(struct s, d)": "16",
        "__builtin_offsetof(struct s, e)": "24", "_Alignof(struct s)": "8",
      ]),
    Case(
      "unions", "union u { char a[5]; int b; short c; };",
      ["sizeof(union u)": "8", "offsetof(union u, c)": "0", "__alignof__(union u)": "4"]),
    Case(
      "structs in structs, with names and without",
      """
      struct in { short a; char b; };
      typedef struct { struct in x[2]; union { long l; struct { char p, q; }; }; } out_t, *out_p;
      """,
      [
        "sizeof(out_t)": "16", "sizeof(out_p)": "8", "offsetof(out_t, q)": "9",
        "offsetof(out_t, x[1].b)": "6", "sizeof(struct in)": "4",
      ]),
    Case(
      "a struct that is declared within another",
      "struct a { struct b { char c[3]; } b; struct a *next; };",
      ["sizeof(struct a)": "16", "sizeof(struct b)": "3"]),
    Case(
      "packed, wholly and by member",
      """
      struct p { char a; int b; } __attribute__((packed));
      struct __attribute__((__packed__)) q { char a; struct p b; long c; };
      struct r { char a; int b __attribute__((packed)); long c; };
      """,
      ["sizeof(struct p)": "5", "sizeof(struct q)": "14", "sizeof(struct r)": "16"]),
    Case(
      "aligned by attributes",
      """
      typedef unsigned long __attribute__((aligned(16))) wide;
      typedef unsigned long low __attribute__((aligned(4)));
      struct a { char a; wide b; };
      struct b { char a; low b; };
      struct c { char a; int b __attribute__((aligned(8))); };
      struct d { char a; } __attribute__((aligned(sizeof(long))));
      struct e { char a; } __attribute__((packed, aligned(4)));
      struct f { char a; __attribute__((aligned)) char b; };
      """,
      [
        "sizeof(struct a)": "32", "sizeof(struct b)": "12", "sizeof(struct c)": "16",
        "sizeof(struct d)": "8", "sizeof(struct e)": "4", "sizeof(struct f)": "32",
      ]),
    Case(
      "fields of bits",
      """
      struct a { unsigned a : 3, b : 5; unsigned char c : 7; unsigned d : 20; };
      struct b { char a; int : 0; char b; };
      struct c { char a; int : 5; char b; };
      struct d { long a : 40; int b : 30; };
      struct e { unsigned a : 3; unsigned b : 31; } __attribute__((packed));
      union f { unsigned a : 9; char b; };
      """,
      [
        "sizeof(struct a)": "8", "sizeof(struct b)": "5", "sizeof(struct c)": "3",
        "sizeof(struct d)": "16", "sizeof(struct e)": "5", "sizeof(union f)": "4",
      ]),
    Case(
      "open arrays and empty structs",
      "struct e { };\nstruct s { int n; struct e none; char rest[]; };\nstruct z { int n, z[0]; };",
      ["sizeof(struct s)": "4", "offsetof(struct s, rest)": "4", "sizeof(struct z)": "4"]),
    Case(
      "#pragma pack",
      """
      struct before { char a; long b; };
      #pragma pack(push, 2)
      struct within { char a; long b; };
      #pragma pack(1)
      typedef struct { char a; long b __attribute__((aligned(8))); } inner;
      #pragma pack(pop)
      struct after { char a; long b; };
      """,
      [
        "sizeof(struct before)": "16", "sizeof(struct within)": "10", "sizeof(inner)": "9",
        "sizeof(struct after)": "16",
      ]),
    Case(
      "enums are as large as their members",
      """
      enum small { A = 1 };
      enum signed_one { B = -1 };
      enum large { C = 1L << 40 };
      typedef enum { D = 1 } short_one;
      struct s { enum large a; enum { E } b; char c; };
      """,
      [
        "sizeof(enum small)": "4", "sizeof(enum signed_one)": "4", "sizeof(enum large)": "8",
        "sizeof(short_one)": "4", "sizeof(struct s)": "16",
      ]),
    Case(
      "macros make members",
      """
      #define GROUP(TAG, NAME, ...) union { struct { __VA_ARGS__ }; struct TAG { __VA_ARGS__ } NAME; }
      #define FLEX(TYPE, NAME) struct { struct { } empty_##NAME; TYPE NAME[]; }
      struct s { char a; GROUP(head, hdr, int b; char c;); FLEX(short, rest); };
      """,
      [
        "sizeof(struct s)": "12", "sizeof(struct head)": "8", "offsetof(struct s, hdr.c)": "8",
        "offsetof(struct s, rest)": "12",
      ]),
    Case(
      "the numbers of ioctl",
      """
      #define IOC(d, t, n, s) (((d) << 30) | ((t) << 8) | (n) | (sizeof(s) << 16))
      struct s { int a[3]; };
      """,
      ["IOC(1U, 'x', 3, struct s)": "1074558979", "IOC(2U, 'x', 4, char *)": "2148038660"]),
    Case(
      "structs of C++", "namespace n { struct s { int a; char b; }; }\nstruct e { };",
      ["sizeof(n::s)": "8", "sizeof(e)": "1", "sizeof(struct e)": "1"], .cpp),
    // What is not read is not guessed.
    Case(
      "what nobody declares", "struct nobody;\nstruct s { struct nobody a; };",
      [
        "sizeof(struct nobody)": "'struct nobody' is not known",
        "sizeof(struct s)": "'struct nobody' is not known", "sizeof(other_t)": "is not known",
        "sizeof(enum nobody)": unread,
      ]),
    Case(
      "what holds itself", "struct s { struct s a; };\ntypedef struct { loop_t a; } loop_t;",
      ["sizeof(struct s)": "contains itself", "sizeof(loop_t)": "contains itself"]),
    Case(
      "what is larger than memory",
      "struct s { char a[1L << 40][1L << 40]; };\nstruct t { char \(manyLarge); };",
      [
        "sizeof(struct s)": "too large", "sizeof(char[1UL << 60])": "too large",
        "sizeof(struct t)": unread,
      ]),
    Case(
      "attributes and pragmas that change more",
      """
      typedef int word __attribute__((mode(DI)));
      typedef int vector __attribute__((vector_size(16)));
      enum __attribute__((packed)) tiny { A };
      typedef enum { B } __attribute__((packed)) tiny_t;
      struct s { enum tiny a; };
      #pragma pack(push, named, 1)
      struct after { char a; };
      """,
      [
        "sizeof(word)": "is not known", "sizeof(vector)": "is not known",
        "sizeof(struct s)": unread, "sizeof(tiny_t)": unread, "sizeof(struct after)": unread,
      ]),
    Case(
      "values and functions", "extern int x;\ntypedef int f(void);",
      [
        "sizeof(x)": "is not known", "sizeof x": unread, "sizeof(f)": unread,
        "sizeof(1 + 1)": unread,
      ]),
    Case(
      "classes of C++",
      """
      struct base { int a; };
      struct derived : base { int b; };
      struct methods { int a; virtual int f(); };
      struct shared { int a; static int b; };
      """,
      [
        "sizeof(derived)": "is not known", "sizeof(methods)": unread, "sizeof(shared)": unread,
      ], .cpp),
  ]

  @Test(arguments: cases)
  func areThoseOfTheABI(_ one: Case) throws {
    let values = Self.values(of: one.values.map(\.key), in: one.header, one.language)
    for ((expression, wanted), value) in zip(one.values, values) {
      switch value {
      case .success(let number): #expect("\(number.value)" == wanted, "\(expression)")
      case .failure(let reason): #expect(reason.message.contains(wanted), "\(expression)")
      }
    }
  }

  /// The values of expressions behind a header.
  static func values(
    of expressions: [String], in header: String, _ language: DefinitionLanguage
  ) -> [Result<Number, Unknowable>] {
    let macros = expressions.enumerated().map { "\n#define VALUE_\($0) (\($1))" }.joined()
    let source = SourceText(name: "layout.h", header + macros + "\n")
    let header = HeaderSource(source, at: "layout.h", language, NoSurroundings())
    return expressions.indices.map { index in
      let constant = header.declarations.constant([Name("VALUE_\(index)")], from: [])
      guard let constant else { return .failure(Unknowable("it is not a constant")) }
      return Result { () throws(Unknowable) in try header.declarations.value(of: constant) }
    }
  }
}
