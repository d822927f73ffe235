extension String {
  /// True if the bytes are the same, which makes names equal. Swift's own == takes two normal forms of
  /// one text for equal.
  package func isSame(as other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }
}
