import FlagModel

/// Records that the engine receives together.
struct ImportBatch {
  /// The cells, one record after the other.
  var rows = StoredRow()
  /// The number of each record in the input.
  var numbers: [Int] = []
  /// The fields that each record sets; empty if each sets all.
  var presentFields: [[Int]] = []
  /// The pairs of each record in many-to-many relationships; empty if they are found when it is written.
  var links: [[ImportLinks]] = []
  /// The references of each record that wait for other records; empty if records are written one by one.
  var references: [[NamedReference]] = []

  /// True if the keys of some of the rows are needed, for their pairs or for references that wait.
  func needsKeys(of rows: Range<Int>) -> Bool {
    hasLinks(rows) || !references.isEmpty && references[rows].contains { !$0.isEmpty }
  }

  /// True if some of the rows have pairs.
  func hasLinks(_ rows: Range<Int>) -> Bool {
    !links.isEmpty && links[rows].contains { !$0.isEmpty }
  }

  mutating func removeAll() {
    rows.removeAll()
    numbers.removeAll(keepingCapacity: true)
    presentFields.removeAll(keepingCapacity: true)
    links.removeAll(keepingCapacity: true)
    references.removeAll(keepingCapacity: true)
  }
}
