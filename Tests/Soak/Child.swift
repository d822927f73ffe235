import FlagDB
import Foundation

/// The work of a process that the parent may kill at any time.
enum Child {
  /// Moves money for ever. A line of standard output acknowledges each transfer.
  static func write(_ path: String, durability: Database.Durability) async throws {
    let bank = try Bank(at: path, durability: durability)
    let accounts = try await bank.database.read { try $0.fetch(Account.self).compactMap(\.id) }
    while true {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<4 { group.addTask { try await move(in: bank, accounts) } }
        try await group.waitForAll()
      }
    }
  }

  private static func move(in bank: Bank, _ accounts: [Key<Account>]) async throws {
    let keys = accounts.shuffled().prefix(2)
    let amount = Int.random(in: 1...900)
    switch Int.random(in: 0..<10) {
    case 0:
      try await bank.transferInVain(amount, from: keys[0], to: keys[1])
    case 1:
      let doomed = Task {
        try await bank.transfer(amount, from: keys[0], to: keys[1], token: "cancelled")
      }
      doomed.cancel()
      _ = await doomed.result
    default:
      let token = UUID().uuidString
      try await bank.transfer(amount, from: keys[0], to: keys[1], token: token)
      FileHandle.standardOutput.write(Data("\(token)\n".utf8))
    }
  }

  /// Checks snapshots, streams and what an observer sees, for ever.
  static func read(_ path: String) async throws {
    let bank = try Bank(at: path)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          while true { try await bank.check() }
        }
      }
      group.addTask {
        while true { try await bank.checkStream() }
      }
      group.addTask {
        var last = 0
        let counts = bank.database.observe(every: .milliseconds(20)) { snapshot in
          try snapshot.count(Transfer.self)
        }
        for try await count in counts {
          guard count >= last else {
            throw BrokenView(description: "an observer saw \(count) transfers after \(last)")
          }
          last = count
        }
      }
      try await group.waitForAll()
    }
  }
}
