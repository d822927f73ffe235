package import FlagModel

/// The SQL of one engine. Code outside of a dialect must not depend on a particular engine.
/// See Documentation/Decisions/dialects-translate-meanings.md.
package protocol Dialect: Sendable {
  /// The name of the engine for messages: `PostgreSQL`.
  var engine: String { get }
  /// A name, quoted if necessary.
  func quoted(_ name: Name) -> String
  /// True if the engine takes an unknown name in double quotes for a text.
  var takesNamesForTexts: Bool { get }
  /// True if ALTER TABLE can change everything: constraints have names, and foreign keys are added
  /// after all tables exist. Otherwise, a table is rebuilt, or its definition is edited.
  var altersTables: Bool { get }
  /// The maximum length of a name in bytes; nil without a limit.
  var longestName: Int? { get }
  /// The columns that the engine itself gives to each table, so that no other column has these names.
  var systemColumns: Set<String> { get }
  /// The notation of SQL that users write.
  var notation: SQLNotation { get }
  /// The same dialect for statements that are shown to users and that any client can run.
  var forPeople: any Dialect { get }
  /// The SQL of the audit log.
  var log: any AuditDialect { get }
  /// The partitioned and distributed tables.
  var spreads: TableSpreads { get }
  /// True if tables and columns can have comments.
  var keepsComments: Bool { get }
  /// True if a column of type `any` stores numbers as numbers; otherwise it stores their texts.
  var keepsNumbersAmongTexts: Bool { get }
  /// Appends a value to the bindings of a statement, and returns its placeholder. With a type, the
  /// value gets the form of the type's columns.
  func bind(_ value: Value, of type: AttributeType?, to bindings: inout [Value]) -> String
  /// Appends a list of values to the bindings, and returns the SQL behind IN.
  func list(_ values: [Value], of type: AttributeType?, to bindings: inout [Value]) -> String
  /// Appends known rows to the bindings, and returns a query for them.
  func rows(_ rows: [[Value]], to bindings: inout [Value]) -> String
  /// The SQL expression for a function.
  func call(_ function: SQLFunction, _ arguments: [SQLText]) -> SQLText
  /// The SQL for a clause of a query or a definition.
  func clause(_ clause: SQLClause, _ pieces: [SQLText]) -> SQLText
  /// The CHECK for the type of a column; nil for none. `usual` is the CHECK for flagdb's own stored
  /// form.
  func check(_ column: SQLText, of type: AttributeType, usual: SQLText?) -> SQLText?
  /// True if an engine reports a violated CHECK by this text. If constraints have names, the text
  /// is the name.
  func tells(_ check: String, named name: Name, by text: String) -> Bool
  /// A value as a literal for a definition, in which nothing can be bound.
  func literal(_ value: Value, of type: AttributeType?) -> String
  /// A text literal without characters that would control a terminal or end the statement.
  func visibleLiteral(_ text: String) -> String
  /// The statement with its values as literals, for the engine's own shell.
  func closed(_ sql: SQLText) -> String
  /// The functions in a statement that only flagdb's connections have, and other clients lack.
  func addedFunctions(in sql: SQLText) -> [String]
}

extension Dialect {
  /// The name of a constraint, index or trigger. If it exceeds the engine's limit, it is shortened
  /// and stays unique.
  package func fitting(_ name: Name) -> Name {
    guard let longestName, name.utf8.count > longestName else { return name }
    let digits = String(Self.hash(of: name.text), radix: 36)
    var short = name.text
    while short.utf8.count + digits.utf8.count + 1 > longestName { short.removeLast() }
    return Name("\(short)~\(digits)")
  }

  /// FNV-1a.
  private static func hash(of text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  package func rows(_ rows: [[Value]], to bindings: inout [Value]) -> String {
    boundRows(rows, to: &bindings)
  }

  func boundRows(_ rows: [[Value]], to bindings: inout [Value]) -> String {
    values(rows) { value in
      switch value {
      // Numbers of flagdb are written out, because an engine limits the bindings.
      case .null, .integer: literal(value, of: nil)
      case .real, .text, .blob: bind(value, of: nil, to: &bindings)
      }
    }
  }

  /// `VALUES (…), (…)`
  func values(_ rows: [[Value]], _ write: (Value) -> String) -> String {
    var text = "VALUES "
    for (index, row) in rows.enumerated() {
      text += index == 0 ? "(" : ", ("
      for (place, value) in row.enumerated() {
        if place > 0 { text += ", " }
        text += write(value)
      }
      text += ")"
    }
    return text
  }

  package var takesNamesForTexts: Bool { false }
  package var altersTables: Bool { false }
  package var keepsComments: Bool { false }
  package var longestName: Int? { nil }
  package var systemColumns: Set<String> { [] }
  package var notation: SQLNotation { .sqlite }
  package var forPeople: any Dialect { self }
  package var keepsNumbersAmongTexts: Bool { true }
  package var spreads: TableSpreads { TableSpreads() }

  package func check(_ column: SQLText, of type: AttributeType, usual: SQLText?) -> SQLText? {
    usual
  }

  package func addedFunctions(in sql: SQLText) -> [String] { [] }

  package func literal(_ value: Value) -> String { literal(value, of: nil) }

  /// A value as a literal in a statement that is shown to users.
  package func shownLiteral(_ value: Value, of type: AttributeType? = nil) -> String {
    if case .text(let text) = value, text.unicodeScalars.contains(where: isHidden) {
      return visibleLiteral(text)
    }
    return literal(value, of: type)
  }
}

/// True if the character is invisible, or changes how other text is displayed.
func isHidden(_ scalar: Unicode.Scalar) -> Bool {
  let isTag = 0xE0000...0xE007F ~= scalar.value
  return scalar != "\n" && scalar != "\t" && (isTag || isUnseen(scalar))
}
