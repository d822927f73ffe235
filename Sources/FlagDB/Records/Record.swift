import FlagModel
internal import Queries

/// A record: its key, and its values by name.
public struct Record: Sendable {
  /// The primary key, which never changes.
  public let key: Int64
  let columns: [QueryColumn]
  let values: [Value]

  /// The names of the values, in the order of the model; the key comes first.
  public var names: [String] { columns.map(\.title.text) }

  /// The value of an attribute, or the name of the record that a relationship leads to. It is nil if
  /// the entity has no such name.
  public subscript(name: String) -> FieldValue? {
    let name = Name(name)
    return columns.firstIndex { $0.title == name }.map {
      FieldValue(stored: values[$0], type: columns[$0].type)
    }
  }
}

/// One value of a record. Each accessor returns one type, and nil if the value has another type.
public struct FieldValue: Sendable, CustomStringConvertible {
  let stored: Value
  /// Nil for the integers of a key.
  let type: AttributeType?

  /// True if there is no value.
  public var isNull: Bool { stored == .null }

  /// The value as text: flags and cases by their names, dates in UTC, data as Base64.
  public var text: String? {
    if isNull { return nil }
    return type?.text(of: stored) ?? AttributeType.integer(.int).text(of: stored)
  }

  /// The same text; empty if there is no value.
  public var description: String { text ?? "" }

  /// The stored integer: the mask of flags, the smallest units of a decimal, 0 or 1 for a Bool.
  public var integer: Int64? { if case .integer(let number) = stored { number } else { nil } }

  /// A floating-point number.
  public var real: Double? { if case .real(let number) = stored { number } else { nil } }

  /// The bytes of data.
  public var bytes: [UInt8]? { if case .blob(let bytes) = stored { bytes } else { nil } }

  /// The names of the flags that are set. A bit without a name is written as `0x40`, and a field as
  /// `core=link`.
  public var flags: [String]? {
    guard case .flags(let set) = type, case .integer(let number) = stored else { return nil }
    return set.items(of: set.mask(stored: number))
  }
}
