import FlagModel

/// Ten to a power that 64 bits hold.
package func powerOfTen(_ exponent: Int) -> Int64 {
  (0..<min(exponent, FixedPoint.maximalPlaces)).reduce(1) { power, _ in power * 10 }
}
