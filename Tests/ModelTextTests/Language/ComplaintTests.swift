import FlagModel
import Foundation
import Testing

@testable import ModelText

/// The folder Complaints holds models that are wrong, each with all that is said about it:
///
///     === the name of the case
///     the model
///     ---
///     what is said
///
/// With FLAGDB_RECORD=1 in the environment the files are written anew, and the run fails.
struct ComplaintTests {
  @Test(arguments: ["Syntax", "FlagSets", "Fields", "Types", "Entities", "Relationships", "Notes"])
  func everyMistakeIsSaidAsRecorded(file: String) throws {
    let text = try source(inFolder: "Complaints", "\(file).txt").text(0..<Int.max)
    let cases = Complaint.all(in: text)
    #expect(cases.count > 5)
    for complaint in cases {
      #expect(complaints(complaint.model) == complaint.said, "\(file): \(complaint.name)")
    }
    if ProcessInfo.processInfo.environment["FLAGDB_RECORD"] == "1" {
      let recorded = cases.map { $0.recorded(complaints($0.model)) }.joined()
      let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Complaints/\(file).txt")
      try recorded.write(to: url, atomically: true, encoding: .utf8)
      Issue.record("recorded \(file).txt")
    }
  }

  @Test func namedFilesAreNamed() {
    #expect(
      complaints("@Model class A {\n\tvar x: Widget\n}", name: "Model.swift") == """
        Model.swift:2:9: error: unknown type 'Widget'
          var x: Widget
                 ^~~~~~

        """)
  }

  @Test func longLinesAreCutAroundThePlace() {
    let filler = String(repeating: " /* much */", count: 100_000)
    #expect(
      complaints("@Model class A {\(filler) var x: Widget;\(filler) }") == """
        error: unknown type 'Widget'
          …* much */ /* much */ /* much */ var x: Widget; /* much */ /* much */ /* much */ /* much */ /* …
                                                  ^~~~~~

        """)
  }

  @Test func wideCharactersAreCountedAsTheTerminalDoes() {
    #expect(
      complaints("@Model class A { var 名前: Widget }") == """
        error: unknown type 'Widget'
          @Model class A { var 名前: Widget }
                                     ^~~~~~

        """)
  }

  @Test func manyMistakesEndSomewhere() {
    let members = (0..<500).map { "var a\($0): Foo\n" }.joined()
    let reading = readModel([SourceText("@Model class A {\n\(members)}")])
    #expect(reading.diagnostics.count == 101)
    #expect(reading.diagnostics.last?.message == "there are more errors than these 100")
  }
}

/// One case of a file.
private struct Complaint {
  let name: String
  let model: String
  let said: String

  static func all(in text: String) -> [Complaint] {
    text.components(separatedBy: "=== ").dropFirst().map { part in
      let name = part.prefix { $0 != "\n" }
      let halves = part.dropFirst(name.count + 1).components(separatedBy: "\n---\n")
      return Complaint(
        name: String(name), model: halves[0], said: halves.count > 1 ? halves[1] : "")
    }
  }

  func recorded(_ said: String) -> String {
    "=== \(name)\n\(model.trimmingCharacters(in: .newlines))\n---\n\(said)"
  }
}
