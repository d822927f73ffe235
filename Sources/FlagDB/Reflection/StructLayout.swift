/// Maps the properties of a struct to columns. The first value shows the layout, which all values
/// of the struct share.
/// See Documentation/Decisions/structs-are-read-by-decodable.md.
final class StructLayout {
  private enum Step {
    case value(at: Int, (Any, inout RowWriter) throws -> Void)
    /// A list of other records, with its index.
    case list(Int, (Any, inout RowWriter) throws -> Void)
    case part(StructLayout)
    /// An optional struct, whose parts are found with the first value that is not nil.
    case optionalPart(OptionalPart)
  }

  private final class OptionalPart {
    let prefix: String
    var layout: StructLayout?

    init(_ prefix: String) { self.prefix = prefix }
  }

  private var steps: [Step] = []
  /// The indexes of the columns that the layout fills.
  private(set) var places: [Int] = []
  /// True if a property is a record or a list of records.
  private(set) var relates = false

  /// Throws if a property has no column, or cannot be stored.
  init(of value: Any, named prefix: String = "", in columns: RecordColumns) throws(EntityError) {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .struct else {
      throw prefix.isEmpty ? .structRequired : .unsupportedSubType(label: prefix)
    }
    for child in mirror.children {
      guard let label = child.label else { continue }
      let name = prefix.isEmpty ? label : "\(prefix).\(label)"
      steps.append(try step(for: child.value, named: name, in: columns))
    }
  }

  /// The layout of a single property with the given name.
  init(ofProperty value: Any, _ name: String, in columns: RecordColumns) throws(EntityError) {
    steps = [try step(for: value, named: name, in: columns)]
  }

  private func step(
    for value: Any, named name: String, in columns: RecordColumns
  ) throws(EntityError) -> Step {
    if let place = columns.places[name] {
      let related = columns.columns[place].isReference ? Self.relatedWriter(of: value) : nil
      guard let write = related ?? Self.writer(of: value) else {
        throw .unsupportedSubType(label: name)
      }
      places.append(place)
      if related != nil { relates = true }
      return .value(at: place, write)
    }
    if let list = value as? any RelatedList {
      guard let number = columns.lists.firstIndex(of: name) else { throw columns.missing(name) }
      relates = true
      return .list(number, Self.writer(related: list))
    }
    let style = Mirror(reflecting: value).displayStyle
    let isStored = value is any Storable
    let parts = columns.columns.indices.filter { columns.columns[$0].name.hasPrefix("\(name).") }
    if parts.isEmpty, isStored {
      throw columns.missing(name)
    }
    if style == .optional, !parts.isEmpty {
      places += parts
      return .optionalPart(OptionalPart(name))
    }
    let layout = try StructLayout(of: value, named: name, in: columns)
    places += layout.places
    return .part(layout)
  }

  /// Writes the properties of a struct with this layout.
  func write(_ value: Any, to row: inout RowWriter) throws {
    for (step, child) in zip(steps, Mirror(reflecting: value).children) {
      try write(child.value, by: step, to: &row)
    }
  }

  /// Writes the value of a single property with this layout.
  func write(property value: Any, to row: inout RowWriter) throws {
    for step in steps { try write(value, by: step, to: &row) }
  }

  private func write(_ value: Any, by step: Step, to row: inout RowWriter) throws {
    switch step {
    case .value(let place, let write):
      row.index = place
      try write(value, &row)
    case .list(let number, let write):
      row.listIndex = number
      try write(value, &row)
    case .part(let layout): try layout.write(value, to: &row)
    case .optionalPart(let part):
      guard let value = Mirror(reflecting: value).children.first?.value else { return }
      let layout = try part.layout ?? StructLayout(of: value, named: part.prefix, in: row.columns)
      part.layout = layout
      try layout.write(value, to: &row)
    }
  }

  // MARK: Single values

  /// The function that writes values of the same type as this value; nil if there is none.
  private static func writer(of value: Any) -> ((Any, inout RowWriter) throws -> Void)? {
    if let value = value as? any Storable { return writer(value) }
    if holder(of: value) == nil { return nil }
    return { value, row in try write(wrapped: value, to: &row) }
  }

  private static func writer<Value: Storable>(
    _ value: Value
  ) -> (Any, inout RowWriter) throws -> Void {
    { value, row in
      if let value = value as? Value { try value.write(to: &row) }
    }
  }

  /// The function that writes references to records of the same type as this value; nil if it is
  /// not a record.
  private static func relatedWriter(of value: Any) -> ((Any, inout RowWriter) throws -> Void)? {
    if let related = value as? any RelatedValue { return writer(related: related) }
    return (value as? any Entity).map { writer(record: $0) }
  }

  private static func writer<Value: RelatedValue>(
    related value: Value
  ) -> (Any, inout RowWriter) throws -> Void {
    { value, row in try (value as? Value)?.write(relatedTo: &row) }
  }

  private static func writer<Value: Entity>(
    record value: Value
  ) -> (Any, inout RowWriter) throws -> Void {
    { value, row in try row.write(value as? Value) }
  }

  /// Writes a raw value, the only property of a struct, or the value in an optional.
  private static func write(wrapped value: Any, to row: inout RowWriter) throws {
    switch holder(of: value) {
    case .stored(let value): try value.write(to: &row)
    case .nothing, nil: row.writeNull()
    }
  }

  private enum Holder {
    case stored(any Storable)
    case nothing
  }

  private static func holder(of value: Any) -> Holder? {
    if let value = value as? any Storable { return .stored(value) }
    if let value = value as? any RawRepresentable { return holder(of: value.rawValue) }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { holder(of: $0.value) } ?? .nothing
    case .struct where mirror.children.count == 1:
      return mirror.children.first.flatMap { holder(of: $0.value) }
    default: return nil
    }
  }
}
