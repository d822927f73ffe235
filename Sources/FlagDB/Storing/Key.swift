/// The key of a record: the number that it keeps for as long as it exists. As a property named `id`
/// it is the record's own, and nil before it is inserted; another one leads to a record.
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

  /// Decodes the number alone.
  public init(from decoder: any Decoder) throws {
    number = try decoder.singleValueContainer().decode(Int64.self)
  }

  /// Encodes the number alone.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }

  /// The number as text.
  public var description: String { "\(number)" }
}
