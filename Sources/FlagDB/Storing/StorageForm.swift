import FlagModel

/// The form in which a database stores the values of a type. Types of an app use the form of their
/// stored values.
public struct StorageForm: Hashable, Sendable {
  /// A name for one or more bits.
  struct Flag: Hashable, Sendable {
    let name: String
    let mask: UInt64
  }

  /// A case of an enum, and its raw value in Swift syntax.
  struct Case: Hashable, Sendable {
    let name: String
    let literal: String

    init(name: String, rawValue: Any) {
      self.name = name
      literal = (rawValue as? String).map { $0.debugDescription } ?? "\(rawValue)"
    }
  }

  indirect enum Kind: Hashable, Sendable {
    /// Any value of a column without a type.
    case any
    case bool
    /// An integer type, by name: `Int16`.
    case integer(String)
    case double, float, decimal, text, date, uuid, url, data
    case optional(Kind)
    case array(Kind, isSet: Bool)
    case flags(name: String, String, [Flag])
    case cases(name: String, Kind, [Case])
    case key(entity: String)
  }

  let kind: Kind

  init(_ kind: Kind) { self.kind = kind }
}

extension StorageForm.Kind {
  /// True for an optional.
  var isOptional: Bool { if case .optional = self { true } else { false } }

  var unwrapped: StorageForm.Kind { if case .optional(let kind) = self { kind } else { self } }

  /// The spelling of the type in a model: `[String]?`.
  var spelling: String {
    switch self {
    case .any: "Any"
    case .bool: "Bool"
    case .integer(let name), .flags(let name, _, _), .cases(let name, _, _): name
    case .double: "Double"
    case .float: "Float"
    case .decimal: "Decimal"
    case .text: "String"
    case .date: "Date"
    case .uuid: "UUID"
    case .url: "URL"
    case .data: "Data"
    case .optional(let kind): "\(kind.spelling)?"
    case .array(let kind, let isSet): isSet ? "Set<\(kind.spelling)>" : "[\(kind.spelling)]"
    case .key(let entity): entity
    }
  }

  /// True if a column of the type can store the values.
  func fits(_ type: AttributeType) -> Bool {
    switch (self, type) {
    case (_, .any), (.bool, .bool), (.decimal, .decimal), (.text, .string), (.date, .date),
      (.uuid, .uuid), (.url, .url), (.data, .data), (.double, .float), (.double, .double),
      (.float, .float), (.float, .double), (.flags, .flags), (.flags, .integer),
      (.integer, .flags), (.text, .json), (.text, .url), (.text, .uuid):
      true
    case (.integer(let name), .integer(let type)):
      name == type.rawValue || [.int, .int64].contains(type) && ["Int", "Int64"].contains(name)
        || IntegerType(rawValue: name).map { $0.storedRange.contains(type.storedRange) } ?? false
    case (.integer, .enumeration(let enumeration)): enumeration.rawType.isNumber
    case (.double, .enumeration(let enumeration)), (.float, .enumeration(let enumeration)):
      if case .real = enumeration.rawType { true } else { false }
    case (.text, .enumeration(let enumeration)): !enumeration.rawType.isNumber
    case (.cases(_, let raw, _), _): raw.fits(type)
    case (.array(_, isSet: true), .flags(let set)): set.enumeration != nil
    case (.array(let items, _), .array(let element, _)): items.unwrapped.fits(element.unwrapped)
    case (.optional(let kind), _): kind.fits(type)
    default: false
    }
  }
}

extension ClosedRange<Int64> {
  fileprivate func contains(_ other: ClosedRange<Int64>) -> Bool {
    lowerBound <= other.lowerBound && upperBound >= other.upperBound
  }
}
