/// A property of a stored struct, and its name in the model.
public struct MappedProperty<Of: Entity>: Sendable {
  let keyPath: any PartialKeyPath<Of> & Sendable
  let declared: DeclaredProperty
  var name: String { declared.name }

  private init(_ keyPath: any PartialKeyPath<Of> & Sendable, _ declared: DeclaredProperty) {
    (self.keyPath, self.declared) = (keyPath, declared)
  }

  /// A property with its name in the model: `author.name` for one of a struct in the struct.
  public init<Value: Storable>(_ name: String, _ keyPath: any KeyPath<Of, Value> & Sendable) {
    self.init(keyPath, .value(name: name, Value.storageForm.kind))
  }

  /// A property that leads to another record, or to none.
  public init<Other: Entity>(_ name: String, _ keyPath: any KeyPath<Of, Other?> & Sendable) {
    self.init(keyPath, .record(name: name, Other.self, isOptional: true))
  }

  /// A property that leads to another record.
  public init<Other: Entity>(_ name: String, _ keyPath: any KeyPath<Of, Other> & Sendable) {
    self.init(keyPath, .record(name: name, Other.self, isOptional: false))
  }

  /// A property that is a list of other records.
  public init<Other: Entity>(_ name: String, _ keyPath: any KeyPath<Of, [Other]> & Sendable) {
    self.init(keyPath, .records(name: name, Other.self))
  }
}

/// The way between the properties of a struct and the columns of a database. One that is written
/// out needs no reflection and asks for no `Decodable`:
///
///     static let mapping = EntityMapping<Bookmark>(
///       properties: [MappedProperty("title", \.title), MappedProperty("url", \.url)],
///       write: { bookmark, row in
///         try row.write(bookmark.title)
///         try row.write(bookmark.url)
///       },
///       read: { row in Bookmark(title: try row.read(), url: try row.read()) })
public struct EntityMapping<Of: Entity>: Sendable {
  /// The properties of a mapping that is written out.
  struct Written: Sendable {
    let properties: [MappedProperty<Of>]
    let write: @Sendable (Of, inout RowWriter) throws -> Void
    let read: @Sendable (inout RowReader) throws -> Of
  }

  /// Nil if reflection finds the properties.
  let written: Written?

  /// A mapping whose closures write and read the values of the properties in their order.
  public init(
    properties: [MappedProperty<Of>],
    write: @escaping @Sendable (Of, inout RowWriter) throws -> Void,
    read: @escaping @Sendable (inout RowReader) throws -> Of
  ) {
    written = Written(properties: properties, write: write, read: read)
  }

  init() { written = nil }
}

extension Entity {
  /// The name of a property in the model: `author.name` of `\.author.name`.
  static func propertyName(of keyPath: PartialKeyPath<Self>) throws(EntityError) -> String {
    let known = mapping.written?.properties.first { $0.keyPath == keyPath }
    if let known { return known.name }
    // Swift tells the names of stored properties here, and nowhere else.
    let text = "\(keyPath)"
    let start = "\\\(Self.self)."
    guard text.hasPrefix(start), !text.contains("<") else {
      throw .unsupportedSubType(label: text)
    }
    return text.dropFirst(start.count).filter { $0 != "?" && $0 != "!" }
  }
}
