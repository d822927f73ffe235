import FlagModel

/// The records that those of a batch lead to, by their keys.
struct RelatedRecords {
  typealias Found = [Value: any Sendable]

  /// One list of each record of the batch.
  struct Lists {
    let keys: [[Value]]
    let found: Found
  }

  /// By the column that refers to them.
  var ones: [Int: Found] = [:]
  /// By the numbers of the lists; those that nobody asked for are not there.
  var lists: [Int: Lists] = [:]
  /// The record of the batch that is read.
  var row = 0
}

/// The records that one on its way into a database leads to.
struct WrittenRelations {
  /// Those without a key, which are to be inserted before, by the column that will refer to them.
  var ones: [(place: Int, record: any Entity)] = []
  /// By the numbers of the lists; empty ones are not there.
  var lists: [(number: Int, records: [any Entity])] = []

  var isEmpty: Bool { ones.isEmpty && lists.isEmpty }
}

// MARK: Types that lead to records

/// A type of properties that leads to other records, for reflection: a list, or a record that may be
/// missing.
protocol RelatedValue {
  static func declared(_ name: String) -> DeclaredProperty
  func write(relatedTo row: inout RowWriter) throws
}

/// A list of records, for reflection.
protocol RelatedList: RelatedValue {
  static var none: Self { get }
  static func read(listAt number: Int, from row: RowReader) throws -> Self
}

extension Optional: RelatedValue where Wrapped: Entity {
  static func declared(_ name: String) -> DeclaredProperty {
    .record(name: name, Wrapped.self, isOptional: true)
  }

  func write(relatedTo row: inout RowWriter) throws { try row.write(self) }
}

extension Array: RelatedValue, RelatedList where Element: Entity {
  static var none: [Element] { [] }

  static func declared(_ name: String) -> DeclaredProperty {
    .records(name: name, Element.self)
  }

  func write(relatedTo row: inout RowWriter) throws { try row.write(self) }

  static func read(listAt number: Int, from row: RowReader) throws -> [Element] {
    try row.records([Element].self, at: number)
  }
}

// MARK: Keys

/// The knowledge that a struct has of its own key.
enum OwnKey: Equatable {
  /// The struct has no property for it.
  case unknown
  /// It is not a record yet.
  case none
  case number(Int64)
}

extension Entity {
  /// The key that the property `id` has.
  var ownKey: OwnKey {
    guard let written = Self.mapping.written else {
      let value = Mirror(reflecting: self).children.first { $0.label == "id" }?.value
      return value.map(Self.ownKey) ?? .unknown
    }
    let property = written.properties.first { $0.declared.isKey(of: Self.self) }
    return property.map { Self.ownKey(self[keyPath: $0.keyPath]) } ?? .unknown
  }

  private static func ownKey(_ value: Any) -> OwnKey {
    switch value {
    case let key as Key<Self>: .number(key.number)
    case let number as Int64: .number(number)
    case let number as Int: .number(Int64(number))
    case is Key<Self>?, is Int64?, is Int?: .none
    default: .unknown
    }
  }
}
