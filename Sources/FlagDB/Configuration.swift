internal import Engines

extension Database {
  /// The connections of a database, the limits for waiting, and the durability of its transactions.
  public struct Configuration: Sendable {
    /// The number of connections that read at the same time, at least 1. A database in memory has one connection for
    /// all work.
    public var readers: Int
    /// The longest wait for a connection of this database. Then the call throws, so that a program whose
    /// connections wait for each other does not hang.
    public var timeout: Duration
    /// The longest time to wait for a lock of another program. For reading a foreign database it is 2 seconds.
    public var lockTimeout: Duration
    /// True if the database is only read. It is then neither created nor changed, and `write` throws.
    public var isReadOnly: Bool
    /// The transactions that a power failure may undo.
    public var durability: Durability
    /// The pause after which observers look for changes of other programs.
    public var pollInterval: Duration
    /// Called after each statement, on the thread that ran it. It must not use the database.
    public var trace: (@Sendable (TracedStatement) -> Void)?

    /// Creates a configuration.
    public init(
      readers: Int = 4, timeout: Duration = .seconds(60), lockTimeout: Duration = .seconds(5),
      isReadOnly: Bool = false, durability: Durability = .full,
      pollInterval: Duration = .milliseconds(250),
      trace: (@Sendable (TracedStatement) -> Void)? = nil
    ) {
      self.readers = readers
      self.timeout = timeout
      self.lockTimeout = lockTimeout
      self.isReadOnly = isReadOnly
      self.durability = durability
      self.pollInterval = pollInterval
      self.trace = trace
    }
  }

  /// The effect of a power failure or a crash of the system, or of the server, on transactions that have ended. A crash
  /// of the program alone undoes none of them, and no choice damages the database.
  public enum Durability: Hashable, Sendable {
    /// No transaction is lost: each one waits until the disk has it.
    case full
    /// The last transactions may be undone, always whole and in order. With a write-ahead log, and on a server, a
    /// transaction does not wait for the disk, which makes small ones several times as fast. In a file without such a
    /// log, it is as `full`.
    case normal
  }

  /// A statement that has run.
  public struct TracedStatement: Sendable {
    /// The SQL. Values are parameters, so that no value gets into a log.
    public let sql: String
    /// The time from the first step of the statement to its end.
    public let duration: Duration
    /// The number of returned rows.
    public let rows: Int
  }
}

extension Database.TracedStatement {
  init(_ statement: FinishedStatement) {
    sql = statement.sql
    duration = .nanoseconds(statement.nanoseconds)
    rows = statement.rows
  }

  /// False for the question of observers whether another program has changed the file.
  var isOfUser: Bool { sql != "PRAGMA data_version" }
}
