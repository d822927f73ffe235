package import FlagModel

/// What a cell of a decoded record is for.
package struct ImportTarget: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The primary key, where it is no attribute.
    case key
    case attribute(Attribute)
    case relationship(Relationship)
  }

  package let kind: Kind
  /// The column of the table; of a to-many relationship its name.
  package let column: Name

  init(_ kind: Kind, column: Name) {
    self.kind = kind
    self.column = column
  }

  /// As people name it.
  package var name: Name {
    switch kind {
    case .key: column
    case .attribute(let attribute): attribute.name
    case .relationship(let relationship): relationship.name
    }
  }
}

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

  func name(of column: Name) -> Name { renamed[column] ?? column }

  func skips(_ column: Name) -> Bool { skipped.contains(column) }

  /// The columns that are mapped or skipped, for finding those that the input has not.
  var columns: [Name] { (Array(renamed.keys) + skipped).sorted() }
}
