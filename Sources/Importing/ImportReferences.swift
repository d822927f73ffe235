import Databases
import Engines
import FlagModel
import Queries

/// Finds the records at the other side of a relationship by their names, mostly without a query.
final class ImportReferences {
  private let finder: KeyFinder
  /// True if a number is always a key, even if another record has it as its name.
  private let takesKeys: Bool
  /// The form of the keys in the column that refers to them.
  private let form: KeyForm?
  private var cache = KeyCache()
  /// The keys that were looked up together.
  private var keysByName: [[UInt8]: Value] = [:]
  /// The hints that are left. A search for similar names is slow, and nobody reads ten thousand
  /// hints.
  private var hintsLeft = 20

  init(
    _ relationship: Relationship, _ target: Entity, _ connection: any Connection, takesKeys: Bool
  ) {
    finder = KeyFinder(target, connection, answering: relationship.foreignKey?.otherColumn)
    form = relationship.foreignKey.flatMap { KeyForm(of: target, for: $0) }
    self.takesKeys = takesKeys
  }

  /// The key of the record with a name; nil for the empty text, unless a record has it as its name.
  func key(of name: UnsafeBufferPointer<UInt8>) throws -> Value? {
    if let key = cache.key(of: name) { return key }
    if !keysByName.isEmpty, let key = keysByName[Array(name)] { return key }
    let text = String(decoding: name, as: UTF8.self)
    guard let key = try find(text).map(stored) else { return nil }
    cache.keep(key, of: name)
    return key
  }

  /// The key of the record with a name, if it was looked up already.
  func knownKey(of name: UnsafeBufferPointer<UInt8>) -> Value? {
    cache.key(of: name) ?? keysByName[Array(name)]
  }

  /// Looks up the records of names that are needed soon, and forgets the previous ones. A name that
  /// is not found here is searched again alone.
  func lookUp(_ names: Set<[UInt8]>) throws {
    keysByName.removeAll(keepingCapacity: true)
    let unknown = names.filter { $0.withUnsafeBufferPointer { cache.key(of: $0) } == nil }
    let keys = try finder.onlyKeys(
      named: unknown.map { String(decoding: $0, as: UTF8.self) }.filter { $0.trimmed == $0[...] },
      takingKeys: takesKeys)
    for (name, key) in keys { keysByName[name] = stored(key) }
  }

  /// A key as a server stores it: an array is JSON only here.
  private func stored(_ key: Value) -> Value {
    form.map { $0.stored.stored(key, of: $0.type) } ?? key
  }

  /// True if no record has the name yet, so that a later record may get it.
  func isUnknown(_ name: UnsafeBufferPointer<UInt8>) throws -> Bool {
    let text = String(decoding: name, as: UTF8.self)
    return try finder.onlyKey(named: text) == nil
      && finder.onlyKey(named: String(text.trimmed)) == nil
  }

  /// Spaces around a name may belong to it.
  private func find(_ text: String) throws -> Value? {
    if takesKeys, let key = try finder.key(text) { return key }
    let trimmed = String(text.trimmed)
    if trimmed.utf8.count == text.utf8.count, !trimmed.isEmpty {
      return try finder.key(named: text)
    }
    do { return try finder.key(named: text) } catch is ValueError {}
    if trimmed.isEmpty { return nil }
    return try finder.key(named: trimmed)
  }

  func hint(for name: UnsafeBufferPointer<UInt8>) throws -> Hint? {
    if hintsLeft == 0 { return nil }
    hintsLeft -= 1
    return try finder.nearest(to: String(decoding: name, as: UTF8.self)).map {
      .meant([$0])
    }
  }

  /// Forgets all keys, because another program may have deleted the records.
  func forget() {
    cache = KeyCache()
    keysByName = [:]
  }
}
