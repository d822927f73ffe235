import Foundation
import TestSupport
import Testing

/// Real files of other programs hold what a careful person found in them.
@Suite(.enabled(if: Fixtures.folder != nil, "the fixtures are not beside the project"))
struct PlainFixtureTests {
  private func file(_ name: String, model: String? = nil) throws -> FixtureStore {
    let folder = try #require(Fixtures.folder).appendingPathComponent("sqlite/\(name)").path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let file = try #require(names.first { $0 != "expected.json" && $0 != "masks.tsv" })
    return try FixtureStore("sqlite/\(name)/\(file)", model: model)
  }

  private func count(_ file: FixtureStore, _ table: String, _ words: String...) async throws -> Int?
  {
    let result = try await file.run(["query", "copy.sqlite", table, "--count"] + words)
    #expect(result.status == 0, "\(words): \(result.errorText)")
    return Int(result.outputText.dropLast())
  }

  @Test(arguments: Fixtures.names(of: "sqlite"))
  func everyTableIsRead(name: String) async throws {
    let tables =
      try Fixtures.expectations(of: "sqlite/\(name)")["tables"] as? [String: [String: Any]]
    let file = try file(name)
    let before = try file.contents()
    for (table, facts) in try #require(tables) {
      #expect(try await count(file, table) == facts["rows"] as? Int, "\(table)")
    }
    #expect(try file.contents() == before)
  }

  /// The flags of each mask by their bits, and by the names that a model of the user gives them.
  @Test(arguments: Fixtures.names(of: "sqlite"))
  func flagsAreThoseOfTheFile(name: String) async throws {
    let expected = try Fixtures.expectations(of: "sqlite/\(name)")
    let masks = try #require(expected["masks"] as? [String: [String: Any]])
    for (path, facts) in masks {
      let parts = path.split(separator: ".").map(String.init)
      let flags = try #require(facts["flags"] as? [String: [String: Int]])
      let file = try file(name, model: "flags.swift")
      try Self.model(of: parts[0], parts[1], flags).write(
        to: file.sandbox.work.appendingPathComponent("flags.swift"), atomically: true,
        encoding: .utf8)
      for (flag, facts) in flags {
        let bits = "\(parts[1]):0x\(String(facts["value"] ?? 0, radix: 16))"
        #expect(try await count(file, parts[0], "--has", bits) == facts["has"], "\(path) \(flag)")
        let named = "\(parts[1]):\(flag)"
        #expect(try await count(file, parts[0], "--has", named) == facts["has"], "\(path) \(flag)")
      }
    }
  }

  private static func model(
    of table: String, _ column: String, _ flags: [String: [String: Int]]
  ) -> String {
    let lines = flags.map { "static let \($0) = Bits(rawValue: \($1["value"] ?? 0))" }.sorted()
    return """
      struct Bits: OptionSet { let rawValue: Int64
      \(lines.joined(separator: "\n"))
      }
      @Model final class \(table) { var \(column): Bits }
      """
  }
}
