/// Makes a struct an `Entity` whose properties are stored without reflection: it writes the mapping.
/// All stored properties are kept but those with `@Transient`. Mistakes are said at their place.
///
///     @Entity struct Bookmark {
///       var id: Key<Bookmark>?
///       @Attribute(.unique) var url: URL
///       var title: String = ""
///     }
///
/// The same text is a model for `flagdb new`.
@attached(extension, conformances: Entity, names: named(mapping), named(init))
public macro Entity(originalName: String? = nil) =
  #externalMacro(module: "FlagMacros", type: "EntityMacro")

/// Says of a property of an `@Entity` that no two records have the same value of it, or which name it
/// had in an earlier model.
@attached(peer)
public macro Attribute(_ options: AttributeOption..., originalName: String? = nil) =
  #externalMacro(module: "FlagMacros", type: "NoteMacro")

/// Says of a property of an `@Entity` that leads to other records what becomes of them when the
/// record is deleted, and which of their properties leads back.
@attached(peer)
public macro Relationship(
  deleteRule: DeleteRule = .nullify, inverse: AnyKeyPath? = nil, originalName: String? = nil
) = #externalMacro(module: "FlagMacros", type: "NoteMacro")

/// Leaves a property of an `@Entity` out of the database. It keeps its default when it is read.
@attached(peer)
public macro Transient() = #externalMacro(module: "FlagMacros", type: "NoteMacro")

/// Bounds the values of a property of an `@Entity`, and gives a decimal its places.
@attached(peer)
public macro Valid<Bounds: RangeExpression & Sendable>(_ bounds: Bounds, places: Int? = nil) =
  #externalMacro(module: "FlagMacros", type: "NoteMacro")

/// Bounds the length of a text of an `@Entity`, which may have to match a regular expression too.
@attached(peer)
public macro Valid<Lengths: RangeExpression & Sendable>(length: Lengths, matches: String? = nil) =
  #externalMacro(module: "FlagMacros", type: "NoteMacro") where Lengths.Bound == Int

/// Says which regular expression a text of an `@Entity` has to match.
@attached(peer)
public macro Valid(matches: String) = #externalMacro(module: "FlagMacros", type: "NoteMacro")

/// Says how many places a decimal of an `@Entity` has.
@attached(peer)
public macro Valid(places: Int) = #externalMacro(module: "FlagMacros", type: "NoteMacro")

/// Names the table of an `@Entity`, for models of files of others.
@attached(peer)
public macro Table(
  _ name: String, key: String? = nil, rowid: String? = nil, kindColumn: String? = nil,
  kind: Int? = nil
) = #externalMacro(module: "FlagMacros", type: "NoteMacro")

/// Names the table of pairs of a list, for models of files of others.
@attached(peer)
public macro Table(_ name: String, own: String, other: String, order: String? = nil) =
  #externalMacro(module: "FlagMacros", type: "NoteMacro")

/// Names the columns of a property of an `@Entity`, for models of files of others.
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

/// The effect on the other records when a record is deleted.
public enum DeleteRule: Sendable {
  /// They refer to none any more.
  case nullify
  /// They are deleted too.
  case cascade
  /// As long as there are any, the record is not deleted.
  case deny
  /// Nothing is done.
  case noAction
}
