package import PlainText

/// A stored property: its name, its column and its permitted values.
package struct Attribute: Hashable, Sendable {
  /// The parts that few attributes have.
  private struct Details: Hashable, Sendable {
    var defaultValue: DefaultValue?
    var validity: Validity
    var originalName: Name?
    var field: BitField?
    var summary: String?
  }

  /// The name for users: `code`, or `author.name` inside a struct.
  package var name: Name
  /// `code`, `author_name`.
  package var column: Name
  /// The type as the model spells it, without `?`: `Price`, `[String]`.
  package let declaredType: Name
  package var type: AttributeType
  /// The form in which the column stores its values.
  package var stored: StoredForm
  package var isOptional: Bool
  /// True if the attribute is optional only because a struct around it is. It has a value whenever
  /// the struct is present.
  package var isRequiredPart: Bool
  package var isUnique: Bool
  private var details: Shared<Details>

  package var defaultValue: DefaultValue? {
    get { details.value.defaultValue }
    set { details.value.defaultValue = newValue }
  }
  /// The restrictions of `@Valid`.
  package var validity: Validity {
    get { details.value.validity }
    set { details.value.validity = newValue }
  }
  /// The name in an earlier model, for migrations.
  package var originalName: Name? {
    get { details.value.originalName }
    set { details.value.originalName = newValue }
  }
  /// The bits of a field in a mask; nil for an attribute with its own column.
  package var field: BitField? {
    get { details.value.field }
    set { details.value.field = newValue }
  }
  package var summary: String? {
    get { details.value.summary }
    set { details.value.summary = newValue }
  }

  package init(
    name: Name, column: Name? = nil, declaredType: Name, type: AttributeType,
    stored: StoredForm = .own, isOptional: Bool = false, isRequiredPart: Bool = false,
    defaultValue: DefaultValue? = nil,
    isUnique: Bool = false, validity: Validity = .anything, originalName: Name? = nil,
    field: BitField? = nil, summary: String? = nil
  ) {
    self.name = name
    self.column = column ?? Self.column(of: name)
    self.declaredType = declaredType
    self.type = type
    self.stored = stored
    self.isOptional = isOptional
    self.isRequiredPart = isRequiredPart
    self.isUnique = isUnique
    details = Shared(
      Details(
        defaultValue: defaultValue, validity: validity, originalName: originalName, field: field,
        summary: summary))
  }
}

extension Attribute {
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

  package init(
    bounds: Bounds? = nil, length: ClosedRange<Int>? = nil, pattern: String? = nil
  ) {
    self.bounds = bounds
    self.length = length
    self.pattern = pattern
  }
}
