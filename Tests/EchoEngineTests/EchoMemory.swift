import Engines
import FlagModel
import PlainText
import Synchronization

/// The objects and the records of one Echo database, and all statements that it has received.
///
/// It understands the form of a statement, and not its meaning: an INSERT adds records, a SELECT
/// returns the columns that it names in all records of its table.
final class EchoMemory: Sendable {
  struct State {
    var objects: [CatalogObject] = []
    var records: [String: [[String: Value]]] = [:]
    var layout: Value?
    var statements: [String] = []
    var lastKey: Int64 = 0
    var changes: Int64 = 0
  }

  private let state = Mutex(State())

  func with<Result: Sendable>(_ body: (inout State) throws -> Result) rethrows -> Result {
    try state.withLock { state in try body(&state) }
  }

  /// The rows that a statement returns.
  func answer(_ statement: String, _ bindings: [Value]) -> [[Value]] {
    with { state in
      state.statements.append(statement)
      var values = bindings[...]
      let words = EchoText(statement)
      switch words.verb {
      case "CREATE": state.create(statement, words)
      case "DROP": state.objects.removeAll { $0.name == words.names.first }
      case "INSERT": return state.insert(words, &values)
      case "UPDATE": state.update(words, &values)
      case "DELETE": state.delete(words)
      case "SELECT": return state.select(words)
      default: break
      }
      return []
    }
  }
}

extension EchoMemory.State {
  fileprivate mutating func create(_ statement: String, _ words: EchoText) {
    let kind = words.words.dropFirst().first { $0 != "UNIQUE" } ?? ""
    let name = words.name(after: kind)
    let isOfTable = kind == "TABLE" || kind == "VIEW"
    objects.append(
      CatalogObject(
        kind: kind.lowercased(), name: name, table: isOfTable ? name : words.name(after: "ON"),
        sql: statement))
  }

  fileprivate mutating func insert(
    _ words: EchoText, _ values: inout ArraySlice<Value>
  ) -> [[Value]] {
    let table = words.name(after: "INTO")
    let lists = words.lists
    guard let names = lists.first else { return [] }
    changes = 0
    for list in lists.dropFirst() {
      var record: [String: Value] = [:]
      for (name, item) in zip(names, list) {
        record[EchoText.plain(name)] = EchoText.value(of: item, &values)
      }
      lastKey = Int64(records[table, default: []].count + 1)
      if case .integer(let key)? = record["id"] {
        lastKey = key
      } else {
        record["id"] = .integer(lastKey)
      }
      records[table, default: []].append(record)
      changes += 1
    }
    return words.words.contains("RETURNING") ? [[.integer(lastKey)]] : []
  }

  fileprivate mutating func update(_ words: EchoText, _ values: inout ArraySlice<Value>) {
    let table = words.names.first ?? ""
    let assignments = EchoText.items(words.text(after: " SET ", before: " WHERE ")).map { item in
      (name: EchoText(item).names.first ?? "", value: EchoText.value(of: item, &values))
    }
    for index in records[table, default: []].indices {
      for (name, value) in assignments { records[table]?[index][name] = value }
    }
    changes = Int64(records[table, default: []].count)
  }

  fileprivate mutating func delete(_ words: EchoText) {
    let table = words.name(after: "FROM")
    changes = Int64(records.removeValue(forKey: table)?.count ?? 0)
  }

  fileprivate func select(_ words: EchoText) -> [[Value]] {
    let all = records[words.name(after: "FROM"), default: []]
    let columns = EchoText.items(words.text(after: "SELECT ", before: " FROM "))
    let isTotal = columns.contains { $0.hasPrefix("count(") || $0.hasPrefix("max(") }
    let rows = (isTotal ? Array(all.suffix(1)) : words.isDescending ? all.reversed() : all)
      .map { record in
        columns.map { column -> Value in
          if column.hasPrefix("count(") { return .integer(Int64(all.count)) }
          let name = EchoText.words(in: column).last { record[$0] != nil }
          return name.flatMap { record[$0] } ?? Int64(column).map(Value.integer) ?? .null
        }
      }
    if isTotal, rows.isEmpty {
      return [columns.map { $0.hasPrefix("count(") ? .integer(0) : .null }]
    }
    return words.isOfOneRow ? Array(rows.prefix(1)) : rows
  }
}
