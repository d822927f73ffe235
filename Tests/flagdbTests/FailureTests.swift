import Engines
import Testing

@testable import FlagTool

/// Errors that no database has put into words are words all the same.
@Suite struct FailureTests {
  @Test func aStrayErrorOfAnEngine() {
    let locked = EngineError(
      .busy, "database is locked", sql: "BEGIN", code: .init(engine: "sqlite", "5"))
    #expect(Failure(locked, isVerbose: false).text == "error: database is locked\n")
    #expect(
      Failure(locked, isVerbose: true).text
        == "error: database is locked\nsqlite: database is locked (code 5)\nsql: BEGIN\n")
    #expect(Failure(EngineError.interrupted, isVerbose: false).text == "error: interrupted\n")
  }
}
