internal import Databases
internal import Engines
import FlagModel
internal import Platform

/// Finds changes by other programs. They have no way to tell this one, so it asks again and again.
///
/// A file has a number that differs for a connection after another one has changed the file. For the connection
/// of an observer, changes of this database count too; for its writer, they do not. A server has a text that differs
/// for all connections.
final class ForeignChanges: Sendable {
  private struct State {
    /// The versions that the two connections have seen last.
    var watched: FlagModel.Value?
    var written: FlagModel.Value?
    /// True while a task asks.
    var isAsking = false
  }

  private let watchers: LanePool
  private let writer: LanePool?
  private let changes: ChangeSignal
  /// The usual pause between two questions.
  let pause: Duration
  private let state: Guarded<State>

  /// - Parameters:
  ///   - writer: nil if its version does not tell its own changes from those of others.
  ///   - written: the version that the writer sees when the database is opened.
  init(
    _ watchers: LanePool, _ writer: LanePool?, written: FlagModel.Value?, _ changes: ChangeSignal,
    pause: Duration
  ) {
    self.watchers = watchers
    self.writer = writer
    self.changes = changes
    self.pause = pause
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
      // An engine without a version may have changed.
      return watched == nil || state.watched != watched
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
