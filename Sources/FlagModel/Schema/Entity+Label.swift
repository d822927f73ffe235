extension Entity {
  /// The attribute by which people name a record of this entity: the only one that is unique.
  /// Where there is none, or several, a record is named by its key.
  public var label: Attribute? {
    let unique = attributes.filter(\.isUnique)
    guard unique.count == 1, unique[0].column != keyColumn else { return nil }
    return unique[0]
  }
}
