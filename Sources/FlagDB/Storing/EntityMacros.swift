/// Makes a struct an `Entity`, and generates a mapping that needs no reflection. It includes all
/// stored properties without `@Transient`. The compiler reports mistakes at their place.
///
///     @Entity struct Bookmark {
///       var id: Key<Bookmark>?
///       @Attribute(.unique) var url: URL
///       var title: String = ""
///     }
///
/// `flagdb new` reads the same text as a model.
@attached(extension, conformances: Entity, names: named(mapping), named(init))
public macro Entity(originalName: String? = nil) =
  #externalMacro(module: "FlagMacros", type: "EntityMacro")

/// Makes a property of an `@Entity` unique, or gives its name in an earlier model.
@attached(peer)
public macro Attribute(_ options: AttributeOption..., originalName: String? = nil) =
  #externalMacro(module: "FlagMacros", type: "NoteMacro")

/// Makes properties of an `@Entity` unique together, once for each list: `#Unique<Visit>([\.nurse, \.day])`.
@freestanding(declaration)
public macro Unique<Of>(_ properties: [PartialKeyPath<Of>]...) =
  #externalMacro(module: "FlagMacros", type: "NoteMacro")

/// Gives properties of an `@Entity` an index, once for each list: `#Index<Visit>([\.day])`.
@freestanding(declaration)
public macro Index<Of>(_ properties: [PartialKeyPath<Of>]...) =
  #externalMacro(module: "FlagMacros", type: "NoteMacro")

/// Gives a relationship of an `@Entity` its delete rule and its inverse.
@attached(peer)
public macro Relationship(
  deleteRule: DeleteRule = .nullify, inverse: AnyKeyPath? = nil, originalName: String? = nil
) = #externalMacro(module: "FlagMacros", type: "NoteMacro")

/// Excludes a property of an `@Entity` from the database. When a record is read, the property has
/// its default value.
@attached(peer)
public macro Transient() = #externalMacro(module: "FlagMacros", type: "NoteMacro")

/// Restricts a property of an `@Entity` to a range, and gives a decimal its places.
@attached(peer)
public macro Valid<Bounds: RangeExpression & Sendable>(_ bounds: Bounds, places: Int? = nil) =
  #externalMacro(module: "FlagMacros", type: "NoteMacro")

/// Restricts a text of an `@Entity` to a length, and optionally to a regular expression.
@attached(peer)
public macro Valid<Lengths: RangeExpression & Sendable>(length: Lengths, matches: String? = nil) =
  #externalMacro(module: "FlagMacros", type: "NoteMacro") where Lengths.Bound == Int

/// Restricts a text of an `@Entity` to a regular expression.
@attached(peer)
public macro Valid(matches: String) = #externalMacro(module: "FlagMacros", type: "NoteMacro")

/// Gives a decimal of an `@Entity` its number of places.
@attached(peer)
public macro Valid(places: Int) = #externalMacro(module: "FlagMacros", type: "NoteMacro")

/// Names the table of an `@Entity`, for models of foreign databases.
@attached(peer)
public macro Table(
  _ name: String, key: String? = nil, rowid: String? = nil, kindColumn: String? = nil,
  kind: Int? = nil
) = #externalMacro(module: "FlagMacros", type: "NoteMacro")

/// Names the table of pairs of a list, for models of foreign databases.
@attached(peer)
public macro Table(_ name: String, own: String, other: String, order: String? = nil) =
  #externalMacro(module: "FlagMacros", type: "NoteMacro")

/// Names the columns of a property of an `@Entity`, for models of foreign databases.
@attached(peer)
public macro Column(_ names: String..., references: String? = nil, order: String? = nil) =
  #externalMacro(module: "FlagMacros", type: "NoteMacro")

/// A rule for the values of a property.
public enum AttributeOption: Sendable {
  /// No two records have the same value.
  case unique
  /// The value is not stored.
  case ephemeral
}

/// The effect on related records when a record is deleted.
public enum DeleteRule: Sendable {
  /// Their references become nil.
  case nullify
  /// They are deleted too.
  case cascade
  /// The record cannot be deleted while they refer to it.
  case deny
  /// They do not change.
  case noAction
}
