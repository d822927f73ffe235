import CommandTable
import Testing

/// What may be typed after some words of a command.
@Suite struct NextWordTests {
  /// In few words what is expected.
  private func next(_ command: String, _ words: String..., typed: String = "") throws -> String {
    let description = try #require(sample.command(named: command))
    switch sample.nextWord(of: description, after: words, typed: typed) {
    case .option: return "option"
    case .keyword(let forms): return "keyword of \(forms.count)"
    case .value(.asks(let kind)): return kind
    case .value(.file): return "file"
    case .value(.choices): return "choices"
    case .value(.directory): return "directory"
    case .value(.none): return "nothing"
    }
  }

  @Test func arguments() throws {
    #expect(try next("query") == "file")
    #expect(try next("query", "zoo.db") == "entity")
    #expect(try next("query", "zoo.db", "Sample") == "nothing")
    #expect(try next("query", "--has", "HRM", "zoo.db") == "entity")
    #expect(try next("query", "--has=HRM", "zoo.db") == "entity")
  }

  @Test func options() throws {
    #expect(try next("query", "zoo.db", typed: "-") == "option")
    #expect(try next("query", "zoo.db", "Sample", typed: "--h") == "option")
    #expect(try next("query", "zoo.db", "--", typed: "--h") == "entity")
    #expect(try next("query", "zoo.db", "Sample", "--has") == "flags")
    #expect(try next("query", "zoo.db", "Sample", "--has", typed: "-5") == "flags")
    #expect(try next("query", "zoo.db", "Sample", "-w") == "predicate")
    #expect(try next("query", "zoo.db", "Sample", "--format") == "choices")
  }

  @Test func forms() throws {
    let description = try #require(sample.command(named: "define"))
    #expect(try next("define", "zoo.db") == "keyword of \(description.forms.count)")
  }
}
