package import FlagModel
import PlainText

/// One engine's way to write what all engines can do. SQLite's is the first; nothing outside a
/// dialect may assume one.
/// See Documentation/Decisions/dialects-translate-meanings.md.
package protocol Dialect: Sendable {
  /// A name, quoted where it must be.
  func quoted(_ name: Name) -> String
  /// True if the engine takes a name in double quotes for a text where it knows no such name.
  var takesNamesForTexts: Bool { get }
  /// True if ALTER TABLE changes all that a table is: constraints have names of their own, and foreign keys
  /// are added when all tables are there. Otherwise a table is made anew or gets another text.
  var altersTables: Bool { get }
  /// The most bytes that a name has; nil if there is no limit.
  var longestName: Int? { get }
  /// The notation of SQL that a user writes.
  var notation: SQLNotation { get }
  /// The same dialect for statements that are shown, and that any client runs.
  var forPeople: any Dialect { get }
  /// The words for the log of changes.
  var log: any LogWords { get }
  /// The tables whose records are in partitions, or on several machines.
  var spreads: TableSpreads { get }
  /// True if tables and columns can have a comment.
  var keepsComments: Bool { get }
  /// True if a column of any value keeps numbers as such; otherwise it has their texts.
  var keepsNumbersAmongTexts: Bool { get }
  /// Adds a value to the bindings of a statement, and gives the mark that stands for it. A value of a type
  /// stands in the form in which columns of the type keep it.
  func bind(_ value: Value, of type: AttributeType?, to bindings: inout [Value]) -> String
  /// Adds what is needed of a list of values, and gives what stands behind IN.
  func list(_ values: [Value], of type: AttributeType?, to bindings: inout [Value]) -> String
  /// The call, or the expression, for a function of values.
  func call(_ function: SQLFunction, _ arguments: [SQLText]) -> SQLText
  /// The text for a piece of a query or a definition.
  func clause(_ clause: SQLClause, _ pieces: [SQLText]) -> SQLText
  /// The condition for the values of a column because of its type alone, nil for none; the usual one is for
  /// values in the forms of a file of ours.
  func check(_ column: SQLText, of type: AttributeType, usual: SQLText?) -> SQLText?
  /// True if an engine tells of a CHECK by this text when it is broken. It has the name where constraints
  /// have names.
  func tells(_ check: String, named name: Name, by text: String) -> Bool
  /// A value written into a definition, where nothing can be bound.
  func literal(_ value: Value, of type: AttributeType?) -> String
  /// A text as a literal without a character that would drive a terminal or end the statement.
  func visibleLiteral(_ text: String) -> String
  /// The statement with its values in it, as a shell of the engine runs it.
  func closed(_ sql: SQLText) -> String
  /// The functions in a statement that flagdb adds to its connections, and that other clients lack.
  func addedFunctions(in sql: SQLText) -> [String]
}

extension Dialect {
  /// The name of a constraint, an index or a trigger, shortened where the engine would cut it, so that no two
  /// long ones become the same.
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

  package var takesNamesForTexts: Bool { false }
  package var altersTables: Bool { false }
  package var keepsComments: Bool { false }
  package var longestName: Int? { nil }
  package var notation: SQLNotation { .sqlite }
  package var forPeople: any Dialect { self }
  package var keepsNumbersAmongTexts: Bool { true }
  package var spreads: TableSpreads { TableSpreads() }

  package func check(_ column: SQLText, of type: AttributeType, usual: SQLText?) -> SQLText? {
    usual
  }

  package func addedFunctions(in sql: SQLText) -> [String] { [] }

  package func literal(_ value: Value) -> String { literal(value, of: nil) }

  /// A value as a literal in a statement that people see.
  package func shownLiteral(_ value: Value, of type: AttributeType? = nil) -> String {
    if case .text(let text) = value, text.unicodeScalars.contains(where: isHidden) {
      return visibleLiteral(text)
    }
    return literal(value, of: type)
  }
}

/// True if a person does not see the character, or sees another text because of it.
func isHidden(_ scalar: Unicode.Scalar) -> Bool {
  let isTag = 0xE0000...0xE007F ~= scalar.value
  return scalar != "\n" && scalar != "\t" && (isTag || isUnseen(scalar))
}
