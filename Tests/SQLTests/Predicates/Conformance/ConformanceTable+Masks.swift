/// What many masks have together: unions and intersections.
extension ConformanceTable {
  static let masks: [ConformanceCase] = [
    .init(
      "union of a path", "readings.mark.union has b", "(\(unionOfReadings) & ?) = ? -- 2, 2",
      [1, 4]),
    .init(
      "union of nothing", "readings.mark.union.isEmpty", "\(unionOfReadings) = ? -- 0", [3, 5]),
    .init(
      "union", "union(readings.mark) is exactly (a, b)", "\(unionOfReadings) = ? -- 3", [1, 4]),
    .init("bit_or", "bit_or(readings.mark) = [.c]", "\(unionOfReadings) = ? -- 4", [2]),
    .init("OR", "OR(readings.mark) has c", "(\(unionOfReadings) & ?) = ? -- 4, 4", [2]),
    .init(
      "union of two attributes", "union(marks, wanted) has c", "((marks | wanted) & ?) = ? -- 4, 4",
      [2]),
    .init(
      "intersection of a path", "readings.mark.intersection has a",
      "(\(intersectionOfReadings) & ?) = ? -- 1, 1", [4]),
    .init(
      "intersection of nothing", "readings.mark.intersection = nil",
      "\(intersectionOfReadings) IS NULL", [3, 5]),
    .init(
      "intersection", "intersection(readings.mark) has c",
      "(\(intersectionOfReadings) & ?) = ? -- 4, 4", [2]),
    .init(
      "bit_and", "bit_and(readings.mark) has b", "(\(intersectionOfReadings) & ?) = ? -- 2, 2", [4]),
    .init(
      "AND as a function", "AND(readings.mark) is empty",
      "\(intersectionOfReadings) = ? -- 0", [1]),
    .init(
      "sets of many records", "readings.mark.union.subtracting(wanted).union(marks) has c",
      "((((\(unionOfReadings) & (~wanted)) | marks)) & ?) = ? -- 4, 4", [2]),
  ]

  private static let unionOfReadings =
    "(SELECT coalesce((\(terms("max")) | min(mark & 0x8000000000000000)), 0) \(source))"
  private static let intersectionOfReadings =
    "(SELECT (\(terms("min")) | max(mark & 0x8000000000000000)) \(source))"
  private static let source = "FROM Reading WHERE patient = Patient.id"

  /// A term for each bit that does not make a number negative.
  private static func terms(_ function: String) -> String {
    (0..<63).map { "\(function)(mark & \(1 << $0))" }.joined(separator: " | ")
  }
}
