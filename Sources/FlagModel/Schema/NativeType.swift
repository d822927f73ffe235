/// A type of a server by its name: `timestamp`, `mood`, `shop.mood`, `text[]`, `numeric(20,4)`.
/// See Documentation/Decisions/foreign-postgresql-columns-keep-their-types.md.
package struct NativeType: Hashable, Sendable {
  /// The name without declared digits.
  package let name: String
  /// The digits that a `numeric` column declares; nil if it stores all digits.
  private let digits: Digits?

  private struct Digits: Hashable {
    let count: Int
    let places: Int
  }

  /// - Parameter text: the name, for `numeric` with the declared digits or without.
  package init(_ text: String) {
    let start = "\(Self.numeric)("
    let numbers = text.dropFirst(start.count).dropLast().split(separator: ",").compactMap {
      Int($0)
    }
    if text.hasPrefix(start), text.hasSuffix(")"), numbers.count == 2 {
      name = Self.numeric
      digits = Digits(count: numbers[0], places: numbers[1])
    } else {
      name = text
      digits = nil
    }
  }

  private static let numeric = "numeric"

  /// The text from which the type is parsed.
  package var text: String { digits.map { "\(name)(\($0.count),\($0.places))" } ?? name }

  /// The decimal places that a column keeps; nil if it keeps all.
  package var places: Int? { digits?.places }

  package var isNumeric: Bool { name == Self.numeric }

  /// True for a type whose texts are JSON.
  package var isJSON: Bool { name == "json" || name == "jsonb" }

  /// True if a column of the type can store values of a flagdb type.
  package func keeps(_ type: AttributeType) -> Bool {
    switch type {
    case .date: name == "timestamp" || name == "date"
    case .integer: word != nil || isNumeric || name == "oid"
    case .flags: word != nil
    case .double, .decimal: isNumeric
    case .float: name == "float4"
    case .enumeration(let enumeration) where enumeration.rawType.isNumber: word != nil
    case .array: isArray
    case .string, .url, .enumeration: word == nil && !["timestamp", "date"].contains(name)
    case .bool, .uuid, .data, .json, .any: false
    }
  }

  /// The width of an integer type with fewer than 64 bits.
  package var word: NumberWord? {
    switch name {
    case "int2": NumberWord(.int16)
    case "int4": NumberWord(.int32)
    default: nil
    }
  }

  /// The schema of a type that is neither built in nor in the schema of the tables; nil for all others.
  package var schema: Name? { name.firstIndex(of: ".").map { Name(name[..<$0]) } }

  package var isArray: Bool { name.hasSuffix("[]") }

  /// True if values of the flagdb type are compared like the server's own, so that an index can be
  /// used. All others are compared as texts, because not every text is a valid value, and operators
  /// of a type in another schema are not found.
  package func comparesItself(as type: AttributeType) -> Bool {
    switch type {
    case .date, .integer, .double, .float, .decimal, .enumeration: true
    case .string, .url: ["bpchar", "citext"].contains(name)
    default: false
    }
  }

  /// False for the built-in types by which a server cannot sort.
  package var isOrdered: Bool {
    !Self.withoutOrder.contains(isArray ? String(name.dropLast(2)) : name)
  }

  private static let withoutOrder: Set<String> = [
    "aclitem", "box", "cid", "circle", "json", "jsonpath", "line", "lseg", "path", "pg_snapshot",
    "point",
    "polygon", "refcursor", "txid_snapshot", "xid", "xml",
  ]

  /// The server type for such integers, which a model need not state; nil for all other types.
  package static func implied(by type: AttributeType) -> NativeType? {
    switch type {
    case .integer(.int16): NativeType("int2")
    case .integer(.int32): NativeType("int4")
    case .float: NativeType("float4")
    default: nil
    }
  }
}
