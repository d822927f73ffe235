import Engines
import FlagModel
import SQLText

/// A connection to an Echo database. It has the members that every engine needs, and no capability
/// beyond them.
final class EchoConnection: Connection {
  let memory: EchoMemory
  var dialect: any Dialect { EchoDialect() }
  let patience = Duration.zero
  var isInTransaction = false
  var isHeld = false
  var complaint: Complaint?
  private(set) var isAlive = false
  private(set) var isReading = false

  private var closed: (@Sendable () -> Void)?

  init(_ memory: EchoMemory) {
    self.memory = memory
  }

  deinit { closed?() }

  // MARK: Long use

  func syncRarely() {}
  func trace(_ report: @escaping (FinishedStatement) -> Void) {}
  func afterClose(_ body: @escaping @Sendable () -> Void) { closed = body }

  // MARK: Transactions

  func begin(writing: Bool) {
    isAlive = true
    isReading = !writing
  }

  func commit() { end() }
  func rollBack() { end() }
  func beginPart() {}
  func endPart() {}
  func undoPart() {}

  private func end() {
    isAlive = false
    isReading = false
  }

  // MARK: Statements

  func prepare(_ sql: SQLStatement) -> any Statement {
    EchoStatement(sql.text, sql.bindings, memory)
  }

  func prepareFirst(
    of text: UnsafeBufferPointer<CChar>
  ) -> (statement: (any Statement)?, length: Int) {
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let sql = String(decoding: bytes, as: UTF8.self)
    return (sql.isEmpty ? nil : EchoStatement(sql, [], memory), bytes.count)
  }

  func execute(_ sql: String) { _ = memory.answer(sql, []) }
  func requireUsable() {}

  func attempt<Result>(_ body: () throws(EngineError) -> Result) throws(EngineError) -> Result {
    try body()
  }

  func guarded<Result>(
    by rights: SQLRights, _ body: (any SQLGuard) throws -> Result
  ) rethrows -> Result {
    try body(EchoGuard())
  }

  var interrupter: Interrupter { Interrupter {} }
  var changes: Int64 { memory.with(\.changes) }
  var totalChanges: Int64 { memory.with { Int64($0.statements.count) } }
  var lastInsertedKey: Int64 {
    get { memory.with(\.lastKey) }
    set { memory.with { $0.lastKey = newValue } }
  }

  func insertions(
    into table: Name, _ body: () throws(EngineError) -> Void
  ) throws(EngineError) -> Int64 {
    try body()
    return changes
  }

  // MARK: Query plans

  func plan(of sql: SQLText) -> [String] { ["echo"] }
  func usesIndex(_ step: String) -> Bool { false }
}

extension EchoConnection {
  // MARK: Catalog

  func objects() -> [CatalogObject] { memory.with(\.objects) }
  var keepsStatements: Bool { true }

  func definition(of kind: String?, _ name: Name) -> String? {
    objects().first { $0.name == name.text && (kind ?? $0.kind) == $0.kind }?.sql
  }

  func isDefined(_ table: Name, by sql: String) -> Bool { definition(of: "table", table) == sql }

  func triggers(on table: Name) -> [CatalogObject] {
    objects().filter { $0.kind == "trigger" && $0.table == table.text }
  }

  func hasTrigger(beginning text: String) -> Bool {
    objects().contains { $0.kind == "trigger" && $0.name.hasPrefix(text) }
  }

  func has(_ table: Name, column: Name?) -> Bool {
    column.map { name in columns(of: table).contains { $0.name == name } }
      ?? (definition(of: "table", table) != nil)
  }

  func tables() -> [TableShape] {
    tableNames().map { table in
      var table = table
      table.columns = columns(of: table.name)
      return table
    }
  }

  func tableNames() -> [TableShape] {
    objects().filter { $0.kind == "table" }.map { TableShape(name: Name($0.name), kind: .table) }
  }

  func columns(of table: Name) -> [ColumnShape] {
    let lines = definition(of: "table", table).flatMap { EchoText($0).lists.first } ?? []
    return lines.filter { $0.hasPrefix("[") }.map { line in
      ColumnShape(name: Name(EchoText(line).names[0]), declaredType: "echo")
    }
  }

  var keepsDeclaredTypes: Bool { true }
  func version() -> Value? { .integer(Int64(objects().count)) }
  var sizesOfTables: SQLText { "SELECT name, size FROM [echo]" }
  func mark(layout: Int64) { memory.with { $0.layout = .integer(layout) } }
  func layout() -> Value? { memory.with(\.layout) }

  // MARK: Upkeep

  func damage() -> [String] { [] }
  func size() -> StorageSize { StorageSize(pages: 1, unused: 0, page: 1) }
  func dataVersion() -> Value? { .integer(totalChanges) }
  func deferReferences() {}

  func requireDeferredConstraints() {}
  func ignoreReferences() {}
  func forbidWriting() {}

  func migration<Result>(_ body: () throws -> Result) throws -> Result {
    try transaction(writing: true, body)
  }

  func isOneStatement(_ sql: String) -> Bool { true }
}

/// Allows each statement.
private final class EchoGuard: SQLGuard {
  let refusal: SQLRefusal? = nil
  let writes: Set<RecordWrite> = []
  func forget() {}
}
