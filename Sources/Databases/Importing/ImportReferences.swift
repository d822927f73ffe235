import Engines
import FlagModel

/// The other side of a relationship: finds its records, most of them without asking the database.
final class ImportReferences {
  private let finder: KeyFinder
  /// True if a number is a key, whatever else it may name.
  private let takesKeys: Bool
  private var cache = KeyCache()
  /// The keys that were looked up together.
  private var known: [[UInt8]: Value] = [:]
  /// Looking for near names takes long, and nobody reads ten thousand hints.
  private var hintsLeft = 20

  init(
    _ relationship: Relationship, _ target: Entity, _ connection: any Connection, takesKeys: Bool
  ) {
    finder = KeyFinder(target, connection, answering: relationship.foreignKey?.otherColumn)
    self.takesKeys = takesKeys
  }

  /// Nil where there is no name, nor a record whose name is the empty text.
  func key(of name: UnsafeBufferPointer<UInt8>) throws -> Value? {
    if let key = cache.key(of: name) { return key }
    if !known.isEmpty, let key = known[Array(name)] { return key }
    let text = String(decoding: name, as: UTF8.self)
    guard let key = try find(text) else { return nil }
    cache.keep(key, of: name)
    return key
  }

  /// Looks for the records of names that will be asked for, and lets go of those that were looked up before.
  /// Names that are not found so are looked for again, each by itself.
  func lookUp(_ names: Set<[UInt8]>) throws {
    known.removeAll(keepingCapacity: true)
    let unknown = names.filter { $0.withUnsafeBufferPointer { cache.key(of: $0) } == nil }
    let keys = try finder.onlyKeys(
      named: unknown.map { String(decoding: $0, as: UTF8.self) }.filter { $0.trimmed == $0[...] },
      takingKeys: takesKeys)
    for (name, key) in keys { known[name] = key }
  }

  /// True if no record has the name, so that one that comes later may be meant.
  func isUnknown(_ name: UnsafeBufferPointer<UInt8>) throws -> Bool {
    let text = String(decoding: name, as: UTF8.self)
    return try finder.onlyKey(named: text) == nil
      && finder.onlyKey(named: String(text.trimmed)) == nil
  }

  /// Blanks around a name may be part of it.
  private func find(_ text: String) throws -> Value? {
    if takesKeys, let key = try finder.key(text) { return key }
    let trimmed = String(text.trimmed)
    if trimmed.utf8.count == text.utf8.count, !trimmed.isEmpty {
      return try finder.key(named: text)
    }
    do { return try finder.key(named: text) } catch is ValueError {}
    return trimmed.isEmpty ? nil : try finder.key(named: trimmed)
  }

  func hint(for name: UnsafeBufferPointer<UInt8>) throws -> Hint? {
    if hintsLeft == 0 { return nil }
    hintsLeft -= 1
    return try finder.nearest(to: String(decoding: name, as: UTF8.self)).map {
      .meant([$0])
    }
  }

  /// Lets go of what is known, where others may have removed records.
  func forget() { (cache, known) = (KeyCache(), [:]) }
}
