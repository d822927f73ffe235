import FlagModel
import TestSupport
import Testing

@testable import Definitions

/// Sources that want too much: all of them end, most with a reason at its place.
@Suite("Hostile sources of flags")
struct HostileSourceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let language: DefinitionLanguage
    let source: String
    /// A part of what is said of the flags that begin with `F_A`, and the flags that are left.
    let message: String

    init(_ name: String, _ language: DefinitionLanguage, _ source: String, _ message: String) {
      testDescription = name
      self.language = language
      self.source = source
      self.message = message
    }
  }

  /// More of anything than a source has.
  private static let many = Campaign.size(2_000, all: 20_000)

  private static let rest = "\n#define F_B 2\n#define F_C 4\n#define F_D 8\n"

  private static func times(_ count: Int, _ text: String) -> String {
    String(repeating: text, count: count)
  }

  private static func listed(_ count: Int, _ text: String) -> String {
    (0..<count).map { "\(text)\($0)" }.joined(separator: ",")
  }

  static let cases: [Case] = [
    Case(
      "brackets within brackets", .c,
      "#define F_A \(times(900, "("))1\(times(900, ")"))\(rest)", "nested too deeply"),
    Case(
      "operators before operators", .c, "#define F_A \(times(1_500, "~"))1\(rest)",
      "nested too deeply"),
    Case(
      "macros that double", .c,
      (0..<40).map { "#define B\($0 + 1) (B\($0) | B\($0))\n" }.joined()
        + "#define B0 1\n#define F_A B40\(rest)", "too many tokens"),
    Case(
      "a macro of itself", .c, "#define F_A (F_A | 1)\(rest)", "'F_A' refers to itself"),
    Case(
      "calls within calls", .c,
      "#define G(x) x\n#define F_A \(times(200, "G("))1\(times(200, ")"))\(rest)", ""),
    Case(
      "calls without an end", .c, "#define F_A 1\(rest)#define G(x) x\n\(times(5 * many, "G( "))\n",
      ""
    ),
    Case(
      "calls without arguments", .c,
      "#define F_A 1\(rest)#define G(\(listed(many / 2, "p"))) \(times(many, "q "))\n"
        + times(many / 10, "G()\n"), ""),
    Case(
      "arguments without words", .c,
      "#define F_A 1\(rest)#define N\n#define G(x) \(times(5 * many / 2, "x "))\n"
        + "G(\(times(5 * many / 2, "N ")))\n", ""),
    Case(
      "arguments that are only texts", .c,
      "#define F_A 1\(rest)#define G(...) \(times(5 * many / 2, "#__VA_ARGS__ "))\n"
        + "G(\(listed(5 * many / 2, "p")))\n", ""),
    Case(
      "words of many words", .c,
      "#define F_A 1\(rest)#define G(x) x\(times(many, "##x"))\n\(times(200, "G(z)\n"))", ""),
    Case(
      "conditions within conditions", .c,
      "\(times(3_000, "#if 1\n"))#define F_A unknown\(rest)", "'unknown' is not known"),
    Case("a division by zero", .c, "#define F_A (1 / 0)\(rest)", "'/' cannot be evaluated"),
    Case(
      "a shift beyond the width", .c, "#define F_A (1 << 32)\(rest)", "'<<' cannot be evaluated"),
    Case(
      "a number beyond all types", .c, "#define F_A 99999999999999999999999\(rest)", "whole number"),
    Case("a real number", .c, "#define F_A 1.5\(rest)", "whole number"),
    Case(
      "an unknown type", .c, "#define F_A ((nobody_t) 1)\(rest)", "the type 'nobody_t' is not known"
    ),
    Case(
      "constants of one another", .java,
      "class F { static final int F_A = F_X, F_X = F_A, F_B = 2, F_C = 4, F_D = 8; }",
      "refers to itself"),
    Case(
      "a chain of constants", .java,
      "class F { static final int F_A = X0\((0..<300).map { ", X\($0) = X\($0 + 1)" }.joined()), F_B = 2, F_C = 4, F_D = 8; }",
      "nested too deeply"),
    Case(
      "a value that does not fit", .rust,
      "const F_A: u8 = 1 << 9; const F_B: u8 = 2; const F_C: u8 = 4; const F_D: u8 = 8;",
      "1 << 9 does not fit u8"),
    Case(
      "a row of powers", .python,
      "F_A = \(times(many, "1 ** "))1\nF_B = 2\nF_C = 4\nF_D = 8\n", "nested too deeply"),
    Case(
      "classes of classes", .python,
      (0..<60).map { times($0, " ") + "class A\($0):\n" }.joined()
        + "F_A = x\nF_B = 2\nF_C = 4\nF_D = 8\n", "'x' is not known"),
  ]

  @Test(arguments: cases)
  func ends(_ one: Case) throws {
    let definitions = try FlagDefinitions(
      SourceText(name: "hostile", one.source), at: "hostile", one.language)
    let found = try definitions.read("F_")
    #expect(found.set.flags.map(\.name).suffix(3) == ["B", "C", "D"])
    let left = found.notes.filter { $0.message.contains("'F_A' is left out") }
    #expect(left.allSatisfy { $0.place != nil })
    #expect(
      one.message.isEmpty || left.contains { $0.message.contains(one.message) }, "\(found.notes)")
  }

  /// A text that ends too early, or is nothing but openings, by a short name.
  struct Unfinished: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String

    init(_ piece: String, times count: Int = 1, closing: String = "") {
      testDescription = count == 1 ? piece : "\(count) times \(piece)\(closing)"
      text = String(repeating: piece, count: count) + String(repeating: closing, count: count)
    }
  }

  private static let unfinished = [
    Unfinished("{", times: many), Unfinished("([{", times: many, closing: ")]}"),
    Unfinished("/*", times: many),
    Unfinished("\\\n", times: many), Unfinished("enum A {"), Unfinished("class A(IntFlag):"),
    Unfinished("bitflags! { struct A: u8 { const"), Unfinished("const ("), Unfinished("\""),
    Unfinished("'"), Unfinished("\0"), Unfinished("#"), Unfinished("#define"),
    Unfinished("#define A("), Unfinished("#include \""), Unfinished("typedef enum {"),
    Unfinished("a,b\n\""),
  ]

  @Test(
    "unfinished text", arguments: DefinitionLanguage.allCases.filter { $0 != .swift }, unfinished)
  func ends(_ language: DefinitionLanguage, _ unfinished: Unfinished) {
    let definitions = try? FlagDefinitions(
      SourceText(name: "x", unfinished.text), at: "x", language)
    #expect(definitions?.listings.isEmpty ?? true)
  }

  @Test func automaticValuesEndWithTheBits() throws {
    let members = (0..<20_000).map { "  X\($0) = auto()\n" }.joined()
    let source = SourceText(name: "auto.py", "class F(IntFlag):\n\(members)")
    let found = try FlagDefinitions(source, at: "auto.py", .python).read("F")
    #expect(found.set.flags.count == 64)
    #expect(found.notes.contains { $0.message.contains("'auto()' has none of the 64 bits left") })
  }

  @Test func aHeaderThatIncludesItselfEnds() throws {
    let source = SourceText(name: "self.h", "#include \"self.h\"\n#define F_A 1\n#define F_B 2\n")
    let definitions = try FlagDefinitions(source, at: "self.h", .c, OneFile(source: source))
    #expect(try definitions.read("F_").set.flags.count == 2)
  }

  /// A folder with one file under every name.
  private struct OneFile: DefinitionSurroundings {
    let source: SourceText
    var headerFolders: [String] { ["/a", "/b"] }
    func source(at path: String) -> SourceText? { source }
    func compile(_ program: CompilerProgram) -> CompilerAnswer? { nil }
  }

  @Test(
    "a compiler that says nonsense is not believed",
    arguments: [
      CompilerAnswer(succeeded: false, output: "", errors: "error: no"),
      CompilerAnswer(succeeded: false, output: "", errors: "<stdin>:2:1: error: x"),
      CompilerAnswer(succeeded: true, output: "@flagdb_value_9 = constant i128 4", errors: ""),
      CompilerAnswer(succeeded: true, output: "@flagdb_value_0 = constant i128 x", errors: ""),
    ])
  func answers(_ answer: CompilerAnswer) {
    let program = CompilerProgram(header: "a.h", language: .c, names: ["A", "B"])
    #expect(program.values { _ in answer }?.allSatisfy { $0 == nil } ?? true)
  }
}
