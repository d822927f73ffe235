import FlagDB
import Foundation

struct Marks: OptionSet, Codable, Storable {
  let rawValue: Int64
  static let used = Marks(rawValue: 1)
  static let overdrawn = Marks(rawValue: 2)
}

struct Account: Entity, Codable {
  var id: Key<Account>?
  var name: String
  var balance: Int
  var marks: Marks = []
}

struct Transfer: Entity, Codable {
  var id: Key<Transfer>?
  var token: String
  var from: Key<Account>
  var to: Key<Account>
  var amount: Int
}

/// A view of the accounts that cannot be: a transaction was seen in part, or was lost.
struct BrokenView: Error, CustomStringConvertible {
  let description: String
}

/// Accounts in a database, between which money is moved. The sum never changes, and the balance and the
/// flags of each account follow from the transfers.
struct Bank: Sendable {
  static let accounts = 20
  private static let start = 1_000

  let database: Database

  init(at path: String, durability: Database.Durability = .full) throws {
    let configuration = Database.Configuration(
      timeout: .seconds(600), lockTimeout: .seconds(600), durability: durability)
    database = try Database(
      at: path, for: Account.self, Transfer.self, configuration: configuration)
  }

  func open() throws {
    try database.write { change in
      try change.insert(
        contentsOf: (1...Self.accounts).map { Account(name: "account \($0)", balance: Self.start) })
    }
  }

  /// Moves money in one transaction.
  func transfer(_ amount: Int, from: Key<Account>, to: Key<Account>, token: String) async throws {
    try await database.write { change in
      try Self.add(-amount, to: from, change)
      try Self.add(amount, to: to, change)
      try change.insert(Transfer(token: token, from: from, to: to, amount: amount))
    }
  }

  /// Moves money in a transaction that is rolled back.
  func transferInVain(_ amount: Int, from: Key<Account>, to: Key<Account>) async throws {
    struct Refused: Error {}
    do {
      try await database.write { change in
        try Self.add(-amount, to: from, change)
        try change.insert(Transfer(token: "refused", from: from, to: to, amount: amount))
        throw Refused()
      }
    } catch is Refused {}
  }

  private static func add(_ amount: Int, to key: Key<Account>, _ change: Transaction) throws {
    guard var account = try change.find(key) else {
      throw BrokenView(description: "there is no account \(key)")
    }
    account.balance += amount
    account.marks.insert(.used)
    if account.balance < 0 {
      account.marks.insert(.overdrawn)
    } else {
      account.marks.remove(.overdrawn)
    }
    try change.update(account)
  }

  /// Checks all that must be true in a snapshot, and returns the number of transfers.
  @discardableResult
  func check() async throws -> Int {
    try await database.read { snapshot in
      let accounts = try snapshot.fetch(Account.self)
      try Self.check(accounts, against: Self.balances(in: snapshot))
      try Self.checkSums(of: accounts, in: snapshot)
      return try snapshot.count(Transfer.self)
    }
  }

  /// The balances that follow from the transfers.
  private static func balances(in snapshot: Snapshot) throws -> [Key<Account>: Int] {
    var balances: [Key<Account>: Int] = [:]
    for (key, sum) in try snapshot.groups(of: Transfer.self, by: \.to, .sum(\.amount)) {
      balances[key, default: start] += sum ?? 0
    }
    for (key, sum) in try snapshot.groups(of: Transfer.self, by: \.from, .sum(\.amount)) {
      balances[key, default: start] -= sum ?? 0
    }
    return balances
  }

  private static func check(_ accounts: [Account], against balances: [Key<Account>: Int]) throws {
    for account in accounts {
      guard let key = account.id, account.balance == balances[key, default: start] else {
        throw BrokenView(description: "the balance of \(account) differs from its transfers")
      }
      guard account.marks.contains(.overdrawn) == (account.balance < 0) else {
        throw BrokenView(description: "\(account) has wrong flags")
      }
    }
  }

  /// Compares what SQL says with the structs.
  private static func checkSums(of accounts: [Account], in snapshot: Snapshot) throws {
    let (total, count) = try snapshot.aggregate(Account.self, .sum(\.balance), .count)
    guard count == Self.accounts, total == Self.accounts * start else {
      throw BrokenView(description: "\(count) accounts have a sum of \(total ?? 0)")
    }
    let isOverdrawn = #Predicate<Account> { $0.marks.contains(\.overdrawn) }
    let overdrawn = try snapshot.count(Account.self, where: Condition(isOverdrawn))
    guard overdrawn == accounts.count(where: { $0.balance < 0 }) else {
      throw BrokenView(description: "\(overdrawn) accounts are found by their flag")
    }
  }

  /// Checks that a stream is a single view.
  func checkStream() async throws {
    var total = 0
    for try await account in database.rows(Account.self) { total += account.balance }
    guard total == Self.accounts * Self.start else {
      throw BrokenView(description: "a stream of accounts has a sum of \(total)")
    }
  }

  /// The tokens of the transfers.
  func tokens() async throws -> Set<String> {
    Set(try await database.read { try $0.fetch(Transfer.self).map(\.token) })
  }
}
