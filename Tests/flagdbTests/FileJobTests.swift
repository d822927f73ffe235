import Foundation
import Testing

/// The jobs of `Examples/jobs` that read a file as another program made it.
@Suite("The nine jobs on files")
struct FileJobTests {
  /// A job, and the most characters that its questions may have.
  struct Job: CustomTestStringConvertible {
    let file: String
    let mostCharacters: Int
    /// The arguments of the script that collects the records.
    var places = ""
    /// The files without which the job cannot run.
    var needs: [String] = []

    var name: String { String(file.prefix { $0 != "." }) }
    var testDescription: String { name }
    var folder: URL { Repository.root.appending(path: "Examples/jobs/\(name)") }
    var isHere: Bool { needs.allSatisfy(FileManager.default.fileExists(atPath:)) }
    func has(_ script: String) -> Bool {
      FileManager.default.fileExists(atPath: folder.appending(path: script).path)
    }
  }

  static let jobs = [
    Job(file: "reads.tsv", mostCharacters: 198),
    Job(file: "packets.tsv", mostCharacters: 160),
    Job(file: "links.json", mostCharacters: 165, needs: ["/usr/sbin/ip"]),
    Job(file: "characters.tsv", mostCharacters: 181, places: "0x5ff", needs: ["/usr/bin/perl"]),
    Job(
      file: "certificates.tsv", mostCharacters: 206, places: "certificates",
      needs: ["/usr/bin/openssl"]),
    Job(file: "roles.json", mostCharacters: 205),
    Job(file: "maps.tsv", mostCharacters: 160, needs: ["/proc/self/smaps"]),
    Job(file: "requests.tsv", mostCharacters: 149),
    Job(file: "cells.db", mostCharacters: 192),
  ].filter(\.isHere)

  @Test("flags by name give the answers of other tools in fewer characters", arguments: jobs)
  func answers(job: Job) async throws {
    let sandbox = try Sandbox()
    let script = try self.script(for: job, in: sandbox.link(to: job.folder))
    let result = try await Command("bash", "-c", script).run(in: sandbox)
    try #require(result.status == 0, "\(result.outputText)\n\(result.errorText)")
    let ours = try words(in: sandbox.work.appending(path: "ours"))
    #expect(ours.count >= 4)
    #expect(try ours == words(in: sandbox.work.appending(path: "theirs")))

    let questions = try commands(in: job.folder.appending(path: "questions.sh"))
    let otherScript = job.has("other.sh") ? "other.sh" : "questions.sql"
    let others = try commands(in: job.folder.appending(path: otherScript))
    let characters = questions.reduce(0) { $0 + $1.count }
    #expect(characters <= job.mostCharacters)
    #expect(characters < others.reduce(0) { $0 + $1.count })
    #expect(questions.count == 4)
    #expect(others.count == 4)
  }

  /// The lines of a shell that write the answers of flagdb and of the other tool.
  private func script(for job: Job, in folder: String) -> String {
    """
    set -euo pipefail
    \(job.name == "certificates" ? certificates : "")
    \(collection(of: job, in: folder))
    (
      export FLAGDB=\(job.file)
      flagdb() { command flagdb "$@" --tsv --no-header; }
      . \(folder)/questions.sh
    ) > ours
    \(otherAnswers(to: job, in: folder)) > theirs
    """
  }

  /// The lines of a shell that write the file, and name its model.
  private func collection(of job: Job, in folder: String) -> String {
    if job.file.hasSuffix(".db") {
      return """
        \(folder)/collect.sh | sqlite3 \(job.file)
        flagdb adopt \(job.file) --flags cell.flags=\(folder)/quality.cdl
        """
    }
    let model = job.has("model.swift") ? "export FLAGDB_MODEL=\(folder)/model.swift" : ""
    return """
      \(folder)/collect.sh \(job.places) > \(job.file)
      \(model)
      """
  }

  /// The lines of a shell that ask another tool. SQL gets a database of the records and a table of the flags.
  private func otherAnswers(to job: Job, in folder: String) -> String {
    if job.has("other.sh") {
      return "\(folder)/other.sh \(job.file)"
    }
    return """
      [ -e \(job.name).db ] || flagdb copy \(job.file) \(job.name).db
      set=$(flagdb schema \(job.name).db | sed -n 's/^struct \\(.*\\): OptionSet.*/\\1/p')
      flagdb flags \(job.name).db "$set" --csv > bits.csv
      sqlite3 \(job.name).db -cmd '.mode csv' '.import bits.csv bit'
      sqlite3 -tabs \(job.name).db < \(folder)/questions.sql
      """
  }

  /// The lines of a file, each as its words in order: a tool may put the count before the name or behind it.
  private func words(in file: URL) throws -> [String] {
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    return lines.map { $0.split(whereSeparator: \.isWhitespace).sorted().joined(separator: " ") }
      .sorted()
  }

  /// The lines of a script that ask a question.
  private func commands(in script: URL) throws -> [Substring] {
    try String(contentsOf: script, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") && !$0.hasPrefix("set ") }
  }

  /// Certificates with different usages, as not every machine has some.
  private var certificates: String {
    """
    mkdir certificates
    for usage in keyCertSign,cRLSign cRLSign digitalSignature,keyCertSign,cRLSign digitalSignature; do
      openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=$usage" \\
        -addext "keyUsage=critical,$usage" -keyout key -out "certificates/$usage.pem" 2>> problems
    done
    """
  }
}
