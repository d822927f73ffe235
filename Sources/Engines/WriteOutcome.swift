/// The state of the data after a change that did not end as it should.
/// See Documentation/Decisions/results-are-printed-after-the-commit.md.
package enum WriteOutcome: Hashable, Sendable {
  /// Nothing was changed.
  case unchanged
  /// All of it is kept, and something else went wrong.
  case kept
  /// Nobody can tell now whether all of it is kept or nothing.
  case unknown
}
