package import PlainText

/// The names of single-value types in Swift and Foundation.
extension AttributeType {
  /// The type of Swift or Foundation with the name; nil for any other name.
  package init?(builtin name: Name) {
    if let integer = IntegerType.named(name) {
      self = .integer(integer)
    } else if let type = Self.builtins[name] {
      self = type
    } else {
      return nil
    }
  }

  /// The name of the type in a model: `Int32`, `[String]`, or that of a flag set, enum or struct.
  package var swiftName: String {
    switch self {
    case .bool: "Bool"
    case .integer(let type): type.rawValue
    case .double: "Double"
    case .float: "Float"
    case .decimal: "Decimal"
    case .string: "String"
    case .date: "Date"
    case .uuid: "UUID"
    case .url: "URL"
    case .data: "Data"
    case .any: "Any"
    case .array(let element, isSet: false): "[\(element.swiftName)]"
    case .array(let element, isSet: true): "Set<\(element.swiftName)>"
    case .flags(let set): set.name.text
    case .enumeration(let enumeration): enumeration.name.text
    case .json(.optional(let type)): "\(type.swiftName)?"
    case .json(.object(let name, _)): name.text
    case .json(.cases(let enumeration)): enumeration.name.text
    case .json(.dictionary(let key, let value)): "[\(key.swiftName): \(value.shownType)]"
    }
  }

  /// The types of Foundation that are stored as the text of their identifier.
  package static let identified: Set<Name> = ["Locale", "TimeZone"]

  package static var builtinNames: [Name] {
    IntegerType.allCases.map { Name($0.rawValue) } + builtins.keys.sorted()
  }

  private static let builtins: [Name: AttributeType] = [
    "Bool": .bool, "Double": .double, "TimeInterval": .double, "CGFloat": .double, "Float": .float,
    "Decimal": .decimal(places: FixedPoint.defaultPlaces), "String": .string, "Date": .date,
    "UUID": .uuid, "URL": .url, "Data": .data, "Character": .string,
    "NSDecimalNumber": .decimal(places: FixedPoint.defaultPlaces), "NSNumber": .double,
    "NSString": .string, "NSDate": .date, "NSData": .data, "NSURL": .url, "NSUUID": .uuid,
  ].merging(identified.map { ($0, .string) }) { first, _ in first }
}
