import Foundation
import Testing

/// The words that a Tab offers behind the options of `adopt`.
@Suite("Completion of adopt")
struct AdoptCompletionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The words of the line; the last one is completed.
    let line: [String]
    /// What is offered, in its order.
    let offered: [String]

    init(_ name: String, _ line: String..., offers offered: String...) {
      testDescription = name
      self.line = line
      self.offered = offered
    }
  }

  private static let cases = [
    // Columns that may hold what the option names.
    Case(
      "flags: numbers, and what holds anything", "--flags", "item.",
      offers: "item.flags=", "item.made=", "item.worn=", "item.blank="),
    Case("the beginning of a column", "--flags", "item.fl", offers: "item.flags="),
    Case("fields have bits behind a colon", "--field", "item.fl", offers: "item.flags:"),
    Case("texts may be an enum", "--enum", "item.ti", offers: "item.title="),
    Case("texts and reals may be dates", "--date", "item.p", offers: "item.price=", "item.page="),
    Case("numbers may be true and false", "--bool", "item.w", offers: "item.worn"),
    Case(
      "a whole column is offered where nothing follows", "--bool", "item.worn", offers: "item.worn"),
    Case(
      "texts may be URLs", "--url", "item.", offers: "item.title", "item.worn", "item.page",
      "item.blank"),
    Case("a reference is not a column", "--flags", "item.own"),
    Case("a view has columns", "--flags", "seen.", offers: "seen.flags="),
    Case("no such table", "--flags", "nothing."),
    Case("behind an equals sign of the option", "--flags=item.fl", offers: "--flags=item.flags="),
    // Types.
    Case(
      "files with definitions, and folders", "--flags", "item.flags=",
      offers: "item.flags=attr.h:", "item.flags=inc/", "item.flags=it's.h:",
      "item.flags=marks.swift:", "item.flags=names.csv:"),
    Case("files in a folder", "--flags", "item.flags=inc/", offers: "item.flags=inc/in.h:"),
    Case("files that are hidden", "--flags", "item.flags=.", offers: "item.flags=.hidden.h:"),
    Case("no such folder", "--flags", "item.flags=none/"),
    Case("sets of a header", "--flags", "item.flags=attr.h:", offers: "item.flags=attr.h:ATTR"),
    Case(
      "sets of a table", "--flags", "item.flags=names.csv:", offers: "item.flags=names.csv:names"),
    Case(
      "sets of Swift", "--flags", "item.flags=marks.swift:", offers: "item.flags=marks.swift:Marks"),
    Case(
      "enums of Swift", "--enum", "item.flags=marks.swift:", offers: "item.flags=marks.swift:State"),
    Case(
      "enums of a header, and constants that count", "--enum", "item.flags=attr.h:",
      offers: "item.flags=attr.h:color", "item.flags=attr.h:ATTR"),
    Case(
      "a file behind a new name", "--flags", "item.flags=New=at", offers: "item.flags=New=attr.h:"),
    Case(
      "a set behind a new name", "--flags", "item.flags=New=attr.h:A",
      offers: "item.flags=New=attr.h:ATTR"),
    Case("a file with an odd name", "--flags", "item.flags=it", offers: "item.flags=it's.h:"),
    Case(
      "enums of a field", "--field", "item.flags:0xFF=attr.h:c",
      offers: "item.flags:0xFF=attr.h:color"),
    Case(
      "enums of a field with a name", "--field", "item.flags.core:0...7=attr.h:c",
      offers: "item.flags.core:0...7=attr.h:color"),
    Case(
      "sets of a model on the line", "--model", "marks.swift", "--flags", "item.flags=M",
      offers: "item.flags=Marks"),
    Case(
      "enums of a model on the line", "--model", "marks.swift", "--enum", "item.flags=S",
      offers: "item.flags=State"),
    Case("names on the line are nobody's to know", "--flags", "item.flags=old,r"),
    // Dates.
    Case(
      "forms of dates", "--date", "item.made=mi", offers: "item.made=milliseconds",
      "item.made=microseconds"),
    Case("a text holds dates as text", "--date", "item.title=", offers: "item.title=text"),
    Case("a number holds none as text", "--date", "item.made=t"),
    // Guesses.
    Case("what is likely, and columns", "--guess", "--accept", "l", offers: "likely"),
    Case("a guess for a column", "--guess", "--accept", "item.f", offers: "item.flags"),
    Case(
      "the next guess of a list", "--guess", "--accept", "item.flags,item.p",
      offers: "item.flags,item.page"),
    // Odd names.
    Case("a column with an equals sign", "--flags", "odd one.a", offers: "odd one.a=b="),
    Case("types behind it", "--flags", "odd one.a=b=at", offers: "odd one.a=b=attr.h:"),
    Case("a column with a colon", "--flags", "odd one.c:d=at", offers: "odd one.c:d=attr.h:"),
    Case("a column with a quote", "--flags", "odd one.it", offers: "odd one.it's="),
    Case(
      "a column that means something to a shell", "--flags", "odd one.$",
      offers: "odd one.$(touch x)="),
    Case("a column of other letters", "--flags", "odd one.日", offers: "odd one.日本="),
  ]

  private func sandbox() async throws -> Sandbox {
    let sandbox = try Sandbox()
    let made = try await Command(
      "bash", "-c",
      """
      set -e
      sqlite3 app.db <<'END'
      CREATE TABLE owner (id INTEGER PRIMARY KEY);
      CREATE TABLE item (id INTEGER PRIMARY KEY, title TEXT, flags INT, made INT, worn BOOLEAN,
        price REAL, page TEXT, blank, owner REFERENCES owner);
      CREATE TABLE "odd one" (id INTEGER PRIMARY KEY, "a=b" INT, "c:d" INT, "it's" INT,
        "$(touch x)" INT, "日本" INT);
      CREATE VIEW seen AS SELECT flags FROM item;
      INSERT INTO item VALUES (1, 'lamp', 5, 1700000000, 1, 2.5, 'https://a.example/', NULL, NULL);
      INSERT INTO "odd one" VALUES (1, 1, 1, 1, 1, 1);
      END
      mkdir inc
      for name in attr.h inc/in.h "it's.h" .hidden.h notes.txt; do cat > "$name" <<'END'
      enum color { RED, GREEN, BLUE = 5 };
      #define ATTR_A 1
      #define ATTR_B 2
      #define ATTR_C 4
      #define ATTR_D 8
      END
      done
      printf 'name,value\\nA,1\\nB,2\\n' > names.csv
      cat > marks.swift <<'END'
      struct Marks: OptionSet { let rawValue: Int; static let old = Marks(rawValue: 1) }
      enum State: Int { case a, b }
      END
      """
    ).run(in: sandbox)
    try #require(made.status == 0, "\(made.errorText)")
    return sandbox
  }

  private func offers(for line: [String], in sandbox: Sandbox) async throws -> [String] {
    var command = Command("flagdb", "complete", "fish", "--", "adopt", "app.db")
    command.words += line
    let answer = try await command.run(in: sandbox)
    #expect(answer.errorText == "")
    return answer.outputText.split(separator: "\n").compactMap { line in
      line.hasPrefix("candidate ")
        ? String(line.dropFirst("candidate ".count).prefix { $0 != "\t" }) : nil
    }
  }

  @Test("offers what may stand there, and changes nothing")
  func offers() async throws {
    let sandbox = try await sandbox()
    let files = try FileManager.default.contentsOfDirectory(atPath: sandbox.work.path).sorted()
    for one in Self.cases {
      let found = try await offers(for: one.line, in: sandbox)
      #expect(found == one.offered, "\(one)")
    }
    let after = try FileManager.default.contentsOfDirectory(atPath: sandbox.work.path).sorted()
    #expect(after == files)
  }

  @Test("knows the names that a sidecar gives, and says nothing of a broken one")
  func sidecars() async throws {
    let sandbox = try await sandbox()
    let adopted = try await Command(
      "flagdb", "adopt", "app.db", "--flags", "item.flags=Marks:old,rare", "--date",
      "item.made=seconds"
    ).run(in: sandbox)
    try #require(adopted.status == 0)
    #expect(
      try await offers(for: ["--flags", "seen.flags=M"], in: sandbox) == ["seen.flags=Marks"])
    #expect(try await offers(for: ["--date", "item.ma"], in: sandbox) == ["item.made="])
    let sidecar = sandbox.work.appendingPathComponent("app.db.flagdb")
    try Data("no model".utf8).write(to: sidecar)
    #expect(try await offers(for: ["--flags", "item."], in: sandbox) == [])
  }
}
