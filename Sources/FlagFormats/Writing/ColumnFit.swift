import FlagModel

/// The preferred width of a table column, and its content, which determines the order of
/// shortening.
struct ColumnFit {
  /// The usefulness of a value's beginning.
  enum Content {
    /// The beginning is useful: notes, addresses, lists.
    case prose
    /// The beginning is less useful: flags and cases.
    case names
    /// The beginning is misleading or useless: numbers, dates, UUIDs.
    case figures
  }

  let content: Content
  /// The width of the heading, if it is shown, and of the values.
  var width: Int
  /// The width of the values alone.
  let valueWidth: Int
  /// The width of the shortest texts for the values, if there are short forms.
  let leastWidth: Int

  /// The minimum width of a shortened column.
  private static let narrowest = 4
  /// The width of a text column at which columns of another kind are shortened too.
  private static let readable = 8

  /// The widths, shortened until all fit; nil if they cannot. Prose is shortened first, then names
  /// and long headings, and digits last.
  static func widths(of columns: [ColumnFit], in room: Int) -> [Int]? {
    let wished = columns.map(\.width)
    if wished.reduce(0, +) <= room { return wished }
    let steps: [(ColumnFit) -> Int] = [
      { $0.content == .prose ? readable : $0.width },
      { $0.content == .figures ? $0.valueWidth : max(readable, $0.leastWidth) },
      { $0.content == .figures ? $0.valueWidth : narrowest },
      { _ in narrowest },
    ]
    for step in steps {
      let least = columns.map { min($0.width, max(step($0), narrowest)) }
      if least.reduce(0, +) <= room { return levelled(wished, above: least, in: room) }
    }
    return nil
  }

  /// Shortens the widest columns equally, but none below its minimum width.
  private static func levelled(_ wished: [Int], above least: [Int], in room: Int) -> [Int] {
    func widths(atMost limit: Int) -> [Int] { zip(wished, least).map { max($1, min($0, limit)) } }
    var limit = narrowest
    while widths(atMost: limit + 1).reduce(0, +) <= room { limit += 1 }
    var widths = widths(atMost: limit)
    // The remainder of the division goes to the first shortened columns.
    var left = room - widths.reduce(0, +)
    for index in wished.indices where left > 0 && wished[index] > widths[index] {
      widths[index] += 1
      left -= 1
    }
    return widths
  }
}

extension ColumnFit.Content {
  /// Derives the content from the type, or else from the values.
  init(_ column: OutputColumn, isRaw: Bool, looksNumeric: Bool) {
    self =
      switch column.type {
      case nil, .any: looksNumeric ? .figures : .prose
      case .string, .url, .data, .array, .json: .prose
      case .flags: isRaw ? .figures : .names
      case .enumeration: .names
      case .bool, .integer, .double, .float, .decimal, .date, .uuid: .figures
      }
  }
}
