import Engines
import FlagModel

/// Refuses certain statements of users, by their text. The server checks all other rights.
final class ServerGuard: SQLGuard {
  private(set) var writes: Set<RecordWrite> = []
  private(set) var refusal: SQLRefusal?
  private let ofLog: Set<String>

  init(_ rights: SQLRights) { ofLog = Set(rights.ofLog.map { $0.text.lowercased() }) }

  /// Refuses changes of tables, and writes to the model.
  func refuses(_ sql: String) -> Bool {
    let statement = UserStatement(sql)
    let words = statement.words
    let verb = words.first ?? ""
    let mayWrite = verb != "SELECT" && !Self.writers.isDisjoint(with: words)
    if !Self.verbs.contains(verb) {
      refusal = SQLRefusal(message: "\(verb) is not run by flagdb", hint: "psql runs it")
    } else if Self.makesTable(words) {
      refusal = SQLRefusal(message: "SELECT INTO is not run by flagdb", hint: "psql runs it")
    } else if mayWrite, statement.names.contains(where: { $0.text.lowercased() == "flagdb_model" })
    {
      refusal = SQLRefusal(message: "the model is not changed by SQL", hint: nil)
    } else if mayWrite, let table = statement.names.first(where: { isOfLog($0.text) }) {
      refusal = SQLRefusal(
        message: "'\(table.text)' is written by the audit alone",
        hint: "'flagdb log --forget-before DATE' takes old rows away")
    } else if mayWrite, statement.hasEscapedNames {
      refusal = SQLRefusal(
        message: "a name with escapes is not run by flagdb where records are changed", hint: nil)
    }
    writes = Self.writes(of: statement)
    return refusal != nil
  }

  private func isOfLog(_ name: String) -> Bool { ofLog.contains(name.lowercased()) }

  /// The tables after INSERT, UPDATE, DELETE and so on. Writes by triggers and WITH are not seen.
  private static func writes(of statement: UserStatement) -> Set<RecordWrite> {
    var words = statement.names.makeIterator()
    let verb = words.next()?.text.uppercased()
    switch verb {
    case "INSERT": _ = words.next()
    case "DELETE":
      _ = words.next()
      return words.next().map { [.removal(from: $0)] } ?? []
    case "UPDATE": break
    default: return []
    }
    return words.next().map { [.records(of: $0)] } ?? []
  }

  /// True if a SELECT has an `INTO`.
  private static func makesTable(_ words: [String]) -> Bool {
    zip(words, words.dropFirst()).contains { $1 == "INTO" && $0 != "INSERT" && $0 != "MERGE" }
  }

  private static let writers: Set<String> = ["INSERT", "UPDATE", "DELETE", "MERGE"]
  private static let verbs: Set<String> = [
    "SELECT", "VALUES", "TABLE", "WITH", "INSERT", "UPDATE", "DELETE", "MERGE", "EXPLAIN", "SHOW",
  ]

  func forget() { refusal = nil }
}
