import CommandTable
import Testing

/// The words that can be typed after some words of a command.
@Suite struct NextWordTests {
  /// In few words what is expected.
  private func next(_ words: String..., typed: String = "") -> String {
    switch sample.completionPlace(after: words, typed: typed).next {
    case .command: return "command"
    case .option: return "option"
    case .keyword(let forms): return "keyword of \(forms.count)"
    case .value(.asks(let kind)), .value(.namedInFile(let kind, _)): return kind
    case .value(.file): return "file"
    case .value(.choices): return "choices"
    case .value(.directory): return "directory"
    case .value(.none): return "nothing"
    }
  }

  @Test func commands() {
    #expect(next() == "command")
    #expect(next("--limit", "5") == "command")
    #expect(next("--limit") == "nothing")
    #expect(next(typed: "--h") == "option")
    #expect(next("--limit", "5", "query", "zoo.db") == "entity")
    #expect(next("zoo.db") == "entity")
    #expect(next("help", "query") == "nothing")
  }

  @Test func arguments() {
    #expect(next("query") == "file")
    #expect(next("query", "zoo.db") == "entity")
    #expect(next("query", "zoo.db", "Sample") == "nothing")
    #expect(next("query", "--has", "HRM", "zoo.db") == "entity")
    #expect(next("query", "--has=HRM", "zoo.db") == "entity")
  }

  @Test func options() {
    #expect(next("query", "zoo.db", typed: "-") == "option")
    #expect(next("query", "zoo.db", "Sample", typed: "--h") == "option")
    #expect(next("query", "zoo.db", "--", typed: "--h") == "entity")
    #expect(next("query", "zoo.db", "Sample", "--has") == "flags")
    #expect(next("query", "zoo.db", "Sample", "--has", typed: "-5") == "flags")
    #expect(next("query", "zoo.db", "Sample", typed: "--has=H") == "flags")
    #expect(next("query", "zoo.db", "Sample", "--", typed: "--has=H") == "nothing")
    #expect(next("query", "zoo.db", "-cw") == "predicate")
    #expect(next("query", "zoo.db", "-wc") == "entity")
    #expect(next("query", "zoo.db", "Sample", "-w") == "predicate")
    #expect(next("query", "zoo.db", "Sample", "--format") == "choices")
  }

  @Test func forms() throws {
    let description = try #require(sample.command(named: "define"))
    #expect(next("define", "zoo.db") == "keyword of \(description.forms.count)")
  }
}
