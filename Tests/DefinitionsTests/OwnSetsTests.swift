import FlagModel
import Testing

@testable import Definitions

/// A source of C without enums and constants defines no flags, whatever its headers contain.
@Suite("Sources of C without flags")
struct OwnSetsTests {
  @Test(arguments: [
    ("int f(void);", false), ("#ifndef F_H\n#define F_H\n#endif\n", false),
    ("#define F_A 1\n#define F_B 2\n", false),
    ("#define F_A 1\n#define F_B 2\n#define F_C 4\n", true),
    ("const int A = 1, B = 2, C = 4;", true), ("constexpr int A = 1;\nint b = 2, c = 4;", false),
    ("struct S { bool f() const { int a = 1; int b = 2; int c = 3; } };", false),
    ("enum F { A };", true), ("typedef NS_OPTIONS(int, F) { A };", true),
    ("DECLARE_ENUM(F, A, B)", true), ("Q_DECLARE_FLAGS(A, B)", true), ("", false),
  ])
  func mayDefineSets(text: String, isPossible: Bool) {
    let source = SourceText(name: "f.hpp", text)
    #expect(HeaderSource.mayDefineSets(source, .cpp) == isPossible)
  }

  /// Sources that the shortcut leaves out have no sets when they are read in full.
  @Test func headersOfTheSystem() throws {
    let machine = Machine(compiles: false)
    var skipped = 0
    for path in HeaderTests.headers {
      guard let source = machine.source(at: path),
        !HeaderSource.mayDefineSets(source, .c), !HeaderSource.mayDefineSets(source, .cpp)
      else { continue }
      skipped += 1
      let definitions = try FlagDefinitions(source, at: path, .c, machine)
      #expect(definitions.written.sets.map(\.name) == [], "\(path)")
    }
    print("\(skipped) headers have no sets")
  }
}
