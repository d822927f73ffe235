/// The form of stored values in a column, which may differ from flagdb's own.
/// See Documentation/Decisions/sql-converts-foreign-values.md.
package enum StoredForm: Hashable, Sendable {
  /// The form in a flagdb database.
  case own
  case dates(NumberedDates)
  /// A date as any text of ISO 8601.
  case text
  /// A decimal as a real number.
  case real
  /// A UUID as its 16 bytes.
  case blob
  /// A Bool for which every number except 0 is true.
  case anyNumber
  /// An integer with fewer than 64 bits, whose highest bit may make it negative or not.
  case word
  /// A decimal as a real number with 15 significant digits.
  case digits
  /// JSON as data; SwiftData stores arrays so.
  case coded
  /// The raw value in such JSON: `{"rawValue":5}`.
  case rawValue
  /// Data after a marker byte, or the name of a file beside the database that contains it.
  case external
  /// A type of a server that flagdb's own columns do not use, such as `timestamp`, `citext` or an
  /// enum.
  indirect case native(NativeType)

  /// The name in `@Stored(.milliseconds)`; nil for flagdb's own form.
  package var name: String? {
    switch self {
    case .own: nil
    case .dates(let dates): dates.rawValue
    case .text: "text"
    case .real: "real"
    case .blob: "blob"
    case .anyNumber: "anyNumber"
    case .word: "word"
    case .digits: "digits"
    case .coded: "coded"
    case .rawValue: "rawValue"
    case .external: "external"
    case .native: nil
    }
  }

  /// The name for documents, including the name of a server type.
  package var nameInDocuments: String? {
    if case .native(let native) = self { native.text } else { name }
  }

  /// True for the server type `numeric`.
  package var isNumeric: Bool {
    if case .native(let native) = self { native.isNumeric } else { false }
  }

  package init?(name: String) {
    guard let form = Self.all.first(where: { $0.name == name }) else { return nil }
    self = form
  }

  private static let all: [StoredForm] =
    NumberedDates.allCases.map(StoredForm.dates) + [
      .text, .real, .blob, .anyNumber, .word, .digits, .coded, .rawValue, .external,
    ]

  /// The form and, if necessary, the type as an argument of the function that converts values.
  package func text(_ type: AttributeType) -> String {
    let name = name ?? ""
    if case .decimal(let places) = type { return "\(name) \(places)" }
    return name
  }

  /// The inverse of `text`.
  package static func parse(_ text: String) -> (form: StoredForm, type: AttributeType)? {
    let words = text.split(separator: " ")
    guard let first = words.first, let form = StoredForm(name: String(first)) else { return nil }
    let places = words.dropFirst().first.flatMap { Int($0) }
    return (form, places.map { .decimal(places: $0) } ?? .string)
  }

  /// The forms in which values of a type may be stored.
  package static func forms(of type: AttributeType) -> [StoredForm] {
    all.filter { $0.keeps(type) }
  }

  private func keeps(_ type: AttributeType) -> Bool {
    switch (self, type) {
    case (.dates, .date), (.text, .date), (.real, .decimal), (.blob, .uuid), (.anyNumber, .bool),
      (.digits, .double), (.external, .data),
      (.coded, .array), (.coded, .json), (.rawValue, .flags):
      true
    case (.native(let native), _): native.keeps(type)
    case (.word, _): type.word.map { $0.width < 64 } ?? false
    default: false
    }
  }

  /// The form of a foreign column if only its type is known. With fewer than 64 bits, one program
  /// stores the highest flag as a negative number and another does not.
  package static func foreign(_ type: AttributeType) -> StoredForm {
    if type.isFlags, StoredForm.word.keeps(type) { return .word }
    return .own
  }
}
