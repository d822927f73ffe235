import CommandTable
import FlagCodegen
import FlagModel

/// A corrected command line for one that failed, because of another tool's syntax or misplaced
/// arguments. The error shows it as a hint.
struct RepairedLine {
  var line: LinePieces
  private let typed: [String]

  /// The hint for a failed command line; nil if no correction is known.
  static func hint(for words: [String]) -> Hint? {
    guard words.count <= 64, words.allSatisfy({ $0.utf8.count <= 400 }) else { return nil }
    var repaired = RepairedLine(words)
    repaired.repair()
    if let session = repaired.sessionLine { return .words("write \(session)") }
    let result = repaired.line.words
    guard !repaired.line.isSame(as: LinePieces(words, of: tool)), !result.contains(""),
      (try? tool.parse(result, preset: .database)) != nil
    else { return nil }
    return .words("write \(([tool.name] + result).map(shellWord).joined(separator: " "))")
  }

  private init(_ words: [String]) {
    typed = words
    line = LinePieces(words, of: tool)
  }

  var command: String { line.command ?? "" }

  private mutating func repair() {
    nameCommand()
    nameDefinition()
    replaceOptions()
    dropWordsOfSQL()
    orderArguments()
    joinEntities()
    if useSQL() { return }
    readClauses()
    replaceOperators()
    joinLists()
    if ["update", "insert"].contains(command) { writeAssignments() }
    nameKey()
    nameForm()
  }
}

// MARK: - Commands and arguments

extension RepairedLine {
  /// Corrects `flagdb zoo.db query Sample`, `flagdb Sample zoo.db` or `flagdb query help`.
  private mutating func nameCommand() {
    let plain = line.plain
    if line.command != nil {
      if plain == ["help"] {
        line.replacePlain(from: 0, with: [command])
        line.command = "help"
      }
      return
    }
    if plain.isEmpty, line.pieces.contains(where: { ["v", "ver"].contains($0.option) }) {
      line.pieces = [LinePieces.Piece(option: "version")]
    } else if plain.count > 1, namesFile(plain[0]), tool.command(named: plain[1]) != nil {
      line = LinePieces([plain[1]] + typed.filter { $0 != plain[1] }, of: tool)
    } else if plain.count == 2, namesFile(plain[1]), !Self.isSQL(plain[0]) {
      let isName = plain[0].unicodeScalars.allSatisfy(\.properties.isXIDContinue)
      guard isName, plain[0].first?.isUppercase == true else { return }
      line.command = "query"
      line.replacePlain(from: 0, with: [plain[1], plain[0]])
    } else if let statement = plain.first, Self.isSQL(statement) {
      line.command = "sql"
    }
  }

  /// Corrects `flagdb query Sample zoo.db` or `flagdb new zoo.swift zoo.db`.
  private mutating func orderArguments() {
    let plain = line.plain
    guard line.command != nil, plain.count > 1,
      !["flags", "generate", "help", "completions"].contains(command)
    else {
      return
    }
    if command == "insert", plain.count == 2, RecordFile(plain[1]) != nil, namesFile(plain[1]) {
      line.replacePlain(from: 1, with: ["ENTITY"])
      line.pieces.append(.init(option: "from", plain[1]))
      return
    }
    if ["new", "migrate"].contains(command) {
      guard Self.isModel(plain[0]), !Self.isModel(plain[1]) else { return }
    } else {
      let looksLikeFile = plain[0].contains { "./:".contains($0) } && !plain[0].contains(" ")
      guard !looksLikeFile, !namesFile(plain[0]), namesFile(plain[1]) else {
        return
      }
    }
    line.replacePlain(from: 0, with: [plain[1], plain[0]] + plain.dropFirst(2))
  }

  /// Corrects `flagdb delete from zoo.db Sample`.
  private mutating func dropWordsOfSQL() {
    let plain = line.plain
    let words: Set<String>
    switch command {
    case "delete", "query": words = ["from"]
    case "insert": words = ["into"]
    case "update": words = ["table"]
    default: return
    }
    guard let index = plain.prefix(2).firstIndex(where: { words.contains($0.lowercased()) }) else {
      return
    }
    line.replacePlain(from: index, with: Array(plain[(index + 1)...]))
  }

  /// `flagdb query zoo.db Reading join Sample`: a relationship usually has the name of its entity.
  private mutating func joinEntities() {
    let plain = line.plain
    guard command == "query", plain.count == 4, plain[2].lowercased() == "join",
      plain[1...].allSatisfy(Self.isName), let first = plain[3].first,
      !line.pieces.contains(where: { $0.option == "columns" })
    else { return }
    line.replacePlain(from: 2, with: [])
    line.pieces.append(.init(option: "columns", "*,\(first.lowercased())\(plain[3].dropFirst())"))
  }

  /// `flagdb query zoo.db 'SELECT …'`, `flagdb sql zoo.db select code from Sample`; true if it is SQL.
  private mutating func useSQL() -> Bool {
    let plain = line.plain
    if command == "sql" {
      let isChange = plain.dropFirst().contains { SQLStart.isChange($0) == true }
      if isChange, !line.pieces.contains(where: { $0.option == "write" }) {
        line.pieces.append(.init(option: "write"))
      }
      guard plain.count > 2, Self.isSQL(plain[1...].joined(separator: " ")) else { return true }
      line.replacePlain(from: 1, with: [plain[1...].joined(separator: " ")])
      return true
    }
    let candidates =
      Array(plain.dropFirst())
      + line.pieces.filter { $0.option == "where" }
      .compactMap(\.value)
    guard let statement = candidates.first(where: Self.isSQL), let database = plain.first else {
      return false
    }
    line = LinePieces(["sql", database, statement], of: tool)
    if SQLStart.isChange(statement) == true { line.pieces.append(.init(option: "write")) }
    return true
  }

  static func isSQL(_ text: String) -> Bool {
    let words = text.lowercased().split(whereSeparator: \.isWhitespace)
    guard words.count > 1 else { return false }
    if words[0] == "select" { return words.count > 3 || words.contains("from") || words[1] == "1" }
    return words[0] == "with" && words.contains("select") || SQLStart.isChange(text) == true
  }

  private static func isModel(_ word: String) -> Bool { word.hasSuffix(".swift") }
}

// MARK: - Definitions and sessions

extension RepairedLine {
  /// Corrects `flagdb create table Foo zoo.db` or
  /// `flagdb alter table zoo.db Foo add column code:String`.
  private mutating func nameDefinition() {
    let plain = line.plain
    guard line.command == nil, plain.count > 2,
      ["create", "alter"].contains(plain[0].lowercased()),
      plain[1].lowercased() == "table"
    else { return }
    let words = plain.dropFirst(2).filter { !["add", "column"].contains($0.lowercased()) }
    let database = words.first(where: namesFile) ?? "DB"
    let rest = words.filter { $0 != database }
    guard let name = rest.first else { return }
    line.command = "define"
    var attributes = Array(rest.dropFirst())
    if attributes.isEmpty { attributes = ["NAME:TYPE"] }
    let kind = plain[0].lowercased() == "create" ? "entity" : "attribute"
    line.replacePlain(from: 0, with: [database, kind, name] + attributes)
  }

  /// `flagdb sql zoo.db .tables`: the session line, as a pipe.
  fileprivate var sessionLine: String? {
    let plain = line.plain
    guard command == "sql", plain.count == 2, let first = plain[1].first, ".\\".contains(first)
    else {
      return nil
    }
    return "echo \(shellWord(plain[1])) | \(tool.name) \(shellWord(plain[0]))"
  }
}

// MARK: - Lists, keys and forms

extension RepairedLine {
  /// Corrects `-c code markers`, `-c 'code markers'` or `--has HRM PLX`.
  private mutating func joinLists() {
    let lists: Set<String> = [
      "columns", "sort", "group-by", "has", "any", "none", "exactly", "not-all",
    ]
    var joined: [LinePieces.Piece] = []
    for piece in line.pieces {
      if let option = piece.option, lists.contains(option), let value = piece.value {
        let names = value.split(whereSeparator: { " &".contains($0) }).map(String.init)
        let isList = names.count > 1 && names.allSatisfy(Self.isName) && !names.contains("desc")
        if isList, names[0].lowercased() == "distinct" {
          joined.append(.init(option: option, names.dropFirst().joined(separator: ",")))
          joined.append(.init(option: "distinct"))
          continue
        }
        joined.append(.init(option: option, isList ? names.joined(separator: ",") : value))
      } else if piece.option == nil, let word = piece.value, Self.isName(word),
        let last = joined.last,
        let option = last.option, lists.contains(option), let value = last.value,
        joined.contains(where: { $0.option == nil })
      {
        joined[joined.count - 1].value = "\(value),\(word)"
      } else {
        joined.append(piece)
      }
    }
    line.pieces = joined
    for index in joined.indices where joined[index].option == "columns" {
      line.pieces[index].value = joined[index].value?.replacing(",as,", with: " as ")
    }
  }

  static func isName(_ word: String) -> Bool {
    let scalars = word.unicodeScalars
    return scalars.first?.properties.isXIDStart == true
      && scalars.allSatisfy { $0.properties.isXIDContinue || $0 == "." }
  }

  /// Corrects `flagdb delete zoo.db Sample 1`, `flagdb query zoo.db Sample S-2` or
  /// `flagdb delete zoo.db Sample '*'`.
  private mutating func nameKey() {
    guard ["query", "delete", "update"].contains(command) else { return }
    let plain = line.plain
    if let index = plain.indices.dropFirst(2).first(where: { Self.isKey(plain[$0]) }) {
      let words = plain[2..<index] + plain[(index + 1)...]
      line.replacePlain(from: 2, with: Array(words))
      line.pieces.append(.init(option: "id", plain[index]))
    } else if command == "delete", plain.count == 2, Int64(plain[1]) != nil {
      line.replacePlain(from: 1, with: ["ENTITY"])
      line.pieces.append(.init(option: "id", plain[1]))
    } else if command != "query", let star = plain.dropFirst(2).firstIndex(of: "*") {
      line.replacePlain(from: star, with: Array(plain[(star + 1)...]))
      line.pieces.append(.init(option: "all"))
    }
  }

  /// True for an integer, or letters and digits with a hyphen between them.
  static func isKey(_ word: String) -> Bool {
    if Int64(word) != nil { return true }
    let isPlain = word.utf8.allSatisfy {
      $0 == UInt8(ascii: "-") || Character(Unicode.Scalar($0)).isLetter
        || Character(Unicode.Scalar($0)).isNumber
    }
    return isPlain && word.contains("-") && word.contains(where: \.isNumber)
  }

  /// Corrects `flagdb define zoo.db table Foo …`, `flagdb generate zoo.db python` or
  /// `flagdb stats zoo.db Sample.markers`.
  private mutating func nameForm() {
    let plain = line.plain
    guard plain.count > 1 else { return }
    switch command {
    case "define":
      let kinds = [
        "table": "entity", "class": "entity", "struct": "entity", "optionset": "flags",
        "flag": "flags", "flagset": "flags", "column": "attribute",
      ]
      if let kind = kinds[plain[1].lowercased()] {
        line.replacePlain(from: 1, with: [kind] + plain.dropFirst(2))
      } else if plain[1].first?.isUppercase == true {
        line.replacePlain(from: 1, with: ["entity"] + plain.dropFirst(1))
      }
    case "generate" where !line.pieces.contains { $0.option == "style" }:
      guard CodeStyle.meant(by: plain[1]) != nil else { return }
      line.replacePlain(from: 1, with: Array(plain.dropFirst(2)))
      line.pieces.append(.init(option: "style", plain[1]))
    case "stats":
      let parts = plain[1].split(separator: ".").map(String.init)
      guard parts.count == 2, parts.allSatisfy(Self.isName) else { return }
      line.replacePlain(from: 1, with: parts + plain.dropFirst(2))
    default: break
    }
  }
}
