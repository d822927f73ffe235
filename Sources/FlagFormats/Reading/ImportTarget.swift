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
  package let column: String

  init(_ kind: Kind, column: String) {
    self.kind = kind
    self.column = column
  }

  /// As people name it.
  package var name: String {
    switch kind {
    case .key: column
    case .attribute(let attribute): attribute.name
    case .relationship(let relationship): relationship.name
    }
  }
}

/// Which attribute a column is for, where its name does not say. Names are compared by their bytes.
package struct ImportMapping: Hashable, Sendable {
  private var renamed: [[UInt8]: String] = [:]
  private var skipped: Set<[UInt8]> = []

  package init() {}

  /// `--map 'Sample Code=code'`
  package mutating func map(_ column: String, to attribute: String) {
    renamed[Array(column.utf8)] = attribute
  }

  /// `--skip note`
  package mutating func skip(_ column: String) {
    skipped.insert(Array(column.utf8))
  }

  func name(of column: String) -> String { renamed[Array(column.utf8)] ?? column }

  func skips(_ column: String) -> Bool { skipped.contains(Array(column.utf8)) }

  /// The columns that are mapped or skipped, for finding those that the input has not.
  var columns: [String] {
    (Array(renamed.keys) + Array(skipped)).map { String(decoding: $0, as: UTF8.self) }.sorted()
  }
}
