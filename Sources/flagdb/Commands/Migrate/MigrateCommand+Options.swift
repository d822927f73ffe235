import CommandTable
import FlagModel

extension MigrateCommand {
  mutating func declare(in table: inout OptionTable) {
    table.database(&database)
    table.argument(
      "MODEL.swift", isOptional: true, &models, .file(extensions: ["swift"]),
      help: "the new model, as Swift; `-` for standard input")
    let plan = table.switch("dry-run", &mode, is: .plan, help: "print the plan and change nothing")
    table.switch(
      "sql", &showsSQL, help: "with --dry-run, print the script that plain sqlite3 can run instead"
    )
    let check = table.switch(
      "check", &mode, is: .check,
      help: "print the plan, change nothing, and exit with 3 if something has to change")
    table.value(
      "to", &version, "VERSION", .asks("version"),
      help: "go back or forward to a version of the history")
    let history = table.switch(
      "history", &mode, is: .history, help: "list the versions with date, origin and changes")
    table.exclude(plan, check, history)
    table.part(&options)
    table.part(&output)
  }

  mutating func complete() throws {
    if showsSQL {
      guard mode == .plan else { throw CommandError("'--sql' belongs to '--dry-run'") }
      mode = .script
    }
    if mode == .history {
      if models.isEmpty, version == nil { return }
      throw CommandError("--history shows what was; leave out where to migrate")
    }
    if version != nil, let model = models.first {
      throw CommandError("--to names a version of the history; leave out \(model)")
    }
    if version == nil, models.isEmpty {
      throw CommandError(
        "expected MODEL.swift", hint: "or --to VERSION, or --history to see the versions")
    }
  }
}
