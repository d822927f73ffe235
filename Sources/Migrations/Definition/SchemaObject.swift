package import FlagModel
package import SQLText

/// A table, index, trigger or view of a database, and the statement that creates it.
package struct SchemaObject: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case table
    /// A foreign key that is added later, because a table cannot refer to a table that does not
    /// exist.
    case reference = "foreign key"
    case index
    case trigger
    case view
  }

  package let kind: Kind
  package let name: Name
  package let sql: String
  /// The table to which the object belongs. For a table it is the table's name.
  package let table: Name
  /// The columns of an index or foreign key that flagdb made.
  package let columns: [Name]

  package init(_ kind: Kind, _ name: Name, on table: Name, _ sql: String, columns: [Name] = []) {
    self.kind = kind
    self.name = name
    self.table = table
    self.sql = sql
    self.columns = columns
  }

  /// The CREATE statement.
  package var statement: SQLText { .written(sql) }

  /// The DROP statement.
  package var removal: SQLText {
    switch kind {
    case .table: "DROP TABLE \(name: name)"
    case .reference: "ALTER TABLE \(name: table) DROP CONSTRAINT \(name: name)"
    case .index: "DROP INDEX \(name: name)"
    case .trigger: "\(.triggerRemoval(name, of: table))"
    case .view: "DROP VIEW \(name: name)"
    }
  }

  /// True if a stored statement creates the same object. A table's columns can be in another order,
  /// because an added column is the last one.
  package func isEquivalent(to stored: String) -> Bool {
    if sql.utf8.elementsEqual(stored.utf8) { return true }
    return kind == .table && Self.parts(of: sql) == Self.parts(of: stored)
  }

  /// The parts between top-level commas and brackets, sorted.
  private static func parts(of sql: String) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    var part: [UInt8] = []
    var depth = 0
    var quote: UInt8?
    for byte in sql.utf8 {
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        quote = byte
      } else if byte == UInt8(ascii: "(") {
        depth += 1
      } else if byte == UInt8(ascii: ")") {
        depth -= 1
      }
      let isEnd = quote == nil && depth <= 1 && isBoundary(byte)
      if isEnd {
        parts.append(trimmed(part))
        part = []
      } else {
        part.append(byte)
      }
    }
    parts.append(trimmed(part))
    return parts.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// True at a comma or bracket. The bracket of a column can end a part too, but it does so in both
  /// statements.
  private static func isBoundary(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")")
  }

  private static func trimmed(_ part: [UInt8]) -> [UInt8] {
    let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
    return Array(part.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}
