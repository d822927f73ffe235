/// The primary key of a record, which never changes. A property named `id` is the key of the record itself, and
/// nil before it is inserted; another property refers to a record.
public struct Key<Of: Entity>: Hashable, Sendable, Storable, Codable, CustomStringConvertible {
  /// The stored integer.
  public typealias StoredValue = Int64

  /// The stored integer.
  public let number: Int64

  /// Creates the key with a number.
  public init(_ number: Int64) { self.number = number }

  /// The stored integer.
  public var storedValue: Int64 { number }

  /// Creates the key with a number.
  public init?(storedValue: Int64) { number = storedValue }

  /// The form of a key of the entity.
  public static var storageForm: StorageForm { StorageForm(.key(entity: Of.entityName)) }

  /// Decodes the number.
  public init(from decoder: any Decoder) throws {
    number = try decoder.singleValueContainer().decode(Int64.self)
  }

  /// Encodes the number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }

  /// The number as text.
  public var description: String { "\(number)" }
}
