// The price of observers for a write that does not concern them.
import FlagDB
import Foundation

private let observedModel = """
  struct Markers: OptionSet { let rawValue: Int64 }
  struct Item: Entity {
    var code: String; var score: Double; var count: Int; var markers: Markers = []; var note: String?
  }
  struct Visit: Entity { var place: String }
  """

@Entity private struct Visit {
  let place: String
}

/// The cost of a small transaction, while a number of observers watch another table. It includes half a second after
/// the transactions, in which the observers may still run.
func costOfWrite(observers: Int, durability: Database.Durability, in folder: URL) async throws
  -> Cost
{
  let path = folder.appendingPathComponent("observed-\(observers)-\(durability).db").path
  let database = try Database.create(
    at: path, model: observedModel, .init(durability: durability))
  let results = AsyncStream<Void>.makeStream()
  let tasks = (0..<observers).map { _ in
    Task {
      for try await _ in database.observe({ try $0.fetch(Mapped.self).count }) {
        results.continuation.yield()
      }
    }
  }
  var begun = 0
  if observers > 0 {
    for await _ in results.stream {
      begun += 1
      if begun == observers { break }
    }
  }
  let writes = 200
  let (clock, processor) = (now(CLOCK_MONOTONIC), now(CLOCK_PROCESS_CPUTIME_ID))
  for number in 0..<writes {
    _ = try await database.write { try $0.insert(Visit(place: "\(number)")) }
  }
  let end = now(CLOCK_MONOTONIC)
  try await Task.sleep(for: .milliseconds(500))
  let spent = now(CLOCK_PROCESS_CPUTIME_ID) - processor
  for task in tasks { task.cancel() }
  return Cost(clock: (end - clock) / Double(writes), processor: spent / Double(writes))
}
