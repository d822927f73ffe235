import FlagModel
import Platform
import Terminal

// Other files and programs.

extension ReplSession {
  // MARK: Databases

  /// Opens another database. Without an argument it prints the current one.
  func openDatabase(_ path: String) throws {
    if path.isEmpty { return try session.print("\(database.path)\n") }
    if database.isInTransaction {
      throw CommandError(
        ".open: a transaction is open", hint: "end it with .commit or .rollback", exit: .failed)
    }
    try goOn(withFile: path)
  }

  /// Copies the whole file, as `backup` does.
  func dump(_ path: String) throws {
    guard !path.isEmpty else {
      throw CommandError(
        ".dump: expected a file, found nothing",
        hint: "'schema --format sql' prints the tables as SQL, and .output FILE saves records")
    }
    guard database.schema.entity(named: Name(path)) == nil else {
      throw CommandError(
        ".dump: expected a file, found '\(path)', which is an entity",
        hint: "'query \(path) -f json' shows its records; './\(path)' is a file")
    }
    try run(["backup", database.path, path])
  }

  /// Imports a file into an entity, by default the current one.
  func importFile(_ text: String) throws {
    let words = CommandWords(text)
    if let quote = words.openQuote { throw CommandError("a \(quote) opens and is not closed") }
    let isOption: (String) -> Bool = { $0.hasPrefix("-") && $0 != "-" }
    let options = words.words.prefix(while: isOption)
    let rest = words.words.dropFirst(options.count)
    guard let file = rest.first else {
      throw CommandError(".import: expected a file, found nothing")
    }
    let named = rest.dropFirst().prefix(1).filter { !isOption($0) }
    // A new entity has the name of the file, as with 'insert'.
    let isNew = words.words.contains("--create")
    let ofFile = isNew ? RecordFile(file)?.entity.text : nil
    let entity = try named.first ?? ofFile ?? requireEntity().name.text
    try run(
      ["insert", database.path, entity, "--from=\(file)"] + options
        + rest.dropFirst(1 + named.count))
  }

  // MARK: Programs

  /// Runs a shell command on the terminal. The command does not read the script.
  func runProgram(_ line: String) throws {
    guard !line.isEmpty else {
      throw CommandError(".shell: expected a command, found nothing")
    }
    let status = try runInForeground(line, hasInput: outer.canAsk)
    if status != 0 {
      throw CommandError("'\(line)' ended with status \(status)", exit: .failed)
    }
  }

  func edit() throws {
    guard session.canAsk else {
      throw CommandError(".edit needs a terminal", exit: .failed)
    }
    let editor =
      [environmentVariable("VISUAL"), environmentVariable("EDITOR")].compactMap(\.self)
      .first { !$0.isEmpty } ?? "vi"
    // The shell would print the name unchanged, and control characters in it could control the
    // terminal.
    guard visible(editor) == editor else {
      throw CommandError("'\(editor)' is not a command", exit: .failed)
    }
    let isSQL = if case .sql = kind(of: lastInput) { true } else { false }
    let file = try makePrivateTemporaryFile(
      named: isSQL ? ".sql" : ".predicate", Array("\(lastInput)\n".utf8), in: session.files)
    defer { removeFile(at: file) }
    guard try runInForeground("\(editor) \"$1\"", [file], hasInput: true) == 0 else {
      throw CommandError("'\(editor)' failed; nothing was run", exit: .failed)
    }
    let bytes = try readFile(at: file, limit: Self.longestLine, in: session.files)
    if let offset = firstInvalidUTF8(in: bytes) {
      throw CommandError("the edited text is not UTF-8: byte \(offset)", exit: .failed)
    }
    let text = String(decoding: bytes, as: UTF8.self).trimmed
    session.say("\(text)\n")
    remember(text)
    try perform(text)
  }

  // MARK: Scripts

  func read(_ path: String) throws {
    guard !path.isEmpty else { throw CommandError(".read: expected a file, found nothing") }
    guard depth < Self.deepest else {
      throw CommandError("files read one another more than \(Self.deepest) deep", exit: .failed)
    }
    depth += 1
    defer { depth -= 1 }
    let lines = try lineReader(of: path, limit: Self.longestLine, in: self.outer.files)
    defer { self.outer.files.endUse(at: path) }
    let outer = reader
    defer { reader = outer }
    reader = lines
    var script = ReplScript(lines, name: "'\(path)'")
    try perform(&script)
  }
}
