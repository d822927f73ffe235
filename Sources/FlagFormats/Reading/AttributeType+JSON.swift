package import FlagModel
package import JSON

extension AttributeType {
  /// The value of an attribute from JSON. The kinds must match: a number for a text is refused, and
  /// vice versa. A decimal may be a text, because many programs read JSON numbers as binary
  /// fractions. The caller handles null. Flags are an array of names or one text; with `isRaw`,
  /// flags, cases and decimals have their stored form.
  package func value(
    from json: JSONValue, isRaw: Bool = false, now: Timestamp? = nil
  ) throws(ValueError) -> Value {
    switch (self, json) {
    case (.bool, .bool(let bool)): return .integer(bool ? 1 : 0)
    case (.any, .number(let text)): return try value(from: text, now: now)
    // A text that looks like a number stays a text.
    case (.any, .string(let text)): return .text(text)
    case (.json, _), (.array, .array):
      if isRaw { return try stored(ofCoded: json, now) }
      return .text(try kept(json, now).text())
    case (.flags, .number(let text)), (.decimal, .number(let text)),
      (.enumeration, .number(let text)):
      return try value(from: text, isRaw: isRaw, now: now)
    case (.integer, .number(let text)), (.double, .number(let text)), (.float, .number(let text)):
      return try value(from: text, now: now)
    case (.flags(let set), .array(let items)):
      let names = try names(items, of: set, isRaw: isRaw)
      return .integer(set.stored(try set.mask(ofNames: names)))
    case (.enumeration, .string(let text)) where isRaw,
      (.decimal, .string(let text)) where isRaw:
      return try rawValue(from: text, now: now)
    case (.array, .string), (.bool, .string), (.integer, .string), (.double, .string),
      (.float, .string):
      throw mismatch(json)
    case (_, .string(let text)): return try value(from: text, now: now)
    default: throw mismatch(json)
    }
  }

  /// The names and masks of flags, or the names of the enum cases with these raw values.
  private func names(
    _ items: [JSONValue], of set: FlagSet, isRaw: Bool
  ) throws(ValueError) -> [String] {
    try items.map { (item) throws(ValueError) -> String in
      switch (item, isRaw ? set.enumeration : nil) {
      case (.string(let name), nil): return name
      case (.number(let mask), nil) where set.enumeration == nil: return mask
      case (.string(let text), let enumeration?), (.number(let text), let enumeration?):
        let value = try AttributeType.enumeration(enumeration).rawValue(from: text)
        return enumeration.caseName(of: value)?.text ?? text
      default: throw mismatch(item)
      }
    }
  }

  private func mismatch(_ json: JSONValue) -> ValueError {
    var hint: Hint?
    if case .string(let text) = json, (try? value(from: text)) != nil {
      hint = "write it without quotes"
    }
    if case .number = json, case .flags(let set) = self, set.enumeration != nil {
      hint = "use --raw if these are the raw values of cases"
    }
    return ValueError("expected \(jsonForm), found \(json.words)", hint: hint)
  }

  /// The noun for the kind of JSON value in messages.
  private var jsonForm: String {
    switch self {
    case .bool: "true or false"
    case .integer: "a whole number"
    case .double, .float, .decimal: "a number"
    case .string: "a text"
    case .date: "a date as a text"
    case .uuid: "a UUID as a text"
    case .url: "a URL as a text"
    case .data: "Base64 as a text"
    case .array: "an array"
    case .flags(let set): "the names of flags of '\(set.name)'"
    case .enumeration(let enumeration): "the name of a case of '\(enumeration.name)'"
    case .json: "an object"
    case .any: "a number or a text"
    }
  }
}
