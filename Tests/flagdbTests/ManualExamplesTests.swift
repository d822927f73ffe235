import Addresses
import CommandTable
import Foundation
import TestServer
import TestSupport
import Testing

@testable import FlagTool

/// The examples of the man pages do what the pages show. Those of one page are run one after the
/// other, on the example database as `Examples/zoo.sh` makes it.
@Suite("Examples of the manual")
struct ManualExamplesTests {
  /// Pages with examples that need the example database. Those of flagdb-tutorial(7) make their own.
  static let pages =
    ["flagdb"] + handbook.listedCommands.map(\.name) + [
      "predicates", "model", "definitions", "files", "postgresql",
    ]

  private func examples(of page: String) -> [Example] {
    if page == tool.name { return handbook.manual.examples }
    let topics = handbook.topics.filter { $0.name == "\(tool.name)-\(page)" }
    return handbook.command(named: page)?.manual.examples ?? topics.flatMap(\.examples)
  }

  @Test("show what the commands do", arguments: pages)
  func run(page: String) async throws {
    let sandbox = try await Sandbox.zoo(and: "cp \"$EXAMPLES/zoo.swift\" .")
    let schema = page == "postgresql" ? try TestSchema(named: "zoo") : nil
    let environment = try schema.map { try service(of: $0, in: sandbox) } ?? [:]

    for example in examples(of: page) {
      // Both streams in their order, as on a terminal.
      let command = "exec 2>&1\n\(example.command)"
      let result = try await Command("bash", "-c", command, environment: environment)
        .run(in: sandbox)
      #expect(result.status == 0, "\(example.command)")
      let output = example.output.isEmpty ? "" : "\(example.output)\n"
      #expect(result.outputText == output, "\(example.command)")
    }
  }

  /// A service file that calls the server of a schema `lab`.
  private func service(of schema: TestSchema, in sandbox: Sandbox) throws -> [String: String] {
    let settings = try schema.server.address().settings.map { "\($0.keyword)=\($0.value)\n" }
    let file = sandbox.privateFile("services")
    try Data("[lab]\n\(settings.joined())".utf8).write(to: file)
    return ["PGSERVICEFILE": file.path]
  }

  @Test("are run, those of every page")
  func everyPageIsRun() {
    let run = Set(Self.pages).union(["tutorial"])
    let all = handbook.manualTopics.map(\.name) + [tool.name]
    #expect(Set(all).subtracting(run) == [])
  }

  @Test("hold predicates that are understood")
  func predicates() async throws {
    let sandbox = try await Sandbox.zoo()
    // The last row has words and no predicates.
    let cells = try rows(ofTableBelow: "Predicates").dropLast().map { $0[1] }
    let predicates = cells.flatMap { cell in
      cell.split(separator: "`").filter { !$0.allSatisfy { ", ".contains($0) } }.map(String.init)
    }
    try #require(predicates.count > 25)
    for predicate in predicates {
      let entity = predicate.hasPrefix("sample.") ? "Reading" : "Sample"
      let result = try await Command(
        "flagdb", "query", "zoo.db", entity, "--where", predicate, "--count"
      ).run(in: sandbox)
      #expect(result.status == 0, "\(predicate): \(result.errorText)")
    }
  }

  @Test("hold columns and groups that are understood")
  func groups() async throws {
    let sandbox = try await Sandbox.zoo()
    let cells = try rows(ofTableBelow: "Groups").flatMap { row in
      row[1].split(separator: "`").map(String.init).filter { $0 != ", " }
    }
    try #require(cells.count > 15)
    for cell in cells {
      let entity = cell.contains("sample") ? "Reading" : "Sample"
      let options = cell.hasPrefix("--") ? cell : "-c '\(cell)'"
      let result = try await Command("bash", "-c", "flagdb query zoo.db \(entity) \(options)")
        .run(in: sandbox)
      #expect(result.status == 0, "\(cell): \(result.errorText)")
    }
  }

  /// The first table below a heading of flagdb-query(1).
  private func rows(ofTableBelow heading: String) throws -> [[String]] {
    let query = try #require(handbook.commands.first { $0.name == "query" })
    let blocks = query.manual.discussion.drop { $0 != .subheading(heading) }
    for case .table(_, let rows) in blocks { return rows }
    return []
  }

  @Test("stand on every page")
  func everyCommandHasSome() {
    #expect(handbook.listedCommands.filter { $0.manual.examples.isEmpty }.map(\.name) == [])
    #expect(!handbook.manual.examples.isEmpty && !examples(of: "predicates").isEmpty)
  }

  @Test("come from a table without faults")
  func noFaults() {
    #expect(handbook.faults() == [])
  }
}

extension ProsePage {
  /// The examples in reading order.
  var examples: [Example] {
    blocks.compactMap { if case .example(let example) = $0 { example } else { nil } }
  }
}
