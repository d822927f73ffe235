import FlagModel

/// The records that the records of a batch refer to, by key.
struct RelatedRecords {
  typealias ByKey = [Value: any Sendable]

  /// One list for each record of the batch.
  struct Lists {
    let keys: [[Value]]
    let records: ByKey
  }

  /// The to-one records, by the index of the column that refers to them.
  var ones: [Int: ByKey] = [:]
  /// The lists, by their indexes. Only requested lists are present.
  var lists: [Int: Lists] = [:]
  /// The index of the current record in the batch.
  var row = 0
}

/// The related records that are written with a struct.
struct WrittenRelations {
  /// The records without a key. They are inserted first, because the columns at these indexes refer
  /// to them.
  var ones: [(place: Int, record: any Entity)] = []
  /// The lists that are not empty, with their indexes.
  var lists: [(number: Int, records: [any Entity])] = []

  var isEmpty: Bool { ones.isEmpty && lists.isEmpty }
}

// MARK: Types that refer to records

/// A property type that refers to records, for reflection: an optional record or a list.
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

  static func declared(_ name: String) -> DeclaredProperty { .records(name: name, Element.self) }

  func write(relatedTo row: inout RowWriter) throws { try row.write(self) }

  static func read(listAt number: Int, from row: RowReader) throws -> [Element] {
    try row.records([Element].self, at: number)
  }
}

// MARK: Keys

/// The key of a struct, as far as its properties show it.
enum OwnKey: Equatable {
  /// The struct has no property for its key.
  case unknown
  /// The struct is not stored yet.
  case none
  case number(Int64)
}

extension Entity {
  /// The value of the property `id`.
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
