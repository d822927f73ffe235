/// The way in which a column keeps values that others write otherwise than we do.
/// See Documentation/Decisions/sql-converts-foreign-values.md.
package enum StoredForm: Hashable, Sendable {
  /// As in a database of our own.
  case own
  case dates(NumberedDates)
  /// A date as any text in which ISO 8601 writes it.
  case text
  /// A decimal as a real number.
  case real
  /// A UUID as its 16 bytes.
  case blob
  /// True as any number but 0.
  case anyNumber
  /// An integer of fewer than 64 bits, whose highest may make it negative or not.
  case word
  /// A decimal as a real number of which 15 digits count.
  case digits
  /// JSON as data, as SwiftData keeps arrays.
  case coded
  /// The raw value in such JSON: `{"rawValue":5}`.
  case rawValue
  /// Data after a byte that says so, or the name of a file beside the database that has it.
  case external
  /// A type of a server that no type of ours is kept in, as `timestamp`, `citext` or an enum of its own.
  case native(NativeType)

  /// The name in `@Stored(.milliseconds)`; nil for our own form.
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

  /// The same, and the name of a type of a server.
  package var nameInDocuments: String? {
    if case .native(let native) = self { native.name } else { name }
  }

  package init?(name: String) {
    guard let form = Self.all.first(where: { $0.name == name }) else { return nil }
    self = form
  }

  private static let all: [StoredForm] =
    NumberedDates.allCases.map(StoredForm.dates) + [
      .text, .real, .blob, .anyNumber, .word, .digits, .coded, .rawValue, .external,
    ]

  /// The form and, where values are read by it, the type: as the function that reads them is told.
  package func text(_ type: AttributeType) -> String {
    let name = name ?? ""
    if case .decimal(let places) = type { return "\(name) \(places)" }
    return name
  }

  /// The opposite: a form, and a type that says as much.
  package static func parse(_ text: String) -> (form: StoredForm, type: AttributeType)? {
    let words = text.split(separator: " ")
    guard let first = words.first, let form = StoredForm(name: String(first)) else { return nil }
    let places = words.dropFirst().first.flatMap { Int($0) }
    return (form, places.map { .decimal(places: $0) } ?? .string)
  }

  /// The forms in which values of a type may be kept.
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

  /// The form of a column of others of which nobody says more than the type. Flags with the highest
  /// bit of few are negative for one program and not for another.
  package static func ofOthers(_ type: AttributeType) -> StoredForm {
    type.isFlags && StoredForm.word.keeps(type) ? .word : .own
  }
}
