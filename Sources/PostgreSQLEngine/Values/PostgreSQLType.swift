internal import CPostgreSQL

/// The built-in types of a server, by their permanent numbers in `pg_type`.
enum PostgreSQLType: Oid {
  case bool = 16
  case bytea = 17
  case int8 = 20
  case int2 = 21
  case int4 = 23
  case text = 25
  case oid = 26
  case json = 114
  case float4 = 700
  case float8 = 701
  case bpchar = 1042
  case varchar = 1043
  case timestamp = 1114
  case timestamptz = 1184
  case numeric = 1700
  case uuid = 2950
  case jsonb = 3802

  /// The element type of an array; nil if the type is not an array.
  static func element(of array: Oid) -> PostgreSQLType? { elements[array] }

  private static let elements: [Oid: PostgreSQLType] = [
    199: .json, 1000: .bool, 1001: .bytea, 1005: .int2, 1007: .int4, 1009: .text, 1014: .bpchar,
    1015: .varchar, 1016: .int8, 1021: .float4, 1022: .float8, 1028: .oid, 1115: .timestamp,
    1185: .timestamptz, 1231: .numeric, 2951: .uuid, 3807: .jsonb,
  ]
}
