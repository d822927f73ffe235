/// The values of a column between two bounds, for sorting.
package struct ColumnSlice: BatchWork {
  private let condition: ColumnCondition
  private let column: Int
  private let kind: ColumnBatch.Kind
  /// The maximum size in bytes; SQL sorts more.
  private let most: Int
  /// The numbers, or the places of the texts.
  private var words: [Int64] = []
  /// All texts, one after the other.
  private var bytes: [UInt8] = []

  /// - Parameters:
  ///   - condition: the bounds, and the condition for the records.
  ///   - most: the maximum size of the values in bytes; SQL sorts more.
  package init(
    where condition: ColumnCondition, of column: Int, kind: ColumnBatch.Kind, atMost most: Int
  ) {
    self.condition = condition
    self.column = column
    self.kind = kind
    self.most = most
  }

  package func part() -> ColumnSlice {
    ColumnSlice(where: condition, of: column, kind: kind, atMost: most)
  }

  package mutating func add(_ batch: ColumnBatch) throws(ColumnRefusal) {
    let values = batch.columns[column]
    for row in try batch.rows(where: condition) {
      let word = values.words[Int(row)]
      guard values.kinds[Int(row)] == kind else { throw .otherKind }
      if kind == ColumnBatch.Kind.text {
        let text = batch.text(word)
        words.append(ColumnBatch.word(offset: bytes.count, length: text.count))
        bytes += text
      } else {
        words.append(word)
      }
    }
    try requireRoom()
  }

  package mutating func merge(_ part: ColumnSlice) throws(ColumnRefusal) {
    let shift = kind == ColumnBatch.Kind.text ? ColumnBatch.word(offset: bytes.count, length: 0) : 0
    words += part.words.lazy.map { $0 &+ shift }
    bytes += part.bytes
    try requireRoom()
  }

  private func requireRoom() throws(ColumnRefusal) {
    guard MemoryLayout<Int64>.size * words.count + bytes.count <= most else {
      throw ColumnRefusal("the values between two limits have more than \(most) bytes")
    }
  }

  /// Sorts the values, and returns some of them in ascending order, from an index on.
  package mutating func takeValues(from place: Int, count: Int) -> [ColumnValue] {
    switch kind {
    case ColumnBatch.Kind.integer: words.sort()
    case ColumnBatch.Kind.real: words.sort { Self.number($0) < Self.number($1) }
    default: sortTexts()
    }
    return words.dropFirst(place).prefix(count).map { value($0) }
  }

  private mutating func sortTexts() {
    var sorted = words
    words = []
    bytes.withUnsafeBytes { bytes in
      sorted.sort { bytes.text($0).lexicographicallyPrecedes(bytes.text($1)) }
    }
    words = sorted
  }

  private func value(_ word: Int64) -> ColumnValue {
    switch kind {
    case ColumnBatch.Kind.integer: .integer(word)
    case ColumnBatch.Kind.real: .real(Self.number(word))
    default: .text(bytes.withUnsafeBytes { Array($0.text(word)) })
    }
  }

  private static func number(_ word: Int64) -> Double {
    Double(bitPattern: UInt64(bitPattern: word))
  }
}
