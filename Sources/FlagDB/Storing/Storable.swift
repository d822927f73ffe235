/// A type whose values a record can have: the standard types, sets of flags, enums, wrappers. One
/// that has a raw value needs no more than the conformance; another says how it is kept:
///
///     enum Reward: Storable {
///       case points(Int), none
///       var storedValue: Int { if case .points(let points) = self { points } else { 0 } }
///       init?(storedValue: Int) { self = storedValue == 0 ? .none : .points(storedValue) }
///     }
public protocol Storable: Sendable {
  /// The type of the values that stand for those of this one in the database.
  associatedtype StoredValue: Storable

  /// The value that stands for this one.
  var storedValue: StoredValue { get }

  /// The value that a stored one stands for; nil if it stands for none.
  init?(storedValue: StoredValue)

  /// The value to read where the stored one stands for none; nil if that is an error.
  static var fallback: Self? { get }

  /// The form in which values are kept. An app's types take that of their stored values.
  static var storageForm: StorageForm { get }

  /// Writes the value as the next one of a record. An app's types write their stored values.
  func write(to row: inout RowWriter) throws

  /// Reads the next value of a record. An app's types read their stored values.
  static func read(from row: inout RowReader) throws -> Self
}

extension Storable {
  /// None: a stored value that stands for no value is an error.
  public static var fallback: Self? { nil }

  /// The form of the stored values.
  public static var storageForm: StorageForm { StoredValue.storageForm }

  /// Writes the stored value.
  public func write(to row: inout RowWriter) throws { try storedValue.write(to: &row) }

  /// Reads a stored value and takes the value that it stands for, or the fallback.
  public static func read(from row: inout RowReader) throws -> Self {
    let stored = try StoredValue.read(from: &row)
    if let value = Self(storedValue: stored) ?? fallback { return value }
    throw row.refusal("'\(stored)', which is no \(Self.self)")
  }
}

extension Storable where Self: RawRepresentable, RawValue: Storable {
  /// The raw value.
  public var storedValue: RawValue { rawValue }

  /// The value with that raw value; nil if there is none.
  public init?(storedValue: RawValue) { self.init(rawValue: storedValue) }
}

extension Storable where Self: RawRepresentable & CaseIterable, RawValue: Storable {
  /// The form of the raw values, with the names of the cases.
  public static var storageForm: StorageForm {
    let cases = allCases.map { StorageForm.Case(name: "\($0)", rawValue: $0.rawValue) }
    return StorageForm(.cases(name: "\(Self.self)", RawValue.storageForm.kind, cases))
  }
}

extension Storable where Self: OptionSet, RawValue: FixedWidthInteger & Storable {
  /// The form of the raw values, as a set of flags.
  public static var storageForm: StorageForm {
    let names = (Self.self as? any NamedFlags.Type)?.storedFlags ?? []
    return StorageForm(.flags(name: "\(Self.self)", "\(RawValue.self)", names))
  }
}
