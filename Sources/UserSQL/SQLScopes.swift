import FlagModel

/// The tables that each part of SQL reads, to distinguish columns with the same name.
///
/// This is not a full parser: it uses brackets, SELECT, and the keywords before a table. If it does
/// not understand a part, that part has no tables, and its columns are searched in the whole model.
struct SQLScopes {
  /// A table with the name that qualifies its columns.
  struct Source {
    let name: Name.Folded
    let table: Name.Folded
    /// The tables that a subquery or a WITH reads; nil for a table of the database.
    let reads: [Name.Folded]?
  }

  /// A SELECT, or a statement that changes a table.
  struct Scope {
    let outer: Int?
    fileprivate(set) var sources: [Source] = []
  }

  private(set) var scopes: [Scope] = []
  /// The scope of each token.
  private(set) var scopeOfToken: [Int32] = []

  private let tokens: SQLTokens
  private var levels: [Level] = []
  /// The tables that each WITH reads.
  private var queries: [Name.Folded: [Name.Folded]] = [:]
  /// The WITH whose brackets open next.
  private var nextQuery: Name.Folded?

  /// The tables and names within one pair of brackets.
  private struct Level {
    var scope: Int
    /// The scope around the brackets, which contains every SELECT of a UNION.
    let outer: Int
    /// True if the brackets are in the place of a table.
    var isTable = false
    /// The name of the WITH in these brackets.
    var query: Name.Folded?
    /// The scopes of its SELECTs.
    var selects: [Int] = []
    var isInFrom = false
    var expectsTable = false
  }

  /// SQLite itself refuses deeper nesting, and joins of more tables.
  private static let deepest = 1_000
  private static let mostSources = 64

  init(_ tokens: SQLTokens) throws(Diagnostic) {
    self.tokens = tokens
    scopeOfToken.reserveCapacity(tokens.all.count)
    beginStatement()
    var index = 0
    while index < tokens.all.count {
      let next = try read(index)
      for _ in index..<next { scopeOfToken.append(Int32(truncatingIfNeeded: level.scope)) }
      index = next
    }
  }

  private var level: Level {
    get { levels[levels.count - 1] }
    set { levels[levels.count - 1] = newValue }
  }

  private mutating func beginStatement() {
    let scope = addScope(outer: nil)
    levels = [Level(scope: scope, outer: scope)]
    queries = [:]
  }

  private mutating func addScope(outer: Int?) -> Int {
    scopes.append(Scope(outer: outer))
    return scopes.count - 1
  }

  private mutating func add(_ source: Source) {
    guard scopes[level.scope].sources.count < Self.mostSources else { return }
    scopes[level.scope].sources.append(source)
  }

  /// Reads a token, or a table with its alias; returns the index of the next token.
  private mutating func read(_ index: Int) throws(Diagnostic) -> Int {
    if tokens.isSymbol(index, ";") {
      beginStatement()
    } else if tokens.isSymbol(index, "(") {
      try open(index)
    } else if tokens.isSymbol(index, ")") {
      return close(index)
    } else if tokens.isSymbol(index, ",") {
      level.expectsTable = level.isInFrom
    } else if level.expectsTable, tokens.keyword(index).map(Self.beforeTable.contains) ?? false {
      return index + 1
    } else if level.expectsTable, let next = readTable(index) {
      level.expectsTable = false
      return next
    } else if let keyword = tokens.keyword(index) {
      read(keyword, index)
    }
    return index + 1
  }

  private mutating func read(_ keyword: String, _ index: Int) {
    switch keyword {
    case "SELECT":
      level.scope = addScope(outer: level.outer)
      level.selects.append(level.scope)
      level.isInFrom = false
    case "FROM" where tokens.keyword(index - 1) != "DISTINCT", "JOIN":
      level.expectsTable = true
      level.isInFrom = true
    case "UPDATE", "INTO":
      level.expectsTable = true
    case "AS" where isQuery(after: index):
      nextQuery = name(before: index)
      if let nextQuery { queries[nextQuery] = [] }
    case "WHERE", "GROUP", "ORDER", "HAVING", "LIMIT", "WINDOW", "SET", "UNION", "INTERSECT",
      "EXCEPT", "RETURNING", "VALUES":
      level.isInFrom = false
      level.expectsTable = false
    default: break
    }
  }

  /// `AS (`, `AS MATERIALIZED (`, `AS NOT MATERIALIZED (`
  private func isQuery(after index: Int) -> Bool {
    var next = index + 1
    while ["NOT", "MATERIALIZED"].contains(tokens.keyword(next)) { next += 1 }
    return tokens.isSymbol(next, "(")
  }

  /// The name before `AS`, which may have a list of columns: `q AS`, `q(a, b) AS`.
  private func name(before index: Int) -> Name.Folded? {
    var last = index - 1
    if tokens.isSymbol(last, ")") {
      while last > 0, !tokens.isSymbol(last, "(") { last -= 1 }
      last -= 1
    }
    return tokens.name(last)
  }

  // MARK: Brackets

  private mutating func open(_ index: Int) throws(Diagnostic) {
    guard levels.count < Self.deepest else {
      throw Diagnostic(
        "brackets are nested more than \(Self.deepest) deep", at: tokens.place(index))
    }
    var inner = Level(scope: level.scope, outer: level.scope, query: nextQuery)
    nextQuery = nil
    if level.expectsTable {
      inner.isTable = true
      // Tables in brackets belong to the surrounding join.
      let isJoin = !["SELECT", "VALUES", "WITH"].contains(tokens.keyword(index + 1))
      inner.isInFrom = isJoin
      inner.expectsTable = isJoin
      level.expectsTable = false
    }
    levels.append(inner)
  }

  private mutating func close(_ index: Int) -> Int {
    guard levels.count > 1 else { return index + 1 }
    let closed = levels.removeLast()
    let reads = tables(of: closed.selects)
    if let query = closed.query { queries[query] = reads }
    guard closed.isTable else { return index + 1 }
    let alias = otherName(index + 1)
    // A join in brackets is no subquery.
    if alias == nil, closed.selects.isEmpty { return index + 1 }
    let name = alias?.name ?? Name("").folded
    add(Source(name: name, table: name, reads: reads))
    return alias?.next ?? index + 1
  }

  /// The tables that SELECTs read, also through subqueries.
  private func tables(of selects: [Int]) -> [Name.Folded] {
    var tables: [Name.Folded] = []
    for source in selects.flatMap({ scopes[$0].sources }) {
      for table in source.reads ?? [source.table] where tables.count < Self.mostSources {
        if !tables.contains(table) { tables.append(table) }
      }
    }
    return tables
  }

  // MARK: Tables

  /// `main.Sample AS s`; nil for anything else.
  private mutating func readTable(_ index: Int) -> Int? {
    guard !isFollower(index), var table = tokens.name(index) else { return nil }
    var next = index + 1
    if tokens.isSymbol(next, "."), let name = tokens.name(next + 1) {
      table = name
      next += 2
    }
    let alias = otherName(next)
    var reads = queries[table]
    // A recursive WITH reads the tables of its SELECTs before.
    if table == level.query { reads = self.tables(of: level.selects) }
    // A table-valued function is not in the model.
    if level.isInFrom, tokens.isSymbol(next, "(") { reads = [] }
    add(Source(name: alias?.name ?? table, table: table, reads: reads))
    return alias?.next ?? next
  }

  private func otherName(_ index: Int) -> (name: Name.Folded, next: Int)? {
    if tokens.keyword(index) == "AS" { return tokens.name(index + 1).map { ($0, index + 2) } }
    guard !isFollower(index), let name = tokens.name(index) else { return nil }
    return (name, index + 1)
  }

  /// True for a keyword that continues the statement, and so is not a name.
  private func isFollower(_ index: Int) -> Bool {
    tokens.keyword(index).map(Self.afterTable.contains) ?? false
  }

  /// `UPDATE OR REPLACE Sample`
  private static let beforeTable: Set<String> = [
    "OR", "ROLLBACK", "ABORT", "REPLACE", "FAIL", "IGNORE",
  ]

  private static let afterTable: Set<String> = [
    "ON", "USING", "JOIN", "LEFT", "RIGHT", "FULL", "INNER", "OUTER", "CROSS", "NATURAL", "WHERE",
    "GROUP", "ORDER", "HAVING", "LIMIT", "WINDOW", "UNION", "INTERSECT", "EXCEPT", "SET",
    "INDEXED", "NOT", "VALUES", "DEFAULT", "SELECT", "RETURNING", "WITH", "AS", "FROM", "OF",
    "BEGIN",
  ]
}
