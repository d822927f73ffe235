import FlagModel
import SQLText

/// A dialect that no other engine understands: each function and clause is a call of its own name.
struct EchoDialect: Dialect {
  var engine: String { "Echo" }
  var log: any AuditDialect { EchoLog() }

  /// In quotes that neither SQLite nor PostgreSQL writes.
  func quoted(_ name: Name) -> String { "[\(name)]" }

  func bind(_ value: Value, of type: AttributeType?, to bindings: inout [Value]) -> String {
    bindings.append(value)
    return "?"
  }

  func list(_ values: [Value], of type: AttributeType?, to bindings: inout [Value]) -> String {
    bindings += values
    return "(\(values.map { _ in "?" }.joined(separator: ", ")))"
  }

  func call(_ function: SQLFunction, _ arguments: [SQLText]) -> SQLText {
    "\(.written(name(of: function)))(\(arguments.joined(by: ", ")))"
  }

  func clause(_ clause: SQLClause, _ pieces: [SQLText]) -> SQLText {
    switch clause {
    case .keepingInsert: "INSERT"
    case .definedTable(let name): "\(name: name)"
    case .listed, .ascending: pieces[0]
    case .descending: "\(pieces[0]) DESC"
    case .rows: "(\(pieces[0]))"
    case .givenKeys, .deferrable, .tellingInsertions: ""
    case .tableOptions: " ENGINE = ECHO"
    default: " \(.written(name(of: clause)))(\(pieces.joined(by: ", ")))"
    }
  }

  func tells(_ check: String, named name: Name, by text: String) -> Bool { check == text }

  func literal(_ value: Value, of type: AttributeType?) -> String {
    switch value {
    case .null: "NULL"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): "'\(text.replacing("'", with: "''"))'"
    case .blob(let bytes): "bytes(\(bytes.map { "\($0)" }.joined(separator: ", ")))"
    }
  }

  func visibleLiteral(_ text: String) -> String { literal(.text(text), of: nil) }

  func closed(_ sql: SQLText) -> String { sql.script(in: self) }

  /// `least`, `keyType`: the name of an enum case without its values.
  private func name(of meaning: Any) -> String {
    Mirror(reflecting: meaning).children.first?.label ?? "\(meaning)"
  }
}

/// The audit log of the dialect. Its triggers do nothing.
struct EchoLog: AuditDialect {
  let log = "CREATE TABLE [flagdb_log] ([id] key, [entity] text, [change] text)"
  let changes = "CREATE TABLE [flagdb_change] ([first] key, [last] whole)"

  func triggers(of table: LoggedTable) -> [LogTrigger] {
    let name: Name = "\(LogNames.log) \(table.name)"
    return [
      LogTrigger(
        name: name, table: table.name,
        statement: "CREATE TRIGGER \(name: name) ON \(name: table.name)")
    ]
  }

  func triggers(of pairs: LoggedPairs) -> [LogTrigger] { [] }

  func fingerprint(of record: SQLText, in table: LoggedTable) -> SQLText { "''" }

  func removal(of trigger: Name, on table: Name) -> SQLText { "DROP TRIGGER \(name: trigger)" }

  let transactions: (any TransactionLog)? = nil

  let join: SQLText = "JOIN [flagdb_change] c"
  let time: SQLText = "c.[time]"
  let person: SQLText = "c.[who]"
  let model: SQLText = "c.[model]"
  let ownTime: SQLText = "l.[time]"
  let historyJoin: SQLText = "JOIN [flagdb_change] c"
  let historyPerson: SQLText = "c.[who]"

  func column(_ value: SQLText, of type: AttributeType) -> SQLText? { nil }
}
