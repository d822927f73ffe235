/// A type of a server by its name: `timestamp`, `mood`, `shop.mood`, `text[]`.
/// See Documentation/Decisions/foreign-postgresql-columns-keep-their-types.md.
package struct NativeType: Hashable, Sendable {
  package let name: String

  package init(_ name: String) { self.name = name }

  /// True if a column of the type can store values of a flagdb type.
  package func keeps(_ type: AttributeType) -> Bool {
    switch type {
    case .date: name == "timestamp" || name == "date"
    case .integer: word != nil || name == "numeric" || name == "oid"
    case .flags: word != nil
    case .double, .decimal: name == "numeric"
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
