import CommandTable

// Command names from sqlite3, sqlite-utils, SQL and other tools.

extension FamiliarCommand {
  static let all = [
    FamiliarCommand("tables", "describe", "desc", "info", "show", "models", line: "schema DB …"),
    FamiliarCommand(
      "select", "get", "find", "search", "list", "ls", "rows", "read", line: "query DB ENTITY …"),
    FamiliarCommand("count", line: "query DB ENTITY … --count"),
    FamiliarCommand("join", line: "query DB ENTITY --columns '*,RELATIONSHIP'"),
    FamiliarCommand("export", line: "query DB ENTITY … --format csv"),
    FamiliarCommand("import", "load", line: "insert DB ENTITY --from FILE …"),
    FamiliarCommand("add", "put", line: "insert DB ENTITY …"),
    FamiliarCommand("set", "edit", "change", "modify", line: "update DB ENTITY …"),
    FamiliarCommand("remove", "rm", "del", line: "delete DB ENTITY …"),
    FamiliarCommand("create", "init", "create-database", line: "new DB …"),
    FamiliarCommand("alter", "create-table", line: "define DB …"),
    FamiliarCommand("shell", "console", "open", "interactive", line: "repl DB …"),
    FamiliarCommand("dump", "save", line: "backup DB FILE …"),
    FamiliarCommand("convert", "clone", line: "copy DB FILE …"),
    FamiliarCommand("compare", "cmp", line: "diff DB FILE …"),
    FamiliarCommand("upgrade", line: "migrate DB FILE …"),
    FamiliarCommand("verify", "validate", "integrity-check", line: "check DB …"),
    FamiliarCommand(
      "analyze", "summary", "describe-data", "plot", "histogram", "chart", line: "stats DB …"),
    FamiliarCommand("decode", "encode", "bits", line: "flags DB TYPE …"),
    FamiliarCommand("codegen", line: "generate DB …"),
    FamiliarCommand("man", "usage", line: "help …"),
    FamiliarCommand("version", line: "--version"),
    FamiliarCommand("truncate", line: "delete DB ENTITY --all"),
    FamiliarCommand("drop", line: "migrate DB MODEL.swift --allow-loss"),
  ]
}
