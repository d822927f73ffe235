/// The minimum or maximum of the values; of equal values, the first.
struct RunningExtreme: RunningAggregate {
  let column: Int
  let kind: ColumnBatch.Kind
  let isGreatest: Bool
  private var words: [Int64] = []
  private var texts: [[UInt8]] = []
  private var isEmpty: [Bool] = []
  private(set) var textSize = 0

  init(column: Int, kind: ColumnBatch.Kind, isGreatest: Bool) {
    self.column = column
    self.kind = kind
    self.isGreatest = isGreatest
  }

  mutating func reserve(_ groups: Int) {
    isEmpty.extend(to: groups, with: true)
    if kind == ColumnBatch.Kind.text {
      texts.extend(to: groups, with: [])
    } else {
      words.extend(to: groups, with: 0)
    }
  }

  mutating func add(_ records: GroupedRecords) throws(ColumnRefusal) {
    try records.forEachValue(of: column, kind: kind) { word, group in
      if kind == ColumnBatch.Kind.text {
        addText(records.batch.text(word), to: group)
      } else if isEmpty[group] || isBeyond(word, words[group]) {
        words[group] = word
      }
      isEmpty[group] = false
    }
  }

  private mutating func addText(_ text: UnsafeRawBufferPointer, to group: Int) {
    let order = text.compared(to: texts[group])
    guard isEmpty[group] || (isGreatest ? order > 0 : order < 0) else { return }
    textSize += text.count - texts[group].count
    texts[group] = Array(text)
  }

  /// Of two zeros with different signs, the result is the first in the table, which only SQL knows
  /// then.
  mutating func mergeSame(_ part: RunningExtreme, into places: [Int32]) throws(ColumnRefusal) {
    for (other, place) in places.enumerated() where !part.isEmpty[other] {
      let group = Int(place)
      if kind == ColumnBatch.Kind.text {
        part.texts[other].withUnsafeBytes { addText($0, to: group) }
      } else if isEmpty[group] || isBeyond(part.words[other], words[group]) {
        words[group] = part.words[other]
      } else if words[group] != part.words[other], !isBeyond(words[group], part.words[other]) {
        throw ColumnRefusal("a group has zeros of both signs")
      }
      isEmpty[group] = false
    }
  }

  @inline(__always)
  private func isBeyond(_ word: Int64, _ kept: Int64) -> Bool {
    if kind == ColumnBatch.Kind.integer { return isGreatest ? word > kept : word < kept }
    let value = Double(bitPattern: UInt64(bitPattern: word))
    let other = Double(bitPattern: UInt64(bitPattern: kept))
    if isGreatest { return value > other }
    return value < other
  }

  func value(of group: Int) -> ColumnValue {
    if isEmpty[group] { return .null }
    switch kind {
    case ColumnBatch.Kind.text: return .text(texts[group])
    case ColumnBatch.Kind.integer: return .integer(words[group])
    default: return .real(Double(bitPattern: UInt64(bitPattern: words[group])))
    }
  }
}
