/// The state of the data after a change that failed.
/// See Documentation/Decisions/results-are-printed-after-the-commit.md.
package enum WriteOutcome: Hashable, Sendable {
  /// Nothing was changed.
  case unchanged
  /// The change is committed, and something else failed.
  case kept
  /// It is unknown if the change is committed.
  case unknown
}
