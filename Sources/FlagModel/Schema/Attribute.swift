package import PlainText

/// A stored property: its name, its column and its permitted values.
package struct Attribute: Hashable, Sendable {
  private struct Content: Hashable, Sendable {
    var name: Name
    var column: Name
    let declaredType: Name
    var type: AttributeType
    var stored: StoredForm
    var isOptional: Bool
    var isRequiredPart: Bool
    var isUnique: Bool
    var defaultValue: DefaultValue?
    var validity: Validity
    var originalName: Name?
    var field: BitField?
    var summary: String?
  }

  private var content: Shared<Content>

  /// The name for users: `code`, or `author.name` inside a struct.
  package var name: Name {
    get { content.value.name }
    set { content.value.name = newValue }
  }
  /// `code`, `author_name`.
  package var column: Name {
    get { content.value.column }
    set { content.value.column = newValue }
  }
  /// The type as the model spells it, without `?`: `Price`, `[String]`.
  package var declaredType: Name { content.value.declaredType }
  package var type: AttributeType {
    get { content.value.type }
    set { content.value.type = newValue }
  }
  /// The form in which the column stores its values.
  package var stored: StoredForm {
    get { content.value.stored }
    set { content.value.stored = newValue }
  }
  package var isOptional: Bool {
    get { content.value.isOptional }
    set { content.value.isOptional = newValue }
  }
  /// True if the attribute is optional only because a struct around it is. It has a value whenever
  /// the struct is present.
  package var isRequiredPart: Bool {
    get { content.value.isRequiredPart }
    set { content.value.isRequiredPart = newValue }
  }
  package var isUnique: Bool {
    get { content.value.isUnique }
    set { content.value.isUnique = newValue }
  }
  package var defaultValue: DefaultValue? {
    get { content.value.defaultValue }
    set { content.value.defaultValue = newValue }
  }
  /// The restrictions of `@Valid`.
  package var validity: Validity {
    get { content.value.validity }
    set { content.value.validity = newValue }
  }
  /// The name in an earlier model, for migrations.
  package var originalName: Name? {
    get { content.value.originalName }
    set { content.value.originalName = newValue }
  }
  /// The bits of a field in a mask; nil for an attribute with its own column.
  package var field: BitField? {
    get { content.value.field }
    set { content.value.field = newValue }
  }
  package var summary: String? {
    get { content.value.summary }
    set { content.value.summary = newValue }
  }

  package init(
    name: Name, column: Name? = nil, declaredType: Name, type: AttributeType,
    stored: StoredForm = .own, isOptional: Bool = false, isRequiredPart: Bool = false,
    defaultValue: DefaultValue? = nil,
    isUnique: Bool = false, validity: Validity = .anything, originalName: Name? = nil,
    field: BitField? = nil, summary: String? = nil
  ) {
    content = Shared(
      Content(
        name: name, column: column ?? Self.column(of: name), declaredType: declaredType,
        type: type, stored: stored, isOptional: isOptional, isRequiredPart: isRequiredPart,
        isUnique: isUnique, defaultValue: defaultValue, validity: validity,
        originalName: originalName, field: field, summary: summary))
  }

  /// True if a column stores a value in the form in which people type it.
  package var isKeptAsTyped: Bool {
    switch (stored, type) {
    case (.own, _): true
    case (.native(let native), .integer), (.native(let native), .string):
      native.comparesItself(as: type)
    default: false
    }
  }

  /// The column in a flagdb database: `author_name`.
  package static func column(of name: Name) -> Name {
    Name(name.utf8.map { $0 == UInt8(ascii: ".") ? UInt8(ascii: "_") : $0 })
  }
}

/// The type of an attribute's values, independent of its name in the model.
package indirect enum AttributeType: Hashable, Sendable {
  case bool
  case integer(IntegerType)
  case double
  case float
  /// Stored as an integer of its smallest unit, 10^-places.
  case decimal(places: Int)
  case string
  case date
  case uuid
  case url
  case data
  /// `[T]` or `Set<T>`, stored as JSON; a set is sorted and without duplicates.
  case array(AttributeType, isSet: Bool = false)
  case flags(FlagSet)
  case enumeration(Enumeration)
  /// Stored as JSON of that shape.
  case json(JSONShape)
  /// Any value of SQLite, in a foreign database: a number in one record and a text in the next.
  /// Values compare as in SQLite.
  case any
}

/// The integer types of Swift.
package enum IntegerType: String, Hashable, Sendable, CaseIterable {
  case int = "Int"
  case int8 = "Int8"
  case int16 = "Int16"
  case int32 = "Int32"
  case int64 = "Int64"
  case uint = "UInt"
  case uint8 = "UInt8"
  case uint16 = "UInt16"
  case uint32 = "UInt32"
  case uint64 = "UInt64"

  package var bitWidth: Int {
    switch self {
    case .int8, .uint8: 8
    case .int16, .uint16: 16
    case .int32, .uint32: 32
    case .int, .int64, .uint, .uint64: 64
    }
  }

  package var isSigned: Bool {
    switch self {
    case .int, .int8, .int16, .int32, .int64: true
    case .uint, .uint8, .uint16, .uint32, .uint64: false
    }
  }
}

/// The value of an attribute that a new record does not set.
package enum DefaultValue: Hashable, Sendable {
  case value(Value)
  /// A time relative to the insert, in microseconds: `Date()`, `.now.addingTimeInterval(60)`.
  case moment(after: Int64)
  /// A new UUID for each record: `UUID()`, `UUID().uuidString`.
  case newUUID
  /// `UUID().uuidString.lowercased()`
  case newLowercasedUUID

  /// The time of the insert.
  package static let now = DefaultValue.moment(after: 0)

  /// True if each record gets a different value.
  package var isNewForEach: Bool { self == .newUUID || self == .newLowercasedUUID }
}

/// The restrictions of `@Valid` on an attribute's values.
package struct Validity: Hashable, Sendable {
  /// `0...100`, `0..<100`, `1...`: each end may be missing. The ends are stored values.
  package struct Bounds: Hashable, Sendable {
    package let lower: Value?
    package let upper: Value?
    package let includesUpper: Bool

    package init(lower: Value?, upper: Value?, includesUpper: Bool) {
      self.lower = lower
      self.upper = upper
      self.includesUpper = includesUpper
    }
  }

  package var bounds: Bounds?
  /// `length: 1...80`, in Unicode scalars, like SQLite's `length`.
  package var length: ClosedRange<Int>?
  /// `matches: "S-[0-9]+"`: a regular expression for the whole text.
  package var pattern: String?

  package static let anything = Validity()

  package init(bounds: Bounds? = nil, length: ClosedRange<Int>? = nil, pattern: String? = nil) {
    self.bounds = bounds
    self.length = length
    self.pattern = pattern
  }
}
