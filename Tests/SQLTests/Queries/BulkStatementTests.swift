import FlagModel
import Testing

@testable import Queries

/// The statements of an import.
@Suite struct BulkStatementTests {
  /// Records that only some of the prepared columns have, as those of a JSON file.
  @Test func recordsWithoutRequiredValuesOnlyUpdate() throws {
    let sample = try model(
      """
      @Model final class Sample {
        @Attribute(.unique) var code: String
        var taken: Date
        var note: String?
      }
      """
    ).declared("Sample")
    let statements = BulkStatements(sample, ["code", "taken", "note"])
    #expect(statements.lacksValues(giving: ["code", "note"]))
    #expect(!statements.lacksValues(giving: ["code", "taken"]))
    let fixed = Assignment(column: "taken", isOptional: false, change: .set(.text("2026-11-20")))
    #expect(!BulkStatements(sample, ["code"], fixed: [fixed]).lacksValues(giving: ["code"]))
  }
}
