/// A relationship whose records are read together with the records that refer to them:
///
///     try snapshot.fetch(Sample.self, with: [.all(\.readings)])
public struct Related<Of: Entity>: Sendable {
  let property: any PartialKeyPath<Of> & Sendable
  /// Reads the related records with the given keys.
  let read: RelatedReading

  /// A list of records, with further relationships of these. One statement reads the lists of many
  /// records.
  public static func all<Other: Entity>(
    _ list: any KeyPath<Of, [Other]> & Sendable, with related: [Related<Other>] = []
  ) -> Related {
    Related(property: list) { try $0.records(Other.self, $1, with: related) }
  }

  /// Further relationships of a to-one record. The to-one record itself is always read.
  public static func one<Other: Entity>(
    _ record: any KeyPath<Of, Other?> & Sendable, with related: [Related<Other>]
  ) -> Related {
    Related(property: record) { try $0.records(Other.self, $1, with: related) }
  }

  /// Further relationships of a to-one record. The to-one record itself is always read.
  public static func one<Other: Entity>(
    _ record: any KeyPath<Of, Other> & Sendable, with related: [Related<Other>]
  ) -> Related {
    Related(property: record) { try $0.records(Other.self, $1, with: related) }
  }

  private init(property: any PartialKeyPath<Of> & Sendable, read: @escaping RelatedReading) {
    self.property = property
    self.read = read
  }
}
