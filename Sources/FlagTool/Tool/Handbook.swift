package import CommandTable

/// The environment variables that a command reads.
private func sharedVariables(of command: CommandDescription) -> Set<String> {
  var variables: Set<String> = ["NO_COLOR"]
  if command.arguments.first?.option != nil { variables.insert("FLAGDB") }
  let options = Set(command.options.map(\.name))
  if options.contains("model") || options.contains("create") { variables.insert("FLAGDB_MODEL") }
  if options.contains("threads") { variables.insert("FLAGDB_THREADS") }
  let pages: Set<String> = [
    "query", "stats", "sql", "repl", "diff", "schema", "log", "help", "flags", "check",
  ]
  if pages.contains(command.name) {
    variables.formUnion([
      "FLAGDB_PAGER, PAGER", "COLUMNS", "LC_ALL, LC_CTYPE, LANG", "XDG_CONFIG_HOME",
    ])
  }
  if ["new", "migrate", "define", "flags", "adopt", "generate"].contains(command.name) {
    variables.insert("FLAGDB_CLANG")
  }
  if !["completions", "help", "generate", "flags", "define", "undo", "log"].contains(command.name) {
    variables.insert("TMPDIR")
  }
  return variables
}

/// The tool with the complete manual, which is not needed to parse a command line.
package let handbook: ToolDescription = {
  let source = ManualSource(manualText, inserts: manualInserts)
  var handbook = tool
  for index in handbook.commands.indices {
    let page = "\(tool.name)-\(handbook.commands[index].name)"
    handbook.commands[index].manual = source.manual(named: page) ?? CommandManual()
    handbook.commands[index].manual.sharedVariables = sharedVariables(of: handbook.commands[index])
  }
  handbook.topics = source.topics
  handbook.manual = source.manual(named: tool.name) ?? CommandManual()
  return handbook
}()
