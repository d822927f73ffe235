import FlagModel

/// Lines of Swift with their indentation.
struct SwiftLines {
  static let width = 100
  private var lines: [String] = []
  private var indentation = ""

  var text: String { lines.map { "\($0)\n" }.joined() }

  /// The remaining width of a line.
  var room: Int { SwiftLines.width - indentation.utf8.count }

  mutating func add(_ line: String) {
    lines.append(line.isEmpty ? "" : indentation + line)
  }

  mutating func add(comment summary: String?) {
    for line in SwiftText.comment(summary) { add(line) }
  }

  /// Adds an empty line, unless a body has just begun.
  mutating func separate() {
    if let last = lines.last, !last.isEmpty, !last.hasSuffix("{") { lines.append("") }
  }

  mutating func open(_ header: String) {
    add(header + " {")
    indentation += "  "
  }

  mutating func close() {
    indentation.removeLast(2)
    add("}")
  }

  /// `start[a, b]`, over several lines if one is too short.
  mutating func add(_ start: String, list: [String]) {
    let line = "\(start)[\(list.joined(separator: ", "))]"
    if line.count <= room { return add(line) }
    add("\(start)[")
    var row = ""
    for item in list {
      if !row.isEmpty, row.count + item.count + 4 > room {
        add("  \(row)")
        row = ""
      }
      if !row.isEmpty { row += " " }
      row += item + ","
    }
    add("  \(row)")
    add("]")
  }
}
