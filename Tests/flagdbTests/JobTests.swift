import Foundation
import Testing

/// The jobs of `Examples/jobs`, on the data of the machine.
@Suite("The four jobs")
struct JobTests {
  /// What a job is about, and the most characters that its questions may have.
  struct Job: CustomTestStringConvertible {
    let name: String
    let entity: String
    let mostCharacters: Int
    /// Where its records come from, if that is not on every machine.
    var source = "/"

    var testDescription: String { name }
    /// The arguments of the script that collects them.
    var places = ""
    var isHere: Bool { FileManager.default.fileExists(atPath: source) }
  }

  static let jobs = [
    Job(name: "modes", entity: "File", mostCharacters: 249),
    Job(
      name: "packages", entity: "Package", mostCharacters: 574, source: "/var/lib/dpkg/status"),
    Job(name: "history", entity: "Commit", mostCharacters: 294, places: "repository"),
    Job(
      name: "capabilities", entity: "Process", mostCharacters: 263, source: "/proc/self/status",
      places: "/proc processes"),
  ].filter(\.isHere)

  @Test("flags by name give the answers of plain SQL in fewer characters", arguments: jobs)
  func answers(job: Job) async throws {
    let sandbox = try Sandbox()
    let source = Repository.root.appending(path: "Examples/jobs/\(job.name)")
    let folder = try sandbox.link(to: source)
    let script = """
      set -euo pipefail
      flagdb new job.db \(folder)/model.swift
      \(try preparation(of: job, in: sandbox))
      \(folder)/collect.sh \(job.places) | flagdb insert job.db \(job.entity)
      flagdb() { FLAGDB=job.db command flagdb "$@" --tsv --no-header; }
      . \(folder)/questions.sh | sort > ours
      sqlite3 -tabs -nullvalue '\\N' job.db < \(folder)/questions.sql | sort > theirs
      wc -l < ours
      diff ours theirs
      """
    let result = try await Command("bash", "-c", script).run(in: sandbox)
    #expect(result.status == 0, "\(result.outputText)\n\(result.errorText)")
    let count = Int(result.outputText.trimmingCharacters(in: .whitespacesAndNewlines))
    #expect(try #require(count) >= 4)

    let ours = try lines(of: "\(folder)/questions.sh").filter { $0.hasPrefix("flagdb ") }
    let theirs = try lines(of: "\(folder)/questions.sql")
    let characters = ours.reduce(0) { $0 + $1.count }
    #expect(characters <= job.mostCharacters)
    #expect(characters < theirs.reduce(0) { $0 + $1.count })
    #expect(ours.count == theirs.count { !$0.isEmpty })
  }

  private func lines(of path: String) throws -> [Substring] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
  }

  private func preparation(of job: Job, in sandbox: Sandbox) throws -> String {
    switch job.name {
    case "history": commits(orTree: try sandbox.link(to: Repository.root))
    case "capabilities": processes
    default: ""
    }
  }

  /// A process that may do nothing, and one that may do something: not every machine runs such.
  private var processes: String {
    let status = #"Name:\tidle\nPid:\t%d\nUid:\t1000\nCapEff:\t%s\nCapBnd:\t%s\n"#
    return """
      mkdir -p processes/1000000001 processes/1000000002
      printf '\(status)' 1000000001 0000000000000000 000001ffffffffff > processes/1000000001/status
      printf '\(status)' 1000000002 0000000000003000 000001ffffffffff > processes/1000000002/status
      """
  }

  /// The source tree if it is a repository, else one of four commits.
  private func commits(orTree root: String) -> String {
    """
    export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
    export GIT_AUTHOR_NAME=A GIT_COMMITTER_NAME=A GIT_AUTHOR_EMAIL=a@a GIT_COMMITTER_EMAIL=a@a
    if git -C '\(root)' log -1 --oneline > log 2> problem; then
      ln -s '\(root)' repository
    else
      git init -q repository
      for file in a.c Tests/a.c README.md Makefile; do
        mkdir -p "$(dirname "repository/$file")"
        echo text > "repository/$file"
        git -C repository add .
        git -C repository commit -q -m "$file"
      done
    fi
    """
  }
}
