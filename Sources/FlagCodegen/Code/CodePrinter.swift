/// Prints code as the text of a language.
struct CodePrinter {
  static let width = 100
  let language: CodeLanguage
  /// False to omit type annotations.
  var writesTypes = true
  private var lines: [String] = []
  private var indentation = ""

  init(_ language: CodeLanguage, writesTypes: Bool = true) {
    self.language = language
    self.writesTypes = writesTypes
  }

  var text: String { lines.map { "\($0)\n" }.joined() }

  /// Adds items with empty lines between them.
  mutating func add(_ items: [CodeItem]) {
    var last: CodeItem?
    for item in items where writesTypes || !item.isType {
      if let last, item.isApart || last.isApart && last.body != nil { separate() }
      add(item)
      last = item
    }
  }

  mutating func add(remark: String) { add(language.remark(remark)) }

  /// Adds an empty line, unless there is one.
  mutating func separate() { if let last = lines.last, !last.isEmpty { lines.append("") } }

  private mutating func add(_ line: String) { lines.append(line.isEmpty ? "" : indentation + line) }

  private mutating func add(_ item: CodeItem) {
    let isInside = if case .docstrings = language.comments { item.body != nil } else { false }
    if let words = item.documentation, !isInside {
      for line in language.comment(words) { add(line) }
    }
    for attribute in item.attributes { add(attribute, end: "") }
    guard let body = item.body else { return add(item.head, end: "") }
    if body.isEmpty, language.blocks == .braces {
      return add("\(item.head) {}\(item.tail)", end: "")
    }
    let end = if language.blocks == .braces { item.brackets.start } else { ":" }
    add(item.head, end: end)
    indentation += language.indentation
    if isInside, let words = item.documentation {
      for line in language.innerComment(words) { add(line) }
      if !body.isEmpty, body[0].isApart || body[0].body != nil { separate() }
    }
    add(body)
    if language.blocks == .colon, body.isEmpty, item.documentation == nil { add("pass") }
    indentation.removeLast(language.indentation.count)
    if language.blocks == .braces { add(item.brackets.end + flat(item.tail.parts)) }
  }

  // MARK: Lines

  /// Adds a line, and splits its first list over several lines if it is too long.
  private mutating func add(_ code: Code, end: String) {
    let line = flat(code.parts) + end
    guard indentation.count + line.count > CodePrinter.width,
      let place = code.parts.lastIndex(where: Self.isLongList),
      case .list(let items) = code.parts[place]
    else { return add(line) }
    add(flat(Array(code.parts[..<place])))
    indentation += language.indentation
    for (index, item) in items.enumerated() {
      let comma = if index < items.count - 1 { "," } else { "" }
      add(flat(item.parts) + comma)
    }
    indentation.removeLast(language.indentation.count)
    add(flat(Array(code.parts[(place + 1)...])) + end)
  }

  private static func isLongList(_ part: Code.Part) -> Bool {
    if case .list(let items) = part { items.count > 1 } else { false }
  }

  private func flat(_ parts: [Code.Part]) -> String { parts.map(flat).joined() }

  private func flat(_ part: Code.Part) -> String {
    switch part {
    case .words(let words): words
    case .name(let name): name.text
    case .text(let text): language.literal(text)
    case .list(let items): items.map { flat($0.parts) }.joined(separator: ", ")
    case .type(let parts): writesTypes ? flat(parts) : ""
    }
  }
}
