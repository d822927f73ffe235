extension RandomAccessCollection where Index == Int {
  /// The elements in slices of one size, of which the last one may be shorter.
  package func chunks(of size: Int) -> [SubSequence] {
    stride(from: startIndex, to: endIndex, by: size).map { start in
      self[start..<Swift.min(start + size, endIndex)]
    }
  }
}
