extension UnsafeRawBufferPointer {
  /// Compares bytes: less than 0 if these are smaller, 0 if both are equal.
  func compared(to other: [UInt8]) -> Int { other.withUnsafeBytes { compared(to: $0) } }

  func compared(to other: UnsafeRawBufferPointer) -> Int {
    let shared = Swift.min(count, other.count)
    for index in 0..<shared where self[index] != other[index] {
      if self[index] < other[index] { return -1 }
      return 1
    }
    return count - other.count
  }

  /// True if the bytes contain others.
  func contains(_ other: [UInt8]) -> Bool {
    guard let first = other.first else { return true }
    guard count >= other.count else { return false }
    for start in 0...count - other.count where self[start] == first {
      if isEqual(to: other, at: start) { return true }
    }
    return false
  }

  func ends(with other: [UInt8]) -> Bool {
    count >= other.count && isEqual(to: other, at: count - other.count)
  }

  @inline(__always)
  private func isEqual(to other: [UInt8], at start: Int) -> Bool {
    for index in other.indices where self[start + index] != other[index] { return false }
    return true
  }
}
