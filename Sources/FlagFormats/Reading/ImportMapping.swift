package import FlagModel

/// Which attribute a column is for, where its name does not say.
package struct ImportMapping: Hashable, Sendable {
  private var renamed: [Name: Name] = [:]
  private var skipped: Set<Name> = []

  package init() {}

  /// `--map 'Sample Code=code'`
  package mutating func map(_ column: Name, to attribute: Name) {
    renamed[column] = attribute
  }

  /// `--skip note`
  package mutating func skip(_ column: Name) {
    skipped.insert(column)
  }

  package func name(of column: Name) -> Name { renamed[column] ?? column }

  func skips(_ column: Name) -> Bool { skipped.contains(column) }

  /// The columns that are mapped or skipped, for finding those that the input has not.
  var columns: [Name] { (Array(renamed.keys) + skipped).sorted() }
}
