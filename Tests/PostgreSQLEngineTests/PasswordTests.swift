import Addresses
import Engines
import FlagModel
import Platform
import SQLText
import TestServer
import TestSupport
import Testing

@testable import PostgreSQLEngine

/// Passwords, which a server of ours wants of everybody but its owner, by scram-sha-256.
@Suite("Passwords", .enabled(if: !TestServer.isNamed, "the server is not ours"))
struct PasswordTests {
  private static let password = "s3cret 'with\\ quotes é"
  private let server: TestServer
  private let owner: LibpqConnection
  private let user: String

  init() throws {
    server = try TestServer.require()
    user = "user\(UInt32.random(in: .min ... .max))"
    owner = try LibpqConnection(server.address())
    // What makes the user is not what is looked for in the log.
    try owner.execute("SET log_statement = none")
    let literal = "'\(Self.password.replacing("'", with: "''"))'"
    try owner.execute("CREATE ROLE \(user) LOGIN PASSWORD \(literal)")
    try owner.execute("RESET log_statement")
  }

  private func address() throws -> DatabaseAddress {
    try server.address(["user": user])
  }

  private func end() throws { try owner.execute("DROP ROLE \(user)") }

  /// All that an error tells anybody.
  private func shown(_ error: EngineError?) -> String { String(reflecting: error) }

  @Test func askedForWhereItIsWanted() throws {
    var asked: [String] = []
    let connection = try LibpqConnection(address()) { user in
      asked.append(user)
      return Self.password
    }
    #expect(asked == [user])
    #expect(try connection.rows(SQLStatement(text: "SELECT current_user")) == [[.text(user)]])
    _ = try LibpqConnection(server.address()) { _ in
      Issue.record("the owner needs none")
      return nil
    }
    try end()
  }

  @Test func wrongOrNone() throws {
    let wrong = #expect(throws: EngineError.self) {
      try LibpqConnection(address()) { _ in Self.password + "!" }
    }
    #expect(wrong?.meaning == .refusedLogin)
    #expect(wrong?.message == "password authentication failed for user \"\(user)\"")
    let none = #expect(throws: EngineError.self) { try LibpqConnection(address()) }
    #expect(none?.kind == .unreachable)
    #expect(!shown(wrong).contains("s3cret") && !shown(none).contains("s3cret"))
    try end()
  }

  @Test func ofTheFile() throws {
    let scratch = ScratchFolder()
    let escaped = Self.password.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
    try writeAll(
      Array("*:*:*:\(user):\(escaped)\n".utf8),
      to: scratch.descriptor(of: "pgpass"))
    let address = try server.address(["user": user, "passfile": scratch / "pgpass"])
    let connection = try LibpqConnection(address)
    #expect(!String(reflecting: connection.address).contains("s3cret"))
    try end()
  }

  @Test func nowhereInTheLog() throws {
    _ = try LibpqConnection(address()) { _ in Self.password }
    let log = try #require(server.log)
    #expect(log.contains("search_path"))
    #expect(!log.contains("s3cret"))
    try end()
  }
}

extension ScratchFolder {
  /// A new file, which nobody else can read, open to be written.
  fileprivate func descriptor(of name: String) -> Int32 {
    open(self / name, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
  }
}
