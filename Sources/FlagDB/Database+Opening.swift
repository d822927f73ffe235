internal import Databases
import FlagModel
internal import Platform
import Predicates

extension Database {
  /// The purpose for which a database or a transaction is opened.
  public enum Access: Hashable, Sendable {
    /// Nothing is changed.
    case reading
    /// Records may be read and changed.
    case writing
  }

  /// Opens a database that exists. Use it on one thread at a time.
  public convenience init(at path: String, for access: Access) throws(DatabaseError) {
    let engine = try telling {
      try Databases.Database(path: path, for: access == .reading ? .reading : .writing)
    }
    self.init(engine)
  }

  /// Makes a database of a model, which is Swift text, in a file that must not exist yet. With a
  /// write-ahead log readers and a writer do not wait for each other.
  public static func create(
    at path: String, model: String, usesWAL: Bool = false
  ) throws(DatabaseError) -> Database {
    try telling {
      let schema = try schema(model)
      try Databases.Database.create(
        path: path, schema: schema, origin: "library", usesWAL: usesWAL, now: .now)
      return try Database(Databases.Database(path: path, for: .writing))
    }
  }

  /// Runs the body in one transaction. One that writes is kept whole, or undone if the body throws;
  /// one that reads sees the same records throughout. Within another it is a part of that.
  public func transaction<Result>(
    for access: Access = .writing, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try upToDate(access, body)
    } catch {
      throw DatabaseError(error) ?? error
    }
  }

  /// The same where nobody else's errors can come from the body.
  func changing<Result>(
    _ access: Access, _ body: () throws -> Result
  ) throws(DatabaseError) -> Result {
    try telling { try upToDate(access, body) }
  }

  /// Runs the body with the model that another program may have brought meanwhile. A transaction
  /// that finds one ends before it has run the body.
  private func upToDate<Result>(_ access: Access, _ body: () throws -> Result) throws -> Result {
    var hasBegun = false
    func attempt() throws -> Result {
      func begin() throws -> Result {
        hasBegun = true
        return try body()
      }
      return access == .reading ? try engine.read(begin) : try engine.write(begin)
    }
    do {
      return try attempt()
    } catch let error as Databases.DatabaseError where error.kind == .modelChanged && !hasBegun {
      return try attempt()
    }
  }
}

extension Timestamp {
  /// The time of the machine.
  static var now: Timestamp { Timestamp(microseconds: wallClockMicroseconds()) ?? .earliest }
}
