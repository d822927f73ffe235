/// The primary key of a record, which never changes. A property named `id` is the key of the record itself, and
/// nil before it is inserted; another property refers to a record.
public struct Key<Of: Entity>: Hashable, Sendable, Storable, Codable, CustomStringConvertible {
  /// The number.
  public typealias StoredValue = Int64

  /// The number.
  public let number: Int64

  /// The key with that number.
  public init(_ number: Int64) { self.number = number }

  /// The number.
  public var storedValue: Int64 { number }

  /// The key with that number.
  public init?(storedValue: Int64) { number = storedValue }

  /// The key of a record of that entity.
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
