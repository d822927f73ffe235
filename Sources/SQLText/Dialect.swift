package import FlagModel

/// How one engine writes what all engines can do. SQLite's is the first; nothing outside a dialect
/// may assume one.
package protocol Dialect: Sendable {
  /// A name, quoted where it must be.
  func quoted(_ name: Name) -> String
  /// A name in quotes, even where none are needed.
  func enclosed(_ name: Name) -> String
  /// Adds a value to the bindings of a statement, and gives the mark that stands for it.
  func bind(_ value: Value, to bindings: inout [Value]) -> String
  /// Adds what is needed of a list of values, and gives what stands behind IN.
  func list(_ values: [Value], to bindings: inout [Value]) -> String
  /// What a function of values is called, or made of.
  func call(_ function: SQLFunction, _ arguments: [SQLText]) -> SQLText
  /// What a piece of a query is made of.
  func clause(_ clause: SQLClause, _ pieces: [SQLText]) -> SQLText
  /// A value written into a definition, where nothing can be bound.
  func literal(_ value: Value) -> String
  /// The type of a column.
  func columnType(of type: AttributeType) -> String
  /// What a default that no value can say becomes.
  func expression(of value: DefaultValue) -> String
  /// What a CHECK demands of a column because of its type alone.
  func typeCheck(of type: AttributeType, column: Name) -> String?
  /// An attribute's value in names, for the views; NULL stays NULL.
  func named(_ attribute: Attribute) -> String
  /// The names of the flags of a column that is given as SQL; NULL stays NULL.
  func spelled(_ set: FlagSet, column: String) -> String
  /// The statement that makes a trigger.
  func trigger(_ trigger: DeletionTrigger) -> String
  /// The type of a primary key that the engine numbers by itself.
  var keyType: String { get }
  /// What follows the last bracket of CREATE TABLE.
  var tableSuffix: String { get }
  /// The same for a table whose primary key is a pair of columns.
  var pairTableSuffix: String { get }
}
