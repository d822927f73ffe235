internal import Databases
internal import Engines
internal import Platform

/// Finds changes by other programs. They have no way to tell this one, so it asks again and again.
///
/// The file has a number that differs for a connection after another one has changed the file. For the connection
/// of an observer, changes of this database count too; for its writer, they do not.
final class ForeignChanges: Sendable {
  private struct State {
    /// The numbers that the two connections have seen last.
    var watched: Int64?
    var written: Int64?
    /// True while a task asks.
    var isAsking = false
  }

  private let watchers: LanePool
  private let writer: LanePool?
  private let changes: ChangeSignal
  private let state: Guarded<State>

  /// - Parameter written: the number that the writer sees when the database is opened.
  init(_ watchers: LanePool, _ writer: LanePool?, written: Int64?, _ changes: ChangeSignal) {
    self.watchers = watchers
    self.writer = writer
    self.changes = changes
    state = Guarded(State(written: written))
  }

  /// Wakes all observers if another program has changed the file since the last call.
  func look() async {
    let isFirst = state.withLock { state in
      defer { state.isAsking = true }
      return !state.isAsking
    }
    guard isFirst else { return }
    defer { state.withLock { $0.isAsking = false } }
    do {
      if try await hasForeignChange() { changes.send(.everything) }
    } catch {
      // The observers read again, and find the error themselves.
      changes.send(.everything)
    }
  }

  private func hasForeignChange() async throws -> Bool {
    let watched = try await Job.run(in: watchers) { try $0.engine.dataVersion() }
    let isChanged = state.withLock { state in
      defer { state.watched = watched }
      return state.watched != watched
    }
    guard isChanged else { return false }
    guard let writer else { return true }
    let written = try await Job.run(in: writer) { try $0.engine.dataVersion() }
    return state.withLock { state in
      defer { state.written = written }
      return state.written != written
    }
  }
}
