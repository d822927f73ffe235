import Testing

/// Flags as Swift, NSPredicate and C ask for them.
@Suite struct FlagSpellingTests {
  @Test(arguments: [
    PredicateCase("(marks & 3) != 0", "(marks & ?) != 0 -- 3", [1, 3]),
    PredicateCase("(marks & both) != 0", "(marks & ?) != 0 -- 3", [1, 3]),
    PredicateCase("(marks & 3) == 3", "(marks & ?) = ? -- 3, 3", [1]),
    PredicateCase("marks & 3 = 0", "(marks & ?) = 0 -- 3", [2, 4, 5]),
    PredicateCase("(marks & 3) = 1", "(marks & ?) = ? -- 3, 1", [3]),
    PredicateCase("(marks & .a) == .a", "(marks & ?) = ? -- 1, 1", [1, 3]),
    PredicateCase("0 != (marks & 3)", "(marks & ?) != 0 -- 3", [1, 3]),
    PredicateCase("(marks & 0x8) != 0", "(marks & ?) != 0 -- 8", [5]),
    PredicateCase(
      "marks.count >= 2",
      """
      (((marks & 1) != 0) + ((marks & 2) != 0) + ((marks & 4) != 0) + ((marks & \
      0x8000000000000000) != 0)) >= ? -- 2
      """, [1, 3]),
    PredicateCase(
      "marks.count = 0",
      """
      (((marks & 1) != 0) + ((marks & 2) != 0) + ((marks & 4) != 0) + ((marks & \
      0x8000000000000000) != 0)) = ? -- 0
      """, [4, 5]),
    PredicateCase("marks.contains(.a)", "(marks & ?) = ? -- 1, 1", [1, 3]),
    PredicateCase("marks.contains([.a, .b])", "(marks & ?) = ? -- 3, 3", [1]),
    PredicateCase("marks.isSuperset(of: [.a, .b])", "(marks & ?) = ? -- 3, 3", [1]),
    PredicateCase("!marks.isDisjoint(with: [.c])", "(marks & ?) != 0 -- 4", [2]),
    PredicateCase("marks.isSubset(of: [.a, .b, .c])", "(marks & ?) = 0 -- -8", [1, 2, 4]),
    PredicateCase("marks.isEmpty", "marks = ? -- 0", [4]),
    PredicateCase("marks.intersection([.a, .c]) == [.a]", "(marks & ?) = ? -- 5, 1", [1, 3]),
    PredicateCase("marks.intersection([.a, .c]).isEmpty", "(marks & ?) = 0 -- 5", [4, 5]),
    PredicateCase("marks.union(.c) == [.c]", "(marks | ?) = ? -- 4, 4", [2, 4]),
    PredicateCase("marks.subtracting([.a]) == .b", "(marks & ?) = ? -- -2, 2", [1]),
    PredicateCase(
      "marks.symmetricDifference([.a, .b]).isEmpty",
      "((marks | ?) & ~(marks & ?)) = ? -- 3, 3, 0", [1]),
    PredicateCase(
      "marks.contains(wanted)",
      "wanted IS NOT NULL AND (marks & wanted) IS wanted", [1, 4]),
    PredicateCase("marks == wanted", "marks IS wanted", [1, 4]),
    PredicateCase("marks & wanted != 0", "(marks & wanted) IS NOT ? -- 0", [1, 2, 3]),
    PredicateCase("marks | wanted == [.a, .b]", "(marks | wanted) = ? -- 3", [1]),
    PredicateCase("marks.rawValue > 2", "marks > ? -- 2", [1, 2, 5]),
    PredicateCase("marks contains a", "(marks & ?) = ? -- 1, 1", [1, 3]),
    PredicateCase(".a in marks", "(marks & ?) = ? -- 1, 1", [1, 3]),
    PredicateCase("[.a].isSubset(of: marks)", "(marks & ?) = ? -- 1, 1", [1, 3]),
    PredicateCase("marks has not all (a, b)", "(marks & ?) != ? -- 3, 3", [2, 3, 4, 5]),
    PredicateCase("marks has exactly (a, b)", "marks = ? -- 3", [1]),
    PredicateCase("marks == Mark.a", "marks = ? -- 1", []),
    PredicateCase("marks == [.a, .b]", "marks = ? -- 3", [1]),
    PredicateCase("marks == {a, b}", "marks = ? -- 3", [1]),
    PredicateCase("marks == Mark(rawValue: 3)", "marks = ? -- 3", [1]),
    PredicateCase("wanted == nil", "wanted IS NULL", [3]),
    PredicateCase(
      "wanted?.contains(.a) == true", "(wanted & ?) = ? -- 1, 1", [1, 5]),
  ])
  func flags(_ one: PredicateCase) throws { try Clinic.check(one) }
}
