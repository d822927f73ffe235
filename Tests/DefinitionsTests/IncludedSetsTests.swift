import FlagModel
import Testing

@testable import Definitions

/// The sets of a source are its own; those of what it includes are read where they are named.
@Suite struct IncludedSetsTests {
  private struct Files: DefinitionSurroundings {
    let texts: [String: String]
    var headerFolders: [String] { ["/usr/include"] }
    func source(at path: String) -> SourceText? {
      texts[path].map { SourceText(name: path, $0) }
    }
    func compile(_ program: CompilerProgram) -> CompilerAnswer? { nil }
  }

  private static let included = """
    enum Inner { INNER_A = 1, INNER_B = 2, INNER_C = 4 };
    typedef enum Inner InnerName;
    #define BITS_A 1
    #define BITS_B 2
    #define BITS_C 4
    """

  private static let own = """
    #define OWN_A 1
    #define OWN_B 2
    #define OWN_C BITS_C
    """

  @Test(
    "a header lists its own sets",
    arguments: ["/src/inner.h", "/usr/include/bits/inner.h", "/usr/include/asm-generic/inner.h"],
    [own, ""])
  func header(_ path: String, _ own: String) throws {
    let name = path.split(separator: "/").dropFirst(path.hasPrefix("/usr") ? 2 : 1)
      .joined(separator: "/")
    let include = path.hasPrefix("/usr") ? "<\(name)>" : "\"\(name)\""
    let source = SourceText(name: "outer.h", "#include \(include)\n\(own)\n")
    let files = Files(texts: [path: Self.included])
    let definitions = try FlagDefinitions(source, at: "/src/outer.h", .c, files)
    #expect(definitions.listings.map(\.name) == (own.isEmpty ? [] : ["OWN"]))
    for (typed, names) in [
      ("Inner", ["A", "B", "C"]), ("InnerName", ["A", "B", "C"]), ("BITS_", ["A", "B", "C"]),
      ("INNER", ["A", "B", "C"]),
    ] as [(Name, [Name])] {
      let flags = try definitions.read(typed).set
      #expect(flags.flags.map(\.name) == names, "\(typed)")
      #expect(typed == "INNER" || typed == "BITS_" || flags.name == typed)
    }
  }

  @Test("a module of Python lists its own sets")
  func python() throws {
    let files = Files(texts: [
      "/src/inner.py": "class Inner(IntFlag):\n  A = 1\n  B = 2\n  C = 4\n"
    ])
    let source = SourceText(name: "outer.py", "from inner import Inner\nX = Inner.A\n")
    let definitions = try FlagDefinitions(source, at: "/src/outer.py", .python, files)
    #expect(definitions.listings.isEmpty)
  }

  @Test(
    "macros of bits have no value beyond the bits",
    arguments: ["BIT(64)", "BIT(-1)", "GENMASK(4, 7)", "GENMASK(64, 0)", "GENMASK(3)", "BIT(1, 2)"])
  func macrosOfBits(_ call: String) throws {
    let source = SourceText(name: "x.h", "#define F_A 1\n#define F_B \(call)\n")
    let found = try FlagDefinitions(source, at: "x.h", .c).read("F")
    #expect(found.set.flags.map(\.name) == ["A"])
    #expect(found.notes.first?.message.contains("'F_B' is left out") == true)
  }
}
