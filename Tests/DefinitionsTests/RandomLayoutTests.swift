import FlagModel
import TestSupport
import Testing

@testable import Definitions

/// Structs at random have the sizes and places that a compiler gives them.
@Suite("Random structs of C", .enabled(if: Machine.hasCompiler, "there is no C compiler"))
struct RandomLayoutTests {
  @Test(arguments: Campaign.seeds(1, all: 2), [DefinitionLanguage.c, .cpp])
  func areLaidOutAsByTheCompiler(_ seed: UInt64, _ language: DefinitionLanguage) throws {
    var structs = RandomStructs(seed: seed)
    let text = (0..<150).map { structs.declaration($0) }.joined()
    let path = try ScratchHeader(text).path
    defer { ScratchHeader.remove(path) }
    let program = CompilerProgram(header: path, language: language, names: structs.questions)
    let compiled = try #require(program.values(by: Machine().compile))
    let ours = LayoutTests.values(of: structs.questions, in: text, language)
    var known = 0
    for ((question, compiled), ours) in zip(zip(structs.questions, compiled), ours) {
      guard case .success(let number) = ours, let compiled else { continue }
      known += 1
      #expect(number.value == compiled, "\(question) in\n\(structs.text(of: question))")
    }
    #expect(known > structs.questions.count / 2, "\(known) of \(structs.questions.count)")
  }
}

/// Structs and unions of all that a struct can hold.
private struct RandomStructs {
  private var dice: Dice
  private var declarations: [String] = []
  private var count = 0
  /// The constants that are asked for.
  private(set) var questions: [String] = []

  init(seed: UInt64) { dice = Dice(seed: seed) }

  /// The declaration that a question is about.
  func text(of question: String) -> String {
    declarations.first { question.contains($0.prefix { $0 != "{" }.split(separator: " ")[1]) } ?? ""
  }

  mutating func declaration(_ index: Int) -> String {
    let kind = dice.isLucky(5) ? "union" : "struct"
    let name = "\(kind) s\(index)_"
    questions += ["sizeof(\(name))", "_Alignof(\(name))"]
    let text = "\(name) {\n\(members(of: name, depth: 0))}\(attributes(["packed"]));\n"
    declarations.append(text)
    guard dice.isLucky(6) else { return text }
    return "#pragma pack(push, \(dice.one(of: [1, 2, 4, 8])))\n\(text)#pragma pack(pop)\n"
  }

  private mutating func members(of name: String, depth: Int) -> String {
    (0...Int.random(in: 0..<6, using: &dice)).map { _ in
      count += 1
      let member = "m\(count)"
      if depth < 2, dice.isLucky(6) {
        let kind = dice.one(of: ["struct", "union"])
        let inner = members(of: name, depth: depth + 1)
        return "\(kind) {\n\(inner)}\(attributes(["packed"]));\n"
      }
      if dice.isLucky(4) { return bits(member) }
      questions.append("__builtin_offsetof(\(name), \(member))")
      return
        "\(type()) \(member)\(dice.one(of: ["", "", "[3]", "[2][1]"]))\(attributes(["packed"]));\n"
    }.joined()
  }

  private mutating func type() -> String {
    let numbers = ["char", "short", "unsigned", "long", "float", "double", "void *", "long double"]
    let before = declarations.randomElement(using: &dice).flatMap {
      $0.split(separator: " {").first
    }
    return dice.isLucky(6) ? before.map(String.init) ?? "int" : dice.one(of: numbers)
  }

  /// `unsigned a : 3;` or, without a name, `int : 0;`
  private mutating func bits(_ name: String) -> String {
    let (type, most) = dice.one(of: [("char", 8), ("short", 16), ("unsigned", 32), ("long", 64)])
    if dice.isLucky(5) { return "\(type) : \(dice.one(of: [0, 0, 1, most / 2]));\n" }
    return "\(type) b\(name) : \(Int.random(in: 1...most, using: &dice));\n"
  }

  private mutating func attributes(_ others: [String]) -> String {
    guard dice.isLucky(5) else { return "" }
    let words = others + ["aligned(\(dice.one(of: [1, 2, 4, 8, 16])))", "aligned"]
    return " __attribute__((\(dice.one(of: words))))"
  }
}
