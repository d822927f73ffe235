import Completing
import FlagModel
import Linting
import SQLiteEngine

// Rules of `lint`, commits of a write-ahead log, and the meanings that `infer` finds.

extension CompletionCandidates {
  var lintRules: [Candidate] {
    [Candidate("all")] + LintRule.allCases.map { Candidate($0.rawValue, about: $0.summary) }
  }

  /// The known states of the write-ahead log, the newest first.
  var commits: [Candidate] {
    guard RecordFile(path) == nil, let file = try? LoggedFile(DatabaseFile(name: path)),
      file.commitCount > 0
    else { return [] }
    let first = max(file.firstState, file.commitCount - Self.mostCommits)
    return (first...file.commitCount).reversed().map { commit in
      if commit == file.firstState { return Candidate("\(commit)", about: "the first known state") }
      let pages = counted(file.pages(of: commit).count, "page")
      return Candidate("\(commit)", about: "\(pages) changed")
    }
  }

  private static let mostCommits = 50

  /// `all`, and the names and bits that the other columns explain.
  var meanings: [Candidate] {
    guard let database else { return [] }
    let meanings = request.options(InferCommand.self).acceptable(in: database, now: session.now)
    if meanings.isEmpty { return [] }
    return [Candidate("all")] + continued(meanings.map { Candidate($0.word, about: $0.statement) })
  }
}
