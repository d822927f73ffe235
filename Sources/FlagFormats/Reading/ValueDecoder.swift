import FlagModel
import JSON

/// Reads the values of one attribute: from their bytes where that is quick and certain, otherwise
/// through `FlagModel`, which alone says what a text means.
final class ValueDecoder: CellDecoder {
  let attribute: Attribute
  private let form: ValueForm
  private let needsCheck: Bool
  private let check: ValueCheck
  private let options: DecoderOptions
  private let cache: TextCache?
  /// The stored values of the cases, where the cache has their numbers.
  private let cases: [Value]
  /// True if the empty text is one of the type's values.
  private let takesEmpty: Bool

  init(_ attribute: Attribute, _ options: DecoderOptions) throws(ValueError) {
    self.attribute = attribute
    check = try ValueCheck(attribute)
    self.options = options
    (form, needsCheck) = ValueForm.form(of: attribute, isRaw: options.isRaw)
    if case .named = form { cache = TextCache() } else { cache = nil }
    if case .enumeration(let enumeration) = attribute.type {
      cases = enumeration.cases.map(\.rawValue)
    } else {
      cases = []
    }
    let empty =
      options.isRaw
      ? try? attribute.type.rawValue(from: "", now: options.now)
      : try? attribute.type.value(from: "", now: options.now)
    takesEmpty = empty != nil
  }

  /// True if a field without text has no value. In tsv NULL is `\N`, and an empty field is the
  /// empty text if the type has one.
  @inline(__always)
  private func isNull(emptyField kind: InputField.Kind) -> Bool {
    attribute.isOptional && (!takesEmpty || kind == .bare && !options.isTSV)
  }

  func null() throws(ValueError) -> StoredRow.Cell {
    try check.check(.null)
    return .null
  }

  func cell(
    _ text: UnsafeBufferPointer<UInt8>, _ kind: InputField.Kind, into row: inout StoredRow
  ) throws(ValueError) -> StoredRow.Cell {
    if text.isEmpty, isNull(emptyField: kind) { return .null }
    if let cell = quickCell(text, into: &row) {
      if needsCheck { try check.checkValidity(of: row.value(of: cell)) }
      return cell
    }
    let value = try read(String(decoding: text, as: UTF8.self))
    return try checked(value, text, into: &row)
  }

  /// The cell of a value that is quick to read; nil for any other, right or wrong.
  @inline(__always)
  private func quickCell(
    _ text: UnsafeBufferPointer<UInt8>, into row: inout StoredRow
  ) -> StoredRow.Cell? {
    switch form {
    case .string(let length):
      if let length, !length.contains(text.count { $0 & 0xC0 != 0x80 }) { return nil }
      return Self.append(text, to: &row)
    case .integer(let range):
      guard let number = NumberBytes.integer(text), range.contains(number) else { return nil }
      return .integer(number)
    case .double(let range):
      guard let number = NumberBytes.double(text), range.contains(number) else { return nil }
      return .real(number)
    case .decimal(let places, let range):
      guard let units = NumberBytes.units(text, places: places), range.contains(units) else {
        return nil
      }
      return .integer(units)
    case .named: return cache?.value(of: text).flatMap { cell(remembered: $0, into: &row) }
    case .date:
      let start = row.bytes.count
      guard DateBytes.appendStored(text, to: &row.bytes) else { return nil }
      return .text(start..<row.bytes.count)
    case .bool: return boolCell(text)
    case .uuid:
      let start = row.bytes.count
      return UUIDText.append(text, to: &row.bytes) ? .text(start..<row.bytes.count) : nil
    case .url:
      guard !text.isEmpty, text.allSatisfy({ 0x21...0x7E ~= $0 }) else { return nil }
      return Self.append(text, to: &row)
    case .array(let element):
      let start = row.bytes.count
      guard ArrayBytes.appendStored(text, of: element, to: &row.bytes) else { return nil }
      return .text(start..<row.bytes.count)
    case .other: return nil
    }
  }

  private func read(_ text: String) throws(ValueError) -> Value {
    do {
      return options.isRaw
        ? try attribute.type.rawValue(from: text, now: options.now)
        : try attribute.type.value(from: text, now: options.now)
    } catch {
      if let moment = epoch(text) { return moment }
      throw named(error, of: text)
    }
  }

  /// The cell of a value that was read, which is remembered if it has names.
  private func checked(
    _ value: Value, _ text: UnsafeBufferPointer<UInt8>, into row: inout StoredRow
  ) throws(ValueError) -> StoredRow.Cell {
    try check.checkValidity(of: value)
    if cache != nil, !text.isEmpty, let code = code(of: value) { cache?.remember(text, code) }
    return row.cell(of: value)
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

  /// The moment that a number says, where such numbers are dates.
  private func epoch(_ text: String) -> Value? {
    guard let dates = options.dates, case .date = attribute.type else { return nil }
    return dates.moment(text).map { .text($0.storedText) }
  }
}

extension ValueDecoder {
  // MARK: JSON

  /// Is as strict about the kind of a value as JSON is.
  func cell(
    json kind: InputField.Kind, _ text: UnsafeBufferPointer<UInt8>, into row: inout StoredRow
  ) throws(ValueError) -> StoredRow.Cell {
    if isQuick(kind), let cell = quickCell(text, into: &row) {
      if needsCheck { try check.checkValidity(of: row.value(of: cell)) }
      return cell
    }
    let value: Value
    do {
      let json = try jsonValue(kind, text)
      if kind == .number, let moment = epoch(String(decoding: text, as: UTF8.self)) {
        value = moment
      } else {
        value = try attribute.type.value(from: json, isRaw: options.isRaw, now: options.now)
      }
    } catch {
      throw named(error, of: String(decoding: text, as: UTF8.self))
    }
    let isRemembered = kind == .string || kind == .array
    return try checked(value, isRemembered ? text : .init(rebasing: text[..<0]), into: &row)
  }

  /// True if the quick way of reading is right for this kind of JSON value.
  private func isQuick(_ kind: InputField.Kind) -> Bool {
    switch form {
    case .integer, .double: kind == .number
    case .decimal: kind == .number || kind == .string
    case .string, .date, .uuid, .url: kind == .string
    case .named: kind == .string || kind == .array
    case .bool: kind == .yes || kind == .no
    case .array: kind == .array
    case .other: false
    }
  }

  private func jsonValue(
    _ kind: InputField.Kind, _ text: UnsafeBufferPointer<UInt8>
  ) throws(ValueError) -> JSONValue {
    switch kind {
    case .yes: return .bool(true)
    case .no: return .bool(false)
    case .number: return .number(String(decoding: text, as: UTF8.self))
    case .array, .object:
      do {
        return try JSONValue(reading: text)
      } catch {
        throw ValueError(error.problem.message, hint: error.problem.hint.map(Hint.words))
      }
    default:
      var plain: [UInt8] = []
      appendPlain(text, kind, to: &plain)
      return .string(String(decoding: plain, as: UTF8.self))
    }
  }
}

extension ValueDecoder {
  // MARK: Cells

  @inline(__always)
  private static func append(
    _ text: UnsafeBufferPointer<UInt8>, to row: inout StoredRow
  ) -> StoredRow.Cell {
    let start = row.bytes.count
    row.bytes.append(contentsOf: text)
    return .text(start..<row.bytes.count)
  }

  private func boolCell(_ text: UnsafeBufferPointer<UInt8>) -> StoredRow.Cell? {
    if text.count == 1, text[0] &- 0x30 <= 1 { return .integer(Int64(text[0] - 0x30)) }
    if text.elementsEqual(Self.trueBytes) { return .integer(1) }
    return text.elementsEqual(Self.falseBytes) ? .integer(0) : nil
  }

  private static let trueBytes = Array("true".utf8)
  private static let falseBytes = Array("false".utf8)

  /// The number that the cache keeps: the mask as it is stored, or the number of the case.
  private func code(of value: Value) -> Int64? {
    if case .flags = attribute.type, case .integer(let stored) = value { return stored }
    return cases.firstIndex(of: value).map(Int64.init)
  }

  private func cell(remembered code: Int64, into row: inout StoredRow) -> StoredRow.Cell {
    if case .flags = attribute.type { return .integer(code) }
    return row.cell(of: cases[Int(code)])
  }
}
