import Foundation
import TestSupport
import Testing

/// A copy of a fixture in a folder of its own.
struct FixtureStore {
  let sandbox: Sandbox
  private let model: String?
  /// The database that is asked.
  var database = "copy.sqlite"

  init(_ path: String, model: String? = nil) throws {
    self.model = model
    sandbox = try Sandbox()
    let source = try #require(Fixtures.file(path)).path
    for ending in ["", "-wal"] where FileManager.default.fileExists(atPath: source + ending) {
      let copy = sandbox.work.appendingPathComponent("copy.sqlite\(ending)").path
      try FileManager.default.copyItem(atPath: source + ending, toPath: copy)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy)
    }
  }

  /// The files beside the store, with their bytes.
  func contents() throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.work.path)
    return try Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, try Data(contentsOf: sandbox.work.appendingPathComponent($0)))
      })
  }

  func run(_ words: [String]) async throws -> Command.Result {
    var command = Command("flagdb")
    command.words += words
    if let model { command.environment["FLAGDB_MODEL"] = model }
    return try await command.run(in: sandbox)
  }

  /// - Parameter raw: true for numbers in place of names.
  func records(
    of entity: String, _ columns: String, raw: Bool = false
  ) async throws -> [[String: Any]] {
    let chosen = (columns == "*" ? [] : ["--columns", columns]) + (raw ? ["--raw"] : [])
    let words = ["query", database, entity, "--format", "ndjson"] + chosen
    let result = try await run(words)
    #expect(result.status == 0, "\(entity): \(result.errorText)")
    return try result.outputText.split(separator: "\n").map { line in
      let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
      return try #require(value as? [String: Any])
    }
  }
}
