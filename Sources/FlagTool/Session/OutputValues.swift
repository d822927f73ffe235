import FlagFormats
import FlagModel

extension Value {
  /// The text, or NULL without one.
  static func text(ifAny text: String?) -> Value { if let text { .text(text) } else { .null } }

  /// The integer, or NULL without one.
  static func integer(ifAny integer: Int64?) -> Value {
    if let integer { .integer(integer) } else { .null }
  }

  /// The real number, or NULL without one.
  static func real(ifAny real: Double?) -> Value { if let real { .real(real) } else { .null } }
}

extension OutputColumn {
  /// Columns of any values.
  static func named(_ names: [String]) -> [OutputColumn] { names.map { OutputColumn(name: $0) } }
}
