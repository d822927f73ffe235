import CommandTable

/// Lines in the language of predicates, each beside its meaning. The manual shows the lines, and a
/// test runs every one of them on the example database.
struct Phrases {
  /// The kind of the lines, which says what makes them true.
  enum Kind {
    /// Each selects some of the records, and not all.
    case selecting
    /// Each is true of every record.
    case holding
    /// Each is refused, with the message beside it.
    case refused
    /// The lines between two empty ones mean the same, each in the language that stands before it.
    case equivalent
    /// Each is a column.
    case columns
    /// Each is what `--group-by` takes.
    case keys
  }

  let kind: Kind
  let entity: String
  let lines: [(left: String, right: String)]

  init(_ kind: Kind, of entity: String = "Sample", _ lines: [(String, String)]) {
    self.kind = kind
    self.entity = entity
    self.lines = lines.map { (left: $0.0, right: $0.1) }
  }

  /// The lines with their right sides below each other, for a page.
  var block: ProseBlock {
    let column = (lines.map(\.left.count).max() ?? 0) + 2
    let rows = lines.map { line in
      if line.right.isEmpty { return line.left }
      return line.left + String(repeating: " ", count: column - line.left.count) + line.right
    }
    return .code(rows.joined(separator: "\n"))
  }
}
