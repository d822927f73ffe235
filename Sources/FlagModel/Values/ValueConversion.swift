import JSON
import PlainText

/// Converts the stored values of an attribute that gets another type. The result is what `insert`
/// would read from the displayed old value.
/// See Documentation/Decisions/values-are-converted-as-insert-reads-them.md.
package struct ValueConversion: Hashable, Sendable {
  package let old: AttributeType
  package let new: AttributeType
  /// The form of dates that are numbers.
  package let dates: NumberedDates?

  package init(from old: AttributeType, to new: AttributeType, dates: NumberedDates? = nil) {
    self.old = old
    self.new = new
    self.dates = dates
  }

  /// True if some values of the old type have a value in the new type.
  package var isPossible: Bool {
    switch (old, new) {
    case (.string, _), (.flags, .array(.string, _)), (.array(.string, _), .flags),
      (.enumeration, .flags), (.flags, .enumeration), (.array(.enumeration, _), .flags),
      (.flags, .array(.enumeration, _)):
      true
    case (_, .date): dates != nil && old.isNumber
    case (.date, _): dates != nil && new.isNumber
    case (.json, .json), (.json, .array), (.array, .json): true
    case (.array(let oldItem, _), .array(let newItem, _)):
      becomesSet && oldItem == newItem
        || ValueConversion(from: oldItem, to: newItem).isPossible
          && (becomesSet || oldItem.size > 0 || newItem.size > 0)
    default: false
    }
  }

  /// True if a list becomes a set, which loses duplicates.
  private var becomesSet: Bool { new.isSet && !old.isSet }

  /// True if an empty text is invalid in the new type, so that it may become NULL.
  package var takesEmptyForNull: Bool { old == .string && (try? new.value(from: "")) == nil }

  /// The complete value in the new type. Throws if something would be lost.
  package func value(of stored: Value) throws(ValueError) -> Value {
    if case (.integer, .date, .integer(let number)) = (old, new, stored),
      let moment = dates?.moment(number)
    {
      return .text(moment.storedText)
    }
    let text = old.text(of: stored)
    switch (old, new) {
    case (.date, _) where new.isNumber:
      guard let dates, let moment = try? Timestamp(text) else { throw unreadable(text) }
      return try new.value(from: dates.text(of: moment))
    case (_, .date):
      if old == .string, let value = try? new.value(from: text) { return value }
      guard let moment = dates?.moment(text) else { throw unreadable(text) }
      return .text(moment.storedText)
    case (.array, .flags(let set)):
      return .integer(set.stored(try set.mask(ofNames: items(text))))
    case (.flags(let set), .array):
      guard case .integer(let number) = stored else { throw unreadable(text) }
      let names = set.items(of: set.mask(stored: number)).map(JSONValue.string)
      return try new.value(from: JSONValue.array(names).text())
    case (.string, .flags), (.string, .enumeration): return try named(text)
    case (.json, _), (.array, _):
      var lost: [Name] = []
      let value = try changed(text, &lost)
      if becomesSet, let count = new.elements(of: value)?.count, count < items(text).count {
        throw ValueError("an element appears twice")
      }
      guard lost.isEmpty else {
        throw ValueError("\(listedInQuotes(lost, "and")) \(agreeing(lost.count, "goes", "go"))")
      }
      return value
    default: return try new.value(from: text)
    }
  }

  /// Parses a name or a stored value. A number that begins with zero may be octal.
  private func named(_ text: String) throws(ValueError) -> Value {
    do {
      return try new.value(from: text)
    } catch {
      let digits = text.trimmed
      if digits.utf8.count > 1, digits.utf8.first == UInt8(ascii: "0") { throw error }
      guard let raw = try? new.rawValue(from: text) else { throw error }
      return raw
    }
  }

  /// The value in the new type, or the part that can be kept, such as the known flags of a list.
  package func keptValue(of stored: Value) -> Value {
    if let value = try? value(of: stored) { return value }
    let text = old.text(of: stored)
    guard case .flags(let set) = new else {
      guard old.size > 0 || becomesSet else { return .null }
      var lost: [Name] = []
      return (try? changed(text, &lost)) ?? .null
    }
    let names =
      if old.isArray { items(text) } else { text.split { ",|".contains($0) }.map(String.init) }
    let flagNames = names.filter { (try? set.mask(ofNames: [$0])) != nil }
    return .integer(set.stored((try? set.mask(ofNames: flagNames)) ?? 0))
  }

  /// The displayed texts of an array's elements.
  private func items(_ text: String) -> [String] {
    guard case .array(let items) = try? JSONValue(reading: text.utf8) else { return [text] }
    return items.map { if case .string(let name) = $0 { name } else { $0.text() } }
  }

  private func unreadable(_ text: String) -> ValueError {
    ValueError.expected("a date, or a number that represents one", found: text)
  }
}

extension AttributeType {
  /// True for integers, real and decimal numbers.
  package var isNumber: Bool {
    switch self {
    case .integer, .double, .float, .decimal: true
    default: false
    }
  }
}
