/// What a person says about a migration besides the model that it leads to.
public struct MigrationWishes: Hashable, Sendable {
  /// What has a new name.
  public var renames: [Rename]
  /// What may go, though something like it appears: `Sample.note`.
  public var drops: [String]
  /// Values for the records that have none, or one that the new model refuses.
  public var fills: [Fill]
  /// Flags that go and whose bits are to be cleared: `BIOMarker.PLX`.
  public var clears: [String]

  public static let none = MigrationWishes()

  public init(
    renames: [Rename] = [], drops: [String] = [], fills: [Fill] = [], clears: [String] = []
  ) {
    self.renames = renames
    self.drops = drops
    self.fills = fills
    self.clears = clears
  }
}

/// `score=0` or `Sample.score=0`: what `--fill` says.
public struct Fill: Hashable, Sendable {
  /// An attribute of the new model, with its entity where the name alone could mean several.
  public let attribute: String
  /// As a person types it.
  public let text: String

  public init(attribute: String, text: String) {
    self.attribute = attribute
    self.text = text
  }
}
