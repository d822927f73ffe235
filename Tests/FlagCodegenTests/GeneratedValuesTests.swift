import FlagModel
import Foundation
import TestSupport
import Testing

@testable import FlagCodegen

/// Generated code of every language is compiled, and has the raw values of the model.
@Suite struct GeneratedValuesTests {
  /// One model of all, so that each compiler runs once.
  private static func source() throws -> CodeSource {
    CodeSource(schema: try schema(crowdedModel + "\n" + fieldModel), origins: ["crowded.swift"])
  }

  private static let styles: [CodeStyle] = [.codable, .python, .javascript, .c, .rust, .kotlin]

  @Test("raw values are those of the model", arguments: styles)
  func values(_ style: CodeStyle) throws {
    let source = try Self.source()
    let program = ValuePrinting(style: style, source: source)
    guard let output = try Compilers.output(of: program) else { return }
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    #expect(Array(lines.dropLast()) == ValuePrinting.expected(of: source.schema))
  }

  @Test("a file for each type says the same", arguments: [CodeStyle.codable, .python, .c, .rust])
  func files(_ style: CodeStyle) throws {
    let source = try Self.source()
    let program = ValuePrinting(style: style, source: source)
    guard let output = try Compilers.output(of: program, filePerType: true) else { return }
    #expect(
      output.split(separator: "\n").map { String($0) } == ValuePrinting.expected(of: source.schema))
  }

  @Test("operators of JavaScript see flags as a database keeps them")
  func operators() throws {
    guard Program.path("node") != nil else { return }
    let schema = try schema(setsOfEveryBit + "\n" + Self.wideField)
    let place = try Workplace()
    let code = try CodeSource(schema: schema, origins: ["bits"]).code(.javascript)[0].text
    let checks = schema.flagSets.filter { $0.name != "Wide" }.map(Self.check)
    try place.write(code + checks.joined() + Self.checkOfField, to: "main.mjs")
    #expect(try Program.run("node", ["main.mjs"], in: place.url).output == "")
  }

  /// A program that prints the flags of a set whose bits JavaScript does not find, compare, join,
  /// remove and toggle in the numbers of a database.
  private static func check(of set: FlagSet) -> String {
    let name = set.name.text
    return set.flags.map { flag in
      let others = set.stored(set.widthMask & ~flag.mask)
      return """
        {
          const number = typeof \(name).b0 === "bigint" ? BigInt : Number;
          const [flag, kept] = [\(name).\(flag.name), number("\(set.stored(flag.mask))")];
          const [all, others] = [number("\(set.stored(set.widthMask))"), number("\(others)")];
          const isRight = flag === kept && (all & flag) === flag && (others | flag) === all
            && (others & flag) === number(0) && (all & ~flag) === others && (all ^ flag) === others;
          if (!isRight) console.log("\(name).\(flag.name)");
        }

        """
    }.joined()
  }

  /// A field of more bits than a number of JavaScript holds.
  private static let wideField = """
    struct Wide: OptionSet {
      let rawValue: UInt64
      static let top = Wide(rawValue: 1 << 63)
      @Bits(0...59) var count: Int
    }
    """

  private static let checkOfField = """
    const wide = Wide_with_count(Wide.top, 0xFFFFFFFFFFFFFFFn);
    if (wide !== BigInt("\(Int64.min | 0xFFF_FFFF_FFFF_FFFF)")) console.log("Wide_with_count");
    if (Wide_count(wide) !== 0xFFFFFFFFFFFFFFFn) console.log("Wide_count");
    """

  @Test("types of TypeScript are checked where its compiler is")
  func typeScript() throws {
    guard Program.path("tsc") != nil else { return }
    let place = try Workplace()
    for file in try Self.source().code(.typescript) { try place.write(file.text, to: "code.ts") }
    try Program.run(
      "tsc", ["--noEmit", "--strict", "--target", "es2022", "code.ts"], in: place.url)
  }

  @Test("structs of Swift for other modules have initializers")
  func publicSwift() throws {
    let schema = try schema(crowdedModel)
    let source = CodeSource(schema: schema, origins: ["crowded.swift"], isPublic: true)
    let place = try Workplace()
    try place.write(try source.code(.codable)[0].text, to: "Code.swift")
    try place.write(
      """
      import Code
      import Foundation
      let part = Part(value: 4)
      let thing = Thing(code: "c", owner: Person(name: "x"))
      precondition(thing.markers == [.RAW, .top] && thing.state == .measured && part.thing == nil)
      let data = try JSONEncoder().encode(thing)
      let back = try JSONDecoder().decode(Thing.self, from: data)
      precondition(back == thing)
      """, to: "main.swift")
    try Program.run(
      "swiftc", ["-emit-library", "-emit-module", "-module-name", "Code", "Code.swift"],
      in: place.url)
    try Program.run(
      "swiftc",
      [
        "-I", ".", "-L", ".", "-lCode", "main.swift", "-o", "main", "-Xlinker", "-rpath",
        "-Xlinker", ".",
      ],
      in: place.url)
    try Program.run("env", ["./main"], in: place.url)
  }
}

/// Compiles generated code with a program that prints what is in it, and runs that.
private enum Compilers {
  /// Nil if the machine has no compiler of the language.
  static func output(of program: ValuePrinting, filePerType: Bool = false) throws -> String? {
    let place = try Workplace()
    let files = try program.source.code(program.style, filePerType: filePerType)
    for file in files {
      try place.write(file.text, to: filePerType ? file.name : "code\(file.name)")
    }
    let names = files.map { filePerType ? $0.name : "code\($0.name)" }
    let statements = program.statements()
    switch program.style {
    case .python: return try python(statements, names, filePerType, place)
    case .javascript: return try javaScript(statements, place)
    case .c: return try c(statements, names, place)
    case .rust: return try rust(statements, filePerType, place)
    case .kotlin: return try kotlin(statements, names, place)
    default: return try swift(statements, names, place)
    }
  }

  private static func swift(
    _ statements: [String], _ files: [String], _ place: Workplace
  ) throws -> String {
    try place.write("import Foundation\n" + statements.joined(separator: "\n"), to: "main.swift")
    try Program.run(
      "swiftc",
      ["-swift-version", "6", "-warnings-as-errors"] + files + ["main.swift", "-o", "main"],
      in: place.url)
    return try Program.run("env", ["./main"], in: place.url).output
  }

  private static func python(
    _ statements: [String], _ files: [String], _ isPackage: Bool, _ place: Workplace
  ) throws -> String {
    // Modules of a package import each other by its name.
    let start = isPackage ? "from code_ import *\n" : "from code import *\n"
    if isPackage {
      try Program.run("mkdir", ["code_"], in: place.url)
      try Program.run("mv", files + ["code_"], in: place.url)
    }
    try place.write(start + statements.joined(separator: "\n"), to: "main.py")
    return try Program.run("python3", ["-B", "main.py"], in: place.url).output
  }

  private static func javaScript(_ statements: [String], _ place: Workplace) throws -> String? {
    guard Program.path("node") != nil else { return nil }
    let code = try String(contentsOf: place.url.appending(path: "code.js"), encoding: .utf8)
    try place.write(code + statements.joined(separator: "\n"), to: "main.mjs")
    return try Program.run("node", ["main.mjs"], in: place.url).output
  }

  private static func c(
    _ statements: [String], _ files: [String], _ place: Workplace
  ) throws -> String {
    try place.write(
      """
      #include <stdio.h>
      \(files.map { "#include \"\($0)\"" }.joined(separator: "\n"))
      static void bytes(const char *text) {
        const char *end = "";
        for (; *text; text++, end = " ") printf("%s%d", end, (unsigned char)*text);
        printf("\\n");
      }
      int main(void) {
      \(statements.joined(separator: "\n"))
        return 0;
      }
      """, to: "main.c")
    try Program.run(
      "cc", ["-std=c11", "-Wall", "-Wextra", "-Werror", "main.c", "-o", "main"], in: place.url)
    return try Program.run("env", ["./main"], in: place.url).output
  }

  private static func rust(
    _ statements: [String], _ isFolder: Bool, _ place: Workplace
  ) throws -> String? {
    guard Program.path("rustc") != nil else { return nil }
    if isFolder {
      try Program.run("mkdir", ["code"], in: place.url)
      try Program.run("sh", ["-c", "mv *.rs code"], in: place.url)
    }
    try place.write(RustStandIn.bitflags, to: "bitflags.rs")
    try Program.run("rustc", ["--crate-type", "lib", "bitflags.rs"], in: place.url)
    try place.write(
      """
      mod code;
      use code::*;
      fn main() {
      \(statements.joined(separator: "\n"))
      }
      """, to: "main.rs")
    try Program.run(
      "rustc",
      ["--edition", "2021", "-D", "warnings", "--extern", "bitflags=libbitflags.rlib", "main.rs"],
      in: place.url)
    return try Program.run("env", ["./main"], in: place.url).output
  }

  private static func kotlin(
    _ statements: [String], _ files: [String], _ place: Workplace
  ) throws -> String? {
    guard Program.path("kotlinc") != nil else { return nil }
    try place.write(
      "fun main() {\n\(statements.joined(separator: "\n"))\n}\n", to: "main.kt")
    try Program.run(
      "kotlinc", files + ["main.kt", "-include-runtime", "-d", "main.jar"], in: place.url)
    return try Program.run("java", ["-jar", "main.jar"], in: place.url).output
  }
}
