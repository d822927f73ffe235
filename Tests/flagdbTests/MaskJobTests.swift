import Foundation
import Testing

/// The jobs of `Examples/jobs` about masks: calculations, mistakes, unknown bits, and earlier states.
@Suite("The four jobs on masks")
struct MaskJobTests {
  struct Job: CustomTestStringConvertible {
    let name: String
    /// The most characters that the questions of flagdb may have.
    let mostCharacters: Int
    /// The lines of a shell that prepare the job in the folder `$job`.
    let preparation: String
    /// The file that `FLAGDB` names; none if the questions name files.
    var database: String?
    /// The program that shortens the answers of flagdb to those of the other tool.
    var shortened = "cat"
    let others: String
    let otherScript: String

    var testDescription: String { name }
    var folder: URL { Repository.root.appending(path: "Examples/jobs/\(name)") }
  }

  static let jobs = [
    Job(
      name: "access", mostCharacters: 332,
      preparation: """
        "$job"/collect.sh | sqlite3 access.db
        flagdb adopt access.db --flags role.allow="$job"/flags.swift:Permission \\
          --flags role.deny=Permission --flags person.own=Permission
        flagdb flags access.db Permission --csv > bits.csv
        sqlite3 access.db -cmd '.mode csv' '.import bits.csv bit'
        """, database: "access.db",
      others: #"sqlite3 -tabs access.db < "$job"/questions.sql"#, otherScript: "questions.sql"),
    Job(
      name: "released", mostCharacters: 159,
      preparation: """
        "$job"/collect.sh release
        flagdb lint item.h --lock item.lock
        "$job"/collect.sh today
        flagdb adopt item.db --flags item.flags=Marks=item.h:ITEM
        """,
      shortened: """
        sed -nE "s/^[^']*'([^']*)'.* \\[([a-z-]*)\\]$/\\2 \\1/p; s/.* for (0x[0-9a-f]*), .*\\[([a-z-]*)\\]$/\\2 \\1/p"
        """,
      others: #""$job"/other.sh"#, otherScript: "other.sh"),
    Job(
      name: "meaning", mostCharacters: 142,
      preparation: #""$job"/collect.sh | sqlite3 letters.db"#, database: "letters.db",
      shortened: #"awk -F '\t' -v OFS='\t' 'NF == 8 { print $1, $3 == "\\N" ? "" : $3; next } 1'"#,
      others: #"sqlite3 -tabs letters.db < "$job"/questions.sql"#, otherScript: "questions.sql"),
    Job(
      name: "states", mostCharacters: 156,
      preparation: """
        "$job"/collect.sh states.db
        flagdb adopt states.db --flags item.flags=old,used,rare
        """, database: "states.db",
      others: #""$job"/other.sh states.db"#, otherScript: "other.sh"),
  ]

  @Test("flagdb gives the answers of other tools in fewer characters", arguments: jobs)
  func answers(job: Job) async throws {
    let sandbox = try Sandbox()
    let folder = try sandbox.link(to: job.folder)
    let environment = job.database.map { "export FLAGDB=\($0)" } ?? ""
    let format = job.database == nil ? "" : " --tsv --no-header"
    let script = """
      set -euo pipefail
      job='\(folder)'
      \(job.preparation)
      (
        \(environment)
        flagdb() { command flagdb "$@"\(format); }
        . "$job"/questions.sh
      ) > answers 2> notes || :
      \(job.shortened) < answers | sort > ours
      \(job.others) | sort > theirs
      wc -l < ours
      diff ours theirs
      """
    let result = try await Command("bash", "-c", script).run(in: sandbox)
    try #require(result.status == 0, "\(result.outputText)\n\(result.errorText)")
    let lines = result.outputText.split(separator: "\n").last
    #expect(try #require(lines.flatMap { Int($0) }) >= 8)

    let characters = try commands(in: job.folder.appending(path: "questions.sh"))
      .filter { $0.hasPrefix("flagdb ") }.reduce(0) { $0 + $1.count }
    let others = try commands(in: job.folder.appending(path: job.otherScript))
    #expect(characters <= job.mostCharacters)
    #expect(characters < others.reduce(0) { $0 + $1.count })
  }

  /// The lines of a script that ask a question, with those that prepare one.
  private func commands(in script: URL) throws -> [Substring] {
    try String(contentsOf: script, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") && !$0.hasPrefix("set ") }
  }
}
