import Commits
import Comparing
import FlagFormats
import FlagModel
import Migrations
import SQLiteEngine
import Terminal

/// `log --wal`: the commits in the write-ahead log of a file, newest first.
struct CommitLog {
  private let command: LogCommand

  init(_ command: LogCommand) { self.command = command }

  func run(in session: Session) throws -> Exit {
    try session.requireOutput(command.output)
    let file = try session.loggedFile(command.database)
    for note in file.notes { session.say(visible("note: \(note)") + "\n") }
    let entity = try entity(in: file, session)
    let commits = try commits(of: file)
    let reader = CommitReader(file) { try session.openState(of: file, after: $0) }
    let output = try session.recordOutput(command.output)
    if command.showsChanges {
      try writeCounts(of: commits, file, reader, entity, output)
    } else if command.output.format == nil {
      try writeLines(of: commits, reader, entity, output)
    } else {
      try writeValues(of: commits, reader, entity, output)
    }
    try output.finish()
    return .done
  }

  /// The entity of the command, as the newest commit names it that has it.
  private func entity(in file: LoggedFile, _ session: Session) throws -> Name? {
    if file.commitCount == 0 { return nil }
    let newest = try session.openState(of: file, after: file.commitCount)
    session.sayNotes(of: newest)
    guard let typed = command.entity else { return nil }
    do {
      return try newest.entity(named: typed).name
    } catch {
      if let earlier = try earlierEntity(named: typed, in: file, session) { return earlier }
      throw error
    }
  }

  /// An entity that a later commit dropped. Such a commit changes the first page of the file.
  private func earlierEntity(
    named typed: Name, in file: LoggedFile, _ session: Session
  ) throws -> Name? {
    for commit in (file.firstState..<file.commitCount).map({ $0 + 1 }).reversed()
    where file.pages(of: commit).contains(1) {
      let before = try session.openState(of: file, after: commit - 1)
      if let entity = try? before.entity(named: typed) { return entity.name }
    }
    return nil
  }

  /// The known commits, newest first, or the commit of `--change`.
  private func commits(of file: LoggedFile) throws -> [Int] {
    if let change = command.change {
      let number = Int(clamping: change)
      try file.requireCommit(number)
      return [number]
    }
    return (file.firstState..<file.commitCount).map { $0 + 1 }.reversed()
  }

  // MARK: Showing

  /// A change, or the end of a commit with the number of its changes.
  private enum Event {
    case change(ChangeOfCommit)
    case end(count: Int)
  }

  /// Thrown when enough is shown.
  private struct Enough: Error {}

  /// Passes the commits with their changes to the body, until it returns false.
  private func pass(
    _ commits: [Int], _ reader: CommitReader, _ entity: Name?,
    to body: (_ commit: Int, _ event: Event) throws -> Bool
  ) throws {
    if command.limit == 0 { return }
    do {
      for commit in commits {
        var count = 0
        try reader.changes(of: commit, in: entity) { change in
          guard let change = shown(change) else { return }
          count += 1
          if try !body(commit, .change(change)) { throw Enough() }
        }
        if count == 0, entity != nil { continue }
        if try !body(commit, .end(count: count)) { return }
      }
    } catch is Enough {}
  }

  private func shown(_ change: CommitChange) -> ChangeOfCommit? {
    switch change {
    case .model(let change):
      return ChangeOfCommit(
        line: change.words, entity: nil, key: nil, what: "model",
        values: [.init(name: change.path, before: .null, after: .text(change.words))])
    case .record(let entity, let difference):
      let columns = command.output.isRaw ? entity.columns.map(\.stored) : entity.columns
      let words = DifferenceWords(columns, keys: entity.keys)
      let key = words.key(of: difference)
      if let record = command.record, record != key { return nil }
      var line = "\(difference.mark) \(entity.name) \(key)"
      let details = words.details(of: difference)
      if !details.isEmpty { line += "  \(details)" }
      return ChangeOfCommit(
        line: line, entity: entity.name, key: key, what: difference.what,
        values: words.values(of: difference))
    }
  }

  private func writeLines(
    of commits: [Int], _ reader: CommitReader, _ entity: Name?, _ output: RecordOutput
  ) throws {
    var left = command.limit ?? .max
    var last = 0
    func line(_ text: String) throws { try output.sink.append { $0 += "\(text)\n".utf8 } }
    try pass(commits, reader, entity) { commit, event in
      switch event {
      case .change(let change):
        if commit != last { try line("commit \(commit)") }
        last = commit
        try line(visible(change.line))
        left -= 1
      case .end(let count):
        if count == 0 { try line("commit \(commit): no record changed") }
      }
      return left > 0
    }
  }

  private static let titles = ["commit", "entity", "key", "what", "property", "before", "after"]

  private func writeValues(
    of commits: [Int], _ reader: CommitReader, _ entity: Name?, _ output: RecordOutput
  ) throws {
    try output.write(OutputColumn.named(Self.titles)) { write in
      var left = command.limit ?? .max
      try pass(commits, reader, entity) { commit, event in
        var rows: [[Value]] = []
        switch event {
        case .change(let change): rows = change.rows(of: commit)
        case .end(let count):
          if count == 0 { rows = ChangeOfCommit.none.rows(of: commit) }
        }
        for row in rows where left > 0 {
          try write(StoredRow(row))
          left -= 1
        }
        return left > 0
      }
    }
  }

  private func writeCounts(
    of commits: [Int], _ file: LoggedFile, _ reader: CommitReader, _ entity: Name?,
    _ output: RecordOutput
  ) throws {
    let titles = ["commit", "records", "values", "pages"]
    try output.write(OutputColumn.named(titles)) { write in
      var left = command.limit ?? .max
      var (records, values) = (0, 0)
      try pass(commits, reader, entity) { commit, event in
        if case .change(let change) = event {
          if change.entity != nil {
            records += 1
            values += change.values.count
          }
          return true
        }
        let counts = [commit, records, values, file.pages(of: commit).count]
        try write(StoredRow(counts.map { .integer(Int64($0)) }))
        records = 0
        values = 0
        left -= 1
        return left > 0
      }
    }
  }
}

/// A change in the words of its entity.
private struct ChangeOfCommit {
  let line: String
  let entity: Name?
  let key: String?
  let what: String
  let values: [DifferenceWords.ChangedValue]

  /// The line of a commit that changed no record.
  static let none = ChangeOfCommit(
    line: "", entity: nil, key: nil, what: "nothing",
    values: [.init(name: nil, before: .null, after: .null)])

  func rows(of commit: Int) -> [[Value]] {
    values.map { value in
      [
        .integer(Int64(commit)), .text(ifAny: entity?.text),
        .text(ifAny: key), .text(what), .text(ifAny: value.name?.text),
        value.before, value.after,
      ]
    }
  }
}

extension RecordDifference {
  /// The mark of a line, as `diff` has it.
  fileprivate var mark: String {
    switch self {
    case .added: "+"
    case .gone: "-"
    case .changed: "~"
    }
  }

  /// The word of the audit log.
  fileprivate var what: String {
    switch self {
    case .added: "insert"
    case .gone: "delete"
    case .changed: "update"
    }
  }
}
