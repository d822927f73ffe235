/// A type of attributes: the standard types, flag sets, enums and wrappers. A type with a raw value
/// only needs the conformance. Any other type defines its stored value:
///
///     enum Reward: Storable {
///       case points(Int), none
///       var storedValue: Int { if case .points(let points) = self { points } else { 0 } }
///       init?(storedValue: Int) { self = storedValue == 0 ? .none : .points(storedValue) }
///     }
public protocol Storable: Sendable {
  /// The type of the stored values.
  associatedtype StoredValue: Storable

  /// The stored value.
  var storedValue: StoredValue { get }

  /// The value for a stored value; nil if the type has none.
  init?(storedValue: StoredValue)

  /// The value for an unknown stored value; nil if an unknown value is an error.
  static var fallback: Self? { get }

  /// The storage form. Types of an app use the form of their stored values.
  static var storageForm: StorageForm { get }

  /// Writes the next value of a record. Types of an app write their stored values.
  func write(to row: inout RowWriter) throws

  /// Reads the next value of a record. Types of an app read their stored values.
  static func read(from row: inout RowReader) throws -> Self
}

extension Storable {
  /// Nil: an unknown stored value is an error.
  public static var fallback: Self? { nil }

  /// The storage form of the stored values.
  public static var storageForm: StorageForm { StoredValue.storageForm }

  /// Writes the stored value.
  public func write(to row: inout RowWriter) throws { try storedValue.write(to: &row) }

  /// Reads a stored value, and returns its value or the fallback.
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
