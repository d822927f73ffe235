/// Text of a manual, with marks that are nearly those of Markdown:
///
///     # Heading
///     ## Subheading
///     A paragraph, which goes on
///     in the next line and ends at an empty one.
///
///     - an item of a list, which goes on
///       in the next line
///     term
///     : what it means
///     | title | title |
///     | cell | cell |
///
///     Code:
///         as it is
///     The purpose of an example.
///         $ printf '1\n2\n' \
///         > | wc -l
///         2
///
/// Three backquotes begin and end code that is not indented. After the first ones, a word can say what the code is.
/// A line such as `{{settings}}` is replaced by blocks.
package struct Prose: Hashable, Sendable, ExpressibleByStringLiteral {
  package private(set) var blocks: [ProseBlock] = []
  /// The block that the next line can continue.
  private var open: ProseBlock?
  /// The empty lines after it, if it is code or an example.
  private var emptyLines = ""
  /// The lines after three backquotes; nil outside of them.
  private var fenced: [Substring]?

  package init(stringLiteral text: String) { self.init(text) }

  /// - Parameter inserts: The blocks that replace a line such as `{{settings}}`. There must be one for each such line.
  package init(_ text: String, inserts: [String: [ProseBlock]] = [:]) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        toggleFence()
      } else if fenced != nil {
        fenced?.append(line)
      } else if line.hasPrefix("{{") {
        insert(inserts, at: line)
      } else if !line.isEmpty {
        read(line)
      } else if isCode {
        emptyLines += "\n"
      } else {
        close()
      }
    }
    close()
  }

  package var examples: [Example] {
    blocks.compactMap { block -> Example? in
      if case .example(let example) = block { example } else { nil }
    }
  }

  var definitions: [Definition] {
    blocks.flatMap { block -> [Definition] in
      if case .definitions(let definitions) = block { definitions } else { [] }
    }
  }

  private mutating func toggleFence() {
    close()
    guard let lines = fenced else {
      fenced = []
      return
    }
    blocks.append(.code(lines.joined(separator: "\n")))
    fenced = nil
  }

  private mutating func insert(_ inserts: [String: [ProseBlock]], at line: Substring) {
    close()
    guard let inserted = inserts[String(line.dropFirst(2).dropLast(2))] else {
      preconditionFailure("the manual has no text for \(line)")
    }
    blocks += inserted
  }

  private mutating func close() {
    blocks += open.map { [$0] } ?? []
    open = nil
    emptyLines = ""
  }

  private mutating func begin(_ block: ProseBlock) {
    close()
    open = block
  }

  private var isCode: Bool {
    switch open {
    case .code, .example: true
    default: false
    }
  }

  private static let marks = ["    ", "  ", "# ", "## ", "- ", ": ", "| "]

  private mutating func read(_ line: Substring) {
    let mark = Self.marks.first(where: line.hasPrefix) ?? ""
    let text = String(line.dropFirst(mark.count))
    switch (open, mark) {
    case (_, "    "): readCode(text)
    case (_, "# "): begin(.heading(text))
    case (_, "## "): begin(.subheading(text))
    case (.list(let items), "- "): open = .list(items + [text])
    case (_, "- "): begin(.list([text]))
    case (.list(let items), "  "):
      open = .list(items.dropLast() + items.suffix(1).map { "\($0) \(text)" })
    case (.paragraph(let term), ": "): define(term, text)
    case (.definitions(let all), "  "):
      let last = all.suffix(1).map { Definition($0.term, "\($0.text) \(text)") }
      open = .definitions(all.dropLast() + last)
    case (.table(let header, let rows), "| "):
      open = .table(header: header, rows: rows + [Self.cells(text)])
    case (_, "| "): begin(.table(header: Self.cells(text), rows: []))
    case (.paragraph(let before), _): open = .paragraph("\(before) \(line)")
    default: begin(.paragraph(String(line)))
    }
  }

  /// Makes the preceding paragraph the term of a definition, and adds it to the preceding
  /// definitions.
  private mutating func define(_ term: String, _ meaning: String) {
    open = nil
    var all = [Definition(term, meaning)]
    if case .definitions(let before)? = blocks.last {
      blocks.removeLast()
      all = before + all
    }
    begin(.definitions(all))
  }

  private static func cells(_ row: String) -> [String] {
    row.split(separator: " | ").map { cell in
      if cell.hasSuffix(" |") { return String(cell.dropLast(2)) }
      return String(cell)
    }
  }

  private mutating func readCode(_ line: String) {
    switch open {
    case .paragraph(let purpose) where line.hasPrefix("$ "):
      open = .example(Example(shows: purpose, command: String(line.dropFirst(2))))
    case _ where line.hasPrefix("$ "):
      begin(.example(Example(shows: "", command: String(line.dropFirst(2)))))
    case .example(var example):
      example.add(line, after: emptyLines)
      open = .example(example)
      emptyLines = ""
    case .code(let code):
      open = .code("\(code)\(emptyLines)\n\(line)")
      emptyLines = ""
    default: begin(.code(line))
    }
  }
}

extension Example {
  /// Adds a continuation of the command, which begins with `>`, or a line of the output.
  fileprivate mutating func add(_ line: String, after emptyLines: String) {
    if !output.isEmpty || line.first != ">" {
      if !output.isEmpty { output += "\(emptyLines)\n" }
      output += line
    } else {
      if command.hasSuffix(" \\") { command.removeLast() } else { command += "\n" }
      command += line.dropFirst(2)
    }
  }
}
