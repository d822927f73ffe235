import Comparing
import FlagFormats
import FlagModel
import Migrations
import Terminal

/// Writes the differences as text, or as records of a format.
final class DiffReport {
  private let output: RecordOutput
  private let isText: Bool
  private let command: DiffCommand
  private var plan: ComparisonPlan?
  private(set) var shownDifferences: Int64 = 0
  private var hasHead = false
  private var rest: [String] = []
  /// The entities with a damaged table. Their records are compared as far as they can be read.
  private(set) var damaged: [Name] = []
  /// True if a record file has a column that the other side lacks.
  private var hasOtherColumns = false
  private var writer: ((StoredRow) throws -> Void)?

  init(_ output: RecordOutput, isText: Bool, _ command: DiffCommand) {
    self.output = output
    self.isText = isText
    self.command = command
  }

  private static let columns = ["entity", "key", "change", "attribute", "before", "after"]
  private static let counts = ["entity", "added", "gone", "changed", "same"]

  /// Writes all differences. Returns true if there are any.
  func write(
    _ changes: [SchemaChange], _ names: [Name], _ compare: (Int) throws -> DifferenceCounts?
  ) throws -> Bool {
    var differs = !changes.isEmpty
    func writeAll() throws {
      for change in changes { try add(change.words, about: change.path.text) }
      for (index, name) in names.enumerated() {
        guard let counts = try compare(index) else { continue }
        differs = differs || counts.differences > 0
        try end(name, counts)
      }
    }
    if isText {
      try writeAll()
    } else {
      let titles = command.isSummary ? Self.counts : Self.columns
      try output.write(OutputColumn.named(titles)) { write in
        writer = write
        defer { writer = nil }
        try writeAll()
      }
    }
    try output.finish()
    return differs || hasOtherColumns
  }

  /// Adds a difference of the models.
  private func add(_ words: String, about path: String) throws {
    if isText { return try line(words) }
    if command.isSummary { return rest.append("note: \(words)") }
    try writer?(StoredRow([.null, .null, .text("model"), .text(path), .null, .text(words)]))
  }

  /// Begins the records of an entity.
  func begin(_ plan: ComparisonPlan) throws {
    self.plan = plan
    shownDifferences = 0
    hasHead = false
    for columns in plan.others {
      guard columns.areDifferences else {
        rest.append(
          "note: '\(columns.other)' lacks \(listed(columns.names, "and")), which diff does not compare"
        )
        continue
      }
      hasOtherColumns = true
      for name in columns.names {
        try add("\(name) is only in '\(columns.owner)'", about: "\(plan.name).\(name)")
      }
    }
  }

  func add(_ difference: RecordDifference) throws {
    shownDifferences += 1
    guard !command.isSummary, shownDifferences <= command.limit ?? .max, let plan else { return }
    if isText {
      if !hasHead { try line("\(plan.name) by \(plan.keyWords)") }
      hasHead = true
      try line(plan.words.line(of: difference))
    } else {
      for row in plan.rows(of: difference) { try writer?(StoredRow(row)) }
    }
  }

  /// Notes that the rest of a table cannot be read. The comparison continues with the other tables.
  func add(damage: String, of name: Name) {
    damaged.append(name)
    rest.append("error: \(name): the rest cannot be compared: \(damage)")
  }

  private func end(_ name: Name, _ counts: DifferenceCounts) throws {
    let words = counts.words
    if command.isSummary, !isText {
      let numbers = [counts.added, counts.gone, counts.changed, counts.same]
      try writer?(StoredRow([.text(name.text)] + numbers.map(Value.integer)))
    } else if isText, command.isSummary {
      try line("\(name): \(words)")
    } else if isText, counts.differences > 0 {
      try line(words + hidden(counts))
    } else if !hidden(counts).isEmpty {
      rest.append("note: \(name): \(words)\(hidden(counts))")
    }
  }

  /// `; 3 of 1,003 are shown`, or empty if all are shown.
  private func hidden(_ counts: DifferenceCounts) -> String {
    guard let limit = command.limit, counts.differences > limit else { return "" }
    return "; \(groupedDigits(limit)) of \(groupedDigits(counts.differences)) are shown"
  }

  private func line(_ text: String) throws {
    try output.sink.append { $0 += "\(visible(text))\n".utf8 }
  }

  /// Writes the remarks that the output format cannot contain to standard error.
  func sayRest(in session: Session) { session.say(rest.map { "\(visible($0))\n" }.joined()) }
}

extension DifferenceCounts {
  fileprivate var words: String {
    let parts = [(added, "added"), (gone, "gone"), (changed, "changed"), (same, "the same")]
    return parts.filter { $0.0 > 0 }.map { "\(groupedDigits($0.0)) \($0.1)" }
      .joined(separator: ", ")
  }
}

extension ComparisonPlan {
  fileprivate var words: DifferenceWords { DifferenceWords(columns, keys: keys) }

  /// The rows of a difference: one for each changed value, or one for each value of an added or
  /// removed record.
  fileprivate func rows(of difference: RecordDifference) -> [[Value]] {
    let (key, change) = (words.key(of: difference), difference.word)
    return words.values(of: difference).map { value in
      [
        .text(name.text), .text(key), .text(change), .text(ifAny: value.name?.text),
        value.before, value.after,
      ]
    }
  }
}

extension RecordDifference {
  fileprivate var word: String {
    switch self {
    case .added: "added"
    case .gone: "gone"
    case .changed: "changed"
    }
  }
}
