/// The standard deviation of numbers, by Welford's method, which stays accurate for large values with
/// small differences. Zeros in memory are the state without numbers.
package struct Deviation {
  private var count = 0.0
  private var mean = 0.0
  /// The sum of the squared differences from the mean.
  private var squares = 0.0
  package private(set) var least = 0.0
  package private(set) var greatest = 0.0
  /// The first number if it is an integer, from which all others are measured, because the
  /// difference of large integers has fewer digits than they have.
  private var origin: Int64 = 0

  @inline(__always)
  package mutating func add(whole value: Int64) {
    if count == 0 { origin = value }
    let (difference, overflow) = value.subtractingReportingOverflow(origin)
    addDifference(overflow ? Double(value) - Double(origin) : Double(difference))
  }

  @inline(__always)
  package mutating func add(_ value: Double) { addDifference(value - Double(origin)) }

  @inline(__always)
  private mutating func addDifference(_ value: Double) {
    least = count == 0 ? value : min(least, value)
    greatest = count == 0 ? value : max(greatest, value)
    count += 1
    let difference = value - mean
    mean += difference / count
    squares += difference * (value - mean)
  }

  /// Nil for fewer than two numbers.
  package var value: Double? {
    if count > 1 { return (squares / (count - 1)).squareRoot() }
    return nil
  }

  /// True if the squares of the numbers may overflow, and for NaN.
  package var isBeyondSquares: Bool { !(max(greatest, -least) <= 1e150) }
}
