import CommandTable
import Databases
import FlagModel
import Platform

/// `--threads` and `FLAGDB_THREADS`: the number of threads that read a large table.
struct ThreadCount: CommandWord {
  let number: Int

  init(word: String) throws(UnreadableWord) {
    guard let number = Int(word), 1...64 ~= number else {
      throw UnreadableWord(expected: "a number from 1 to 64")
    }
    self.number = number
  }
}

extension OptionTable {
  mutating func threads(_ property: inout ThreadCount?) {
    value("threads", &property, "N", help: "read a large table on N threads")
  }
}

extension Session {
  /// Sets the number of threads that read the database.
  func share(_ threads: ThreadCount?, reading database: Database) throws {
    database.threads = try threads?.number ?? usualThreads()
  }

  private func usualThreads() throws -> Int {
    guard let word = environmentVariable("FLAGDB_THREADS"), !word.isEmpty else {
      return Database.usualThreads
    }
    guard let threads = try? ThreadCount(word: word) else {
      throw CommandError(
        "FLAGDB_THREADS is '\(word)'", hint: "set it to a number from 1 to 64, or unset it")
    }
    return threads.number
  }
}
