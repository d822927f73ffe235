extension Entity {
  /// The attribute by which people know a record of this entity: the only one that is unique, or
  /// the only one besides a UUID. Where there is none, or several, a record is shown by its key.
  package var label: Attribute? {
    let unique = labels
    let readable = unique.filter { $0.type != .uuid }
    if readable.count == 1 { return readable[0] }
    return unique.count == 1 ? unique[0] : nil
  }

  /// Every attribute by which a record can be named.
  package var labels: [Attribute] {
    attributes.filter { $0.isUnique && $0.column != keyColumn && $0.stored == .own }
  }
}
