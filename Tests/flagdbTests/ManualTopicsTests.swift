import CommandTable
import Definitions
import FlagFormats
import FlagModel
import Foundation
import ModelText
import Testing

@testable import FlagTool

/// The pages of the manual that belong to no command tell the truth.
@Suite("Topics of the manual")
struct ManualTopicsTests {
  @Test("the Swift of flagdb-model(5) is a model")
  func modelReads() throws {
    let code = try codeBlocks(of: topic("model"))
    try #require(code.count == 10)
    // The page names a model as one that a database has had.
    let earlier = EarlierModels { $0 == "zoo.swift" ? SourceText(name: $0, "") : nil }
    let reading = readModel(
      [SourceText(name: "page", code.joined(separator: "\n"))], earlier: earlier)
    #expect(
      reading.diagnostics.map(\.message)
        == ["of 2 versions 'SchemaV2' is read, which 'Item' names"])
    let schema = try #require(reading.schema)
    #expect(
      schema.entities.map(\.name)
        == ["Sample", "Reading", "Device", "Item", "Product", "Trip", "BusinessTrip"])
    let status = try #require(schema.enumerations.first { $0.name == "Status" })
    #expect(status.cases.map(\.rawValue) == [.integer(0), .integer(5), .integer(6)])
  }

  @Test("the lines of flagdb-predicates(7) ask for what they say", arguments: Phrases.all.indices)
  func phrasesHold(index: Int) async throws {
    let phrases = Phrases.all[index]
    let sandbox = try await sandbox(for: phrases)
    let all = try await keys(of: "true", in: phrases.entity, sandbox)
    var answers: [String] = []
    for line in phrases.lines {
      switch phrases.kind {
      case .selecting:
        let found = try await keys(of: line.left, in: phrases.entity, sandbox)
        #expect(!found.isEmpty && found != all, "\(line.left)")
      case .holding:
        #expect(try await keys(of: line.left, in: phrases.entity, sandbox) == all, "\(line.left)")
      case .refused:
        let result = try await query(phrases.entity, "-w", line.left, in: sandbox)
        let message = result.errorText.prefix { $0 != "\n" }
        #expect(result.status == 2 && message.contains(line.right), "\(line.left): \(message)")
      case .columns, .keys:
        let option = phrases.kind == .columns ? "-c" : "-g"
        let result = try await query(phrases.entity, option, line.left, in: sandbox)
        #expect(result.status == 0, "\(line.left): \(result.errorText)")
      case .equivalent:
        if line.left.isEmpty {
          answers = []
        } else {
          let found = try await keys(of: line.right, in: phrases.entity, sandbox)
          #expect(!found.isEmpty && found != all, "\(line.right)")
          answers.append(found)
          #expect(Set(answers).count == 1, "\(line.right) is not the same as the lines above it")
        }
      }
    }
  }

  @Test("no line of flagdb-predicates(7) is left out, and none is too long for 80 columns")
  func allPhrasesAreRun() async throws {
    let shown = try codeBlocks(of: topic("predicates"))
    let run = Phrases.all.map(\.text)
    try #require(run.count == 21)
    #expect(Set(shown).subtracting(run) == ["`in` = 'x'\n#in = 'x'"])
    #expect(Set(run).subtracting(shown) == [])
    let lines = shown.flatMap { $0.split(separator: "\n") }
    #expect(lines.filter { $0.count > 80 - 11 } == [])

    let sandbox = try Sandbox()
    let made = try await Command(
      "bash", "-c", "flagdb new w.db && flagdb define w.db entity Word in:String"
    ).run(in: sandbox)
    #expect(made.status == 0, "\(made.errorText)")
    for predicate in ["`in` = 'x'", "#in = 'x'"] {
      let result = try await Command("flagdb", "query", "w.db", "Word", "-w", predicate)
        .run(in: sandbox)
      #expect(result.status == 0, "\(predicate): \(result.errorText)")
    }
  }

  @Test("what stands within the text of flagdb-predicates(7) is understood, too")
  func prose() async throws {
    let sandbox = try await Sandbox.zoo()
    let texts = try topic("predicates").blocks.flatMap { block -> [String] in
      switch block {
      case .paragraph(let text): [text]
      case .list(let items): items
      default: []
      }
    }
    let pieces = texts.flatMap { text in
      text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
    let predicates = pieces.filter { $0.contains(" ") && !$0.hasPrefix("flagdb ") }
    try #require(predicates.count >= 3)
    for predicate in predicates {
      let result = try await query("Sample", "-w", predicate, in: sandbox)
      #expect(result.status == 0, "\(predicate): \(result.errorText)")
    }
  }

  @Test("the table of flagdb-definitions(5) has each language")
  func languages() throws {
    let names = DefinitionLanguage.allCases.map(\.rawValue)
    #expect(try Self.terms(of: topic("definitions").blocks, titled: "language") == Set(names))
  }

  @Test("the table of formats has each format")
  func formats() throws {
    let names = OutputFormat.allCases.map(\.rawValue)
    let query = try #require(handbook.commands.first { $0.name == "query" })
    #expect(Self.terms(of: query.manual.discussion, titled: "format") == Set(names))
  }

  /// The words in the first column of the table with that title.
  private static func terms(of blocks: [ProseBlock], titled title: String) -> Set<String> {
    let cells = blocks.flatMap { block in
      if case .table(let header, let rows) = block, header.first == title {
        rows.compactMap(\.first)
      } else {
        [String]()
      }
    }
    return Set(cells.flatMap { $0.matches(of: #/\w+/#).map { String($0.output) } })
  }

  private func codeBlocks(of page: ProsePage) -> [String] {
    page.blocks.compactMap { if case .code(let text) = $0 { text } else { nil } }
  }

  private func query(
    _ entity: String, _ option: String, _ value: String, in sandbox: Sandbox
  ) async throws -> Command.Result {
    try await Command("flagdb", "query", "zoo.db", entity, option, value).run(in: sandbox)
  }

  /// The example database, with plants for the lines about them.
  private func sandbox(for phrases: Phrases) async throws -> Sandbox {
    if phrases.entity != "Plant" { return try await Sandbox.zoo() }
    let sandbox = try Sandbox()
    let made = try await Command(
      "bash", "-c",
      """
      cat >plants.swift <<'END'
      struct Rule: Codable { var days: Int; var note: String? }
      enum Care: Codable { case never, every(days: Int), asked }
      @Model class Plant {
        var rules: [Rule] = []
        var care: Care = Care.asked
        var labels: [String: String] = [:]
      }
      END
      flagdb new zoo.db plants.swift
      flagdb insert zoo.db Plant 'rules=[{"days":5},{"days":1}]' 'care={"every":{"days":7}}' \\
        'labels={"light":"low"}'
      flagdb insert zoo.db Plant 'labels={"light":"high"}'
      """
    ).run(in: sandbox)
    #expect(made.status == 0, "\(made.errorText)")
    return sandbox
  }

  /// The keys of the records for which a predicate is true, a line each.
  private func keys(
    of predicate: String, in entity: String, _ sandbox: Sandbox
  ) async throws -> String {
    let result = try await Command(
      "flagdb", "query", "zoo.db", entity, "-w", predicate, "-c", "id", "-f", "names"
    ).run(in: sandbox)
    #expect(result.status == 0, "\(predicate): \(result.errorText)")
    return result.outputText
  }
}
