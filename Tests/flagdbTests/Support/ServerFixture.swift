import Addresses
import Foundation
import PostgreSQLEngine
import TestServer
import Testing

/// An empty schema of the server, and a folder in which commands run.
struct ServerFixture {
  let schema: TestSchema
  let address: String
  let sandbox: Sandbox

  /// - Parameter files: the texts of files in the folder, by their names.
  init(_ files: [String: String] = [:]) throws {
    schema = try TestSchema()
    address = try schema.server.address(schema: schema.name).text
    sandbox = try Sandbox()
    for (name, text) in files {
      try Data(text.utf8).write(to: sandbox.work.appendingPathComponent(name))
    }
  }
}

/// Tests of commands in lines of a shell, where `$DB` is the schema.
protocol ServerSuite {
  var fixture: ServerFixture { get }
}

extension ServerSuite {
  var schema: TestSchema { fixture.schema }
  var address: String { fixture.address }
  var sandbox: Sandbox { fixture.sandbox }

  /// What the lines print, with `DB` for the address.
  func run(_ lines: String, _ environment: [String: String] = [:]) async throws -> String {
    let result = try await Command(
      "bash", "-c", lines, environment: ["DB": address].merging(environment) { $1 }
    ).run(in: sandbox)
    return (result.outputText + result.errorText).replacingOccurrences(of: address, with: "DB")
  }

  /// Makes foreign tables, and adopts them.
  func adopt(_ tables: String, options: String = "") async throws {
    try schema.connection.execute(tables)
    _ = try await run("flagdb adopt \"$DB\" \(options)")
  }

  func expect(_ answers: [(String, String)]) async throws {
    for (line, answer) in answers { #expect(try await run(line) == answer, "\(line)") }
  }
}
