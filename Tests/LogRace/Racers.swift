import Foundation

/// The changes of a writer in its transaction of some number: always the same, so that what must be
/// there at the end can be reckoned.
struct Change {
  /// From the first record of the writer on.
  let records: Range<Int>

  init(writer: Int, number: Int) {
    var state = UInt64(writer &* 7919 &+ number) &* 0x9E37_79B9_7F4A_7C15
    func next(below limit: Int) -> Int {
      state ^= state >> 30
      state &*= 0xBF58_476D_1CE4_E5B9
      state ^= state >> 27
      return Int(state >> 33) % limit
    }
    // A long log, and then a short one, is what the bug needs.
    let count = next(below: 6) == 0 ? 60 + next(below: 140) : 1 + next(below: 4)
    let first = next(below: Store.records - count)
    records = first..<first + count
  }
}

extension Store {
  /// Does work until the time is over, then prints how much and closes. The work takes the amount
  /// that is done already, and returns the amount that it added.
  fileprivate func work(for seconds: Double, _ step: (Int) throws -> Int) throws {
    let end = Date(timeIntervalSinceNow: seconds)
    var done = 0
    defer {
      print(done)
      close()
    }
    while Date() < end { done += try step(done) }
  }
}

/// `write PATH guarded|plain WRITER SECONDS`: commits until the time is over, and prints how often.
struct Writer {
  private let store: Store
  private let writer: Int
  private let seconds: Double

  init(_ words: [String]) throws {
    store = try Store(words[0], isGuarded: words[1] == "guarded")
    writer = Int(words[2]) ?? 0
    seconds = Double(words[3]) ?? 0
  }

  func run() throws {
    try store.work(for: seconds) { number in
      try write(number + 1)
      // A log is begun anew only if all of it was checkpointed before the next transaction.
      usleep(useconds_t((number + 1) % 4) * 300)
      return 1
    }
  }

  private func write(_ number: Int) throws {
    let first = writer * Store.records
    let records = Change(writer: writer, number: number).records
    try store.run("BEGIN IMMEDIATE")
    try store.run("UPDATE done SET number = ? WHERE writer = ?", number, writer)
    try store.run(
      "UPDATE record SET number = ? WHERE id >= ? AND id < ?", number, first + records.lowerBound,
      first + records.upperBound)
    try store.run("COMMIT")
  }
}

/// `checkpoint PATH guarded|plain SECONDS`: checkpoints without a rest, and prints how often.
struct Checkpointer {
  private let store: Store
  private let seconds: Double

  init(_ words: [String]) throws {
    store = try Store(words[0], isGuarded: words[1] == "guarded")
    seconds = Double(words[2]) ?? 0
  }

  func run() throws {
    try store.work(for: seconds) { _ in
      for _ in 0..<50 where !store.checkpoint() { throw RaceError(message: "checkpoint failed") }
      return 50
    }
  }
}
