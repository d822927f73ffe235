import FlagModel

/// The other side of a relationship: finds its records, most of them without asking the database.
final class ImportReferences {
  private let finder: KeyFinder
  private var cache = KeyCache()
  /// Looking for near names takes long, and nobody reads ten thousand hints.
  private var hintsLeft = 20

  init(_ target: Entity, _ connection: Connection) {
    finder = KeyFinder(target, connection)
  }

  func key(of name: UnsafeBufferPointer<UInt8>) throws -> Int64 {
    if let key = cache.key(of: name) { return key }
    let key = try finder.key(named: String(decoding: name, as: UTF8.self))
    cache.keep(key, of: name)
    return key
  }

  func hint(for name: UnsafeBufferPointer<UInt8>) throws -> String? {
    if hintsLeft == 0 { return nil }
    hintsLeft -= 1
    return try finder.nearest(to: String(decoding: name, as: UTF8.self)).map {
      "did you mean '\($0)'?"
    }
  }

  /// Lets go of what is known, where others may have removed records.
  func forget() { cache = KeyCache() }
}
