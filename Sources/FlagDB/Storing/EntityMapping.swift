/// A property of a stored struct, and its name in the model.
public struct MappedProperty<Of: Entity>: Sendable {
  let keyPath: any PartialKeyPath<Of> & Sendable
  let declared: DeclaredProperty
  /// The attributes and the default value of the property in a model.
  let note: PropertyNote
  var name: String { declared.name }

  private init(
    _ keyPath: any PartialKeyPath<Of> & Sendable, _ declared: DeclaredProperty, _ note: PropertyNote
  ) {
    self.keyPath = keyPath
    self.declared = declared
    self.note = note
  }

  /// A property with its name in the model: `author.name` for a property of a nested struct. A
  /// model that is created from the struct has the attributes and the default value, which are
  /// written as in Swift.
  public init<Value: Storable>(
    _ name: String, _ keyPath: any KeyPath<Of, Value> & Sendable, attributes: String = "",
    preset: String? = nil
  ) {
    self.init(keyPath, .value(name: name, Value.storageForm.kind), PropertyNote(attributes, preset))
  }

  /// A property that refers to another record or is nil.
  public init<Other: Entity>(
    _ name: String, _ keyPath: any KeyPath<Of, Other?> & Sendable, attributes: String = "",
    preset: String? = nil
  ) {
    self.init(
      keyPath, .record(name: name, Other.self, isOptional: true), PropertyNote(attributes, nil))
  }

  /// A property that refers to another record.
  public init<Other: Entity>(
    _ name: String, _ keyPath: any KeyPath<Of, Other> & Sendable, attributes: String = "",
    preset: String? = nil
  ) {
    self.init(
      keyPath, .record(name: name, Other.self, isOptional: false), PropertyNote(attributes, nil))
  }

  /// A property that is a list of other records.
  public init<Other: Entity>(
    _ name: String, _ keyPath: any KeyPath<Of, [Other]> & Sendable, attributes: String = "",
    preset: String? = nil
  ) {
    self.init(keyPath, .records(name: name, Other.self), PropertyNote(attributes, nil))
  }

  /// A property of a type that is not `Storable`: a raw value, or a struct whose properties reflection
  /// finds.
  @_disfavoredOverload
  public init<Part: Codable & Sendable>(
    _ name: String, _ keyPath: any KeyPath<Of, Part> & Sendable, attributes: String = "",
    preset: String? = nil
  ) {
    self.init(
      keyPath, TypeProbe.property(Part.self, named: name, isOptional: false),
      PropertyNote(attributes, preset))
  }

  /// An optional property of a type that is not `Storable`.
  @_disfavoredOverload
  public init<Part: Codable & Sendable>(
    _ name: String, _ keyPath: any KeyPath<Of, Part?> & Sendable, attributes: String = "",
    preset: String? = nil
  ) {
    self.init(
      keyPath, TypeProbe.property(Part.self, named: name, isOptional: true),
      PropertyNote(attributes, preset))
  }
}

/// The declaration of a property in a model, except its name and type.
struct PropertyNote: Sendable {
  let attributes: String
  let preset: String?

  init(_ attributes: String, _ preset: String?) {
    self.attributes = attributes
    self.preset = preset
  }
}

/// The declaration of an entity in a model, except its name and properties.
struct EntityNote: Sendable {
  var originalName: String?
  var uniques: [[String]] = []
  var indexes: [[String]] = []
}

/// Maps the properties of a struct to the columns of a database. A written mapping needs no
/// reflection and no `Decodable`:
///
///     static let mapping = EntityMapping<Bookmark>(
///       properties: [MappedProperty("title", \.title), MappedProperty("url", \.url)],
///       write: { bookmark, row in
///         try row.write(bookmark.title)
///         try row.write(bookmark.url)
///       },
///       read: { row in Bookmark(title: try row.read(), url: try row.read()) })
public struct EntityMapping<Of: Entity>: Sendable {
  /// The content of a written mapping.
  struct Written: Sendable {
    let properties: [MappedProperty<Of>]
    let notes: EntityNote
    let write: @Sendable (Of, inout RowWriter) throws -> Void
    let read: @Sendable (inout RowReader) throws -> Of
  }

  /// Nil if reflection finds the properties.
  let written: Written?

  /// A mapping whose closures write and read the values in the order of the properties. A model that is created from
  /// the struct has the earlier name of the entity, and the lists of properties that are unique together or have an
  /// index.
  public init(
    properties: [MappedProperty<Of>], originalName: String? = nil, uniques: [[String]] = [],
    indexes: [[String]] = [],
    write: @escaping @Sendable (Of, inout RowWriter) throws -> Void,
    read: @escaping @Sendable (inout RowReader) throws -> Of
  ) {
    let notes = EntityNote(originalName: originalName, uniques: uniques, indexes: indexes)
    written = Written(properties: properties, notes: notes, write: write, read: read)
  }

  init() { written = nil }
}

extension Entity {
  /// The name of a property in the model: `author.name` of `\.author.name`.
  static func propertyName(of keyPath: PartialKeyPath<Self>) throws(EntityError) -> String {
    let declared = mapping.written?.properties.first { $0.keyPath == keyPath }
    if let declared { return declared.name }
    // The description of a key path is the only source for the names of stored properties.
    let text = "\(keyPath)"
    let start = "\\\(Self.self)."
    guard text.hasPrefix(start), !text.contains("<") else {
      throw .unsupportedSubType(label: text)
    }
    return text.dropFirst(start.count).filter { $0 != "?" && $0 != "!" }
  }
}
