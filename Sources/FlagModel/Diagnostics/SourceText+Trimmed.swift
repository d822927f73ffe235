extension SourceText {
  /// A range without the spaces at its ends.
  package func trimmed(_ range: Range<Int>) -> Range<Int> {
    let space = UInt8(ascii: " ")
    var range = range
    while let first = range.first, utf8[first] == space { range.removeFirst() }
    while let last = range.last, utf8[last] == space { range.removeLast() }
    return range
  }
}
