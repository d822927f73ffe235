import CommandTable
import Databases
import FlagCodegen
import FlagFormats
import FlagModel

// Options of other tools, and values in SQL or shell syntax.

extension RepairedLine {
  /// The command's option for an option name of other tools. A prefix `=` replaces the option by
  /// its value.
  private static func familiarOptions(of command: String) -> [String: String] {
    var options: [String: String] = [:]
    func add(_ option: String, _ names: String...) { for name in names { options[name] = option } }
    if ["query", "stats", "update", "delete"].contains(command) {
      add("none", "not", "without", "exclude", "except", "lack", "F")
      add("has", "with", "flag", "flags", "all-of", "include")
      add("any", "any-of", "either")
      add("exactly", "only", "equals")
      add("where", "filter", "condition", "predicate", "expr", "e", "when")
      add("id", "key", "pk", "rowid")
    }
    switch command {
    case "query":
      add("columns", "fields", "select", "cols", "column", "attributes", "show", "keys")
      add("limit", "head", "top", "max", "max-count", "take", "first", "rows")
      add("offset", "skip", "start")
      add("sort", "sort-by", "orderby", "sortby")
      add("group-by", "group", "groupby")
      add("desc", "reverse", "descending", "r")
      add("distinct", "unique", "uniq")
      add("no-header", "noheader", "no-headers", "tuples-only")
      add("format", "output-format", "mode", "type")
      add("output", "out", "to")
    case "insert":
      add("from", "file", "input", "import", "data", "i")
    case "update":
      add("=", "set", "value")
      add("yes", "force", "f")
    case "delete":
      add("yes", "force", "f")
    case "generate":
      add("style", "language", "lang", "format", "to")
    case "stats":
      add("svg", "png", "plot", "chart", "picture")
      add("by", "group-by", "groupby", "group", "over")
    case "new":
      add("=", "model", "schema", "from")
    case "migrate":
      add("=", "model", "schema")
    default: break
    }
    return options
  }

  private static let switches: Set<String> = ["desc", "distinct", "no-header", "yes"]

  mutating func replaceOptions() {
    let familiar = Self.familiarOptions(of: command)
    let spellings = Set(tool.command(named: command)?.options.flatMap(\.spellings) ?? [])
    var pieces = line.pieces[...]
    var replaced: [LinePieces.Piece] = []
    while var piece = pieces.popFirst() {
      if let name = piece.option, !spellings.contains(Self.spelling(ofOption: name)) {
        guard let option = familiar[name] else {
          replaceValueOption(name, &piece, &pieces)
          replaced.append(piece)
          continue
        }
        if piece.value == nil, !Self.switches.contains(option), pieces.first?.option == nil {
          piece.value = pieces.popFirst()?.value
        }
        // The set of a column is meant, as in `flags=HRM,PLX`.
        if option == "has", piece.value?.contains("=") == true {
          replaced.append(.init(option: name, piece.value))
          continue
        }
        piece.option = option == "=" ? nil : option
        if option == "format" { piece.value = piece.value.map(formatName) }
        if option == "svg" { piece.value = Self.svgPath(for: piece.value) }
      } else if command == "stats", ["output", "svg"].contains(piece.option),
        let picture = piece.value.flatMap({ OtherPicture(path: $0) })
      {
        piece = .init(option: "svg", picture.svgPath)
      } else if command == "query", piece.option == "format", let value = piece.value,
        Int64(value) != nil || value.hasPrefix("0x")
      {
        piece.option = "has"
      } else if piece.option == "format", let value = piece.value {
        piece.value = formatName(value)
      } else if piece.option == "limit", piece.value?.lowercased() == "all" {
        continue
      }
      replaced.append(piece)
    }
    line.pieces = replaced
  }

  /// The format of records for its name in another tool, if the command has that format.
  private func formatName(_ name: String) -> String {
    guard let format = OutputFormat.meant(elsewhere: name)?.rawValue,
      let option = tool.command(named: command)?.options.first(where: { $0.name == "format" }),
      case .choices(let choices)? = option.value?.completion,
      choices.contains(where: { $0.name == format })
    else { return name }
    return format
  }

  /// An attribute may have such a name, but a file of a model is meant more often.
  private static let namesOfModels: Set<String> = ["model", "models", "schema"]

  private static func svgPath(for path: String?) -> String {
    guard let path else { return "plot.svg" }
    return OtherPicture(path: path)?.svgPath ?? "\(path).svg"
  }

  /// Corrects `insert … --code S-9` or `generate … --python`.
  private func replaceValueOption(
    _ name: String, _ piece: inout LinePieces.Piece, _ rest: inout ArraySlice<LinePieces.Piece>
  ) {
    if command == "generate", CodeStyle.meant(by: name) != nil {
      piece = .init(option: "style", name)
    } else if ["insert", "update"].contains(command), let value = piece.value ?? rest.first?.value,
      Self.isName(name), !Self.namesOfModels.contains(name), !isOptionElsewhere(name),
      piece.value != nil || rest.first?.option == nil
    {
      if piece.value == nil { rest.removeFirst() }
      piece = .init("\(name)=\(value)")
    }
  }

  private static func spelling(ofOption name: String) -> String {
    name.count == 1 ? "-\(name)" : "--\(name)"
  }

  /// True for an option of another command, unless the entity of the line has an attribute of that name.
  private func isOptionElsewhere(_ name: String) -> Bool {
    let spelling = Self.spelling(ofOption: name)
    let isOption = tool.commands.contains { command in
      !command.isHidden && command.options.contains { $0.spellings.contains(spelling) }
    }
    guard isOption else { return false }
    let plain = line.plain
    guard plain.count > 1, !Database.isAddress(plain[0]),
      let database = try? Database(
        path: plain[0], for: .reading, patience: .milliseconds(100), repairs: false, on: nil,
        models: .ofUser()),
      let entity = try? database.entity(named: Name(plain[1]))
    else { return true }
    return entity.attribute(named: Name(name)) == nil
  }

  /// Corrects `score = 5`, `markers|=HRM`, `markers=HRM PLX`, `code S-9` or `code:S-9`.
  mutating func writeAssignments() {
    let plain = line.plain
    guard plain.count > 2, !plain[2...].contains(where: { $0.hasPrefix("{") }) else { return }
    var words: [String] = []
    var rest = plain[2...]
    while let word = rest.popFirst() {
      if word == "=" || word == ":=", let name = words.last, Self.isName(name),
        let value = rest.popFirst()
      {
        words[words.count - 1] = "\(name)=\(value)"
      } else if Self.isName(word), let last = words.last, last.contains("="),
        !last.hasSuffix("="), rest.first != "=", !last.contains(" ")
      {
        words[words.count - 1] = "\(last),\(word)"
      } else {
        words.append(Self.assignment(word))
      }
    }
    if command == "insert", words.count.isMultiple(of: 2), words.allSatisfy({ !$0.contains("=") }) {
      let pairs = stride(from: 0, to: words.count, by: 2).map { (words[$0], words[$0 + 1]) }
      if pairs.allSatisfy({ Self.isName($0.0) }) { words = pairs.map { "\($0.0)=\($0.1)" } }
    }
    let isWhole = words.allSatisfy { $0.contains("=") || $0.contains(":") || Self.isKey($0) }
    let hasConditions = words.contains { word in ["<", ">", "!"].contains(where: word.contains) }
    if isWhole, !hasConditions { line.replacePlain(from: 2, with: words) }
  }

  /// The assignment that a word probably means.
  private static func assignment(_ word: String) -> String {
    if word.contains("==") { return word }
    for (sign, meant) in [("|=", "+="), ("&=~", "-="), (":=", "=")] {
      let parts = word.split(separator: sign, maxSplits: 1).map { String($0).trimmed }
      if parts.count == 2, isName(parts[0]), word.contains(sign) {
        return parts[0] + meant + parts[1]
      }
    }
    if let sign = word.firstIndex(where: { "+-".contains($0) }), !word.contains("="),
      isName(String(word[..<sign])), isName(String(word[word.index(after: sign)...]))
    {
      return "\(word[..<sign])\(word[sign])=\(word[word.index(after: sign)...])"
    }
    if let equals = word.firstIndex(of: "=") {
      let name = String(word[..<equals]).trimmed
      let value = String(word[word.index(after: equals)...])
      if isName(name),
        word[..<equals].hasSuffix(" ") || name.utf8.count < word[..<equals].utf8.count
      {
        return "\(name)=\(value.trimmed)"
      }
    } else if let colon = word.firstIndex(of: ":"), isName(String(word[..<colon])),
      !word.hasSuffix(":null")
    {
      return "\(word[..<colon])=\(word[word.index(after: colon)...])"
    }
    return word
  }
}
