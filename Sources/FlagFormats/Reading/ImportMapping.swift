package import FlagModel

/// The user's mapping of columns to attributes with other names.
package struct ImportMapping: Hashable, Sendable {
  private var renamed: [Name: Name] = [:]
  private var skipped: Set<Name> = []

  package init() {}

  /// `--map 'Sample Code=code'`
  package mutating func map(_ column: Name, to attribute: Name) { renamed[column] = attribute }

  /// `--skip note`
  package mutating func skip(_ column: Name) { skipped.insert(column) }

  package func name(of column: Name) -> Name { renamed[column] ?? column }

  func skips(_ column: Name) -> Bool { skipped.contains(column) }

  /// The mapped and skipped columns, to find those that the input lacks.
  var columns: [Name] { (Array(renamed.keys) + skipped).sorted() }
}
