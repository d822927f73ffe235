import FlagModel

/// The width that a column of a table would like, and its content, which decides when it gives way.
struct ColumnFit {
  /// The use of a value of which only the beginning is shown.
  enum Content {
    /// The beginning says something: notes, addresses, lists.
    case prose
    /// The beginning says less: flags and cases.
    case names
    /// The beginning misleads or says nothing: numbers, dates, UUIDs.
    case figures
  }

  let content: Content
  /// As wide as the name, if it is shown, and the values are.
  var width: Int
  /// As wide as the values alone.
  let valueWidth: Int
  /// As wide as the shortest texts for the values are, where they can be said in short.
  let leastWidth: Int

  /// A column that is cut narrower says nothing any more.
  private static let narrowest = 4
  /// The width that a text keeps before columns of another kind are cut.
  private static let readable = 8

  /// The widths, some made narrower until all fit the room; nil where they cannot. Prose gives way
  /// first, then names and what only a long heading takes, and figures where nothing else is left.
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

  /// Cuts the widest columns alike, none below its least width.
  private static func levelled(_ wished: [Int], above least: [Int], in room: Int) -> [Int] {
    func widths(atMost limit: Int) -> [Int] {
      zip(wished, least).map { max($1, min($0, limit)) }
    }
    var limit = narrowest
    while widths(atMost: limit + 1).reduce(0, +) <= room { limit += 1 }
    var widths = widths(atMost: limit)
    // What is left over after the division goes to the first columns that miss something.
    var left = room - widths.reduce(0, +)
    for index in wished.indices where left > 0 && wished[index] > widths[index] {
      widths[index] += 1
      left -= 1
    }
    return widths
  }
}

extension ColumnFit.Content {
  /// Takes the width from the type; if there is none, from the look of the values.
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
