import FlagModel
import JSON

/// Reads the values of one attribute: from their bytes in the usual forms, and otherwise with the
/// parsers of `FlagModel`.
final class ValueDecoder: CellDecoder {
  private let attribute: Attribute
  private let options: DecoderOptions
  private let quick: ByteReader
  /// The kinds of fields for the fast path.
  private let quickKinds: InputField.Kinds
  private let check: ValueCheck
  private let needsCheck: Bool
  /// A cache for types whose values have names.
  private let cache: TextCache?
  /// True if the empty text is a valid value of the type.
  private let takesEmpty: Bool
  /// True for a key, whose number may be a text in JSON, as many programs write large numbers.
  private let isKey: Bool

  init(_ attribute: Attribute, _ options: DecoderOptions, isKey: Bool = false) throws(ValueError) {
    self.attribute = attribute
    self.isKey = isKey
    self.options = options
    check = try ValueCheck(attribute)
    needsCheck = check.demandsMore
    cache = attribute.type.isNamed ? TextCache() : nil
    quick = attribute.type.byteReader
    quickKinds =
      if attribute.stored.isNumeric, attribute.type == .double {
        InputField.Kinds()
      } else if isKey {
        InputField.Kinds(ofJSON: [.number, .string])
      } else {
        attribute.type.quickKinds(isRaw: options.isRaw)
      }
    let empty = try? attribute.type.value(from: "", isRaw: options.isRaw, now: options.now)
    var isNamedCase = false
    if case .enumeration = attribute.type { isNamedCase = !options.isRaw }
    // The raw value of a case may be the empty text, but an empty field does not mean this case.
    takesEmpty = empty != nil && !isNamedCase && !options.areMasks
  }

  /// True if an empty field means no value. In tsv, NULL is `\N`, and an empty field is the empty
  /// text if the type allows it.
  private func isNull(emptyField kind: InputField.Kind) -> Bool {
    attribute.isOptional && !kind.isJSON && (!takesEmpty || kind == .bare && !options.isTSV)
  }

  func null() throws(ValueError) -> StoredRow.Cell {
    try check.check(.null)
    return .null
  }

  func cell(
    _ text: UnsafeBufferPointer<UInt8>, _ kind: InputField.Kind, into row: inout StoredRow
  ) throws(ValueError) -> StoredRow.Cell {
    if text.isEmpty, isNull(emptyField: kind) { return .null }
    if quickKinds.contains(kind),
      let cell = cache == nil ? quick(text, &row) : cache?.cell(of: text, into: &row)
    {
      if needsCheck { try check.checkValidity(of: cell, in: row) }
      return cell
    }
    var typed = String(decoding: text, as: UTF8.self)
    if let separators = options.separators, kind != .array { typed = separators.list(typed) }
    let value = try value(typed, kind)
    try check.checkValidity(of: value)
    if quickKinds.contains(kind) { cache?.remember(text, value) }
    return row.cell(of: value)
  }

  private func value(_ text: String, _ kind: InputField.Kind) throws(ValueError) -> Value {
    // A number is not the text of a date, and creating that error would be slow.
    if !kind.isJSON || kind == .number, let moment = moment(text) { return moment }
    do {
      if kind.isJSON && !(isKey && kind == .string) {
        let value = try attribute.type.value(
          from: JSONValue(kind, text), isRaw: options.isRaw, now: options.now)
        return attribute.stored.exact(value, typed: text)
      }
      let value = try attribute.type.value(from: text, isRaw: options.isRaw, now: options.now)
      return attribute.stored.exact(value, typed: text)
    } catch {
      throw named(error, of: text)
    }
  }

  /// The time for a number, if numbers are dates.
  private func moment(_ text: String) -> Value? {
    guard let dates = options.dates, case .date = attribute.type else { return nil }
    return dates.moment(text).map { .text($0.storedText) }
  }

  private func named(_ error: ValueError, of text: String) -> ValueError {
    var hint = error.hint
    if attribute.type == .date, options.dates == nil, text.utf8.count <= 40,
      let form = NumberedDates.fromLongAgo.first(where: { $0.isLikely(text) })
    {
      hint = "--dates \(form.rawValue) reads such numbers as dates"
    }
    return ValueError("\(attribute.name): \(error.message)", hint: hint)
  }
}

extension AttributeType {
  /// True if the values have names, and therefore few distinct texts.
  fileprivate var isNamed: Bool {
    switch self {
    case .flags, .enumeration: true
    default: false
    }
  }

  /// The kinds of fields whose texts have only one interpretation. JSON values must have the right
  /// kind, and raw decimals are integers.
  fileprivate func quickKinds(isRaw: Bool) -> InputField.Kinds {
    switch self {
    case .bool: InputField.Kinds(ofJSON: [.yes, .no])
    case .integer, .double: InputField.Kinds(ofJSON: [.number])
    case .decimal: isRaw ? InputField.Kinds() : InputField.Kinds(ofJSON: [.number, .string])
    case .string, .date, .uuid, .url: InputField.Kinds(ofJSON: [.string])
    case .flags, .enumeration: InputField.Kinds(ofJSON: [.string, .array])
    case .array: InputField.Kinds(ofJSON: [.array])
    case .float, .data, .json, .any: InputField.Kinds()
    }
  }
}

extension JSONValue {
  /// A JSON field as a value; its escapes are already resolved.
  fileprivate init(_ kind: InputField.Kind, _ text: String) throws(ValueError) {
    switch kind {
    case .yes: self = .bool(true)
    case .no: self = .bool(false)
    case .number: self = .number(text)
    case .array, .object:
      do {
        try self.init(reading: text.utf8)
      } catch {
        throw ValueError(error.problem.message, hint: error.problem.hint.map(Hint.words))
      }
    default: self = .string(text)
    }
  }
}
